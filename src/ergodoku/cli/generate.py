"""``ergodoku generate``: new puzzles."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ergodoku.base.errors import ParameterError
from ergodoku.cli.options import (
    Box,
    Json,
    LayoutName,
    Output,
    PuzzlePlot,
    Theme,
    check_plot,
    layout_of,
    open_output,
    plotted,
    tracked,
)

if TYPE_CHECKING:
    from ergodoku.puzzle.generate import Recipe
    from ergodoku.puzzle.layout import Layout
    from ergodoku.puzzle.puzzle import Puzzle


def generate(
    box: Box = None,
    size: Annotated[int | None, typer.Option(metavar="N", help="Size N instead of a box shape.")] = None,
    layout: LayoutName = "classic",
    count: Annotated[int, typer.Option("--count", "-n", min=0, metavar="N", help="How many puzzles.")] = 1,
    clues: Annotated[int | None, typer.Option(metavar="N", help="How many cells are given.")] = None,
    fraction: Annotated[
        float | None, typer.Option(metavar="X", help="The share of cells given, 0 to 1.")
    ] = None,
    unique: Annotated[
        bool | None,
        typer.Option(
            "--unique/--not-unique",
            help="Exactly one solution. Default: yes up to 16x16, unless --fraction is given.",
        ),
    ] = None,
    minimal: Annotated[
        bool, typer.Option("--minimal", help="One solution, and no given can be left out.")
    ] = False,
    difficulty: Annotated[
        str | None,
        typer.Option(help="singles, 'locked candidates', pairs or 'beyond logic'.", metavar="LABEL"),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, metavar="N", help="Same seed, same puzzles.")] = None,
    format: Annotated[
        str | None,
        typer.Option("--format", metavar="FORMAT", help="As for convert --to. Default: one line each."),
    ] = None,
    output: Output = None,
    plot: PuzzlePlot = None,
    theme: Theme = "light",
    as_json: Json = False,
) -> None:
    """Make new puzzles of any size.

    Without --clues or --fraction, 40 % of the cells are given (50 % above 9x9). A puzzle made with
    --fraction has cells blanked at random, as in the literature, and may have many solutions.

    \b
    Examples:
      ergodoku generate --count 10 --clues 24 --unique --seed 1
      ergodoku generate --difficulty pairs --plot puzzle.pdf
      ergodoku generate --box 5x5 --fraction 0.45 --format integers --output monster.txt
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
    recipe = Recipe(where, clues, fraction, unique, minimal, difficulty)
    if seed is None:
        import secrets

        seed = secrets.randbelow(1_000_000_000)
        print(f"seed {seed}", file=sys.stderr)
    check_plot(plot, theme)
    if plot is not None and count > 1:
        raise ParameterError("--plot needs a single puzzle", "leave --count out")
    announce_compiling()
    with open_output(output) as stream:
        made = plotted(generate_many(count, recipe, seed=seed), plot, theme)
        puzzles = tracked(made, "generating", count, output=output)
        if as_json:
            for puzzle in puzzles:
                stream.write(json.dumps(_record(puzzle, recipe, seed)) + "\n")
        elif format is None and count == 1 and output is None and sys.stdout.isatty():
            from rich.console import Console

            Console().print(*puzzles)
        else:
            write(puzzles, stream, format or _usual_format(where))


def _record(puzzle: Puzzle, recipe: Recipe, seed: int) -> dict[str, object]:
    from ergodoku.engine.result import grid_json
    from ergodoku.puzzle.logic import difficulty

    return {
        "puzzle": grid_json(puzzle.givens),
        "clues": puzzle.clues,
        "solutions": "one" if recipe.wants_unique else "unknown",
        "difficulty": difficulty(puzzle),
        "seed": seed,
    }


def _usual_format(layout: Layout) -> str:
    if layout.kind != "classic":
        return "json"
    return "line" if layout.size <= 25 else "integers"
