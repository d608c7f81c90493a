"""The default: probing and focused search by turns on small grids, only focused search on large grids."""

from __future__ import annotations

import numpy as np
import pytest

from ergodoku.methods.auto import Auto, AutoSearch
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import BEYOND_LOGIC_UNSOLVABLE, HARD, endless, general, is_solution, plain_energy, started

METHOD = Auto(choices=50, steps=300)


def in_turns() -> AutoSearch:
    return started(endless(), METHOD, 4)  # type: ignore[return-value]


def test_turns_alternate_and_each_is_twice_as_long_as_the_previous_turn_of_its_method() -> None:
    search, seen = in_turns(), []
    for _ in range(50 + 300 + 100 + 600 + 200):
        seen.append(search.active)
        search.advance(1)
    expected = (
        ["probing"] * 50 + ["focused"] * 300 + ["probing"] * 100 + ["focused"] * 600 + ["probing"] * 200
    )
    assert seen == expected


def test_notes_count_iterations_over_all_turns() -> None:
    search, energies, compared = in_turns(), {}, 0
    for iteration in range(1, 1300):
        by = search.active
        search.advance(1)
        if search.active == by:
            energies[by, iteration] = search.energy
        if iteration % 25:
            continue
        notes = search.notes[0]
        assert (np.diff(notes[:, 0]) > 0).all()
        assert (notes[:, 0] <= iteration).all()
        for at, energy in notes[:, :2].tolist():
            if (search.active, at) in energies:
                assert energies[search.active, at] == energy
                compared += 1
    assert compared > 1000


def test_found_by_is_the_method_that_found_the_best_state() -> None:
    search = in_turns()
    for _ in range(1500):
        search.advance(1)
        grid = search.best_grid()
        assert search.found_by == ("probing" if (grid == 0).any() else "focused")
        assert search.best == plain_energy(search.reduction.puzzle.layout, grid)


def test_auto_finishes_when_probing_has_tried_everything() -> None:
    search = started(Puzzle.parse(BEYOND_LOGIC_UNSOLVABLE), "auto", 4)
    search.advance(1_000_000)
    assert search.refuted
    assert search.finished
    assert search.iteration < 1000
    search.advance(100)
    assert search.active == "probing"


def test_above_16x16_there_is_only_focused_search() -> None:
    puzzle = general(25, 0.45)
    search = started(puzzle, "auto")
    assert (search.active, len(search.searches)) == ("focused", 1)
    search.advance(20_000_000)
    assert is_solution(puzzle, search.best_grid())


@pytest.mark.parametrize("seed", range(5))
def test_auto_solves_a_hard_puzzle(seed: int) -> None:
    puzzle = Puzzle.parse(HARD)
    search = started(puzzle, "auto", seed)
    search.advance(10_000_000)
    assert is_solution(puzzle, search.best_grid())
