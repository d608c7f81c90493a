"""``ergodoku generate``: make new puzzles."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ergodoku.base.errors import ParameterError
from ergodoku.cli.forms import JSON_LINES, TABLES, form_of
from ergodoku.cli.options import (
    Box,
    Json,
    LayoutName,
    Output,
    PuzzlePlot,
    Theme,
    check_plot,
    layout_of,
    plotted,
)
from ergodoku.cli.output import open_output
from ergodoku.cli.progress import progress, tracked
from ergodoku.cli.rows import row_writer

if TYPE_CHECKING:
    from pathlib import Path

    from ergodoku.cli.output import Output as OpenOutput
    from ergodoku.puzzle.generate import Recipe
    from ergodoku.puzzle.layout import Layout
    from ergodoku.puzzle.puzzle import Puzzle

TABLE = ("puzzle", "solution", "clues", "difficulty")
AT_ONCE = 1024
"""Number of puzzles that are made at a time for a table."""


def generate(
    box: Box = None,
    size: Annotated[
        int | None, typer.Option(metavar="N", help="Size of the puzzles, instead of --box.")
    ] = None,
    layout: LayoutName = "classic",
    count: Annotated[int, typer.Option("--count", "-n", min=0, metavar="N", help="Number of puzzles.")] = 1,
    clues: Annotated[int | None, typer.Option(metavar="N", help="Number of clues.")] = None,
    fraction: Annotated[
        float | None, typer.Option(metavar="X", help="Share of cells that are given, from 0 to 1.")
    ] = None,
    unique: Annotated[
        bool | None,
        typer.Option(
            "--unique/--not-unique",
            help="Make puzzles with exactly one solution. Default: yes up to 16x16, unless --fraction or "
            "--pattern is given.",
        ),
    ] = None,
    minimal: Annotated[
        bool, typer.Option("--minimal", help="Make puzzles that have one solution and need every given.")
    ] = False,
    difficulty: Annotated[
        str | None,
        typer.Option(
            help="Difficulty: singles, 'locked candidates', pairs or 'beyond logic'.", metavar="LABEL"
        ),
    ] = None,
    pattern: Annotated[
        str,
        typer.Option(
            metavar="random|balanced",
            help="Where the blank cells are: anywhere, or the same number in each row and column.",
        ),
    ] = "random",
    seed: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="The same seed gives the same puzzles.")
    ] = None,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="Format, as for convert --to. "
            "Default: chosen from the file extension of --output, or one line per puzzle.",
        ),
    ] = None,
    output: Output = None,
    plot: PuzzlePlot = None,
    theme: Theme = "light",
    as_json: Json = False,
) -> None:
    """Make new puzzles of any size.

    Without --clues or --fraction, 40 % of the cells are given (50 % above 9x9). With --fraction, cells are
    blanked at random, as in the literature, and a puzzle may have many solutions. A Latin square (--layout
    latin) has no boxes; with --fraction 0.58 it is a "quasigroup with 42 % holes". A table (CSV, TSV or
    Parquet) has the columns puzzle, solution, clues and difficulty.

    \b
    Examples:
      ergodoku generate --count 10 --clues 24 --unique --seed 1
      ergodoku generate --difficulty pairs --plot puzzle.pdf
      ergodoku generate --box 5x5 --fraction 0.45 --format integers --output monster.txt
      ergodoku generate --layout latin --size 30 --fraction 0.58 --pattern balanced
      ergodoku generate --count 100000 --clues 25 --seed 1 --output puzzles.parquet
    """
    from ergodoku.cli.solve import announce_compiling
    from ergodoku.puzzle.formats import write
    from ergodoku.puzzle.generate import Recipe, generate_many
    from ergodoku.puzzle.layout import Layout, box_of

    shape = box_of(box)
    where = layout_of(layout, shape)
    if isinstance(where, str):
        where = Layout.of(size if size is not None else 9, kind=where)
    elif size is not None and size != where.size:
        raise ParameterError(f"--size {size} does not fit {where!r}", "leave --size out")
    recipe = Recipe(where, clues, fraction, unique, minimal, difficulty, pattern)
    if seed is None:
        import secrets

        seed = secrets.randbelow(1_000_000_000)
        print(f"seed {seed}", file=sys.stderr)
    check_plot(plot, theme)
    if plot is not None and count > 1:
        raise ParameterError("--plot needs a single puzzle", "leave --count out")
    announce_compiling()
    form = form_of(format, output, as_json)
    with open_output(output) as out:
        made = plotted(generate_many(count, recipe, seed=seed), plot, theme)
        if form in TABLES:
            if plot is not None:
                list(made)
            _write_table(out, "\t" if form == "tsv" else ",", recipe, count, seed, output)
            return
        puzzles = tracked(made, "generating", count, output=output)
        if form == JSON_LINES:
            for puzzle in puzzles:
                out.stream.write(json.dumps(_record(puzzle, recipe, seed)) + "\n")
        elif form is None and count == 1 and output is None and sys.stdout.isatty():
            from rich.console import Console

            Console().print(*puzzles)
        else:
            write(puzzles, out.stream, form or _usual_format(where))


def _write_table(
    out: OpenOutput, delimiter: str, recipe: Recipe, count: int, seed: int, path: Path | None
) -> None:
    """Write the puzzles as a table; the difficulty is empty unless each puzzle must have one solution."""
    from ergodoku.engine.arrays import generate_array, reduce_array
    from ergodoku.puzzle.formats import FORMATS
    from ergodoku.puzzle.formats.writers import in_one_line

    layout, size = recipe.layout, recipe.layout.size
    if not FORMATS["csv"].carries(layout):
        raise ParameterError(f"a table cannot express {layout!r}", "write json, which can")
    row, out.types = row_writer(out, delimiter), {"clues": int}
    row(TABLE)
    with progress("generating", count, output=path) as advance:
        for first in range(0, count, AT_ONCE):
            made = generate_array(min(AT_ONCE, count - first), recipe, seed=seed, first=first)
            grades = [""] * len(made)
            if recipe.wants_unique:
                grades = reduce_array(made.puzzles, layout=layout).difficulty.tolist()
            for k, clues in enumerate(made.clues.tolist()):
                texts = (in_one_line(size, grid[k]) for grid in (made.puzzles, made.solutions))
                row([*texts, str(clues), grades[k]])
            advance(len(made))


def _record(puzzle: Puzzle, recipe: Recipe, seed: int) -> dict[str, object]:
    from ergodoku.engine.result import grid_json, unusual_layout_json
    from ergodoku.puzzle.logic import difficulty

    return {
        "puzzle": grid_json(puzzle.givens),
        "clues": puzzle.clues,
        "solutions": "one" if recipe.wants_unique else "unknown",
        "difficulty": difficulty(puzzle),
        "seed": seed,
    } | unusual_layout_json(puzzle.layout)


def _usual_format(layout: Layout) -> str:
    """Return the shortest format that can express a layout."""
    from ergodoku.puzzle.formats import FORMATS

    form = "line" if layout.size <= 25 else "integers"
    return form if FORMATS[form].carries(layout) else "json"
