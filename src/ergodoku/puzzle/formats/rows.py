"""Split lines into the rows of a grid: cells, bars and rules.

A line is cut at spaces, commas, semicolons and bars. The cells are either the pieces (``10 2 . 3``) or the
characters (``53. .7. ...``).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from ergodoku.base.errors import PuzzleError
from ergodoku.base.numbers import counted
from ergodoku.puzzle.formats.fields import number
from ergodoku.puzzle.layout import LARGEST, SMALLEST

_BARS, _DASHES = "│┃║╎╏┆┇┊┋¦", "─━═╌╍┄┅┈┉"
_CORNERS = dict.fromkeys(range(0x2500, 0x2580), "+")  # all other box-drawing characters
_PLAIN = _CORNERS | {ord(c): "|" for c in _BARS} | {ord(c): "-" for c in _DASHES} | {ord("·"): "."}
PIECE = re.compile(r"[^\s,;|]+")
_RULE = re.compile(r"(?=[\s:]*[*+=|-])[\s*+=|:-]*")  # Markdown writes colons too: |:---|:-:|


@dataclass(frozen=True)
class GridRow:
    """One line of a grid: its number, its pieces, their columns, and the number of bars before each piece."""

    line: int
    pieces: list[str]
    columns: list[int]
    bars: list[int]

    @property
    def characters(self) -> int:
        """The number of characters in all pieces."""
        return sum(map(len, self.pieces))


@dataclass(frozen=True)
class Grid:
    """Rows of a grid; ``pieces`` is True if each piece is a cell, and False if each character is a cell."""

    rows: list[GridRow]
    size: int
    pieces: bool

    def cells(self, row: GridRow) -> list[str]:
        """Return the cells of a row."""
        return [piece or "." for piece in row.pieces] if self.pieces else list("".join(row.pieces))

    def columns(self, row: GridRow) -> list[int]:
        """Return the text column of each cell in a row."""
        if self.pieces:
            return row.columns
        return [
            start + k for start, piece in zip(row.columns, row.pieces, strict=True) for k in range(len(piece))
        ]

    def between_bars(self, row: GridRow) -> list[int]:
        """Return the number of cells between one bar and the next, along a row."""
        between: Counter[int] = Counter()
        for piece, bar in zip(row.pieces, row.bars, strict=True):
            between[bar] += 1 if self.pieces else len(piece)
        return list(between.values())


def plain(text: str) -> str:
    """Return a line with its bars, rules and corners in ASCII characters."""
    return text if text.isascii() else text.translate(_PLAIN)


def is_rule(text: str) -> bool:
    """Return whether a line may be a rule between boxes; it may also be a row of blanks."""
    return bool(_RULE.fullmatch(plain(text)))


def is_blank(text: str) -> bool:
    """Return whether a line is blank; a line of tabs is not blank: it is a row of empty spreadsheet cells."""
    return not text.strip() and text.count("\t") < SMALLEST - 1


def gaps(text: str) -> str | None:
    """Return the separator of a spreadsheet row with empty cells, or ``None`` for other rows."""
    separator = next((s for s in "\t,;" if text.count(s) >= SMALLEST - 1), None)
    return separator if separator and re.search(f"(^|{separator}) *{separator}", text) else None


def make_grid(lines: list[tuple[int, str]], *, framed: bool) -> Grid | None:
    """Return the grid in some lines, or ``None`` if they contain no cells.

    Parameters
    ----------
    lines : list of (int, str)
        The numbered lines.
    framed : bool
        Whether the grid has a frame of ``*`` and ``-`` around it. These signs are then never blanks.
    """
    texts = [(line, plain(text)) for line, text in lines]
    solid = [(line, text) for line, text in texts if not is_rule(text)]
    rows = [_split(line, text, len(solid)) for line, text in solid]
    _check_gaps(rows)
    _check_rules([item for item in texts if is_rule(item[1])], [text for _, text in solid])
    unsure = [] if framed else [_split(n, t, 0) for n, t in texts if is_rule(t) and not re.search("[+=]", t)]
    if not rows and not unsure:
        return None
    pieces, size = _shape(rows or unsure)
    if size == 0:  # only separators
        return None
    grid = Grid(rows, size, pieces)
    signs = {sign for row in rows for piece in row.pieces for sign in piece}
    blank = [
        row
        for row in unsure
        if len(grid.cells(row)) == size and (not rows or signs.issuperset("".join(row.pieces)))
    ]
    sure, both = len(rows), len(rows) + len(blank)
    if blank and sure != size and (both == size or ((not sure or size % sure) and size % both == 0)):
        return Grid(sorted([*rows, *blank], key=lambda row: row.line), size, pieces)
    return grid if rows else None


def _check_gaps(rows: list[GridRow]) -> None:
    """Raise an error if an empty piece looks like a forgotten cell rather than a blank."""
    empty = [(row, k) for row in rows for k, piece in enumerate(row.pieces) if not piece]
    if not empty:
        return
    signs = [row for row in rows for piece in row.pieces if piece and number(piece) == 0]
    row, place = empty[0]
    if signs or (len(empty) == 1 and row is rows[0] and place == 0):
        raise PuzzleError(
            f"a cell is missing in this row, before column {row.columns[place]}",
            "write all blanks in the same way: nothing between two separators, or a sign such as 0",
            line=row.line,
            column=row.columns[place],
        )


def _check_rules(rules: list[tuple[int, str]], rows: list[str]) -> None:
    """Raise an error if a rule is longer than the rows and crosses more bars than they have."""
    length = max((len(row.rstrip()) for row in rows), default=0)
    bars = max((row.strip(" |").count("|") for row in rows), default=0)
    for line, text in rules:
        crossed = text.strip(" |+*").count("+")
        if 0 < bars < crossed and len(text.rstrip()) > length + 2:  # a rule may extend by a space at each end
            raise PuzzleError(
                f"this rule crosses {counted(crossed, 'bar')}, but the rows have only {bars}",
                "check that the rows are complete, or shorten the rule",
                line=line,
            )


def _shape(rows: list[GridRow]) -> tuple[bool, int]:
    """Return whether the cells are pieces (not characters), and the number of cells in a row."""
    by_piece = Counter(len(row.pieces) for row in rows).most_common(1)[0][0]
    by_character = Counter(row.characters for row in rows).most_common(1)[0][0]
    pieces = [piece for row in rows for piece in row.pieces]
    if all(len(piece) <= 1 or piece == "-1" for piece in pieces):
        return True, by_piece
    numbers = [n for n in (number(piece or ".") for piece in pieces) if n is not None]
    if not SMALLEST <= by_piece <= LARGEST or len(numbers) < 0.75 * len(pieces):
        return False, by_character
    # Pieces such as 1203 0040 are groups of digits if they are too large to be one digit, if they are equally
    # long, and if the number of pieces in a row differs from the number of rows.
    one_length = len({len(piece) for piece in pieces}) == 1
    groups = max(numbers) > by_piece and one_length and len(rows) != by_piece
    return (False, by_character) if groups else (True, by_piece)


def _split(line: int, text: str, count: int) -> GridRow:
    """Cut a line into pieces; an empty cell of a spreadsheet becomes an empty piece."""
    separator = gaps(text)
    spans = _fields(text, separator, count) if separator else [m.span() for m in PIECE.finditer(text)]
    pieces = [text[start:end] for start, end in spans]
    return GridRow(line, pieces, [s + 1 for s, _ in spans], [text.count("|", 0, s) for s, _ in spans])


def _fields(text: str, separator: str, count: int) -> list[tuple[int, int]]:
    spans, start = [], 0
    for field in text.split(separator):
        inner = len(field) - len(field.lstrip())
        spans.append((start + inner, start + inner + len(field.strip())))
        start += len(field) + 1
    if not text.rsplit(separator, 1)[1].strip() and len(spans) != count:
        spans.pop()  # a separator at the end of the line, not an empty cell
    return spans
