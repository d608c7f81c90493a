"""Damaged text gives the same puzzle or an error, never another puzzle."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats import FORMATS, parse, read, write_text
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Puzzle
from tests.puzzle.formats.test_roundtrip import carried, full_grid
from tests.puzzle.formats.test_streaming import LINE, SOLUTION

WRITABLE = [name for name, item in FORMATS.items() if item.writable]


def cuts(text: str) -> Iterator[tuple[int, str]]:
    """Return every shorter beginning of the text, with its length."""
    return ((k, text[:k]) for k in range(1, len(text)))


def late_starts(text: str) -> Iterator[tuple[int, str]]:
    """Return every shorter end of the text, with the number of characters before it."""
    return ((k, text[k:]) for k in range(1, len(text)))


def breaks(text: str) -> Iterator[tuple[int, str]]:
    """Return the text with a line break inserted at each place in turn, with that place."""
    return ((k, f"{text[:k]}\n{text[k:]}") for k in range(1, len(text)))


def lost_lines(text: str) -> Iterator[tuple[int, str]]:
    """Return the text without one line, for every line."""
    lines = text.split("\n")
    return ((k, "\n".join(lines[:k] + lines[k + 1 :])) for k in range(len(lines)))


def repeated_lines(text: str) -> Iterator[tuple[int, str]]:
    """Return the text with one line repeated, for every line."""
    lines = text.split("\n")
    return ((k, "\n".join(lines[: k + 1] + lines[k:])) for k in range(len(lines)))


DAMAGES = (cuts, late_starts, breaks, lost_lines, repeated_lines)


def cannot_be_told(other: Puzzle, puzzle: Puzzle, name: str, text: str) -> bool:
    """Return whether the damaged text cannot be distinguished from an intact text.

    A line may be cut to a complete puzzle of a smaller size. And if the first two lines and the first
    character of the third line are lost, a file of Lloyd and Amos looks like a grid of integers.
    """
    if name == "lloyd-amos":
        return text.endswith("\n") and text.count("\n") == puzzle.size and text.count("\t") == puzzle.size**2
    return name in ("line", "sdm") and other.size < puzzle.size


def wrong(text: str, puzzle: Puzzle) -> Puzzle | None:
    """Return the puzzle in the text if it is not ``puzzle``; None if it is, or if the text is refused."""
    try:
        read = parse(text)
    except PuzzleError:
        return None
    return None if read == puzzle else read


def made(layout: Layout, share: float, seed: int) -> Puzzle:
    random = np.random.default_rng(seed)
    if layout.box is None or layout.kind != "classic":
        return Puzzle(layout, (np.arange(layout.cells) == 0).astype(int))
    digits = np.concatenate([[0], random.permutation(layout.size) + 1])[full_grid(layout.box)]
    return Puzzle(layout, digits * (random.random(layout.cells) < share), "a name", digits)


@pytest.mark.parametrize("name", WRITABLE)
@pytest.mark.parametrize("share", [0.3, 1])
@pytest.mark.parametrize("box", [(2, 2), (3, 2), (3, 3), (2, 5)])
def test_damage_at_any_place_gives_the_same_puzzle_or_an_error(
    name: str, share: float, box: tuple[int, int]
) -> None:
    puzzle = made(Layout.of(box=box), share, seed=7)
    if not carried(puzzle, name):
        return
    text = write_text(puzzle, name) + "\n"
    for damage in DAMAGES:
        for place, damaged in damage(text):
            other = wrong(damaged, puzzle)
            assert other is None or cannot_be_told(other, puzzle, name, damaged), (
                damage.__name__,
                place,
                damaged,
            )


@pytest.mark.parametrize("header", [False, True])
@pytest.mark.parametrize("row", ["| {} |", "|{}|", "{}"])
@pytest.mark.parametrize("box", [(2, 2), (3, 2), (3, 3), (2, 5)])
def test_damage_to_a_table_with_blank_cells_gives_the_same_puzzle_or_an_error(
    row: str, header: bool, box: tuple[int, int]
) -> None:
    puzzle = made(Layout.of(box=box), 0.6, seed=7)
    size = puzzle.size
    rows = [row.format(" | ".join(str(d) if d else "" for d in digits)) for digits in puzzle.givens.tolist()]
    text = "\n".join([*["|  " * size + "|", "|---" * size + "|"] * header, *rows]) + "\n"
    for damage in DAMAGES:
        for place, damaged in damage(text):
            assert wrong(damaged, puzzle) is None, (damage.__name__, place, damaged)


def test_a_row_that_lost_a_character_does_not_have_a_blank_cell_there() -> None:
    rows = ["| 1 |   | 3 |   |", "|   | 3 |   | 1 |", "| 3 |   | 1 |   |", "|   | 1 |   | 3 |"]
    assert parse("\n".join(rows)).clues == 8
    with pytest.raises(PuzzleError, match="not clear"):
        parse("\n".join(rows).replace("3", "", 1))


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_characters_that_rows_lost_are_not_read_as_blank_cells(count: int, seed: int) -> None:
    puzzle, chance = made(Layout.of(box=(3, 3)), 0.4, seed), random.Random(seed)
    rows = [f"| {' | '.join(str(d) if d else ' ' for d in digits)} |" for digits in puzzle.givens.tolist()]
    assert parse("\n".join(rows)) == puzzle
    for k in chance.sample(range(9), count):
        digits = [place for place, sign in enumerate(rows[k]) if sign.isdigit()]
        place = chance.choice(digits or [2])
        rows[k] = rows[k][:place] + rows[k][place + 1 :]
    assert wrong("\n".join(rows), puzzle) is None


@pytest.mark.parametrize("name", WRITABLE)
@settings(max_examples=30)
@given(data=st.data())
def test_damage_to_larger_grids_and_other_layouts_gives_the_same_puzzle_or_an_error(
    name: str, data: st.DataObject
) -> None:
    kinds = [Layout.of(12), Layout.of(16), Layout.of(20), Layout.of(25), Layout.of(36), Layout.of(box=(2, 8))]
    others = [
        Layout.of(9, kind="diagonal"),
        Layout.of(7, kind="latin"),
        Layout.jigsaw(["AAAB", "ACBB", "CCBD", "CDDD"]),
    ]
    layout = data.draw(st.sampled_from(kinds + others * (name == "json")))
    puzzle = made(layout, data.draw(st.sampled_from([0.02, 0.3, 1])), data.draw(st.integers(0, 99)))
    if not carried(puzzle, name):
        return
    text = write_text(puzzle, name) + "\n"
    damage = data.draw(st.sampled_from([cuts, late_starts, breaks]))
    where = data.draw(st.integers(1, len(text) - 1) | st.integers(max(1, len(text) - 9), len(text) - 1))
    damaged = next(part for k, part in damage(text) if k == where)
    other = wrong(damaged, puzzle)
    assert other is None or cannot_be_told(other, puzzle, name, damaged), damaged


@pytest.mark.parametrize("size", [16, 36, 81])
def test_a_single_row_of_a_drawn_grid_is_not_a_small_puzzle(size: int) -> None:
    empty = Puzzle(Layout.of(size), [0] * (size * size - 1) + [1])
    row = write_text(empty, "grid").splitlines()[0]
    with pytest.raises(PuzzleError, match=f"a row of a {size}x{size} grid whose other rows are missing"):
        parse(row)


@pytest.mark.parametrize("size", [16, 25, 36, 49, 64, 100])
def test_a_single_empty_row_of_integers_is_not_a_small_empty_puzzle(size: int) -> None:
    row = write_text(Puzzle(Layout.of(size), np.zeros(size * size, dtype=int)), "integers").splitlines()[0]
    with pytest.raises(PuzzleError):
        parse(row)


@pytest.mark.parametrize("name", ["grid", "integers"])
@pytest.mark.parametrize("share", [0.3, 1])
@pytest.mark.parametrize(("size", "step"), [(10, 1), (16, 3), (25, 7)])
def test_a_grid_of_numbers_that_lost_a_character_gives_the_same_puzzle_or_an_error(
    name: str, share: float, size: int, step: int
) -> None:
    puzzle = made(Layout.of(size), share, seed=7)
    text = write_text(puzzle, name) + "\n"
    for place in range(0, len(text), step):
        damaged = text[:place] + text[place + 1 :]
        assert wrong(damaged, puzzle) is None, (place, damaged)


def test_rows_that_differ_in_length_because_of_their_blanks_are_not_damaged() -> None:
    rows = [["-1"] * 16 for _ in range(16)]
    rows[3][5] = "7"
    assert parse("\n".join(map(" ".join, rows))).clues == 1


def test_a_rule_that_is_longer_than_the_rows_is_an_error() -> None:
    grid = ". . | . .\n3 . | . .\n{}\n. 4 | 1 .\n1 . | . .\n"
    assert parse(grid.format("----+----")).clues == 4
    with pytest.raises(PuzzleError, match=r"line 3: this rule crosses 2 bars, but the rows have only 1"):
        parse(grid.format("----+----+----"))
    errors: list[PuzzleError] = []
    file = io.StringIO("\n".join(grid.format(rule) for rule in ("----+----+----", "----+----")))
    assert [puzzle.clues for puzzle in read(file, on_error=errors.append)] == [4]
    assert [error.line for error in errors] == [3]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("quote", ["", '"'])
@pytest.mark.parametrize("start", range(81, 86))
@pytest.mark.parametrize("more", ["", "30"])
def test_a_table_whose_text_starts_at_the_solution_of_a_row_does_not_give_a_full_puzzle(
    delimiter: str, quote: str, start: int, more: str
) -> None:
    fields = [LINE, SOLUTION, *filter(None, [more])]
    row = delimiter.join(f"{quote}{field}{quote}" for field in fields)
    start = min(start, row.index(SOLUTION))
    errors: list[PuzzleError] = []
    puzzles = list(read(io.StringIO(f"{row[start:]}\n{row}\n{row}\n"), on_error=errors.append))
    assert puzzles == [parse(LINE)] * 2
    assert [error.line for error in errors] == [1]
    assert "cut off" in errors[0].what


@pytest.mark.parametrize("text", [SOLUTION, f"{SOLUTION},", f"{SOLUTION}\n{LINE}", f"{SOLUTION}\n{LINE} 1"])
def test_a_full_grid_is_read_as_a_puzzle_if_no_table_was_cut(text: str) -> None:
    assert next(read(io.StringIO(text))).clues == 81


BLANK = "000000000"
BANDED = [["000040000", BLANK, BLANK], [BLANK] * 3, [BLANK, BLANK, "000005000"]]


@pytest.mark.parametrize(
    ("band", "damaged"),
    [
        (0, BANDED[0][:2]),
        (1, BANDED[1][:2]),
        (1, [BLANK] * 4),
        (1, [BLANK[1:]] * 3),
        (1, [" ".join(BLANK)] * 3),
        (1, ["0,0,,0,0,0,0,0,0"] * 3),
    ],
)
def test_after_a_damaged_band_no_rows_of_different_grids_are_joined(band: int, damaged: list[str]) -> None:
    def written(bands: list[list[str]]) -> str:
        return "".join("\n".join(rows) + "\n\n" for rows in bands)

    errors: list[PuzzleError] = []
    lines = written([*BANDED[:band], damaged, *BANDED[band + 1 :], *BANDED, *BANDED])
    assert list(read(io.StringIO(lines), on_error=errors.append)) == []
    assert "not clear to which grid these rows belong" in str(errors[-1])
    lines += "#D next\n" + written(BANDED)
    assert [puzzle.name for puzzle in read(io.StringIO(lines), on_error=errors.append)] == ["next"]


@pytest.mark.parametrize(
    "rows",
    [
        [*[" .  .  .  .  .  .  .  .  .  .  .  ."] * 11, " .  .  .  . .  .  .  . 11  .  6  7"],
        [*[f"{k}," + "," * 8 for k in range(1, 10)], "," * 9],
        ["3 ,  ,  ,  ,  ,  ,  ,  ,  ,  ", *[",".join(["  "] * 10)] * 9],
    ],
)
def test_a_row_may_be_shorter_if_none_of_its_numbers_can_have_lost_a_digit(rows: list[str]) -> None:
    [puzzle] = read(io.StringIO("\n".join(rows)))
    assert puzzle.size == len(rows)
