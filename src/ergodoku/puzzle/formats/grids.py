"""Grids: one row per line, with bars, rules, frames and labels; also ``.sdk`` and ``.ss`` files.

A file may hold several grids, with blank lines or labels between them. A grid may also have blank lines
between its bands, if all bands have the same number of rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ergodoku.base.errors import PuzzleError
from ergodoku.base.numbers import counted
from ergodoku.puzzle.formats.cells import check_row, grid_puzzle
from ergodoku.puzzle.formats.drawn import drawn_grid
from ergodoku.puzzle.formats.rows import Grid, is_blank, is_rule, make_grid
from ergodoku.puzzle.formats.session import Puzzles, Session
from ergodoku.puzzle.formats.source import Source
from ergodoku.puzzle.layout import SMALLEST

_FIELDS = {
    "A": "author",
    "D": "",
    "C": "comment",
    "B": "date",
    "S": "source",
    "L": "level",
    "U": "url",
}
_SECTION = re.compile(r"\s*\[\s*([A-Za-z]\w*)\s*\]\s*")
LABEL = re.compile(
    r"(?!.*\S{16})\s*(grid|puzzle|sudoku|game|no\.?|nr\.?)\b[\s:#]*[^|]*"
    r"|\d+x\d+ \(\d+x\d+\) SUDOKU PUZZLE|Difficulty: .*",  # py-sudoku prints these above its grids
    re.IGNORECASE,
)
_FRAME = re.compile(r"\s*\*-[-+*]*\*?\s*")
_LONGEST = 25_200  # largest number of lines in a paragraph; a multiple of usual sizes keeps grids whole
_LARGEST = 8 << 20  # largest number of characters in a paragraph; a row of a 100x100 grid may have 300
_LONGEST_NAME = 1 << 17  # largest number of characters in a description, as for a field in CSV


@dataclass
class Paragraph:
    """Lines without a blank line between them, and the description that came before them."""

    lines: list[tuple[int, str]] = field(default_factory=list)
    about: list[str] = field(default_factory=list)
    length: int = 0

    @property
    def name(self) -> str:
        """The description in one line."""
        return "; ".join(self.about)

    def describe(self, number: int, text: str) -> None:
        """Add a line of the description; raise an error if the description is too long."""
        self.about.append(text)
        self.length += len(text) + 2
        if self.length > _LONGEST_NAME:
            raise PuzzleError(
                f"the description up to here has more than {_LONGEST_NAME:,} characters",
                "shorten it, or check that the grid below it is complete",
                line=number,
            )

    def append(self, number: int, text: str) -> None:
        """Add a line; raise an error if the lines together are too long for any grid."""
        self.lines.append((number, text))
        self.length += len(text)
        if self.length > _LARGEST:
            raise PuzzleError(
                f"the lines up to here hold more than {_LARGEST:,} characters, too many for any grid",
                "write one row per line, and a blank line between grids",
                line=number,
            )

    def is_rules(self) -> bool:
        """Return whether the paragraph consists of a few rules."""
        return len(self.lines) < SMALLEST and all(is_rule(text) for _, text in self.lines)

    def is_framed(self) -> bool:
        """Return whether the paragraph has a frame of ``*---*``, with a bar below the corner."""
        texts = [text for _, text in self.lines[:2]]
        return len(texts) == 2 and bool(_FRAME.fullmatch(texts[0])) and texts[1].lstrip().startswith("|")


def read_grids(source: Source, session: Session) -> Puzzles:
    """Yield the puzzles of a file of grids."""
    bands: list[Grid] = []
    name, lost = "", False  # lost: a band could not be read, so it is unknown where the next grid begins
    for paragraph in _paragraphs(source):
        try:
            grid = drawn_grid(paragraph.lines) or make_grid(paragraph.lines, framed=paragraph.is_framed())
        except PuzzleError as error:
            session.fail(error)
            yield None
            bands, lost = [], True
            continue
        if grid is None:
            if paragraph.lines:
                nothing = PuzzleError("there is no grid in these lines", "write one row per line")
                session.fail(nothing, line=paragraph.lines[0][0])
                yield None
                bands, lost = [], lost or bool(bands)
            continue
        if lost and _is_band(grid) and not paragraph.name:
            unknown = PuzzleError(
                "after an error, it is not clear to which grid these rows belong", "correct that error first"
            )
            session.fail(unknown, line=grid.rows[0].line)
            yield None
            continue
        lost = not paragraph.name and not _is_band(grid) and len(grid.rows) % grid.size > 0
        if bands and not (_is_band(grid) and _same(bands[0], grid) and not paragraph.name):
            lost = lost or (_is_band(grid) and grid.size == bands[0].size and not paragraph.name)
            _incomplete(bands, session)
            yield None
            bands = []
            if lost and _is_band(grid):
                continue
        name = name if bands else paragraph.name
        if _is_band(grid):
            bands.append(grid)
            rows = [row for band in bands for row in band.rows]
            if len(rows) < grid.size:
                continue
            grid, bands = Grid(rows, grid.size, grid.pieces), []
        yield from _puzzles(grid, name, session)
    if bands:
        _incomplete(bands, session)
        yield None


def _puzzles(grid: Grid, name: str, session: Session) -> Puzzles:
    """Yield the puzzle of a grid, or several puzzles if grids follow each other without a blank line."""
    step = grid.size if len(grid.rows) % max(grid.size, 1) == 0 else len(grid.rows)
    for start in range(0, len(grid.rows), step):
        part = Grid(grid.rows[start : start + step], grid.size, grid.pieces)
        try:
            puzzle = grid_puzzle(part, name if start == 0 else "", session)
        except PuzzleError as error:
            session.fail(error, line=part.rows[0].line)
            yield None
            continue
        yield puzzle


def _is_band(grid: Grid) -> bool:
    return len(grid.rows) < grid.size and grid.size % len(grid.rows) == 0


def _same(first: Grid, second: Grid) -> bool:
    return (len(first.rows), first.size, first.pieces) == (len(second.rows), second.size, second.pieces)


def _incomplete(bands: list[Grid], session: Session) -> None:
    count, size = sum(len(band.rows) for band in bands), bands[0].size
    error = PuzzleError(
        f"the grid has {counted(count, 'row')} of {size} cells", f"write {size} rows of {size} cells each"
    )
    try:
        check_row(bands[0].rows[0], size, session)
    except PuzzleError as stray:
        error = stray
    session.fail(error, line=bands[0].rows[0].line)


def _paragraphs(source: Source) -> Iterator[Paragraph]:
    """Yield paragraphs, cut at blank lines, labels and sections; skip comments and [State] sections."""
    paragraph, keep = Paragraph(), True
    for number, text in source.lines():
        section, about = _SECTION.fullmatch(text), _about(text)
        blank = is_blank(text)
        full = len(paragraph.lines) >= _LONGEST
        if about and paragraph.is_rules():
            paragraph.lines.clear()  # drop the rule above a title
        if paragraph.lines and (blank or section or about is not None or full):
            yield paragraph
            paragraph = Paragraph()
        if section:
            keep = section[1].lower() == "puzzle"
            if not keep and section[1].lower() != "state":
                raise PuzzleError(
                    f"the section [{section[1][:20]}] is unknown", "write [Puzzle] or [State]", line=number
                )
        elif about:
            # A description after a [State] section belongs to the next puzzle.
            keep = True
            paragraph.describe(number, about)
        elif keep and not blank and about is None:
            paragraph.append(number, text)
    if paragraph.lines:
        yield paragraph


def _about(text: str) -> str | None:
    """Return the description in a line; empty if it is a comment, ``None`` if it is a row."""
    bare = text.strip()
    if bare.startswith("Simple Sudoku"):  # the program's signature below the grid
        return ""
    if bare.startswith("#"):
        title = _FIELDS.get(bare[1:2])
        if title is None:
            return ""
        said = bare[2:].strip()
        return f"{title}: {said}" if title and said else said
    return bare if LABEL.fullmatch(bare) else None
