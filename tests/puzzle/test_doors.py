"""Public functions accept an argument in any form whose meaning is obvious; otherwise the error names it."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ergodoku as eg
from ergodoku.base.errors import ErgodokuError

ROWS = [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]
TEXT = "1... ..3. .4.. ...2"
PUZZLE = eg.Puzzle(ROWS)


@pytest.mark.parametrize("shape", [9, "9", " 9 ", np.int64(9), (3, 3), [3, 3], "3x3", "3*3"])
def test_a_layout_can_be_given_as_its_size_or_its_box(shape: Any) -> None:
    assert eg.Layout.of(shape) == eg.Layout.of(9, box=(3, 3))
    assert eg.Layout.of(shape, kind="diagonal").kind == "diagonal"


@pytest.mark.parametrize("layout", [4, "4", (2, 2), "2x2", eg.Layout.of(4)])
def test_every_layout_parameter_accepts_a_size_or_a_box(layout: Any) -> None:
    assert eg.Puzzle(layout, ROWS) == PUZZLE
    assert eg.Puzzle.of(ROWS, layout=layout) == PUZZLE
    assert eg.Puzzle.of(PUZZLE, layout=layout) is PUZZLE
    assert eg.parse(TEXT, layout=layout) == PUZZLE
    assert eg.Recipe(layout) == eg.Recipe(eg.Layout.of(4))


@pytest.mark.parametrize("box", [(1, 4), [1, 4], "1x4"])
def test_a_box_can_be_given_as_two_numbers_or_as_text(box: Any) -> None:
    assert eg.Layout.of(4, box=box).box == (1, 4)
    assert eg.parse(TEXT, box=box).layout.box == (1, 4)
    assert eg.Puzzle.of(ROWS, box=box).layout.box == (1, 4)


@pytest.mark.parametrize(
    "thing", [TEXT, TEXT.encode(), bytearray(TEXT, "ascii"), memoryview(TEXT.encode()), ROWS, np.array(ROWS)]
)
def test_text_bytes_and_lists_are_parsed(thing: Any) -> None:
    assert eg.Puzzle.of(thing) == PUZZLE
    assert eg.parse(thing) == PUZZLE
    assert eg.Puzzle.parse(thing) == PUZZLE


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_a_row_can_be_text_or_any_kind_of_bytes(kind: Any) -> None:
    rows = [kind(row.encode()) for row in TEXT.split()]
    assert eg.Puzzle(rows) == PUZZLE
    assert eg.solve_array([kind(TEXT.replace(" ", "").encode())]).solved.all()


@pytest.mark.parametrize("kind", [np.uint8, np.int64])
def test_a_memoryview_of_an_array_holds_numbers(kind: Any) -> None:
    rows = [memoryview(np.array(row, dtype=kind)) for row in ROWS]
    assert eg.Puzzle(rows) == PUZZLE
    for board in (np.array(ROWS), np.array(ROWS).ravel()):
        assert eg.Puzzle.of(memoryview(board)) == PUZZLE


def test_an_empty_cell_of_bytes_is_blank() -> None:
    cells = [cell.encode() if cell.isdigit() else b"" for row in TEXT.split() for cell in row]
    assert eg.Puzzle(cells) == PUZZLE
    assert eg.Puzzle(np.array(cells)) == PUZZLE


@pytest.mark.parametrize("puzzles", [PUZZLE, TEXT, TEXT.encode(), [PUZZLE], iter([ROWS])])
def test_one_puzzle_or_several_are_written(puzzles: Any) -> None:
    stream = io.StringIO()
    eg.write(puzzles, stream, "line")
    assert stream.getvalue() == PUZZLE.to("line") + "\n"


@pytest.mark.parametrize("kind", [str, Path])
def test_a_file_is_written_completely_or_not_at_all(tmp_path: Path, kind: Any) -> None:
    file = tmp_path / "list.txt"
    eg.write([PUZZLE, PUZZLE], kind(file), "line")
    before = file.read_bytes()
    assert list(eg.read(file)) == [PUZZLE, PUZZLE]
    with pytest.raises(ErgodokuError):
        eg.write([PUZZLE, "not a puzzle"], kind(file), "line")
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("level", eg.Level)
def test_a_level_can_be_given_by_its_name(level: eg.Level) -> None:
    assert eg.reduce(PUZZLE, level.name.lower()).steps == eg.reduce(PUZZLE, level).steps


REFUSED: dict[str, tuple[str, Callable[[], object]]] = {
    "Layout.of(None)": ("`size`", lambda: eg.Layout.of(None)),
    "Layout.of('nine')": ("`size`", lambda: eg.Layout.of("nine")),
    "Layout.of(9.0)": ("`size`", lambda: eg.Layout.of(9.0)),  # type: ignore[arg-type]
    "Layout.of(True)": ("`size`", lambda: eg.Layout.of(True)),
    "Layout.of(array)": ("`size`", lambda: eg.Layout.of(np.ones(3))),  # type: ignore[arg-type]
    "Layout.of((3, 3, 3))": ("`size`", lambda: eg.Layout.of((3, 3, 3))),
    "Layout.of((3, 'x'))": ("box", lambda: eg.Layout.of((3, "x"))),  # type: ignore[arg-type]
    "Layout.of((3, 3), box=(1, 9))": ("box", lambda: eg.Layout.of((3, 3), box=(1, 9))),
    "Layout.of(box=3)": ("box", lambda: eg.Layout.of(box=3)),  # type: ignore[arg-type]
    "Layout.of(kind=[])": ("layout", lambda: eg.Layout.of(9, kind=[])),  # type: ignore[arg-type]
    "Layout.jigsaw(9)": ("regions", lambda: eg.Layout.jigsaw(9)),  # type: ignore[arg-type]
    "Layout.jigsaw(lists)": ("region map", lambda: eg.Layout.jigsaw([[[], [], [], []]] * 4)),
    "Puzzle(9)": ("board", lambda: eg.Puzzle(9)),  # type: ignore[call-overload]
    "Puzzle(None, rows)": ("`layout`", lambda: eg.Puzzle(None, ROWS)),  # type: ignore[call-overload]
    "Puzzle(rows, rows)": ("`layout`", lambda: eg.Puzzle(ROWS, ROWS)),  # type: ignore[call-overload]
    "Puzzle(rows, name=1)": ("name", lambda: eg.Puzzle(ROWS, name=1)),  # type: ignore[call-overload]
    "to(None)": ("`format`", lambda: PUZZLE.to(None)),  # type: ignore[arg-type]
    "to([])": ("`format`", lambda: PUZZLE.to([])),  # type: ignore[arg-type]
    "parse(None)": ("text", lambda: eg.parse(None)),  # type: ignore[arg-type]
    "parse(5)": ("text", lambda: eg.parse(5)),  # type: ignore[arg-type]
    "parse(Path)": ("text", lambda: eg.parse(Path("x"))),  # type: ignore[arg-type]
    "parse(box=5)": ("box", lambda: eg.parse(TEXT, box=5)),  # type: ignore[arg-type]
    "parse(layout=5.5)": ("`size`", lambda: eg.parse(TEXT, layout=5.5)),  # type: ignore[arg-type]
    "parse(alphabet=5)": ("`alphabet`", lambda: eg.parse(TEXT, alphabet=5)),  # type: ignore[arg-type]
    "read(None)": ("source", lambda: eg.read(None)),  # type: ignore[arg-type]
    "read(list)": ("source", lambda: eg.read(ROWS)),  # type: ignore[arg-type]
    "read(on_error=5)": ("on_error", lambda: eg.read(io.StringIO(), on_error=5)),  # type: ignore[arg-type]
    "write(None)": ("puzzles", lambda: eg.write(None, io.StringIO(), "line")),  # type: ignore[arg-type]
    "write(to=None)": ("stream", lambda: eg.write(PUZZLE, None, "line")),  # type: ignore[arg-type]
    "write(to=bytes)": ("stream", lambda: eg.write(PUZZLE, io.BytesIO(), "line")),  # type: ignore[arg-type]
    "write(to=folder)": ("cannot write to '.'", lambda: eg.write(PUZZLE, ".", "line")),
    "Recipe('nine')": ("`size`", lambda: eg.Recipe("nine")),
    "Recipe(clues='24')": ("`clues`", lambda: eg.Recipe(clues="24")),  # type: ignore[arg-type]
    "Recipe(fraction='x')": ("`fraction`", lambda: eg.Recipe(fraction="x")),  # type: ignore[arg-type]
    "Recipe(clues=True)": ("`clues`", lambda: eg.Recipe(clues=True)),
    "Recipe(fraction=True)": ("`fraction`", lambda: eg.Recipe(fraction=True)),
    "Recipe(minimal=None)": ("minimal", lambda: eg.Recipe(minimal=None)),  # type: ignore[arg-type]
    "generate(0)": ("recipe", lambda: eg.generate(0)),  # type: ignore[arg-type]
    "generate('')": ("recipe", lambda: eg.generate("")),  # type: ignore[arg-type]
    "generate([])": ("recipe", lambda: eg.generate([])),  # type: ignore[arg-type]
    "generate(9)": ("recipe", lambda: eg.generate(9)),  # type: ignore[arg-type]
    "generate(seed=-1)": ("seed", lambda: eg.generate(seed=-1)),
    "generate(seed='x')": ("seed", lambda: eg.generate(seed="x")),  # type: ignore[arg-type]
    "generate(index=-1)": ("index", lambda: eg.generate(index=-1)),
    "generate(seed=True)": ("seed", lambda: eg.generate(seed=True)),
    "generate_many('3')": ("`count`", lambda: eg.generate_many("3")),  # type: ignore[arg-type]
    "generate_many(True)": ("`count`", lambda: eg.generate_many(True)),
    "generate_many(recipe=9)": ("recipe", lambda: eg.generate_many(2, 9)),  # type: ignore[arg-type]
    "generate_many(seed='x')": ("seed", lambda: eg.generate_many(2, seed="x")),  # type: ignore[arg-type]
    "generate_many(first='a')": ("first", lambda: eg.generate_many(2, first="a")),  # type: ignore[arg-type]
    "generate_many(first=None)": ("first", lambda: eg.generate_many(2, first=None)),  # type: ignore[arg-type]
    "generate_many(first=1.0)": ("first", lambda: eg.generate_many(2, first=1.0)),  # type: ignore[arg-type]
    "reduce('triples')": ("level", lambda: eg.reduce(PUZZLE, "triples")),
    "reduce(None)": ("level", lambda: eg.reduce(PUZZLE, None)),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("call", REFUSED)
def test_any_other_argument_is_refused_and_named(call: str) -> None:
    name, door = REFUSED[call]
    with pytest.raises(ErgodokuError) as caught:
        door()
    assert name in str(caught.value)
    assert caught.value.remedy
