"""Focused search: its list of missing digits is exact, and its options are the cells that can hold them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.landscape.missing import options_of
from ergodoku.methods.focused import Focused, FocusedSearch, freezing_point_of_candidates
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import LAYOUTS, general, groups, is_solution, sample, started, trap

names = st.sampled_from(sorted(LAYOUTS))
logics = st.sampled_from(["none", "singles", "pairs"])


def search_on(name: str, logic: str, seed: int, **parameters: object) -> FocusedSearch:
    return started(sample(name), Focused(logic=logic, **parameters), seed)  # type: ignore


@settings(max_examples=40)
@given(names, logics, st.integers(0, 2**32), st.integers(0, 3000), st.sampled_from([0.3, 1.0, 5.0]))
def test_after_any_walk_counts_and_missing_digits_match_the_board(
    name: str, logic: str, seed: int, iterations: int, temperature: float
) -> None:
    search = search_on(name, logic, seed, temperature=temperature)
    search.advance(iterations)
    listed = search.missing.entry[: search.energy].tolist()
    assert sorted(listed) == np.flatnonzero(search.board.counts == 0).tolist()
    assert search.missing.place[listed].tolist() == list(range(search.energy))
    layout, cells, size = search.landscape.layout, search.board.cells, search.landscape.layout.size
    counts = search.board.counts.reshape(-1, size)
    assert len(set(counts[0].tolist())) == 1  # the dummy line never changes
    for line, count in zip(layout.lines, counts[1:], strict=True):
        assert count.tolist() == np.bincount(cells[line], minlength=size).tolist()
    where = search.board.where.reshape(size, size)
    for box in range(size):
        assert (groups(layout)[where[box]] == box).all()
        assert cells[where[box]].tolist() == list(range(size))
    fixed = search.landscape.reduction.puzzle.flat
    assert (search.grid().ravel()[fixed > 0] == fixed[fixed > 0]).all()


@pytest.mark.parametrize("logic", ["none", "singles", "pairs"])
@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_the_options_of_a_digit_in_a_line_are_the_free_cells_that_could_hold_it(
    name: str, logic: str
) -> None:
    search = search_on(name, logic, 1)
    landscape, reduction = search.landscape, search.landscape.reduction
    options, candidates, free = options_of(landscape)
    size, fixed = landscape.layout.size, reduction.puzzle.flat
    listed = 0
    for number, line in enumerate(landscape.layout.lines, 1):
        for digit in range(size):
            entry = number * size + digit
            cells = options.cell[options.start[entry] : options.start[entry + 1]].tolist()
            own = groups(landscape.layout)
            taken = np.isin(own[line], own[fixed == digit + 1])
            wanted = line[reduction.candidates[line, digit] & (fixed[line] == 0) & ~taken]
            assert sorted(cells) == sorted(wanted.tolist())
            assert options.digit[entry] == digit
            listed += len(cells) if number <= size else 0
    assert candidates == listed
    assert free == np.count_nonzero(fixed == 0)
    assert (np.diff(options.start[: size + 1]) == 0).all()  # the dummy line has no options


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_focused_search_solves_every_layout(name: str) -> None:
    puzzle = sample(name, 0.4)
    search = started(puzzle, Focused(logic="singles"))
    search.advance(20_000_000)
    assert is_solution(puzzle, search.best_grid())


def test_the_temperature_falls_in_sweeps_and_their_length_doubles_the_given_number_of_times() -> None:
    method = Focused(temperature=1.0, high=2.0, low=1.0, stretches=5, sweep=1, doublings=1, logic="none")
    search = started(trap(), method)
    seen = []
    for sweep in (1, 2, 2):
        for _ in range(5):
            search.advance(1)
            seen.append(search.temperature)
            search.advance(search.sweeps.first * sweep // 5 - 1)
            assert search.temperature == seen[-1]
    assert seen == [2.0, 1.75, 1.5, 1.25, 1.0] * 3
    assert search.restarts == 2


def test_many_doublings_do_not_overflow() -> None:
    search = started(trap(), Focused(sweep=1_000_000, doublings=40, logic="none"))
    assert search.sweeps.first << search.sweeps.doublings < 2**62


@pytest.mark.parametrize(
    ("size", "fraction", "worked"), [(25, 0.46, 0.50), (36, 0.52, 0.47), (49, 0.48, 0.33), (64, 0.45, 0.26)]
)
def test_the_estimated_freezing_point_is_near_a_temperature_known_to_be_good(
    size: int, fraction: float, worked: float
) -> None:
    search = started(general(size, fraction), Focused())
    assert search.base == pytest.approx(worked, rel=0.08)


def test_the_freezing_point_of_a_full_grid_is_positive() -> None:
    assert freezing_point_of_candidates(0, 0) > 0


def test_a_line_that_cannot_hold_a_missing_digit_ends_the_search() -> None:
    puzzle = Puzzle.parse("12.. ...3 .... ..3.")  # row 1 cannot hold a 3: column 3 and box 2 have one
    search = started(puzzle, Focused(logic="none"))
    assert search.finished
    search.advance(100)
    assert search.iteration == 0
