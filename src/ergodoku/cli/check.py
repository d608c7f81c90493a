"""``ergodoku check``: valid or not, how many solutions, how hard."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Annotated

import typer

from ergodoku.cli.options import (
    BAD_INPUT,
    DONE,
    GAVE_UP,
    NO_SOLUTION,
    Alphabet,
    Box,
    Json,
    LayoutName,
    Problems,
    Source,
    read_puzzles,
    tracked,
)

if TYPE_CHECKING:
    from ergodoku.engine.checking import Checked
    from ergodoku.puzzle.exact import Verdict
    from ergodoku.puzzle.puzzle import Puzzle


def check(
    source: Source,
    box: Box = None,
    layout: LayoutName = "classic",
    alphabet: Alphabet = None,
    time_limit: Annotated[
        float,
        typer.Option("--time-limit", min=0, metavar="S", help="Time limit per puzzle, in seconds."),
    ] = 60.0,
    as_json: Json = False,
) -> None:
    """Tell how many solutions puzzles have, and how hard they are.

    Solutions are none, one or many (or unknown, when the time was too short); the difficulty is the
    hardest logic needed: singles, locked candidates, pairs, or beyond logic.

    \b
    Examples:
      ergodoku check 4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........
      ergodoku check puzzles.sdm --json
    """
    problems = Problems()
    outcomes: set[str] = set()
    puzzles = read_puzzles(source, box, layout, alphabet, problems)
    checked = _checked(tracked(puzzles, "checking"), time_limit)
    for number, (puzzle, verdict, grade) in enumerate(checked, 1):
        outcomes.add(verdict.solutions)
        if as_json:
            from ergodoku.engine.result import grid_json

            record = {
                "puzzle": grid_json(puzzle.givens),
                "clues": puzzle.clues,
                "solutions": verdict.solutions,
                "difficulty": grade,
            }
            typer.echo(json.dumps(record))
        else:
            typer.echo(f"{puzzle.name or f'puzzle {number}'}: {_sentence(puzzle, verdict, grade)}")
    if problems.count:
        raise typer.Exit(BAD_INPUT)
    if "none" in outcomes:
        raise typer.Exit(NO_SOLUTION)
    raise typer.Exit(GAVE_UP if "unknown" in outcomes else DONE)


def _checked(puzzles: Iterator[Puzzle], time_limit: float) -> Iterator[Checked]:
    """Yield what is found out about each puzzle; load what that takes once the first one is read."""
    for first in puzzles:
        from ergodoku.cli.solve import announce_compiling
        from ergodoku.engine.checking import check_many

        announce_compiling()
        yield from check_many(chain([first], puzzles), time_limit=time_limit)


def _sentence(puzzle: Puzzle, verdict: Verdict, grade: str | None) -> str:
    kind = "" if puzzle.layout.kind == "classic" else f" {puzzle.layout.kind}"
    clues = "1 clue" if puzzle.clues == 1 else f"{puzzle.clues} clues"
    number = {
        "none": "no solution" + (f" ({verdict.reason})" if verdict.reason else ""),
        "one": "one solution",
        "many": "many solutions",
        "unknown": "number of solutions unknown: the time was too short",
    }[verdict.solutions]
    return f"{puzzle.size}x{puzzle.size}{kind}, {clues}, {number}" + (f", {grade}" if grade else "")
