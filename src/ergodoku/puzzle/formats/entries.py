"""Read a file entry by entry: each entry is a puzzle, or the error that says why there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import NamedTuple, SupportsIndex

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats.alphabets import Alphabet, usual
from ergodoku.puzzle.formats.csv_header import (
    Columns,
    columns_by_name,
    first_rows,
    headless_columns,
    is_headless,
)
from ergodoku.puzzle.formats.csv_reader import CsvReader, holds_solution, read_solution
from ergodoku.puzzle.formats.detect import Reader, first_lines, reader_for
from ergodoku.puzzle.formats.fields import find, is_full
from ergodoku.puzzle.formats.session import Session, check_solution
from ergodoku.puzzle.formats.source import BLOCK, Readable, Source, opened, source_name
from ergodoku.puzzle.formats.tables import Row, RowBlock, TableReader, other_rows
from ergodoku.puzzle.formats.writers import in_numbers, in_one_line
from ergodoku.puzzle.layout import LayoutLike
from ergodoku.puzzle.puzzle import Digits, Puzzle


class FileEntry(NamedTuple):
    """A puzzle or the error that says why there is none, with its line and, in a table, its fields.

    In a list, ``alphabet`` is the alphabet of a puzzle that is written with one character per cell.
    """

    puzzle: Puzzle | None
    line: int | None
    error: PuzzleError | None = None
    fields: list[str] | None = None
    alphabet: Alphabet | None = None


@contextmanager
def read_entries(
    source: Readable,
    *,
    box: str | Sequence[SupportsIndex] | None = None,
    layout: LayoutLike | None = None,
    alphabet: str | None = None,
    column: str | None = None,
    utf8_only: bool = False,
) -> Iterator[Listing]:
    """Open a file to read it entry by entry, in constant memory.

    Parameters
    ----------
    source, box, layout, alphabet
        As for :func:`ergodoku.puzzle.formats.read`.
    column : str, optional
        In a table, the name of the column that holds the puzzles; by default inferred from the table.
    utf8_only : bool
        Raise an error at the first line that is not UTF-8, because the output cannot hold its bytes.

    Raises
    ------
    PuzzleError
        If the file cannot be read. Errors in single puzzles become entries.
    ParameterError
        If the column does not exist.
    ErgodokuError
        If a line is not UTF-8, and ``utf8_only`` is true.
    """
    errors: list[PuzzleError] = []
    session = Session(source_name(source), box=box, layout=layout, alphabet=alphabet, on_error=errors.append)
    with ExitStack() as files:
        try:
            content = files.enter_context(opened(source, session))
            content.utf8_only = utf8_only
            listing = Listing(content, session, errors, column)
        except PuzzleError as error:
            raise error.at(source=session.source) from None
        yield listing


class Listing:
    """The entries of an open file. You can iterate over them only once.

    Attributes
    ----------
    columns : Columns or None
        The columns, if the file is a table.
    parquet : Path or None
        The path, if the file is a Parquet file.
    headless : bool
        Whether the file is a table without column names. It is read as a list, unless its rows contain
        solutions.
    large : bool
        Whether the file is so large that only its beginning has been read.
    """

    def __init__(
        self, content: Source, session: Session, errors: list[PuzzleError], column: str | None
    ) -> None:
        self._content, self._session, self._errors = content, session, errors
        self.columns: Columns | None = None
        self.parquet = content.parquet.path if content.parquet else None
        self._head = content.head
        self.large = len(content.head) > BLOCK - 4  # a byte order mark may have been removed
        self._count = 0
        self._chosen = column is not None
        self._read: Reader | None = None
        if column is not None:
            header = first_lines(content.head)[0]
            self.columns = columns_by_name(header, column, session, parquet=self.parquet is not None)
        else:
            self._read = reader_for(content, session)
            if isinstance(self._read, CsvReader):
                self.columns = self._read.columns
        self.headless = False
        if self.columns is None:
            first = first_lines(content.head)
            self.headless = is_headless(*first, session)
            self.columns = headless_columns(*first, session)
        if self.columns is not None:
            self._table = TableReader(content, session, self.columns, errors)

    def __iter__(self) -> Iterator[FileEntry]:
        if self.columns is not None:
            for block in self.blocks(plain=False):
                yield from map(self.entry, block.others)
                if block.failure is not None:
                    yield FileEntry(None, None, block.failure)
            return
        for entry in self._entries():
            self._count += 1
            yield entry
        if not self._count:
            yield FileEntry(None, None, self._nothing())

    def blocks(self, plain: bool = True) -> Iterator[RowBlock]:
        """Yield the rows of a table, many at a time. Do not loop over the entries as well.

        Parameters
        ----------
        plain : bool
            Leave plain rows as arrays, without making a puzzle for each.
        """
        try:
            for block in self._table.blocks(plain):
                self._count += len(block.is_plain)
                yield block
        except PuzzleError as error:
            yield other_rows([], error.at(source=self._session.source))
            return

    def first_rows(self) -> list[list[str]]:
        """Return the fields of the first rows of a table; skip rows with missing or extra fields."""
        return [] if self.columns is None else first_rows(self._head, self.columns, complete=not self.large)

    def other_puzzles(self) -> list[str]:
        """Return the names of further columns that hold puzzles, judged by the first rows.

        The list is empty if the caller chose the column of puzzles.
        """
        columns, rows = self.columns, self.first_rows()[:20]
        if columns is None or self._chosen:
            return []
        others = (k for k in range(len(columns.names)) if k not in (columns.puzzle, columns.solution))
        alike = [k for k in others if rows and all(self._alike(row[k], row[columns.puzzle]) for row in rows)]
        return [columns.names[k].strip() for k in alike]

    def _alike(self, field: str, puzzle: str) -> bool:
        """Return whether a field is a puzzle of the same length as its row's puzzle, and not a full grid."""
        field, puzzle = field.strip(), puzzle.strip()
        return len(field) == len(puzzle) and not is_full(field) and find(field, self._session) is not None

    def total(self) -> int | Callable[[], int | None]:
        """Return the number of entries, or a function that estimates it while the file is read."""
        return self._content.parquet.total if self._content.parquet else self._estimate

    def _estimate(self) -> int | None:
        share = self._content.share()
        return round(self._count / share) if share and self._count else None

    def entry(self, row: Row) -> FileEntry:
        """Return the entry of a row. A plain row is read again, so contradictory givens become an error."""
        if row.puzzle is None and row.error is None:
            (row,) = self._table.with_puzzles([row])
        return FileEntry(row.puzzle, row.line, row.error, row.fields)

    def _nothing(self) -> PuzzleError:
        error = PuzzleError(
            "there is no puzzle in the input", "give at least one puzzle, 81 characters for a 9x9 grid"
        )
        return error.at(source=self._session.source)

    def _entries(self) -> Iterator[FileEntry]:
        try:
            assert self._read is not None
            for puzzle in self._read(self._content, self._session):
                line = self._session.line
                yield from self._failed()
                if puzzle is not None:
                    yield FileEntry(puzzle, line, alphabet=self._session.shown)
        except PuzzleError as error:
            self._errors.append(error.at(source=self._session.source))
        yield from self._failed()

    def _failed(self) -> Iterator[FileEntry]:
        """Yield an entry for each error since the last entry."""
        for error in self._errors:
            yield FileEntry(None, error.line, error)
        self._errors.clear()

    def name(self, entry: FileEntry) -> str:
        """Return the name of an entry: in a table, the columns besides the puzzle and its solution."""
        if self.columns is None or entry.fields is None:
            return entry.puzzle.name if entry.puzzle else ""
        return self.columns.name(entry.fields) if len(entry.fields) == len(self.columns.names) else ""

    def label(self, entry: FileEntry, number: int) -> str:
        """Return the label of an entry for messages: its place in the file, then its name in parentheses.

        The columns that Ergodoku adds to tables, such as clues, are not part of the name.

        Parameters
        ----------
        number : int
            The number of the puzzle, used if the puzzle has no name and does not come from a file.
        """
        name = self.name(entry)
        if name and self.columns is not None and entry.fields is not None:
            name = self.columns.short_name(entry.fields)
        name = " ".join(name.split())
        if not self._session.source or entry.line is None:
            return name or f"puzzle {number}"
        place = self.place(entry)
        return f"{place} ({name})" if name else place

    def place(self, entry: FileEntry) -> str:
        """Return the place of an entry in the file, as ``file, line 3``."""
        error = PuzzleError("", source=self._session.source, line=entry.line)
        if self.columns is None or entry.line is None:
            return error.place
        return self._table.placed(error, entry.line).place

    def named(self, entry: FileEntry) -> Puzzle:
        """Return the puzzle of an entry with its name and solution from the file.

        Raises
        ------
        PuzzleError
            If the file's solution does not solve the puzzle.
        """
        assert entry.puzzle is not None
        if self.columns is None:
            return entry.puzzle
        return Puzzle.unchecked(
            entry.puzzle.layout, entry.puzzle.flat, self.name(entry), self.own_solution(entry)
        )

    def text(self, entry: FileEntry, digits: Digits) -> str:
        """Return digits in one line, in the style of the row's puzzle: as symbols or as numbers."""
        assert entry.puzzle is not None
        size = entry.puzzle.size
        if self.columns is None or entry.fields is None:
            return in_one_line(size, digits)
        alphabet = self._alphabet(entry.fields[self.columns.puzzle].strip(), size)
        return in_numbers(size, digits) if alphabet is None else alphabet.encode(digits)

    def alphabet(self, entry: FileEntry) -> Alphabet | None:
        """Return the alphabet of an entry's puzzle; ``None`` if the puzzle is written in numbers."""
        assert entry.puzzle is not None
        size = entry.puzzle.size
        if self.columns is not None and entry.fields is not None:
            return self._alphabet(entry.fields[self.columns.puzzle].strip(), size)
        found = entry.alphabet
        return found if found and len(found.symbols) == size and found.symbols.isascii() else None

    def _alphabet(self, field: str, size: int) -> Alphabet | None:
        if len(field) != size * size:
            return usual(size) if size <= 9 else None
        if size <= 9 and self._session.alphabet is None:
            return usual(size)
        try:
            found = self._session.alphabet_for(size, set(field))
        except PuzzleError:  # this puzzle is sparse: only other puzzles showed the alphabet
            return None
        return found if found.symbols.isascii() else None

    def own_solution(self, entry: FileEntry) -> Digits | None:
        """Return the solution that the file gives for a puzzle, or ``None`` if it gives none.

        Raises
        ------
        PuzzleError
            If this solution does not solve the puzzle.
        """
        puzzle = entry.puzzle
        if puzzle is None or self.columns is None or entry.fields is None:
            return puzzle.solution if puzzle else None
        text = self.own_text(entry)
        if not text:
            return None
        try:
            digits = read_solution(text, text, puzzle, self._session)
            if len(digits) != len(puzzle.flat):
                raise PuzzleError(
                    "the solution does not have the same size as the puzzle", "correct the solution"
                )
            check_solution(puzzle, digits)
        except PuzzleError as error:
            assert entry.line is not None
            raise self._table.placed(error, entry.line) from None
        return digits

    def own_text(self, entry: FileEntry) -> str:
        """Return the text in the solution column; empty if it is a word or anything else but a solution."""
        if self.columns is None or self.columns.solution is None or entry.fields is None:
            return ""
        assert entry.puzzle is not None
        text = entry.fields[self.columns.solution].strip()
        return text if holds_solution(text, entry.puzzle.size, self._session) else ""
