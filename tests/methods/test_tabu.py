"""Tabu search: the rules of its memory."""

from __future__ import annotations

import numpy as np
import pytest

from ergodoku.base.errors import ParameterError
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations, Seconds
from ergodoku.methods.tabu import Tabu, TabuSearch
from ergodoku.methods.walk import LOWEST, QUIET, WORK
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import (
    EASY,
    HARD,
    LAYOUTS,
    SLOTS,
    general,
    is_solution,
    missing_from_lines,
    sample,
    started,
    trap,
)

PLAIN = Tabu(logic="none")


def tabu(puzzle: Puzzle, method: Tabu = PLAIN, seed: int = 1) -> TabuSearch:
    search = started(puzzle, method, seed)
    assert isinstance(search, TabuSearch)
    return search


def swaps_of(search: TabuSearch) -> dict[tuple[int, int], int]:
    """Return the energy after each swap of a conflicted cell with a free cell of its box."""
    layout, cells = search.landscape.layout, search.board.cells.copy()
    grid = search.landscape.grid
    conflicted = set(search.conflicts.listed[: search.conflicts.length[0]].tolist())
    found = {}
    for pair in search.landscape.field.pairs.tolist():
        a, b = sorted(pair)
        if conflicted & {a, b}:
            cells[a], cells[b] = cells[b], cells[a]
            found[a, b] = missing_from_lines(layout, grid(cells))
            cells[a], cells[b] = cells[b], cells[a]
    return found


def is_tabu(search: TabuSearch, a: int, b: int) -> bool:
    """Return whether a swap in the next iteration would give one of the cells a digit that is tabu for it."""
    cells, now = search.board.cells, search.iteration + 1
    return bool(search.memory.until[a, cells[b]] >= now or search.memory.until[b, cells[a]] >= now)


@pytest.mark.parametrize("name", ["classic-4", *SLOTS])
def test_every_swap_is_one_of_the_best_admissible_swaps(name: str) -> None:
    search = tabu(sample(name), Tabu(3, 9, logic="none"), seed=3)
    worse = 0
    for _ in range(80):
        swaps = swaps_of(search)
        lowest, before, energy = int(search.numbers[LOWEST]), search.board.cells.copy(), search.energy
        admissible = {s for s, e in swaps.items() if e < lowest or not is_tabu(search, *s)}
        search.advance(1)
        changed = tuple(np.flatnonzero(before != search.board.cells).tolist())
        if not admissible:
            assert changed == ()
            continue
        assert changed in admissible
        assert search.energy == min(swaps[s] for s in admissible) == swaps[changed]  # type: ignore[index]
        worse += search.energy > energy
        if search.best == 0:
            break
    assert worse or search.best == 0


def test_a_swap_is_not_undone_within_its_tenure_unless_that_leads_to_a_new_best() -> None:
    search = tabu(Puzzle.parse(HARD), Tabu(5, 5, logic="none"))
    given_away: dict[tuple[int, int], int] = {}
    for _ in range(3000):
        before, lowest = search.board.cells.copy(), int(search.numbers[LOWEST])
        search.advance(1)
        if search.best == 0:
            break
        for cell in np.flatnonzero(before != search.board.cells).tolist():
            last = given_away.get((cell, int(search.board.cells[cell])), -100)
            assert search.iteration - last > 5 or search.energy < lowest
            given_away[cell, int(before[cell])] = search.iteration
    assert search.accepted > 100


def test_a_tabu_swap_is_made_only_if_it_leads_to_a_new_best() -> None:
    puzzle = Puzzle.parse(EASY)
    search = tabu(puzzle)
    search.advance(3)
    swaps = swaps_of(search)
    best = min(swaps.values())
    assert best < search.numbers[LOWEST]
    search.memory.until[:] = 10**9  # everything is tabu
    state = search.state()
    search.advance(1)
    assert search.energy == best
    search.restore(state)
    search.numbers[LOWEST] = best  # now no swap leads to a new best
    search.advance(1)
    assert search.board.cells.tolist() == state["cells"].tolist()
    assert search.iteration == 4
    assert search.accepted == 3


