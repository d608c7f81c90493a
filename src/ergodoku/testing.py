"""Tests of the promises that every method keeps: a suite to inherit, for our methods and for yours.

Write a test class that names the method, and run it with pytest::

    from ergodoku.testing import MethodConformance

    class TestMine(MethodConformance):
        method = MyMethod()

Each test takes well under a second once the kernels are compiled. If your method does not work on every
layout, set ``layouts`` to the layouts that it supports. If its searches cannot be saved, set ``checkpoints =
False``: the suite then checks that saving raises a `ParameterError`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np

from ergodoku.base.errors import ParameterError
from ergodoku.engine import checkpoint
from ergodoku.engine.run import Run
from ergodoku.engine.status import Status
from ergodoku.engine.stop import Flag, Iterations, Seconds, Stop
from ergodoku.methods.method import Method, Search
from ergodoku.methods.parameters import configure, flatten
from ergodoku.puzzle.generate import full_grid
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.logic import as_given
from ergodoku.puzzle.puzzle import Digits, Puzzle

JIGSAW = ["aaab", "abbb", "ccdd", "ccdd"]
LAYOUTS: tuple[Layout, ...] = (
    Layout.of(4),
    Layout.of(6),
    Layout.of(9),
    Layout.of(16),
    Layout.of(9, kind="diagonal"),
    Layout.of(9, kind="windows"),
    Layout.of(7, kind="latin"),
    Layout.jigsaw([list(row) for row in JIGSAW]),
)
MOST_NOTES = 4096
ENDLESS = 10**12  # the value of a whole-number parameter that has no maximum


def missing_digits(layout: Layout, grid: Digits) -> int:
    """Return the energy of a grid: the number of empty cells, or of missing digits if the grid is full."""
    flat = np.asarray(grid).ravel()
    if (flat == 0).any():
        return int((flat == 0).sum())
    return sum(layout.size - len(np.unique(flat[unit])) for unit in layout.units)


def told(search: Search) -> dict[str, object]:
    """Return everything a search reports about itself, in a form that can be compared bit for bit."""
    notes, temperatures = search.notes
    return {
        "iteration": search.iteration,
        "energy": search.energy,
        "best": search.best,
        "best_iteration": search.best_iteration,
        "temperature": repr(search.temperature),
        "accepted": search.accepted,
        "restarts": search.restarts,
        "finished": search.finished,
        "grid": search.grid().tolist(),
        "best_grid": search.best_grid().tolist(),
        "notes": notes.tolist(),
        "falls": search.falls.tolist(),
        "temperatures": temperatures.tobytes(),
    }


def largest(method: Method) -> Method:
    """Return the method with every whole-number parameter set to its largest value.

    A parameter that is None stays None, because a number would limit the work. A parameter also keeps its
    value if the method refuses its largest value in combination with the others.
    """
    for parameter in flatten(method):
        if parameter.kind == "int" and parameter.value is not None:
            value = ENDLESS if parameter.high is None else int(parameter.high)
            with suppress(ParameterError):
                method = configure(method, {parameter.name: value})
    return method


def endless() -> Puzzle:
    """Return a 36x36 puzzle that no search can finish: it has no solution, but logic does not notice.

    In the first row, five cells of the first box share only four candidates. Our logic goes no further than
    pairs, so it misses this contradiction.
    """
    size, width = 36, 6
    grid = np.zeros((size, size), dtype=np.uint8)
    grid[0, width - 1] = 1
    grid[0, width + 3 :] = np.arange(2, size - 7)
    grid[1, :4] = np.arange(size - 3, size + 1)
    return Puzzle(Layout.of(size), grid)


class MethodConformance:
    """Tests that every method must pass; inherit this class and set ``method``."""

    method: Method
    layouts: Sequence[Layout] = LAYOUTS
    checkpoints: bool = True
    iterations: int = 300  # enough for a search to use each of its features at least once

    def puzzle(self, layout: Layout, share: float = 0.4) -> Puzzle:
        """Return a puzzle that has a solution."""
        rng = np.random.default_rng(layout.cells)
        full = full_grid(layout, rng)
        return Puzzle(layout, np.where(rng.random(layout.cells) < share, full, 0))

    def loose(self) -> Puzzle:
        """Return a puzzle on the largest layout, with too few givens for logic to solve it."""
        return self.puzzle(max(self.layouts, key=lambda layout: layout.size), 0.1)

    def search(self, puzzle: Puzzle, seed: int = 1, replica: int = 0) -> Search:
        """Start a search on a puzzle without applying logic, which might solve the puzzle."""
        return self.method.start(as_given(puzzle), seed, replica)

    def run(self, puzzle: Puzzle, limit: int, replicas: int = 1, workers: int = 1) -> Run:
        """Return a run that stops after ``limit`` iterations."""
        return Run(puzzle, self.method, seed=7, replicas=replicas, workers=workers, stop=Iterations(limit))

    def test_givens_are_kept_and_the_energy_is_correct_on_every_layout(self) -> None:
        for layout in self.layouts:
            puzzle = self.puzzle(layout)
            search = self.search(puzzle)
            for _ in range(4):
                search.advance(self.iterations // 4)
                for grid, energy in ((search.grid(), search.energy), (search.best_grid(), search.best)):
                    flat = np.asarray(grid).ravel()
                    assert (flat[puzzle.flat > 0] == puzzle.flat[puzzle.flat > 0]).all(), layout
                    assert 0 <= flat.min() <= flat.max() <= layout.size, layout
                    assert missing_digits(layout, grid) == energy, layout

    def test_slices_never_change_the_walk(self) -> None:
        rng = np.random.default_rng(5)
        for layout in self.layouts:
            whole, sliced = (self.search(self.puzzle(layout, 0.2)) for _ in range(2))
            whole.advance(self.iterations)
            cuts = np.sort(rng.integers(0, self.iterations, 20))
            for length in np.diff([0, *cuts, self.iterations]).tolist():
                sliced.advance(length)
            assert told(sliced) == told(whole), layout

    def test_slices_of_one_iteration_never_change_the_walk(self) -> None:
        whole, sliced = (self.search(self.loose()) for _ in range(2))
        whole.advance(self.iterations)
        for _ in range(self.iterations):
            sliced.advance(1)
        assert told(sliced) == told(whole)

    def test_seed_and_replica_decide_the_walk(self) -> None:
        def walk(seed: int, replica: int) -> dict[str, object]:
            search = self.search(self.loose(), seed, replica)
            search.advance(self.iterations)
            return told(search)

        assert walk(1, 0) == walk(1, 0)
        walks = [walk(seed, replica) for seed in (1, 2) for replica in (0, 1)]
        assert all(a != b for k, a in enumerate(walks) for b in walks[:k])

    def test_workers_never_change_the_result(self) -> None:
        for puzzle in (self.puzzle(self.layouts[0], 0.2), self.loose()):
            one, two = (self.run(puzzle, self.iterations, 3, workers).finish() for workers in (1, 2))
            assert one.grid.tolist() == two.grid.tolist()
            assert (one.energy, one.iterations, one.replica) == (two.energy, two.iterations, two.replica)

    def test_an_iteration_limit_is_exact(self) -> None:
        for limit in (0, 1, 37):
            result = self.run(self.loose(), limit).finish()
            assert result.iterations == limit or (result.solved and result.iterations < limit)

    def test_counters_never_fall_and_the_best_never_rises(self) -> None:
        search = self.search(self.loose())
        best, found, before = search.best, search.best_iteration, (0, 0, 0)
        for iteration in range(1, 1 + self.iterations):
            search.advance(1)
            if search.best < best:
                best, found = search.best, iteration
            now = (search.iteration, search.accepted, search.restarts)
            assert search.iteration == iteration or search.best == 0 or search.finished
            assert all(a <= b for a, b in zip(before, now, strict=True))
            assert (search.best, search.best_iteration) == (best, found)
            assert search.best <= search.energy
            before = now

    def test_notes_are_bounded_and_in_order_whatever_the_slices(self) -> None:
        whole, sliced = (self.search(self.loose()) for _ in range(2))
        length = MOST_NOTES // 3
        whole.advance(4 * length)
        for _ in range(4):
            sliced.advance(length)
            notes, temperatures = sliced.notes
            assert len(notes) == len(temperatures) <= MOST_NOTES
            assert (np.diff(notes[:, 0]) > 0).all()
            assert (np.diff(notes[:, 2]) <= 0).all()
            assert (notes[:, 0] <= sliced.iteration).all()
        assert told(sliced)["notes"] == told(whole)["notes"] != []

    def test_a_saved_state_is_a_copy_and_enough_to_continue(self) -> None:
        search, other = (self.search(self.loose()) for _ in range(2))
        half = self.iterations // 2
        search.advance(half)
        if not self.checkpoints:
            self.refused(search.state)
            return
        state = search.state()
        kept = {name: array.copy() for name, array in state.items()}
        search.advance(half)
        assert all(state[name].tobytes() == kept[name].tobytes() for name in kept)
        other.advance(half // 2)  # `restore` must discard this
        other.restore(state)
        other.advance(half)
        assert told(other) == told(search)

    def test_checkpoint_and_resume_are_exact(self) -> None:
        straight = self.run(self.loose(), self.iterations).finish()
        run = self.run(self.loose(), self.iterations // 2)
        run.finish()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "run.npz"
            if not self.checkpoints:
                self.refused(lambda: checkpoint.save(run, path))
                assert not list(Path(folder).iterdir())
                return
            checkpoint.save(run, path)
            resumed = checkpoint.load(path, self.method, stop=Iterations(self.iterations)).finish()
        assert (resumed.iterations, resumed.energy) == (straight.iterations, straight.energy)
        assert resumed.grid.tolist() == straight.grid.tolist()

    def refused(self, save: Callable[[], object]) -> None:
        """Check that saving raises an error that says what to do instead."""
        import pytest

        with pytest.raises(ParameterError) as error:
            save()
        assert error.value.remedy

    def test_advancing_a_solved_search_changes_nothing(self) -> None:
        layout = Layout.of(4)
        full = full_grid(layout, np.random.default_rng(1))
        search = self.search(Puzzle(layout, np.where(np.arange(16) < 4, 0, full)))
        search.advance(10_000)
        assert search.best == 0
        solved = told(search)
        search.advance(100)
        assert told(search) == solved

    def test_full_almost_full_and_empty_puzzles_work(self) -> None:
        layout = Layout.of(4)
        full = full_grid(layout, np.random.default_rng(1))
        one_blank = full.copy()
        one_blank[5] = 0
        for grid in (full, one_blank):
            result = self.run(Puzzle(layout, grid), 10_000).finish()
            assert result.status is Status.SOLVED
            assert (result.grid.ravel() == full).all()
        empty = self.run(Puzzle(layout, [0] * 16), 10_000).finish()
        assert missing_digits(layout, empty.grid) == empty.energy

    def test_a_stop_is_obeyed_with_the_largest_parameters(self) -> None:
        puzzle = endless()
        asked: list[None] = []

        def raised() -> bool:
            asked.append(None)
            return len(asked) > 3

        stops: tuple[Stop, ...] = (Seconds(0.1), Flag(raised))
        for stop in stops:  # a search that ignores the stop would never end here
            result = Run(puzzle, largest(self.method), seed=1, workers=1, stop=stop).finish()
            assert result.status is Status.GAVE_UP
            assert missing_digits(puzzle.layout, result.grid) == result.energy

    def test_a_halt_inside_an_iteration_never_changes_the_walk(self) -> None:
        whole, halted = (self.search(self.loose()) for _ in range(2))
        whole.advance(self.iterations)
        halted.halt = lambda: True
        for _ in range(100 * self.iterations):
            halted.advance(self.iterations - halted.iteration)
            if halted.iteration == self.iterations or halted.best == 0 or halted.finished:
                break
        assert told(halted) == told(whole)

    def test_a_recall_never_changes_the_walk(self) -> None:
        whole, recalled = (self.search(self.loose()) for _ in range(2))
        whole.advance(self.iterations)
        for _ in range(self.iterations):
            recalled.recalled = True
            recalled.advance(self.iterations - recalled.iteration)  # must return, even without progress
            recalled.recalled = False
            recalled.advance(min(1, self.iterations - recalled.iteration))
        assert told(recalled) == told(whole)

    def test_a_second_search_compiles_nothing(self) -> None:
        from numba.core import event

        puzzle = self.puzzle(self.layouts[0], 0.2)
        self.search(puzzle).advance(self.iterations)
        with event.install_recorder("numba:compile") as recorder:
            self.search(puzzle, 9).advance(self.iterations)
        assert len(recorder.buffer) == 0
