"""The geometry: which cells form a unit, for every size, box shape and variant."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.layout import Layout, box_shape

JIGSAW = """
AAABBB
AACBDB
ACCBDD
EECCDD
EEFCDF
EEFFFF
"""
BOXES = [(r, c) for r in range(1, 11) for c in range(1, 101) if 4 <= r * c <= 20]
few = settings(max_examples=40)


@st.composite
def rectangular(draw: st.DrawFn) -> Layout:
    box = draw(st.sampled_from(BOXES))
    kinds = ["classic", "diagonal"] if 1 in box else ["classic", "diagonal", "windows"]
    return Layout.of(box=box, kind=draw(st.sampled_from(kinds)))


@st.composite
def jigsaws(draw: st.DrawFn) -> Layout:
    size = draw(st.integers(4, 6))
    labels = draw(st.permutations([label for label in range(size) for _ in range(size)]))
    return Layout.jigsaw([labels[k : k + size] for k in range(0, size * size, size)])


layouts = rectangular() | jigsaws()


class TestUnits:
    @few
    @given(layouts)
    def test_every_unit_has_as_many_different_cells_as_there_are_digits(self, layout: Layout) -> None:
        assert layout.units.shape[1] == layout.size
        for cells in layout.units.tolist():
            assert len(set(cells)) == layout.size
            assert all(0 <= cell < layout.cells for cell in cells)

    @few
    @given(layouts)
    def test_rows_columns_and_boxes_each_hold_every_cell_once(self, layout: Layout) -> None:
        for block in range(3):
            cells = layout.units[block * layout.size : (block + 1) * layout.size]
            assert sorted(cells.ravel().tolist()) == list(range(layout.cells))

    @few
    @given(layouts)
    def test_rows_columns_and_boxes_have_the_right_cells(self, layout: Layout) -> None:
        size = layout.size
        for index in range(size):
            assert {cell // size for cell in layout.units[index].tolist()} == {index}
            assert {cell % size for cell in layout.units[size + index].tolist()} == {index}
            assert {layout.regions[cell] for cell in layout.units[2 * size + index].tolist()} == {index}

    @few
    @given(rectangular())
    def test_a_box_spans_its_rows_and_columns(self, layout: Layout) -> None:
        assert layout.box is not None
        for cells in layout.units[2 * layout.size : 3 * layout.size]:
            rows, columns = np.divmod(cells, layout.size)
            assert (np.ptp(rows) + 1, np.ptp(columns) + 1) == layout.box

    @few
    @given(layouts)
    def test_cell_units_lists_exactly_the_units_of_a_cell(self, layout: Layout) -> None:
        start, unit = layout.cell_units
        for cell in range(layout.cells):
            listed = unit[start[cell] : start[cell + 1]].tolist()
            assert listed == np.flatnonzero((layout.units == cell).any(axis=1)).tolist()

    @few
    @given(layouts)
    def test_crossings_are_the_pairs_of_units_that_share_at_least_two_cells(self, layout: Layout) -> None:
        sets = [set(cells) for cells in layout.units.tolist()]
        pairs = [[a, b] for b in range(len(sets)) for a in range(b) if len(sets[a] & sets[b]) >= 2]
        assert layout.crossings.tolist() == sorted(pairs)

    @few
    @given(layouts)
    def test_lines_are_the_units_that_are_not_boxes(self, layout: Layout) -> None:
        size = layout.size
        expected = layout.units[: 2 * size].tolist() + layout.units[3 * size :].tolist()
        assert layout.lines.tolist() == expected

    @pytest.mark.parametrize("size", [n for n in range(4, 101) if any(n % d == 0 for d in range(2, n))])
    def test_every_size_that_is_not_prime_has_a_layout(self, size: int) -> None:
        layout = Layout.of(size)
        assert layout.size == size
        assert layout.units.shape == (3 * size, size)
        assert (np.sort(layout.units[2 * size :], axis=None) == np.arange(size * size)).all()

    def test_the_largest_layout_is_complete(self) -> None:
        layout = Layout.of(100, kind="windows")
        assert layout.words == 2
        assert len(layout.units) == 300 + 81
        assert layout.cell_units[0][-1] == layout.units.size


class TestBoxShape:
    @pytest.mark.parametrize(
        ("size", "box"),
        [
            *((4, (2, 2)), (6, (2, 3)), (8, (2, 4)), (9, (3, 3)), (10, (2, 5)), (12, (3, 4))),
            *((15, (3, 5)), (16, (4, 4)), (20, (4, 5)), (25, (5, 5)), (49, (7, 7)), (100, (10, 10))),
        ],
    )
    def test_the_usual_box_is_as_square_as_possible_and_not_higher_than_wide(
        self, size: int, box: tuple[int, int]
    ) -> None:
        assert box_shape(size) == box
        assert Layout.of(size).box == box

    def test_a_box_overrides_the_usual_box(self) -> None:
        assert Layout.of(6, box=(3, 2)).box == (3, 2)
        assert Layout.of(6, box=(3, 2)) != Layout.of(6)

    def test_the_error_for_a_prime_size_says_that_it_is_prime(self) -> None:
        with pytest.raises(PuzzleError, match=r"7 is a prime number.*`layout` latin"):
            Layout.of(7)

    def test_a_prime_size_can_have_boxes_of_one_row(self) -> None:
        assert (Layout.of(box=(1, 7)).units[14:] == Layout.of(box=(1, 7)).units[:7]).all()

    @pytest.mark.parametrize("size", [-9, 0, 1, 3, 101, 10_000])
    def test_a_size_outside_4_to_100_is_an_error(self, size: int) -> None:
        with pytest.raises(PuzzleError, match=rf"size {size}, outside 4 to 100"):
            Layout.of(size)

    def test_a_box_that_does_not_fit_the_size_is_an_error(self) -> None:
        with pytest.raises(PuzzleError, match=r"boxes of 2x3 make a grid of 6x6, not of 9x9"):
            Layout.of(9, box=(2, 3))

    @pytest.mark.parametrize("box", [(0, 9), (-3, -3), (9, -1)])
    def test_a_box_without_cells_is_an_error(self, box: tuple[int, int]) -> None:
        with pytest.raises(PuzzleError, match=r"a box cannot have .*such as 3x3"):
            Layout.of(box=box)

    @pytest.mark.parametrize("box", [(3,), (3, 3, 3), "3-3", (3.0, 3), 9])
    def test_a_box_that_is_not_two_whole_numbers_is_an_error(self, box: object) -> None:
        with pytest.raises(PuzzleError, match="not a box shape"):
            Layout.of(box=box)  # type: ignore[arg-type]

    def test_a_layout_without_size_and_box_is_an_error(self) -> None:
        with pytest.raises(PuzzleError, match="needs a size or a box; give `size` or `box`"):
            Layout.of()

    def test_a_box_that_is_too_large_is_an_error(self) -> None:
        with pytest.raises(PuzzleError, match=r"boxes of 11x11 has size 121"):
            Layout.of(box=(11, 11))


class TestVariants:
    def test_diagonal_adds_both_diagonals(self) -> None:
        falling, rising = Layout.of(4, kind="diagonal").units[12:].tolist()
        assert falling == [0, 5, 10, 15]
        assert rising == [3, 6, 9, 12]

    def test_windows_adds_the_four_windows_of_windoku(self) -> None:
        windows = Layout.of(9, kind="windows").units[27:]
        assert len(windows) == 4
        assert windows[0].tolist() == [10, 11, 12, 19, 20, 21, 28, 29, 30]
        assert windows[3].tolist() == [50, 51, 52, 59, 60, 61, 68, 69, 70]

    @few
    @given(st.sampled_from([b for b in BOXES if 1 not in b]))
    def test_windows_lie_inside_the_grid_and_do_not_touch(self, box: tuple[int, int]) -> None:
        layout = Layout.of(box=box, kind="windows")
        size, windows = layout.size, layout.units[3 * layout.size :]
        assert len(windows) == ((size - 1) // (box[0] + 1)) * ((size - 1) // (box[1] + 1))
        rows, columns = np.divmod(windows, size)
        assert rows.min() == columns.min() == 1
        assert rows.max() < size - 1
        assert columns.max() < size - 1
        owner = {cell: k for k, cells in enumerate(windows.tolist()) for cell in cells}
        assert len(owner) == windows.size
        for cell, window in owner.items():
            assert {owner.get(cell + 1, window), owner.get(cell + size, window)} == {window}

    def test_windows_in_boxes_of_one_row_are_an_error(self) -> None:
        with pytest.raises(PuzzleError, match="boxes of 1x7 leave no room for windows"):
            Layout.of(box=(1, 7), kind="windows")

    def test_the_error_for_an_unknown_kind_lists_the_kinds(self) -> None:
        with pytest.raises(PuzzleError, match=r"'killer'.*classic, diagonal, windows, latin, jigsaw"):
            Layout.of(9, kind="killer")

    def test_a_jigsaw_needs_a_region_map(self) -> None:
        with pytest.raises(PuzzleError, match=r"needs a map.*Layout\.jigsaw"):
            Layout.of(9, kind="jigsaw")


class TestJigsaw:
    def test_the_regions_of_the_map_replace_boxes(self) -> None:
        layout = Layout.jigsaw(JIGSAW)
        assert layout.kind == "jigsaw"
        assert layout.box is None
        assert layout.units[12].tolist() == [0, 1, 2, 6, 7, 12]
        assert len(layout.units) == 18

    def test_the_choice_of_labels_does_not_matter(self) -> None:
        assert Layout.jigsaw(JIGSAW) == Layout.jigsaw(JIGSAW.translate(str.maketrans("ABCDEF", "zy1x0!")))

    @pytest.mark.parametrize(
        "text",
        [
            "\n".join(" ".join(line) for line in JIGSAW.split()),
            "\n".join(",".join(line) for line in JIGSAW.split()),
            "\r\n\r\n".join(JIGSAW.split()),
            "\n".join(f"    {line} " for line in JIGSAW.split()),
            JIGSAW.translate({ord(c): f"{k + 10} " for k, c in enumerate("ABCDEF")}),
        ],
        ids=["spaces", "commas", "blank lines", "indented", "numbers"],
    )
    def test_labels_and_lines_may_be_separated_in_different_ways(self, text: str) -> None:
        assert Layout.jigsaw(text) == Layout.jigsaw(JIGSAW)

    def test_a_map_of_the_usual_boxes_is_still_a_jigsaw(self) -> None:
        jigsaw = Layout.jigsaw("1122\n1122\n3344\n3344")
        assert jigsaw != Layout.of(4)
        assert (jigsaw.units == Layout.of(4).units).all()

    def test_the_error_names_a_row_of_the_wrong_length(self) -> None:
        with pytest.raises(PuzzleError, match="has 4 rows, but row 2 has 3 labels"):
            Layout.jigsaw("1122\n112\n3344\n3344")

    def test_the_error_names_a_region_of_the_wrong_size(self) -> None:
        with pytest.raises(PuzzleError, match="region '1' of the map has 5 cells, not 4"):
            Layout.jigsaw("1112\n1122\n3344\n3344")

    @pytest.mark.parametrize("text", ["", " \n\n", "1"])
    def test_an_empty_map_is_an_error(self, text: str) -> None:
        with pytest.raises(PuzzleError, match="the region map has size"):
            Layout.jigsaw(text)


class TestNames:
    def test_units_have_the_names_that_people_use(self) -> None:
        assert [Layout.of(9).unit_name(k) for k in (0, 8, 9, 17, 18, 26)] == [
            *("row 1", "row 9", "column 1", "column 9", "box 1", "box 9")
        ]
        diagonal, windows = Layout.of(9, kind="diagonal"), Layout.of(9, kind="windows")
        assert [diagonal.unit_name(k) for k in (27, 28)] == ["falling diagonal", "rising diagonal"]
        assert [windows.unit_name(k) for k in (27, 30)] == ["window 1", "window 4"]
        assert Layout.jigsaw(JIGSAW).unit_name(12) == "region 1"

    def test_the_last_window_of_the_largest_layout_has_number_81(self) -> None:
        assert Layout.of(100, kind="windows").unit_name(380) == "window 81"

    def test_cells_are_counted_from_one(self) -> None:
        assert Layout.of(9).position(80) == (9, 9)
        assert Layout.of(9).cell_name(10) == "row 2, column 2"

    def test_repr_shows_kind_size_and_boxes(self) -> None:
        assert repr(Layout.of(12, kind="diagonal")) == "Layout(diagonal, 12x12, boxes 3x4)"
        assert repr(Layout.jigsaw(JIGSAW)) == "Layout(jigsaw, 6x6)"


class TestValue:
    @few
    @given(layouts)
    def test_copies_are_equal_and_have_the_same_hash(self, layout: Layout) -> None:
        for other in (pickle.loads(pickle.dumps(layout)), copy.deepcopy(layout), copy.copy(layout)):
            assert other == layout
            assert hash(other) == hash(layout)
            assert (other.units == layout.units).all()

    @few
    @given(layouts, layouts)
    def test_layouts_are_equal_if_their_kind_and_units_are_equal(self, one: Layout, two: Layout) -> None:
        same = one.kind == two.kind and one.units.tolist() == two.units.tolist()
        assert (one == two) == same

    def test_a_layout_is_not_equal_to_other_objects(self) -> None:
        assert Layout.of(9) != 9

    @few
    @given(layouts)
    def test_a_layout_cannot_be_changed(self, layout: Layout) -> None:
        with pytest.raises(AttributeError, match="immutable"):
            layout.size = 5
        with pytest.raises(AttributeError, match="immutable"):
            del layout.size
        for array in (layout.regions, layout.units, *layout.cell_units, layout.crossings):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 0


class TestLatin:
    @pytest.mark.parametrize("size", [4, 7, 30, 97])
    def test_the_units_of_a_latin_square_are_rows_and_columns(self, size: int) -> None:
        layout = Layout.of(size, kind="latin")
        rows = np.arange(size * size).reshape(size, size)
        assert layout.units.tolist() == np.concatenate([rows, rows.T]).tolist()
        assert layout.lines.tolist() == rows.T.tolist()
        assert layout.box is None
        assert not len(layout.extra)
        assert not len(layout.crossings)

    def test_a_latin_square_equals_its_copies_but_not_a_grid_with_rows_as_boxes(self) -> None:
        layout = Layout.of(6, kind="latin")
        assert (
            pickle.loads(pickle.dumps(layout))
            == copy.deepcopy(layout)
            == layout
            == Layout.of("6", kind="latin")
        )
        assert layout != Layout.of(box=(1, 6))
        assert repr(layout) == "Layout(latin, 6x6)"

    @pytest.mark.parametrize("wish", [{"box": (2, 3)}, {"size": 6, "box": "2x3"}, {"size": (2, 3)}])
    def test_a_latin_square_has_no_box(self, wish: dict[str, object]) -> None:
        with pytest.raises(PuzzleError, match="a Latin square has no boxes"):
            Layout.of(kind="latin", **wish)  # type: ignore[arg-type]

    @pytest.mark.parametrize("size", [0, 3, 101])
    def test_the_size_of_a_latin_square_is_limited(self, size: int) -> None:
        with pytest.raises(PuzzleError, match="outside 4 to 100"):
            Layout.of(size, kind="latin")
