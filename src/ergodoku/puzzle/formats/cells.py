"""Turn the rows of a grid into a puzzle: symbols or numbers, the box shape between bars, candidates."""

from __future__ import annotations

import re

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats.alphabets import LARGEST_WITH_SYMBOLS, unclear
from ergodoku.puzzle.formats.fields import number
from ergodoku.puzzle.formats.rows import Grid
from ergodoku.puzzle.formats.session import Session, not_utf8
from ergodoku.puzzle.puzzle import Puzzle

_CANDIDATES = re.compile(r"u[1-9]|1?2?3?4?5?6?7?8?9?")


def grid_puzzle(grid: Grid, name: str, session: Session) -> Puzzle:
    """Return the puzzle of a grid, or raise the error that says what is wrong with it."""
    size = grid.size
    for k, row in enumerate(grid.rows, 1):
        if "\ufffd" in "".join(row.pieces) + name:
            raise not_utf8().at(line=row.line)
        if len(grid.cells(row)) != size:
            raise PuzzleError(
                f"row {k} of the grid has {len(grid.cells(row))} cells, but most rows have {size}",
                f"write {size} cells in every row",
                line=row.line,
            )
    if len(grid.rows) != size:
        raise PuzzleError(
            f"the grid has {len(grid.rows)} rows of {size} cells", f"write {size} rows of {size} cells each"
        )
    width = grid.box_width()
    layout = session.layout(size, box=(size // width, width) if width else None)
    places = [(row.line, column) for row in grid.rows for column in grid.columns(row)]
    cells = [cell for row in grid.rows for cell in grid.cells(row)]
    if _is_numbers(grid, cells, session):
        digits = _numbers(cells, places, size)
    else:
        digits = session.symbols("".join(cells), size, lambda cell: places[cell]).tolist()
    return session.puzzle(digits, layout, lambda cell: places[cell], name)


def _is_numbers(grid: Grid, cells: list[str], session: Session) -> bool:
    """Tell whether cells that stand apart are numbers; up to 9x9 a symbol is its number anyway."""
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
