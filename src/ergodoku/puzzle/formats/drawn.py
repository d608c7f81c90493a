"""Grids drawn with bars, where an empty cell is just space: ``| 5 3   |   7   |`` or ``| 5 | 3 |   |``.

A missing digit looks like an empty cell. So every line must be a row with its bars in the same places, or a
rule; all cells of a column must be aligned; and a drawing that shows blanks by a sign has no empty cells.
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
    """Return the grid that lines draw; ``None`` unless cells are empty and each has a clear place."""
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
    """Tell whether empty cells are blanks: not by accident, and not beside blanks of another kind."""
    inner = any(
        not cell and text[end:].strip()  # more than the end of a line that was cut
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
    """Return where the cells of a row stand, none where they do not fit between the bars."""
    drawn = [text for _, text in texts if "|" in text or "+" in text]  # not the rule below a title
    indent = min(len(text) - len(text.lstrip()) for text in drawn)
    length = max(map(len, drawn))
    parts = [(a + 1, b) for a, b in pairwise([indent - 1, *bars, length]) if b > a + 1]
    if not parts or len(rows) % len(parts):
        return []
    if bars[-1] < length - 1:  # no bar at the end: empty cells there may be cut off
        start, end = parts[-1]
        parts[-1] = start, max(end, start + parts[0][1] - parts[0][0])
    count = len(rows) // len(parts)
    return [cell for part in parts for cell in _split(part, count, rows)]


def _split(part: _Span, count: int, rows: list[tuple[int, str]]) -> list[_Span]:
    """Cut what stands between two bars into cells of the same width, with or without a space around them."""
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
        # Where a cell would hold two pieces, or one lie across two cells, it is another width.
        if [word for word in held if word] == [w for _, text in rows for w in piece.findall(text[start:end])]:
            return cells
    return []
