"""Answer every entry of a list of puzzles, in order, so that a later run can resume after the last answer."""

from __future__ import annotations

import sys
from collections import deque
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ergodoku.base.errors import PuzzleError
from ergodoku.base.numbers import counted
from ergodoku.cli.progress import progress
from ergodoku.cli.rows import RowWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ergodoku.cli.answers import Answers
    from ergodoku.cli.output import Output
    from ergodoku.engine.result import Result
    from ergodoku.methods.contender import Contender
    from ergodoku.puzzle.formats import FileEntry, Listing, Row
    from ergodoku.puzzle.puzzle import Puzzle

    Solver = Callable[[Iterable[Puzzle]], Iterator[Result]]

R = TypeVar("R")

AT_ONCE = 1 << 14
"""Number of entries of a list that are passed to the engine together."""


class ListTask:
    """Answers all entries of a file.

    Parameters
    ----------
    ask : dict
        The arguments of `solve_many` except puzzles and method: seed, stop, replicas, workers.
    path : Path, optional
        The output file.
    """

    def __init__(
        self,
        listing: Listing,
        answers: Answers,
        output: Output,
        contender: Contender,
        ask: dict[str, Any],
        path: Path | None,
    ) -> None:
        self.listing, self.answers, self.output, self.path = listing, answers, output, path
        self.contender, self.ask = contender, ask
        self.first: list[FileEntry] = []

    def only_entry(self) -> FileEntry | None:
        """Return the only entry of the file; ``None`` if the file has more entries, or none."""
        if self._in_blocks():
            return None
        self.entries = iter(self.listing)
        self.first = list(islice(self.entries, 2))
        return self.first[0] if len(self.first) == 1 else None

    def _in_blocks(self) -> bool:
        """Return whether this is a large table whose rows can be solved and written in blocks."""
        writer, columns = self.answers.writer, self.listing.columns
        return (
            self.listing.large
            and isinstance(writer, RowWriter)
            and columns is not None
            and columns.delimiter == writer.delimiter
            and self.ask["stop"] is None
            and self.ask["replicas"] in (None, 1)
        )

    def work(self) -> None:
        """Answer the entries that no earlier run has answered, and print how many puzzles are solved."""
        answers, done = self.answers, self.output.done
        if done is not None and not answers.quiet:
            print(f"resuming after {counted(done.entries, 'puzzle')}", file=sys.stderr)
        elif not answers.quiet:
            self._say_what_is_odd()
        try:
            if done is None or not done.finished:
                self._answer_all()
                self.output.note(answers.entries, answers.counts(), finished=True)
        except KeyboardInterrupt:
            if not answers.quiet:
                last = self.output.last or done
                total, solved = (last.entries, last.counts["statuses"].get("solved", 0)) if last else (0, 0)
                print(f"interrupted after {counted(total, 'puzzle')}, {solved:,} solved", file=sys.stderr)
            raise
        if answers.quiet:
            return
        if compared := answers.summary():
            print(compared, file=sys.stderr)
        if answers.statuses:
            print(answers.solved(), file=sys.stderr)
        elif not answers.entries:
            print("the table has no rows: there is nothing to solve", file=sys.stderr)

    def _say_what_is_odd(self) -> None:
        journal = self.output.journal
        if journal is not None and journal.resume:
            over = f"; {str(self.path)!r} will be replaced" if self.path and self.path.exists() else ""
            print(f"there is nothing to resume: starting at the first puzzle{over}", file=sys.stderr)
        if self.listing.headless:
            how = "only the first puzzle of each line is read. To keep all columns, add a header line"
            if self.listing.columns:
                how = f"its columns are read as {', '.join(self.listing.columns.names)}"
            print(f"the file has no header: {how}", file=sys.stderr)
        elif self.listing.columns and (others := self.listing.other_puzzles()):
            names, mine = self.listing.columns.names, self.listing.columns.puzzle
            also = " and ".join(map(repr, others)) + (" hold" if len(others) > 1 else " holds")
            print(
                f"solving the column {names[mine].strip()!r}; {also} puzzles too: choose one with --column",
                file=sys.stderr,
            )

    def _answer_all(self) -> None:
        from ergodoku.engine.batch import solve_many

        answers, skip = self.answers, self.answers.entries
        solver = partial(solve_many, method=self.contender, **self.ask)
        counts = self._blocks(solver, skip) if self._in_blocks() else self._entries(solver, skip)
        with progress("solving", self.listing.total(), output=self.path, done=skip) as advance:
            for count in counts:
                self.output.note(answers.entries, answers.counts())
                advance(count)

    def _entries(self, solver: Solver, skip: int) -> Iterator[int]:
        """Answer the entries one by one; yield 1 after each."""
        entries = islice(chain(self.first, self.entries), skip, None)
        for entry, result in answered(entries, solver):
            self.answers.add(entry, result)
            yield 1

    def _blocks(self, solver: Solver, skip: int) -> Iterator[int]:
        """Answer the rows of a large table block by block; yield the number of newly answered rows."""
        from ergodoku.cli.row_blocks import QuickRows, Written
        from ergodoku.engine.run import CORES

        writer, listing, answers = self.answers.writer, self.listing, self.answers
        assert isinstance(writer, RowWriter)
        quick = QuickRows(self.contender, self.ask["seed"], writer, skip)
        for rows in quick.answers(listing.blocks(), self.ask["workers"] or CORES):
            entries = [_entry(row, listing) for row in rows if not isinstance(row, Written)]
            results = answered(iter(entries), solver)
            for row in rows:
                if isinstance(row, Written):
                    self.output.write(row.text)
                    answers.add_solved(row.rows, row.agree)
                    yield row.rows
                else:
                    answers.add(*next(results))
                    yield 1


def _entry(row: Row | PuzzleError, listing: Listing) -> FileEntry:
    from ergodoku.puzzle.formats import FileEntry

    return FileEntry(None, None, row) if isinstance(row, PuzzleError) else listing.entry(row)


def answered(
    entries: Iterator[FileEntry], solver: Callable[[Iterator[Puzzle]], Iterator[R]]
) -> Iterator[tuple[FileEntry, R | None]]:
    """Yield every entry with its result, in order; an entry without a puzzle has no result.

    Bad entries wait for the results of the entries before them. Entries are taken in parts, so that millions
    of bad entries in a row do not fill the memory.
    """
    for entry in entries:
        part = chain([entry], islice(entries, AT_ONCE - 1))
        waiting: deque[FileEntry] = deque()
        for result in solver(_puzzles(part, waiting)):
            while waiting[0].puzzle is None:
                yield waiting.popleft(), None
            yield waiting.popleft(), result
        yield from ((bad, None) for bad in waiting)


def _puzzles(entries: Iterable[FileEntry], waiting: deque[FileEntry]) -> Iterator[Puzzle]:
    """Yield the puzzles of entries, and add every entry to ``waiting``."""
    for entry in entries:
        waiting.append(entry)
        if entry.puzzle is not None:
            yield entry.puzzle
