"""The answers of ``ergodoku solve``, one for each entry of a file, and how to write them as text or JSON."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TextIO

from ergodoku.base.errors import PuzzleError
from ergodoku.base.numbers import counted
from ergodoku.cli.options import Problems, as_option
from ergodoku.cli.rows import STATUSES

if TYPE_CHECKING:
    from ergodoku.cli.output import Output
    from ergodoku.cli.resume import Done
    from ergodoku.engine.result import Result
    from ergodoku.puzzle.formats import FileEntry, Listing
    from ergodoku.puzzle.formats.alphabets import Alphabet
    from ergodoku.puzzle.puzzle import Puzzle


_NOT_UTF8 = re.compile("[\ud800-\udfff]")


class Answer(NamedTuple):
    """An entry and its outcome.

    Attributes
    ----------
    result : Result or None
        The result of the search; ``None`` for an entry without a puzzle.
    status : str
        The status of the result, ``bad_input``, or ``differs`` if the solution in the file is wrong.
    error : str
        Why the puzzle is not solved, or what is wrong with the solution in the file.
    compared : str
        How the solution in the file compares with the result: ``agrees``, ``another`` or ``differs``; empty
        if there was nothing to compare.
    """

    entry: FileEntry
    result: Result | None
    status: str
    error: str = ""
    compared: str = ""


class Writer(Protocol):
    """Writes answers in one form.

    Attributes
    ----------
    gap : str
        Text to write before the next answer.
    errors_in : str
        The name of the part of the output that lists why puzzles are not solved; empty if there is none.
    """

    gap: str
    errors_in: str

    def write(self, answer: Answer, alone: bool) -> None:
        """Write an answer; ``alone`` means that the input has no other entries."""


class Answers:
    """Compares, counts, reports and writes the answers, one for each entry."""

    def __init__(self, listing: Listing, writer: Writer, problems: Problems, quiet: bool) -> None:
        self.listing, self.writer, self.problems, self.quiet = listing, writer, problems, quiet
        problems.also_in = writer.errors_in
        self.statuses: Counter[str] = Counter()
        self.compared: Counter[str] = Counter()
        self.entries = 0

    def counts(self) -> dict[str, dict[str, int]]:
        """Return the counts that a later run needs to resume from here."""
        others = {"problems": self.problems.count, "gap": len(self.writer.gap)}
        return {"statuses": dict(self.statuses), "compared": dict(self.compared), "others": others}

    def go_on(self, done: Done) -> None:
        """Continue from the counts of an earlier run."""
        self.statuses.update(done.counts["statuses"])
        self.compared.update(done.counts["compared"])
        self.problems.count = done.counts["others"]["problems"]
        self.writer.gap = "\n" * done.counts["others"]["gap"]
        self.entries = done.entries

    def add_solved(self, count: int, agree: int) -> None:
        """Count entries that are solved and written; ``agree`` of them had the same solution in the file."""
        self.entries += count
        self.statuses["solved"] += count
        if agree:
            self.compared["agrees"] += agree

    def add(self, entry: FileEntry, result: Result | None, alone: bool = False) -> None:
        """Write the answer to an entry, and report its problems on stderr."""
        self._add(entry, result, alone)
        self.entries += 1

    def _add(self, entry: FileEntry, result: Result | None, alone: bool) -> None:
        if result is None:
            assert entry.error is not None
            self.problems.report(entry.error)
            if entry.line is not None or entry.fields is not None:
                self.statuses["bad_input"] += 1
                self.writer.write(Answer(entry, None, "bad_input", message(entry.error)), alone)
            return
        answer = Answer(entry, result, result.status.value, reason(result))
        self.statuses[result.status.value] += 1
        if result.solved:
            answer = self._compare(answer)
        elif not self.quiet and not alone:
            label = self.listing.label(entry, self.statuses.total())
            self.problems.say(f"{label}: {sentence(result)}")
        self.writer.write(answer, alone)

    def _compare(self, answer: Answer) -> Answer:
        """Compare the answer with the solution in the file, if there is one."""
        entry, result = answer.entry, answer.result
        assert result is not None
        grid, text = result.grid.ravel(), self.listing.own_text(entry)
        if text and text == self.listing.text(entry, grid):
            found = "agrees"
        else:
            try:
                own = self.listing.own_solution(entry)
            except PuzzleError as error:
                self.problems.report(error)
                self.compared["differs"] += 1
                return answer._replace(status="differs", error=message(error), compared="differs")
            if own is None:
                return answer
            found = "agrees" if (own == grid).all() else "another"
        self.compared[found] += 1
        return answer._replace(compared=found)

    def summary(self) -> str:
        """Return how the solutions in the file compare with the answers; empty if the file has none."""
        if not self.compared:
            return ""
        count = self.compared
        agree = "1 agrees" if count["agrees"] == 1 else f"{count['agrees']:,} agree"
        others = (
            "1 is another valid solution"
            if count["another"] == 1
            else f"{count['another']:,} are other valid solutions"
        )
        wrong = "1 is wrong" if count["differs"] == 1 else f"{count['differs']:,} are wrong"
        return f"compared with the solutions in the file: {agree}, {others}, {wrong}"

    def solved(self) -> str:
        """Return how many puzzles are solved, and how the others ended."""
        others = [f", {self.statuses[s]:,} {s.replace('_', ' ')}" for s in STATUSES[1:] if self.statuses[s]]
        solved, total = self.statuses["solved"], self.statuses.total()
        return f"{solved:,} of {total:,} puzzles solved{''.join(others)}"


def reason(result: Result) -> str:
    """Return why a puzzle is not solved; empty if it is solved, or if the run was interrupted."""
    if result.status != "gave_up" or result.reason:
        return result.reason
    return f"gave up after {counted(result.iterations, 'iteration')}"


def message(error: PuzzleError) -> str:
    """Return what is wrong and what to do, without naming the file and line."""
    return PuzzleError(error.what, error.remedy).text(as_option)


class JsonWriter:
    """Writes one JSON object per entry, each on its own line."""

    gap, errors_in = "", "`reason`"

    def __init__(self, output: Output, listing: Listing) -> None:
        self.output, self.listing = output, listing

    def write(self, answer: Answer, alone: bool) -> None:
        """Write the result with the line and the name of its entry."""
        entry, result = answer.entry, answer.result
        if result is None:
            record: dict[str, Any] = {
                "puzzle": None,
                "status": answer.status,
                "reason": answer.error,
                "grid": None,
            }
        else:
            record = result.to_dict() | {"reason": answer.error}
        record |= {"line": entry.line, "name": as_unicode(self.listing.name(entry))}
        record["reason"] = as_unicode(record["reason"])
        if answer.compared:
            record["compared"] = answer.compared
        self.output.write(json.dumps(record) + "\n")  # in one call, so that Ctrl-C cannot cut a line


def as_unicode(text: str) -> str:
    """Return a text in which U+FFFD replaces each byte of the input that is not UTF-8."""
    return text if text.isascii() else _NOT_UTF8.sub("\ufffd", text)


class TextWriter:
    """Writes solutions in one of the formats.

    An entry without a solution leaves an empty line or, in formats with several lines per grid, a comment.
    """

    def __init__(self, output: Output, listing: Listing, format: str | None, pretty: bool) -> None:
        self.output, self.listing, self.format, self.pretty = output, listing, format, pretty
        self.gap = self.errors_in = ""

    def write(self, answer: Answer, alone: bool) -> None:
        """Write a solution, or the best grid if the input has only one puzzle and it is not solved."""
        result = answer.result
        if result is not None and (result.solved or (alone and result.status != "unsolvable")):
            stream, alphabet = self.output.stream, self.listing.alphabet(answer.entry)
            if alone:
                print_result(result, stream, self.format, pretty=self.pretty, alphabet=alphabet)
            else:
                self._put(solution_text(result, self.format, alphabet), result.puzzle)
        elif not alone:
            status = answer.status.replace("_", " ")
            why = answer.error if answer.error.startswith(status) else f"{status}: {answer.error}"
            self._put("" if self._in_lines(None) else f"# {why}", None)

    def _put(self, text: str, puzzle: Puzzle | None) -> None:
        self.output.write(f"{self.gap}{text}\n")
        self.gap = "" if self._in_lines(puzzle) else "\n"

    def _in_lines(self, puzzle: Puzzle | None) -> bool:
        from ergodoku.puzzle.formats import FORMATS

        return not FORMATS[self.format or form_for(puzzle)].gap


def form_for(puzzle: Puzzle | None) -> str:
    """Return the default format for a puzzle."""
    return "line" if puzzle is None or puzzle.size <= 25 else "integers"


def print_result(
    result: Result, stream: TextIO, format: str | None, *, pretty: bool, alphabet: Alphabet | None = None
) -> None:
    """Print a single result in the requested format, or as a drawn grid on a terminal."""
    if format is None and pretty and sys.stdout.isatty():
        from rich.console import Console

        from ergodoku.puzzle.show import as_table

        console = Console()
        symbols = alphabet.symbols if alphabet else None
        console.print(as_table(result.puzzle, result.grid.ravel(), console.width, symbols))
    else:
        stream.write(solution_text(result, format, alphabet) + "\n")


def solution_text(result: Result, format: str | None, alphabet: Alphabet | None = None) -> str:
    """Return the grid of a result as text; formats with one line per grid use the alphabet of the puzzle."""
    from ergodoku.puzzle.formats import write_text
    from ergodoku.puzzle.puzzle import Puzzle

    if alphabet is not None and (format or form_for(result.puzzle)) in ("line", "sdm"):
        return alphabet.encode(result.grid.ravel())
    solution = Puzzle.unchecked(result.puzzle.layout, result.grid.ravel(), result.puzzle.name)
    return write_text(solution, format or form_for(result.puzzle), digits_only=True)


def logic_hint(result: Result) -> str:
    """Return a hint if logic alone solved the puzzle and there was no search; otherwise an empty text."""
    if result.solved and result.found_by == "logic" and "logic" in result.parameters:
        return "logic left nothing to search: use --set logic=none to leave everything to the method"
    return ""


def width_hint(result: Result, alphabet: Alphabet | None, instead: str = "") -> str:
    """Return a hint if the terminal is too narrow for the rows of a printed grid; otherwise an empty text.

    The hint suggests a wider window. ``instead`` is another suggestion, which is printed before it.
    """
    if not sys.stdout.isatty() or result.status == "unsolvable":
        return ""
    from rich.console import Console

    size = result.puzzle.size
    cell = 1 if alphabet else len(str(size))
    if Console().width >= size * (cell + 1) - 1:
        return ""
    return f"the grid is wider than the terminal: use {instead}a wider window"


def sentence(result: Result) -> str:
    """Return one line that says how the search ended."""
    effort = f"{counted(result.iterations, 'iteration')}, {result.seconds:.3g} s"
    if result.status == "solved":
        return f"solved by {result.found_by}: {effort}"
    if result.status == "unsolvable":
        return f"there is no solution: {result.reason}"
    why = f"; {result.reason}" if result.reason else ""
    return f"{result.status.words} at energy {result.energy}: {effort}{why}"