def test_tenures_cover_their_whole_range() -> None:
    search = tabu(Puzzle.parse(HARD), Tabu(3, 6, logic="none"))
    tenures = set()
    for _ in range(200):
        before = search.board.cells.copy()
        search.advance(1)
        tenures |= {
            int(search.memory.until[cell, before[cell]]) - search.iteration
            for cell in np.flatnonzero(before != search.board.cells)
        }
    assert tenures == {3, 4, 5, 6}


def test_ties_between_the_best_swaps_are_broken_at_random() -> None:
    puzzle = Puzzle.parse(HARD)
    state = tabu(puzzle).state()
    best = min(swaps_of(tabu(puzzle)).values())
    equal = {s for s, e in swaps_of(tabu(puzzle)).items() if e == best}
    chosen = set()
    for seed in range(20 * len(equal)):
        search = tabu(puzzle)
        search.restore(state)
        search.record.rng[:] = np.random.default_rng(seed).integers(1, 2**63, 2, dtype=np.uint64)
        search.advance(1)
        chosen.add(tuple(np.flatnonzero(state["cells"] != search.board.cells).tolist()))
    assert chosen == equal


def test_the_search_restarts_after_the_given_number_of_iterations_without_a_new_best() -> None:
    search = tabu(trap(), Tabu(1, 3, restart=20, logic="none"))
    lowest, quiet, restarts = search.energy, 0, 0
    for _ in range(2000):
        before = search.restarts
        search.advance(1)
        assert (search.restarts > before) == (quiet == 20)
        if search.restarts > before:
            restarts, quiet = restarts + 1, 0
            lowest = int(search.numbers[LOWEST])
            assert search.memory.until.max() <= search.iteration + 3
            quiet = int(search.numbers[QUIET])
            continue
        quiet = 0 if search.energy < lowest else quiet + 1
        lowest = min(lowest, search.energy)
    assert restarts > 10


def test_an_easy_9x9_is_solved_for_every_seed() -> None:
    puzzle = Puzzle.parse(EASY)
    for seed in range(4):
        result = solve(puzzle, PLAIN, seed=seed, stop=Seconds(10))
        assert result.solved
        assert is_solution(puzzle, result.grid)


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_tabu_search_solves_every_layout(name: str) -> None:
    puzzle = sample(name, 0.5)
    result = solve(puzzle, "tabu", seed=1, stop=Iterations(500_000))
    assert result.solved
    assert is_solution(puzzle, result.grid)


def test_the_energy_falls_on_large_grids() -> None:
    for size in (25, 36, 49):
        puzzle = general(size, 0.6)
        search = tabu(puzzle)
        start = search.energy
        search.advance(50)
        assert search.best < start
        assert search.best == missing_from_lines(puzzle.layout, search.best_grid())


def test_a_board_without_moves_finishes_the_search_at_once() -> None:
    search = tabu(Puzzle.parse("1234 34.1 4123 234."))  # one free cell in a box
    assert search.energy > 0
    assert search.finished


def test_a_longest_tenure_below_the_shortest_is_refused() -> None:
    with pytest.raises(ParameterError, match="longest is 3, below shortest"):
        Tabu(shortest=5, longest=3)


@pytest.mark.parametrize(
    ("field", "value"), [("shortest", -1), ("restart", -1), ("longest", 2e9), ("logic", "x")]
)
def test_an_error_about_an_invalid_parameter_names_it(field: str, value: object) -> None:
    with pytest.raises(ParameterError, match=f"tabu {field}"):
        Tabu(**{field: value})  # type: ignore[arg-type]


def test_the_kernel_returns_after_looking_at_a_bounded_number_of_swaps() -> None:
    search = tabu(general(36, 0.1))
    search.run_kernel(10**9)
    assert WORK <= search.memory.looked[0] + search.iteration < WORK + search.costliest
