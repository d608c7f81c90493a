"""Turn the rows of a grid into a puzzle: read symbols, numbers or candidates, and box shapes from bars."""

from __future__ import annotations

import re
from collections import Counter

from ergodoku.base.errors import PuzzleError
from ergodoku.base.numbers import counted
from ergodoku.puzzle.formats.alphabets import LARGEST_WITH_SYMBOLS, plausible, unclear
from ergodoku.puzzle.formats.fields import is_uneven, number
from ergodoku.puzzle.formats.misfit import MOST_QUOTED
from ergodoku.puzzle.formats.rows import Grid, GridRow
from ergodoku.puzzle.formats.session import Session, not_utf8
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Puzzle

_CANDIDATES = re.compile(r"u[1-9]|1?2?3?4?5?6?7?8?9?")


def check_row(row: GridRow, size: int, session: Session) -> None:
    """Raise an error if a row of the wrong length is a line of text rather than a row with one wrong cell."""
    text = " ".join(row.pieces)
    if size > LARGEST_WITH_SYMBOLS:
        is_text = all(number(piece) is None for piece in row.pieces)
    else:
        is_text = sum(c not in plausible(size, session.alphabet) and not c.isspace() for c in text) > 1
    if is_text:
        shown = text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}..."
        raise PuzzleError(
            f"{shown!r} is not a row of a grid",
            "remove the line, or put it into a file of its own if it is a puzzle",
            line=row.line,
        )


def grid_puzzle(grid: Grid, name: str, session: Session) -> Puzzle:
    """Return the puzzle of a grid, or raise the error that says what is wrong with it."""
    size = grid.size
    for k, row in enumerate(grid.rows, 1):
        if "\ufffd" in "".join(row.pieces) + name:
            raise not_utf8().at(line=row.line)
        if len(grid.cells(row)) != size:
            if k in (1, len(grid.rows)):
                check_row(row, size, session)
            raise PuzzleError(
                f"row {k} of the grid has {counted(len(grid.cells(row)), 'cell')}, but most rows have {size}",
                f"write {size} cells in every row",
                line=row.line,
            )
    if len(grid.rows) != size:
        raise PuzzleError(
            f"the grid has {counted(len(grid.rows), 'row')} of {size} cells",
            f"write {size} rows of {size} cells each",
        )
    width = _box_width(grid, session)
    layout = session.layout(size, box=(size // width, width) if width else None)
    places = [(row.line, column) for row in grid.rows for column in grid.columns(row)]
    cells = [cell for row in grid.rows for cell in grid.cells(row)]
    if _is_numbers(grid, cells, session):
        if size > 9:
            _check_numbers(grid)
        session.shown, digits = None, _numbers(cells, places, size)
    else:
        digits = session.symbols("".join(cells), size, lambda cell: places[cell]).tolist()
    return session.puzzle(digits, layout, lambda cell: places[cell], name)


def _box_width(grid: Grid, session: Session) -> int | None:
    """Return the number of cells between bars, if bars show boxes; all rows must have the same bars."""
    if isinstance(session.wanted, Layout) and session.wanted.box is None:
        return None  # the bars of a drawn jigsaw show regions, not the width of boxes
    first = grid.between_bars(grid.rows[0])
    for k, row in enumerate(grid.rows, 1):
        if grid.between_bars(row) != first:
            raise PuzzleError(
                f"the bars of row {k} are not in the same places as those of row 1",
                "write bars in the same places in all rows; for irregular regions use json",
                line=row.line,
            )
    if len(set(first)) > 1:
        raise PuzzleError(
            f"the bars cut the rows into parts of {', '.join(map(str, first))} cells",
            "write bars between boxes of equal width, or no bars",
            line=grid.rows[0].line,
        )
    return first[0] if 1 < first[0] < grid.size else None


def _check_numbers(grid: Grid) -> None:
    """Raise an error if the length or place of a number shows that the edge of the text was cut off."""
    words = [piece for row in grid.rows for piece in row.pieces if piece.isdigit()]
    if is_uneven(words):
        raise PuzzleError(
            "some numbers have leading zeros, but others are shorter",
            "write all numbers with the same number of digits, or without leading zeros",
            line=grid.rows[0].line,
        )
    ends = [tuple(c + len(p) for c, p in zip(row.columns, row.pieces, strict=True)) for row in grid.rows]
    usual = Counter(ends).most_common(1)[0][0]
    shift = {a - b for a, b in zip(usual, ends[0], strict=True)}
    moved = len(shift) == 1 and max(shift) > 0  # the first row lost its indent, or a digit at its beginning
    odd = [k for k, row in enumerate(ends) if row != usual and not (k == 0 and moved)]
    # If blanks are "-1" or empty, rows of a complete text may differ in length.
    even = all(piece not in ("", "-1") for row in grid.rows for piece in row.pieces)
    if len(odd) == 1 and ends[odd[0]] < usual and even:
        row = grid.rows[odd[0]]
        place = next(k for k, end in enumerate(ends[odd[0]]) if end != usual[k])
        if row.pieces[place].isdigit() and len(row.pieces[place]) < len(str(grid.size)):
            raise _cut(row.line, row.columns[place])
    first, start = grid.rows[0], grid.rows[0].pieces[0]
    short = start.isdigit() and len(start) < max(map(len, words))
    if moved and not odd and first.columns[0] == 1 and short:
        raise _cut(first.line, 1)


def _cut(line: int, column: int) -> PuzzleError:
    return PuzzleError(
        "the number here is not aligned with the others: it may have lost a digit",
        "check that the text is complete, with all its spaces",
        line=line,
        column=column,
    )


def _is_numbers(grid: Grid, cells: list[str], session: Session) -> bool:
    """Return whether separated cells are numbers; single digits up to 9x9 count as symbols."""
    if not grid.pieces:
        return False
    if any(len(cell) > 1 for cell in cells) or grid.size > LARGEST_WITH_SYMBOLS:
        return True
    if grid.size <= 9 or session.alphabet is not None or any(number(cell) is None for cell in cells):
        return False
    if "0" in cells and not {".", "_"}.isdisjoint(cells):
        raise unclear(grid.size)
    return True


def _numbers(cells: list[str], places: list[tuple[int, int]], size: int) -> list[int]:
    if size <= 9 and all(_CANDIDATES.fullmatch(cell) for cell in cells):
        return [int(cell) if len(cell) == 1 else 0 for cell in cells]
    digits = []
    for cell, (line, column) in zip(cells, places, strict=True):
        value = number(cell)
        if value is None:
            raise PuzzleError(
                f"{cell[:12]!r} is not a number",
                f"write numbers from 1 to {size}, and 0, -1 or . for a blank",
                line=line,
                column=column,
            )
        digits.append(value)
    return digits
