"""A written puzzle is read back unchanged; a puzzle that a format cannot express is an error."""

from __future__ import annotations

import io
import string
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats import FORMATS, parse, read, write, write_text
from ergodoku.puzzle.layout import Layout, box_shape
from ergodoku.puzzle.puzzle import Puzzle
from ergodoku.web.http.puzzles import layout_name

WRITABLE = [name for name, item in FORMATS.items() if item.writable]
NAMES = st.text(
    st.characters(codec="utf-8", exclude_categories=["C"], exclude_characters="\ufffd"), max_size=20
)
SIZES = [n for n in (*range(4, 26), 36) if any(n % k == 0 for k in range(2, n))]
JIGSAW = Layout.jigsaw(["AAAB", "ACBB", "CCBD", "CDDD"])


def full_grid(box: tuple[int, int]) -> np.ndarray:
    """Return a full grid for any box shape: every row is the first row, shifted by a different distance."""
    rows, columns = box
    size = rows * columns
    r, c = np.divmod(np.arange(size * size), size)
    return ((r % rows) * columns + r // rows + c) % size + 1


@st.composite
def puzzles(draw: st.DrawFn, layouts: st.SearchStrategy[Layout]) -> Puzzle:
    layout = draw(layouts)
    if layout.kind == "classic":
        assert layout.box is not None
        random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
        digits = np.concatenate([[0], random.permutation(layout.size) + 1])[full_grid(layout.box)]
        keep = random.random(layout.cells) < draw(st.sampled_from([0, 0.02, 0.3, 0.7, 1]))
        solution = digits if draw(st.booleans()) else None
    else:
        digits = np.zeros(layout.cells, dtype=int)
        digits[draw(st.integers(0, layout.cells - 1))] = draw(st.integers(1, layout.size))
        keep, solution = np.ones(layout.cells, dtype=bool), None
    return Puzzle(layout, np.where(keep, digits, 0), " ".join(draw(NAMES).split()), solution)


usual = st.sampled_from(SIZES).map(Layout.of)
shaped = st.sampled_from([(2, 2), (3, 2), (2, 3), (4, 2), (3, 3), (5, 2), (4, 3), (8, 2), (2, 8)]).map(
    lambda box: Layout.of(box=box)
)
LATIN = [Layout.of(7, kind="latin"), Layout.of(26, kind="latin")]
variants = st.sampled_from([Layout.of(9, kind="diagonal"), Layout.of(16, kind="windows"), JIGSAW, *LATIN])
anything = usual | shaped | variants | st.sampled_from([Layout.of(box=(1, 7)), Layout.of(box=(7, 1))])


def carried(puzzle: Puzzle, name: str) -> bool:
    """Return whether a format can express a puzzle, according to the documentation."""
    box = puzzle.layout.box
    if name == "json":
        return True
    if puzzle.layout.kind != "classic" or box is None or min(box) == 1:
        return False
    if name == "lloyd-amos":
        return box[0] == box[1]
    return (puzzle.size <= 25 or name in ("grid", "integers", "csv", "tsv")) and (
        name in ("grid", "ss") or box == box_shape(puzzle.size)
    )


def same(read_back: Puzzle, puzzle: Puzzle, name: str) -> bool:
    named = name in ("sdk", "csv", "tsv", "json")
    solved = name in ("csv", "tsv", "json") and puzzle.solution is not None
    return (
        read_back == puzzle
        and (not named or read_back.name == puzzle.name)
        and (not solved or bool((read_back.solution == puzzle.solution).all()))
    )


@pytest.mark.parametrize("name", WRITABLE)
@settings(max_examples=40)
@given(data=st.data())
def test_every_writable_format_reads_back_what_it_wrote(name: str, data: st.DataObject) -> None:
    puzzle = data.draw(puzzles(anything))
    if not carried(puzzle, name):
        with pytest.raises(PuzzleError, match="write"):
            write_text(puzzle, name)
        return
    assert same(parse(write_text(puzzle, name)), puzzle, name)


def link(puzzle: Puzzle, more: dict[str, str]) -> str:
    """Return the link that the web page writes for a puzzle: `toFragment` in ``link.js``."""
    layout, symbols = puzzle.layout, "." + string.digits[1:] + string.ascii_letters
    box = (1, layout.size) if layout.kind == "latin" else layout.box
    words = {"box": "{}x{}".format(*box)} if box else {}
    if layout.kind != "classic":
        words["layout"] = layout_name(layout)
    words["puzzle"] = "".join(symbols[digit] for digit in puzzle.flat)
    return (
        f"http://127.0.0.1:8123/#{urlencode(words | more | ({'name': puzzle.name} if puzzle.name else {}))}"
    )


@given(
    puzzle=puzzles(anything), more=st.dictionaries(st.sampled_from(["method", "seed", "until"]), st.text())
)
def test_a_link_from_the_web_page_is_read_back(puzzle: Puzzle, more: dict[str, str]) -> None:
    text = link(puzzle, more)
    back = parse(text)
    assert (back, back.layout, back.name) == (puzzle, puzzle.layout, puzzle.name)
    assert list(read(io.StringIO(f"{text}\n{text}\n"))) == [puzzle, puzzle]


@pytest.mark.parametrize("name", WRITABLE)
@settings(max_examples=20)
@given(data=st.data())
def test_a_file_of_several_puzzles_is_read_back_in_order(name: str, data: st.DataObject) -> None:
    layout = Layout.of(data.draw(st.sampled_from([4, 9, 16, 25] + [10] * (name != "lloyd-amos"))))
    written = data.draw(st.lists(puzzles(st.just(layout)), min_size=1, max_size=4))
    file = io.StringIO()
    write(written, file, name)
    assert file.getvalue().endswith("\n")
    back = list(read(io.StringIO(file.getvalue())))
    assert len(back) == len(written)
    assert all(same(b, w, name) for b, w in zip(back, written, strict=True))


@pytest.mark.parametrize("share", [0.01, 0.1, 0.3, 1])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", WRITABLE)
def test_puzzles_of_any_size_and_number_of_clues_are_read_back_without_parameters(
    name: str, size: int, share: float
) -> None:
    layout = Layout.of(size)
    keep = np.random.default_rng(size).random(layout.cells) < share
    puzzle = Puzzle(layout, full_grid(box_shape(size)) * keep)
    if carried(puzzle, name):
        assert parse(write_text(puzzle, name)) == puzzle


@pytest.mark.parametrize("size", [10, 12, 16, 20, 25])
def test_an_alphabet_that_the_puzzle_shows_need_not_be_given(size: int) -> None:
    puzzle = Puzzle(Layout.of(size), full_grid(box_shape(size)) * (np.arange(size * size) % 5 > 0))
    assert parse(puzzle.to("line")) == puzzle


@pytest.mark.parametrize("name", [n for n in WRITABLE if n != "json"])
@pytest.mark.parametrize("layout", [JIGSAW, Layout.of(9, kind="diagonal"), Layout.of(box=(1, 6)), *LATIN])
def test_a_layout_that_a_format_cannot_express_is_an_error(name: str, layout: Layout) -> None:
    puzzle = Puzzle(layout, [0] * layout.cells)
    with pytest.raises(PuzzleError, match="cannot express"):
        write_text(puzzle, name)
    with pytest.raises(PuzzleError, match="cannot express"):
        write([puzzle], io.StringIO(), name)


@pytest.mark.parametrize("name", ["line", "sdm", "sdk", "ss"])
def test_symbols_are_written_only_up_to_25x25(name: str) -> None:
    with pytest.raises(PuzzleError, match="one character per cell"):
        write_text(Puzzle(Layout.of(36), [0] * 36**2), name)


@pytest.mark.parametrize("name", ["csv", "tsv"])
def test_a_table_holds_larger_puzzles_as_numbers(tmp_path: Path, name: str) -> None:
    puzzle, file = Puzzle(Layout.of(36), [36, *range(36), *[0] * (36 * 35 - 1)]), tmp_path / "large"
    write([puzzle], file, name)
    assert next(read(file)) == puzzle


def test_digits_can_be_written_without_the_layout_for_readers_that_know_it() -> None:
    puzzle = Puzzle(JIGSAW, [1] + [0] * 15)
    text = write_text(puzzle, "line", digits_only=True)
    assert text == "1..............."
    assert parse(text, layout=JIGSAW) == puzzle


def test_the_lloyd_amos_format_cannot_express_rectangular_boxes() -> None:
    with pytest.raises(PuzzleError, match="cannot express"):
        write_text(Puzzle(Layout.of(6), [0] * 36), "lloyd-amos")


def test_a_csv_has_one_header() -> None:
    file = io.StringIO()
    write([Puzzle(Layout.of(4), [0] * 16)] * 3, file, "csv")
    assert file.getvalue() == "puzzle,solution,name\n" + "................,,\n" * 3


@pytest.mark.parametrize(("ending", "first"), [(".gz", b"\x1f\x8b"), (".zst", b"\x28\xb5\x2f\xfd")])
def test_a_file_with_the_extension_of_a_compressed_file_is_compressed(
    tmp_path: Path, ending: str, first: bytes
) -> None:
    file = tmp_path / f"out.csv{ending}"
    puzzle = Puzzle.of("1.....3..4.....2")
    write([puzzle], file, "csv")
    assert file.read_bytes().startswith(first)
    assert list(read(file)) == [puzzle]
