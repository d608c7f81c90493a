"""``ergodoku convert``: from any format to another."""

from __future__ import annotations

from typing import Annotated

import typer

from ergodoku.base.errors import ParameterError
from ergodoku.cli.options import (
    BAD_INPUT,
    Alphabet,
    Box,
    Json,
    LayoutName,
    Output,
    Problems,
    PuzzlePlot,
    Source,
    Theme,
    check_plot,
    open_output,
    plotted,
    read_puzzles,
    tracked,
)


def convert(
    source: Source,
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="FORMAT",
            help="line, grid, integers, lloyd-amos, sdm, sdk, ss, csv or json.",
        ),
    ] = None,
    output: Output = None,
    plot: PuzzlePlot = None,
    theme: Theme = "light",
    box: Box = None,
    layout: LayoutName = "classic",
    alphabet: Alphabet = None,
    as_json: Json = False,
) -> None:
    """Write puzzles in another format, or draw one.

    The format that is read is found from the content.

    \b
    Examples:
      ergodoku convert puzzles.csv --to sdm --output puzzles.sdm
      ergodoku convert puzzle.txt --plot puzzle.pdf
      cat grid.txt | ergodoku convert - --to json
    """
    from ergodoku.puzzle.formats import write

    if to is None and not as_json and plot is None:
        raise ParameterError(
            "no format to write was given", "use --to FORMAT, such as --to grid, or --plot FILE to draw it"
        )
    if to is None and not as_json and output is not None:
        raise ParameterError("--output needs --to", "say what to write, such as --to sdm")
    if to not in (None, "json") and as_json:
        raise ParameterError(f"--json and --to {to} do not go together", "leave one of them away")
    problems = Problems()
    check_plot(plot, theme)
    puzzles = plotted(read_puzzles(source, box, layout, alphabet, problems), plot, theme)
    if to is None and not as_json:
        list(puzzles)  # it is drawn, and that is all
    else:
        with open_output(output) as stream:
            write(tracked(puzzles, "converting", output=output), stream, "json" if to is None else to)
    if problems.count:
        raise typer.Exit(BAD_INPUT)
