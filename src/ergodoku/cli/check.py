"""``ergodoku check``: whether puzzles are valid, how many solutions they have, and how hard they are."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import chain, count
from typing import TYPE_CHECKING, Annotated

import typer

from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.base.numbers import counted
from ergodoku.cli.answers import message
from ergodoku.cli.forms import JSON_LINES, PARQUET, TABLES, delimiter_for, form_of
from ergodoku.cli.lists import answered
from ergodoku.cli.options import (
    BAD_INPUT,
    DONE,
    GAVE_UP,
    NO_SOLUTION,
    Alphabet,
    Box,
    Column,
    Json,
    LayoutName,
    Output,
    Problems,
    Source,
    layout_of,
    place_of,
)
from ergodoku.cli.output import open_output
from ergodoku.cli.progress import tracked
from ergodoku.cli.rows import Earlier, TableWriter

if TYPE_CHECKING:
    from collections.abc import Callable

    from ergodoku.cli.output import Output as OpenOutput
    from ergodoku.engine.checking import Checked
    from ergodoku.puzzle.exact import Verdict
    from ergodoku.puzzle.formats import FileEntry, Listing
    from ergodoku.puzzle.puzzle import Puzzle

    Write = Callable[[FileEntry, Checked | None, PuzzleError | None], None]

COLUMNS = ("clues", "solutions", "difficulty", "error")


def _rated(values: list[str]) -> bool:
    from ergodoku.puzzle.logic import GRADES

    clues, solutions, difficulty, error = values
    if not solutions:
        return bool(error) and not clues and not difficulty
    known = solutions in ("none", "one", "many", "unknown") and difficulty in ("", *GRADES)
    return known and clues.isascii() and clues.isdecimal()


CHECKED = Earlier(COLUMNS, _rated)


def check(
    source: Source,
    box: Box = None,
    layout: LayoutName = "classic",
    alphabet: Alphabet = None,
    time_limit: Annotated[
        float,
        typer.Option("--time-limit", min=0, metavar="S", help="Time limit per puzzle, in seconds."),
    ] = 60.0,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="csv or tsv for a table. Default: chosen from the file extension of --output.",
        ),
    ] = None,
    output: Output = None,
    column: Column = None,
    as_json: Json = False,
) -> None:
    """Count the solutions of puzzles, and rate how hard they are.

    A puzzle has no solution, one or many; the number is unknown if the time limit was too short or the
    puzzle is too large. The difficulty is the hardest logic needed: singles, locked candidates, pairs, or
    beyond logic. A table (CSV, TSV or Parquet) keeps the columns of the input and adds clues, solutions,
    difficulty and error, or ergodoku_clues and so on if the input already has such a column.

    \b
    Examples:
      ergodoku check 4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........
      ergodoku check puzzles.sdm --json
      ergodoku check puzzles.csv --output checked.csv
    """
    from ergodoku.puzzle.formats import read_entries
    from ergodoku.puzzle.layout import box_of

    form = form_of(format, output, as_json)
    if form not in (None, JSON_LINES, *TABLES):
        raise ParameterError(f"check does not write {form}", "write a table, such as .csv, or use --json")
    problems = Problems()
    outcomes: Counter[str] = Counter()
    shape, where = box_of(box), layout_of(layout, None)
    listed = read_entries(
        place_of(source),
        box=shape,
        layout=where,
        alphabet=alphabet,
        column=column,
        utf8_only=form == PARQUET,
    )
    with listed as listing, open_output(output) as out:
        writer = _writer(form, out, listing, problems)
        checked = answered(iter(listing), partial(_checked, time_limit=time_limit))
        for entry, found in tracked(checked, "checking", listing.total(), output=output):
            error = _problem(entry, listing)
            if error is not None:
                problems.report(error)
            elif found is not None:
                outcomes[found.verdict.solutions] += 1
            writer(entry, found, error)
    if output is not None:
        print(_summary(outcomes, problems.count), file=sys.stderr)
    if problems.count:
        raise typer.Exit(BAD_INPUT)
    if "none" in outcomes:
        raise typer.Exit(NO_SOLUTION)
    raise typer.Exit(GAVE_UP if "unknown" in outcomes else DONE)


def _problem(entry: FileEntry, listing: Listing) -> PuzzleError | None:
    """Return what is wrong with an entry, or with its solution in the file."""
    if entry.error is not None:
        return entry.error
    try:
        listing.own_solution(entry)
    except PuzzleError as error:
        return error
    return None


def _writer(form: str | None, out: OpenOutput, listing: Listing, problems: Problems) -> Write:
    """Return a function that writes the findings on an entry."""
    numbers = count(1)

    def write_row(entry: FileEntry, found: Checked | None, error: PuzzleError | None) -> None:
        if entry.line is None and entry.fields is None and error is not None:
            return  # the file itself cannot be read
        values: dict[str, object] = {"error": message(error) if error else ""}
        if found is not None:
            values |= {
                "clues": found.puzzle.clues,
                "solutions": found.verdict.solutions,
                "difficulty": found.difficulty or "",
            }
        rows.row(entry, dict.fromkeys(COLUMNS, "") | values)

    def write_json(entry: FileEntry, found: Checked | None, error: PuzzleError | None) -> None:
        if found is None or error is not None:
            return
        from ergodoku.engine.result import grid_json, unusual_layout_json

        record = {
            "puzzle": grid_json(found.puzzle.givens),
            "clues": found.puzzle.clues,
            "solutions": found.verdict.solutions,
            "difficulty": found.difficulty,
        } | unusual_layout_json(found.puzzle.layout)
        out.stream.write(json.dumps(record) + "\n")

    def write_sentence(entry: FileEntry, found: Checked | None, error: PuzzleError | None) -> None:
        if found is None or error is not None:
            return
        label = listing.label(entry, next(numbers))
        out.stream.write(f"{label}: {_sentence(found.puzzle, found.verdict, found.difficulty)}\n")

    if form in TABLES:
        rows = TableWriter(out, listing, delimiter_for(form, listing), COLUMNS, CHECKED)
        problems.also_in = rows.errors_in
        return write_row
    return write_json if form == JSON_LINES else write_sentence


def _summary(outcomes: Counter[str], problems: int) -> str:
    """Return how many puzzles have one solution, many or none, and how many rows have an error."""
    kinds = {"one": "with one solution", "many": "with many", "none": "with none", "unknown": "unknown"}
    parts = [f"{outcomes[kind]:,} {words}" for kind, words in kinds.items() if outcomes[kind]]
    if problems:
        parts.append(f"{problems:,} with an error")
    return f"checked: {', '.join(parts) or 'no puzzles'}"


def _checked(puzzles: Iterator[Puzzle], time_limit: float) -> Iterator[Checked]:
    """Yield the findings on each puzzle; import the checker only when the first puzzle is read."""
    for first in puzzles:
        from ergodoku.cli.solve import announce_compiling
        from ergodoku.engine.checking import check_many

        announce_compiling()
        yield from check_many(chain([first], puzzles), time_limit=time_limit)


def _sentence(puzzle: Puzzle, verdict: Verdict, grade: str | None) -> str:
    kind = "" if puzzle.layout.kind == "classic" else f" {puzzle.layout.kind}"
    clues = counted(puzzle.clues, "clue")
    number = {
        "none": "no solution" + (f" ({verdict.reason})" if verdict.reason else ""),
        "one": "one solution",
        "many": "many solutions",
        "unknown": f"number of solutions unknown: {verdict.reason or 'the time limit was too short'}",
    }[verdict.solutions]
    return f"{puzzle.size}x{puzzle.size}{kind}, {clues}, {number}" + (f", {grade}" if grade else "")
