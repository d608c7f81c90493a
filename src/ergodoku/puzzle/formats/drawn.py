"""Grids drawn with bars, in which blank cells are spaces: ``| 5 3   |   7   |`` or ``| 5 | 3 |   |``.

Here a missing digit would look like a blank cell. So every line must be a rule or a row with its bars in the
same places, and the cells of each column must be aligned. If blanks have a sign, no cell may be empty.
"""

from __future__ import annotations

import re
from itertools import pairwise

from ergodoku.puzzle.formats.alphabets import LARGEST_WITH_SYMBOLS
from ergodoku.puzzle.formats.fields import number
from ergodoku.puzzle.formats.rows import PIECE, Grid, GridRow, is_rule, plain
from ergodoku.puzzle.layout import SMALLEST

_CHARACTER = re.compile(r"\S")
_Span = tuple[int, int]


def drawn_grid(lines: list[tuple[int, str]]) -> Grid | None:
    """Return the grid drawn in the lines; ``None`` unless some cells are empty and all have a clear place."""
    texts = [(line, plain(text).rstrip()) for line, text in lines]
    rows = [(line, text) for line, text in texts if "|" in text and not re.search("[-+=]", text)]
    bars = _bars(rows[0][1]) if rows else []
    if not SMALLEST <= len(rows) <= LARGEST_WITH_SYMBOLS or any(_bars(text) != bars for _, text in rows):
        return None
    if sum(not is_rule(text) or (line, text) in rows for line, text in texts) != len(rows):
        return None
    spans = _cells(bars, texts, rows)
    table = [[text[start:end].strip() for start, end in spans] for _, text in rows]
    if len(spans) != len(rows) or not _is_drawn(rows, spans, table):
        return None
    columns = [start + 1 for start, _ in spans]
    before = [sum(bar < start for bar in bars) for start, _ in spans]
    grid = [
        GridRow(line, [c or "." for c in cells], columns, before)
        for (line, _), cells in zip(rows, table, strict=True)
    ]
    return Grid(grid, len(rows), pieces=True)


def _is_drawn(rows: list[tuple[int, str]], spans: list[_Span], table: list[list[str]]) -> bool:
    """Return whether empty cells are blanks.

    They are if some have text after them, no cell has a sign for a blank, and every column is aligned.
    """
    inner = any(
        not cell and text[end:].strip()  # not just a line that was cut off
        for (_, text), cells in zip(rows, table, strict=True)
        for (_, end), cell in zip(spans, cells, strict=True)
    )
    if not inner or any(number(cell) == 0 for cells in table for cell in cells):
        return False
    return all(_is_aligned([text[start:end] for _, text in rows]) for start, end in spans)


def _is_aligned(column: list[str]) -> bool:
    held = [cell for cell in column if cell.strip()]
    lefts, rights = {len(cell) - len(cell.lstrip()) for cell in held}, {len(cell.rstrip()) for cell in held}
    return len(lefts) <= 1 or len(rights) <= 1


def _bars(text: str) -> list[int]:
    return [k for k, sign in enumerate(text) if sign == "|"]


def _cells(bars: list[int], texts: list[tuple[int, str]], rows: list[tuple[int, str]]) -> list[_Span]:
    """Return the places of the cells in a row; an empty list if they do not fit between the bars."""
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


def _split(part: _Span, count: int, rows: list[tuple[int, str]]) -> list[_Span]:
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
