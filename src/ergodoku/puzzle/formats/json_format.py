"""JSON: our own versioned object or a bare array of arrays, one per line or in a single document.

``{"ergodoku": 1, "box": [3, 3], "layout": "classic", "givens": [[0, 3, ...], ...]}``; ``name`` and
``solution`` are optional. A jigsaw has ``regions`` (a label per cell) instead of ``box``, and a Latin
square (``latin``) has neither.
"""

from __future__ import annotations

import json
from collections import Counter
from math import isqrt
from typing import Any

from ergodoku.base.errors import PuzzleError
from ergodoku.base.numbers import counted
from ergodoku.puzzle.boards import digits_of
from ergodoku.puzzle.formats.alphabets import LARGEST_WITH_SYMBOLS
from ergodoku.puzzle.formats.brackets import whole_text
from ergodoku.puzzle.formats.session import Puzzles, Session, not_utf8
from ergodoku.puzzle.formats.source import Source
from ergodoku.puzzle.layout import LARGEST, SMALLEST, Layout
from ergodoku.puzzle.puzzle import Puzzle

VERSION = 1
_KEYS = frozenset(("ergodoku", "box", "layout", "regions", "givens", "name", "solution"))
_SOLVED = "status reason grid energy method found_by parameters seed iterations seconds version steering"
_RESULT_KEYS = frozenset(
    (*_KEYS - {"givens"}, "puzzle", *_SOLVED.split(), "line", "compared", "clues", "solutions", "difficulty")
)
"""The keys of what ``solve``, ``check`` and ``generate`` write with ``--json``."""


def is_json(text: str) -> bool:
    """Return whether a line starts a JSON object or array."""
    # A bracket may be alone on its line; [Puzzle] is not an array.
    return text.startswith("{") or (
        text.startswith("[") and text[1:].lstrip()[:1] in ("", *'[{]0123456789-n"')
    )


def json_text(puzzle: Puzzle) -> str:
    """Return a puzzle as one line of JSON."""
    size = puzzle.size
    fields: dict[str, Any] = {"ergodoku": VERSION, **layout_json(puzzle.layout)}
    fields["givens"] = puzzle.givens.tolist()
    if puzzle.name:
        fields["name"] = puzzle.name
    if puzzle.solution is not None:
        fields["solution"] = puzzle.solution.reshape(size, size).tolist()
    return json.dumps(fields)


def layout_json(layout: Layout) -> dict[str, Any]:
    """Return the keys that describe a layout."""
    fields: dict[str, Any] = {"box": list(layout.box)} if layout.box else {}
    fields["layout"] = layout.kind
    if layout.kind == "jigsaw":
        fields["regions"] = layout.regions.reshape(layout.size, layout.size).tolist()
    return fields


def read_json_line(text: str, line: int, session: Session) -> Puzzle:
    """Return the puzzle of a line that contains one JSON object or array."""
    return _puzzle(_load(text, line, session), line, session)


def read_json_document(source: Source, session: Session) -> Puzzles:
    """Yield the puzzles of a document, which is one puzzle or an array of puzzles."""
    try:
        document = _load(whole_text(source), 1, session)
    except PuzzleError as error:
        session.fail(error)
        yield None
        return
    for item in document if _is_many(document) else [document]:
        try:
            puzzle = _puzzle(item, None, session)
        except PuzzleError as error:
            session.fail(error)
            yield None
            continue
        yield puzzle


def _is_many(document: object) -> bool:
    """Return whether a document is an array of puzzles, not an array of rows."""
    if not isinstance(document, list) or not document:
        return False
    first = document[0]
    return isinstance(first, dict) or (isinstance(first, list) and bool(first) and isinstance(first[0], list))


def _load(text: str, line: int, session: Session) -> Any:
    if "\ufffd" in text:
        before = text[: text.index("\ufffd")]
        raise not_utf8().at(
            source=session.source, line=line + before.count("\n"), column=len(before) - before.rfind("\n")
        )
    try:
        return json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise PuzzleError(
            f"this is not JSON: {error.msg}",
            "correct it, or check that it is complete",
            source=session.source,
            line=line + error.lineno - 1,
            column=error.colno,
        ) from error
    except RecursionError as error:
        what = "this JSON is nested too deeply for a puzzle"
        raise PuzzleError(what, _REMEDY, source=session.source, line=line) from error
    except PuzzleError as error:
        raise error.at(source=session.source, line=line) from None
    except ValueError as error:  # for example, a number with thousands of digits
        raise PuzzleError("this JSON is not a puzzle", _REMEDY, source=session.source, line=line) from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise PuzzleError(f"this JSON object has {json.dumps(twice)[:40]} twice", "leave one of them out")
    return fields


