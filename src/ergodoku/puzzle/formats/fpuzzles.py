"""f-puzzles: lz-string base64 of JSON, ``{size, grid: [[{value, given}]]}`` and constraints.

Only constraints that a layout can express are supported: irregular regions, and both diagonals together. Any
other constraint raises an error that names the constraint, because ignoring it would change the puzzle.
"""

from __future__ import annotations

import json
from typing import Any

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats.expand import expand
from ergodoku.puzzle.formats.session import Session
from ergodoku.puzzle.layout import LARGEST, SMALLEST, Layout
from ergodoku.puzzle.puzzle import Puzzle

_HARMLESS = frozenset(
    (
        *("size", "grid", "solution", "diagonal+", "diagonal-"),
        *("title", "author", "ruleset", "successMessage"),
        *("highlightConflicts", "disabledlogic", "truecandidatesoptions"),
    )
)
_OF_CELLS = frozenset(
    (
        *("value", "given", "region", "c", "highlight", "candidates"),
        *("centerPencilMarks", "cornerPencilMarks", "givenPencilMarks"),
    )
)


def read_fpuzzles(data: str, line: int, session: Session) -> Puzzle:
    """Return the puzzle in the ``load`` parameter of an address."""
    try:
        return _puzzle(_decode(data), line, session)
    except PuzzleError as error:  # caught first, because it is also a ValueError
        raise error.at(source=session.source, line=line) from None
    except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise _garbage().at(source=session.source, line=line) from error


def _decode(data: str) -> dict[str, Any]:
    try:
        document = json.loads(expand(data))
    except RecursionError as error:
        raise _garbage() from error
    if not isinstance(document, dict):
        raise _garbage()
    return document


def _puzzle(document: dict[str, Any], line: int, session: Session) -> Puzzle:
    refused = [key for key, value in document.items() if value and key not in _HARMLESS]
    diagonals = [key for key in ("diagonal+", "diagonal-") if document.get(key)]
    if len(diagonals) == 1:
        refused += diagonals
    if refused:
        raise PuzzleError(
            f"the puzzle has unsupported constraints: {', '.join(map(str, refused))[:200]}",
            "give a puzzle with classic boxes, with both diagonals, or with irregular regions",
        )
    grid = document["grid"]
    size = len(grid)
    if not SMALLEST <= size <= LARGEST or any(len(row) != size for row in grid):
        raise _garbage()
    if document.get("size", size) != size:
        raise _damaged(f"the size is {str(document['size'])[:20]}, but the grid has {size} rows")
    givens = [_given(cell) for row in grid for cell in row]
    layout = _layout(document, size, "diagonal" if diagonals else "classic", session)
    name = " by ".join(filter(None, (str(document.get(key) or "") for key in ("title", "author"))))
    solution = document.get("solution")
    if solution is not None:
        solution = [int(digit) for digit in solution]
    return session.puzzle(givens, layout, lambda cell: (line, None), name, solution or None)


def _layout(document: dict[str, Any], size: int, kind: str, session: Session) -> Layout:
    cells = [cell for row in document["grid"] for cell in row]
    if not any("region" in cell for cell in cells):
        return session.layout(size, kind=kind)
    if kind != "classic":
        raise PuzzleError(
            "irregular regions together with diagonals are not supported", "leave out one of them"
        )
    regions = [cell.get("region") for cell in cells]
    if None in regions:  # a cell without a region keeps its usual box
        plain = Layout.of(size).regions.tolist()
        regions = [plain[k] if region is None else region for k, region in enumerate(regions)]
    return session.jigsaw(regions, size)


def _given(cell: dict[str, Any]) -> int:
    # A number or `true` under an unknown key may be a misspelt `value` or `given`. Texts are ignored, because
    # other programs add them.
    unknown = next((k for k in cell if cell[k] and isinstance(cell[k], int) and k not in _OF_CELLS), None)
    if unknown is not None:
        raise _damaged(f"a cell has an unknown key, {json.dumps(unknown)[:40]}")
    if cell.get("given") and "value" not in cell:
        raise _damaged("a given has no value")
    value = cell.get("value") or 0
    if not isinstance(value, int):
        raise _garbage()
    return value if cell.get("given") else 0


def _garbage() -> PuzzleError:
    return PuzzleError("the load= part of this address is not an f-puzzles puzzle", _REMEDY)


def _damaged(why: str) -> PuzzleError:
    return PuzzleError(f"this f-puzzles puzzle is damaged: {why}", _REMEDY)


_REMEDY = "copy the whole address from f-puzzles"
