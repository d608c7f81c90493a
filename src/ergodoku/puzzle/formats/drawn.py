"""Grids drawn with bars, in which blank cells are spaces: ``| 5 3   |   7   |`` or ``| 5 | 3 |  |``.

Here a missing digit would look like a blank cell. So every line must be a rule or a row. Either each cell is
between two bars, or the bars of all rows are in the same places and the cells of each column are aligned. If
blanks have a sign, no cell may be empty.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from ergodoku.base.errors import PuzzleError
from ergodoku.base.numbers import counted
from ergodoku.puzzle.formats.alphabets import BLANKS, LARGEST_WITH_SYMBOLS
from ergodoku.puzzle.formats.fields import number
from ergodoku.puzzle.formats.rows import PIECE, Grid, GridRow, is_rule, plain
from ergodoku.puzzle.layout import SMALLEST

_CHARACTER = re.compile(r"\S")
_BLANK_CELL = re.compile(r"\|\s+\|")
_SIGN = re.compile(r"\.|\b0\b")  # the usual signs for a blank
_Row = tuple[int, str]
_Span = tuple[int, int]


def drawn_grid(lines: list[_Row]) -> Grid | None:
    """Return the grid drawn in the lines; ``None`` if it has no blank cells between bars.

    Raises
    ------
    PuzzleError
        If there are blank cells between bars, but their places are not clear.
    """
    texts = [(line, plain(text).rstrip()) for line, text in lines]
    rows = [(line, text) for line, text in texts if _is_row(text)]
    if not rows or any(_SIGN.search(text) for _, text in rows):  # the most common case
        return None
    rules = [text for _, text in texts if not _is_row(text)]
    if len(rules) == 1 and rules[0] == texts[1][1] and not rows[0][1].strip(" |"):
        del rows[0]  # the blank header of a Markdown table
    spans: list[list[_Span]] = []
    if SMALLEST <= len(rows) <= LARGEST_WITH_SYMBOLS and all(map(is_rule, rules)):
        spans = _cells_by_bars(rows) or _cells_by_places(texts, rows)
    table = [[text[a:b].strip() for a, b in row] for (_, text), row in zip(rows, spans, strict=False)]
    if not spans or not _has_blanks(rows, spans, table):
        _check_blanks(rows)
        return None
    grid = [
        GridRow(
            line,
            [cell or "." for cell in cells],
            [start + 1 for start, _ in row],
            [text.count("|", 0, start) for start, _ in row],
        )
        for (line, text), row, cells in zip(rows, spans, table, strict=True)
    ]
    return Grid(grid, len(rows), pieces=True)


def _is_row(text: str) -> bool:
    return "|" in text and not re.search("[-+=]", text)


def _has_blanks(rows: list[_Row], spans: list[list[_Span]], table: list[list[str]]) -> bool:
    """Return whether cells with nothing in them stand for blanks.

    They do if at least one of them has text after it in its row, and no cell has a sign for a blank.
    """
    inner = any(
        not cell and text[end:].strip()  # not just a line that was cut off
        for (_, text), row, cells in zip(rows, spans, table, strict=True)
        for (_, end), cell in zip(row, cells, strict=True)
    )
    return inner and not any(number(cell) == 0 for cells in table for cell in cells)


def _check_blanks(rows: list[_Row]) -> None:
    """Raise an error if some cells between bars are blank, and no cell has a sign for a blank."""
    blank = any(_BLANK_CELL.search(text) and not is_rule(text) for _, text in rows)
    pieces = [PIECE.findall(text) for _, text in rows]
    full = all(len(rows) in (len(row), len("".join(row))) for row in pieces)
    if full or not blank or any(sign in text for sign in BLANKS for _, text in rows):
        return
    counts = [text.count("|") for _, text in rows]
    usual = Counter(counts).most_common(1)[0][0]
    odd = next((k for k, count in enumerate(counts) if count != usual), None)
    what = "the places of the blank cells in this grid are not clear"
    if odd is not None:
        what = f"this row has {counted(counts[odd], 'bar')}, but most rows have {usual}"
    raise PuzzleError(
        what,
        "write as many rows as columns, and put a bar on both sides of every cell or a dot in each blank one",
        line=rows[odd or 0][0],
    )


def _cells_by_bars(rows: list[_Row]) -> list[list[_Span]]:
    """Return the places of the cells in each row; an empty list unless each cell is between two bars.

    The cells may differ in width, but none may be wide enough for a whole row: otherwise the lines would be
    a band of a larger grid.
    """
    bars = [_bars(text) for _, text in rows]
    alike = Counter(map(tuple, bars)).most_common(1)[0][1]
    if len(rows) / 2 < alike < len(rows):
        return []  # a few rows have their bars in other places: these rows may have lost characters
    if not all(text.lstrip()[0] == text[-1] == "|" for _, text in rows):
        bars = [[-1, *places, len(text)] for (_, text), places in zip(rows, bars, strict=True)]
        first, last = rows[0][1][: bars[0][1]], rows[-1][1][bars[-1][-2] + 1 :]
        if len(rows) > 9 or not first.strip() or not last.strip():
            return []  # without bars at its ends, the text may have been cut inside its first or last cell
    spans = [[(a + 1, b) for a, b in pairwise(places)] for places in bars]
    cells = [text[a:b] for (_, text), row in zip(rows, spans, strict=True) for a, b in row]
    fits = all(len(cell) < len(rows) and len(PIECE.findall(cell)) < 2 for cell in cells)
    return spans if fits and all(len(row) == len(rows) for row in spans) else []


def _cells_by_places(texts: list[_Row], rows: list[_Row]) -> list[list[_Span]]:
    """Return the places of the cells if they are the same in all rows; otherwise an empty list."""
    bars = _bars(rows[0][1])
    if any(_bars(text) != bars for _, text in rows):
        return []
    spans = _cells(bars, texts, rows)
    aligned = all(_is_aligned([text[start:end] for _, text in rows]) for start, end in spans)
    return [spans] * len(rows) if aligned and len(spans) == len(rows) else []


def _is_aligned(column: list[str]) -> bool:
    held = [cell for cell in column if cell.strip()]
    lefts, rights = {len(cell) - len(cell.lstrip()) for cell in held}, {len(cell.rstrip()) for cell in held}
    return len(lefts) <= 1 or len(rights) <= 1


def _bars(text: str) -> list[int]:
    return [k for k, sign in enumerate(text) if sign == "|"]


def _cells(bars: list[int], texts: list[_Row], rows: list[_Row]) -> list[_Span]:
    """Return where the cells of a row are, or an empty list if they do not fit between the bars."""
    drawn = [text for _, text in texts if "|" in text or "+" in text]  # ignore the rule below a title
    indent = min(len(text) - len(text.lstrip()) for text in drawn)
    length = max(map(len, drawn))
    parts = [(a + 1, b) for a, b in pairwise([indent - 1, *bars, length]) if b > a + 1]
    if not parts or len(rows) % len(parts):
        return []
    if bars[-1] < length - 1:  # no bar at the end: blank cells there may be cut off
        start, end = parts[-1]
        parts[-1] = start, max(end, start + parts[0][1] - parts[0][0])
    count = len(rows) // len(parts)
    return [cell for part in parts for cell in _split(part, count, rows)]


def _split(part: _Span, count: int, rows: list[_Row]) -> list[_Span]:
    """Cut the text between two bars into cells of equal width, with or without spaces around them."""
    start, end = part
    if count == 1:
        return [part]
    for width in (4, 3, 2, 1):
        if abs(end - start - width * count) > 1:
            continue
        first = start - (end - start < width * count)
        cells = list(pairwise([start, *(first + k * width for k in range(1, count)), end]))
        held = [text[a:b].strip() for _, text in rows for a, b in cells]
        piece = PIECE if width > 1 else _CHARACTER
        # The width is wrong if a cell would hold two pieces, or a piece would lie across two cells.
        if [word for word in held if word] == [w for _, text in rows for w in piece.findall(text[start:end])]:
            return cells
    return []