def _puzzle(item: Any, line: int | None, session: Session) -> Puzzle:
    try:
        if isinstance(item, list):
            return _from_rows(item, session)
        if isinstance(item, dict):
            return _from_object(item, session)
        raise PuzzleError("this JSON is not a puzzle", _REMEDY)
    except PuzzleError as error:
        raise error.at(source=session.source, line=line) from None


def _from_rows(rows: list[Any], session: Session) -> Puzzle:
    board = [[0 if cell == -1 else cell for cell in row] if isinstance(row, list) else row for row in rows]
    layout, digits = digits_of(board, layout=session.wanted, box=session.box, alphabet=session.alphabet)
    return session.puzzle(digits, layout, _nowhere)


def _from_object(item: dict[str, Any], session: Session) -> Puzzle:
    version = item.get("ergodoku", VERSION)
    if version != VERSION or isinstance(version, bool):
        raise PuzzleError(
            f"this JSON has version {str(version)[:20]}, but only version {VERSION} is supported",
            "use a newer Ergodoku",
        )
    is_result = "givens" not in item and "puzzle" in item
    if "givens" not in item and not is_result:
        raise PuzzleError("this JSON object has no givens", _REMEDY)
    keys = _RESULT_KEYS if is_result else _KEYS
    unknown = next((key for key in item if key not in keys), None)
    if unknown is not None:
        raise PuzzleError(
            f"this JSON object has an unknown key, {json.dumps(unknown)[:40]}",
            f"correct or remove it; the keys are {', '.join(sorted(keys))}",
        )
    if is_result:
        givens = _grid(item["puzzle"], "puzzle", session)
        grid = item.get("grid") if item.get("status") == "solved" else None
        found = item.get("solution") or grid
        solution = _grid(found, "solution", session) if found else None
    else:
        givens = _square(item["givens"], "givens")
        solution = _square(item["solution"], "solution") if item.get("solution") is not None else None
    layout = _layout(item, isqrt(len(givens)), session)
    return session.puzzle(givens, layout, _nowhere, str(item.get("name") or ""), solution)


def _grid(value: Any, what: str, session: Session) -> list[int]:
    """Return the digits of a grid in a result: text up to 9x9, an array of arrays above."""
    if value is None:
        raise PuzzleError("this JSON object is the result of an entry without a puzzle", "leave it out")
    if not isinstance(value, str):
        return _square(value, what)
    size = isqrt(len(value))
    if size * size != len(value) or not SMALLEST <= size <= LARGEST_WITH_SYMBOLS:
        raise PuzzleError(f"the {what} in this JSON has {counted(len(value), 'character')}", _REMEDY)
    digits: list[int] = session.symbols(value, size, _nowhere).tolist()
    return digits


def _layout(item: dict[str, Any], size: int, session: Session) -> Layout:
    kind, box = item.get("layout", "classic"), item.get("box")
    if not isinstance(kind, str):
        raise PuzzleError("the layout in this JSON is not a name", 'write "layout": "classic"')
    if kind == "jigsaw" or "regions" in item:
        if kind not in ("jigsaw", "classic") or box is not None:
            raise PuzzleError(
                "this JSON object has regions and another layout or box", "leave out `layout` and `box`"
            )
        regions = _square(item.get("regions"), "regions")
        return session.jigsaw(regions, isqrt(len(regions)))
    if box is not None and not (
        isinstance(box, list)
        and len(box) == 2
        and all(type(side) is int and 1 <= side <= LARGEST for side in box)
    ):
        raise PuzzleError("the box in this JSON is not two whole numbers", 'write "box": [rows, columns]')
    return session.layout(size, kind=kind, box=None if box is None else (box[0], box[1]))


def _square(rows: Any, what: str) -> list[int]:
    """Return the whole numbers of a square array of arrays, 0 for ``null`` and -1."""
    if not isinstance(rows, list) or not SMALLEST <= len(rows) <= LARGEST:
        raise PuzzleError(f"{what} is not an array of {SMALLEST} to {LARGEST} rows", _REMEDY)
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list) or len(row) != len(rows):
            length = f"has {counted(len(row), 'value')}" if isinstance(row, list) else "is not an array"
            raise PuzzleError(f"{what} has {len(rows)} rows, but row {number} {length}", _REMEDY)
    cells = [0 if cell in (None, -1) else cell for row in rows for cell in row]
    wrong = next((place for place, cell in enumerate(cells) if type(cell) is not int), None)
    if wrong is not None:
        row, column = divmod(wrong, len(rows))
        raise PuzzleError(
            f"{what} has {json.dumps(cells[wrong])[:20]} at row {row + 1}, column {column + 1}, "
            "which is not a whole number",
            _REMEDY,
        )
    return cells


def _nowhere(cell: int) -> tuple[int | None, int | None]:
    return None, None


_REMEDY = 'write {"ergodoku": 1, "box": [3, 3], "givens": [[0, 3, ...], ...]} or an array of arrays'
