"""Propagation on 27 words: as strong as the general rules, and always correct."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from ergodoku.puzzle.generate import full_grid
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.logic import Level, nine, reduce
from ergodoku.puzzle.puzzle import Digits, Puzzle
from tests.samples import EASY, HARD

NINE = Layout.of(9)


def candidates(level: nine.Level) -> NDArray[np.bool_]:
    cell = np.arange(81)
    words = level[nine.CAND : nine.PLACED].reshape(9, 3)[:, cell // 27]
    return (words >> (cell % 27).astype(np.uint32) & 1).astype(np.bool_).T


def digits(level: nine.Level) -> Digits:
    grid = np.empty(81, dtype=np.uint8)
    nine.write_digits(level[nine.PLACED : nine.TAKEN], grid)
    return grid


def a_puzzle(seed: int, share: float) -> tuple[Digits, Puzzle]:
    rng = np.random.default_rng(seed)
    full = full_grid(NINE, rng)
    return full, Puzzle(NINE, np.where(rng.random(81) < share, full, 0))


@given(st.integers(0, 10**6), st.floats(0.15, 0.5))
def test_propagation_leaves_the_same_candidates_as_locked_candidates(seed: int, share: float) -> None:
    full, puzzle = a_puzzle(seed, share)
    level, reduction = nine.new_levels()[0], reduce(puzzle, Level.LOCKED)
    assert nine.load(level, puzzle.flat)
    assert candidates(level)[np.arange(81), full - 1].all()
    assert (candidates(level) == reduction.candidates).all()
    assert (digits(level) == reduction.puzzle.flat).all()
    assert nine.open_cells(level) == 81 - reduction.puzzle.clues


@given(st.integers(0, 10**6), st.floats(0.2, 0.5), st.integers(0, 80), st.integers(1, 9))
def test_propagation_finds_the_same_contradictions_as_locked_candidates(
    seed: int, share: float, cell: int, digit: int
) -> None:
    flat = a_puzzle(seed, share)[1].flat.copy()
    flat[cell] = digit
    flat.setflags(write=False)
    wrong = Puzzle.unchecked(NINE, flat)
    level = nine.new_levels()[0]
    assert nine.load(level, flat) is not bool(reduce(wrong, Level.LOCKED).contradiction)


@given(st.integers(0, 10**6), st.floats(0.15, 0.4))
def test_applying_singles_first_does_not_change_the_final_state(seed: int, share: float) -> None:
    _, puzzle = a_puzzle(seed, share)
    levels, reduction = nine.new_levels(), reduce(puzzle, Level.SINGLES)
    assert nine.load(levels[0], puzzle.flat)
    assert nine.load(levels[1], reduction.puzzle.flat)
    assert nine.restrict(levels[1], reduction.candidates)
    assert (levels[0] == levels[1]).all()


def test_pairs_are_the_cells_with_two_candidates() -> None:
    level = nine.new_levels()[0]
    nine.load(level, Puzzle.parse(HARD).flat)
    cells = np.flatnonzero(candidates(level).sum(axis=1) == 2)
    words = [int(level[nine.PAIRS + band]) for band in range(3)]
    assert [27 * b + k for b in range(3) for k in range(27) if words[b] >> k & 1] == cells.tolist() != []


def test_a_choice_is_applied_to_a_copy_and_can_be_excluded() -> None:
    levels = nine.new_levels()
    nine.load(levels[0], Puzzle.parse(HARD).flat)
    before = candidates(levels[0])
    cell = int(np.flatnonzero(before.sum(axis=1) == 2)[0])
    digit = int(np.flatnonzero(before[cell])[0])
    nine.branch(levels[0], levels[1], 3 * digit + cell // 27, np.uint64(1 << cell % 27))
    assert (candidates(levels[0]) == before).all()
    assert candidates(levels[1])[cell].sum() <= 1
    nine.exclude(levels[0])
    assert not candidates(levels[0])[cell, digit]


@pytest.mark.parametrize("text", [EASY, HARD])
def test_givens_are_kept_even_if_they_contradict_each_other(text: str) -> None:
    flat = Puzzle.parse(text).flat.copy()
    flat[8] = flat[0]  # the same digit twice in the first row
    flat.setflags(write=False)
    level = nine.new_levels()[0]
    assert not nine.load(level, flat)
    assert (digits(level)[flat > 0] == flat[flat > 0]).all()


def test_only_the_classic_9x9_is_supported() -> None:
    assert nine.is_nine(Layout.of(9))
    others = (
        Layout.of(4),
        Layout.of(box=(1, 9)),
        Layout.of(9, kind="diagonal"),
        Layout.of(9, kind="windows"),
    )
    assert not any(map(nine.is_nine, others))
