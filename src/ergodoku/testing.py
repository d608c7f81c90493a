"""What every method must keep to: a suite to inherit, for ours and for those of other packages.

Write a test class that names the method, and run it with pytest::

    from ergodoku.testing import MethodConformance

    class TestMine(MethodConformance):
        method = MyMethod()

Each test takes well under a second, kernels compiled. A method that cannot do something says so with a
`ParameterError` at its start; then set ``layouts`` (and ``checkpoints = False``) to what it can do.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ergodoku.engine import checkpoint
from ergodoku.engine.result import SOLVED
from ergodoku.engine.run import Run
from ergodoku.engine.stop import Iterations
from ergodoku.methods.method import Search
from ergodoku.methods.registry import Method
from ergodoku.puzzle.generate import full_grid
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.logic import Reduction, as_given
from ergodoku.puzzle.puzzle import Digits, Puzzle

JIGSAW = ["aaab", "abbb", "ccdd", "ccdd"]
LAYOUTS: tuple[Layout, ...] = (
    Layout.of(4),
    Layout.of(6),
    Layout.of(9),
    Layout.of(16),
    Layout.of(9, kind="diagonal"),
    Layout.of(9, kind="windows"),
    Layout.jigsaw([list(row) for row in JIGSAW]),
)


def missing_digits(layout: Layout, grid: Digits) -> int:
    """Return the energy of a grid: cells not filled, or else digits missing from units."""
    flat = np.asarray(grid).ravel()
    if (flat == 0).any():
        return int((flat == 0).sum())
    return sum(layout.size - len(np.unique(flat[unit])) for unit in layout.units)


class MethodConformance:
    """Tests that every method passes; inherit it and set ``method``."""

    method: Method
    layouts: Sequence[Layout] = LAYOUTS
    checkpoints: bool = True
    iterations: int = 300  # enough for the search to do something of everything it does

    def puzzle(self, layout: Layout, share: float = 0.4) -> Puzzle:
        """Return a puzzle that has a solution."""
        rng = np.random.default_rng(layout.cells)
        full = full_grid(layout, rng)
        return Puzzle(layout, np.where(rng.random(layout.cells) < share, full, 0))

    def reduction(self, layout: Layout, share: float = 0.4) -> Reduction:
        """Return that puzzle without any logic, so that there is something to search."""
        return as_given(self.puzzle(layout, share))

    def search(self, layout: Layout, seed: int = 1) -> Search:
        """Begin a search on that puzzle."""
        return self.method.start(self.reduction(layout), seed, 0)

    def test_givens_are_kept_and_the_energy_is_true_on_every_layout(self) -> None:
        for layout in self.layouts:
            puzzle, search = self.puzzle(layout), self.search(layout)
            for _ in range(4):
                search.advance(self.iterations // 4)
                for grid, energy in ((search.grid(), search.energy), (search.best_grid(), search.best)):
                    flat = np.asarray(grid).ravel()
                    assert (flat[puzzle.flat > 0] == puzzle.flat[puzzle.flat > 0]).all(), layout
                    assert flat.max() <= layout.size, layout
                    assert missing_digits(layout, grid) == energy, layout

    def test_slices_never_change_the_walk(self) -> None:
        rng = np.random.default_rng(5)
        for layout in self.layouts:
            whole, sliced = self.search(layout), self.search(layout)
            whole.advance(self.iterations)
            while sliced.iteration < whole.iteration:
                sliced.advance(min(int(rng.integers(1, 40)), whole.iteration - sliced.iteration))
            assert sliced.iteration == whole.iteration
            assert (sliced.grid() == whole.grid()).all(), layout
            assert (sliced.best_grid() == whole.best_grid()).all(), layout
            assert (sliced.energy, sliced.best, sliced.restarts) == (whole.energy, whole.best, whole.restarts)

    def test_a_seed_decides_everything(self) -> None:
        loose = self.reduction(max(self.layouts, key=lambda layout: layout.size), 0.1)
        first, again, other = (self.method.start(loose, seed, 0) for seed in (1, 1, 2))
        for search in (first, again, other):
            search.advance(self.iterations)
        assert (first.best_grid() == again.best_grid()).all()
        assert first.iteration == again.iteration
        assert (first.iteration, first.accepted) != (other.iteration, other.accepted) or (
            first.grid() != other.grid()
        ).any()

    def test_workers_never_change_the_result(self) -> None:
        puzzle = self.puzzle(self.layouts[0])
        results = [
            Run(
                puzzle, self.method, seed=3, replicas=3, workers=workers, stop=Iterations(self.iterations)
            ).finish()
            for workers in (1, 2)
        ]
        assert (results[0].grid == results[1].grid).all()
        assert results[0].iterations == results[1].iterations
        assert results[0].replica == results[1].replica

    def test_an_iteration_limit_is_exact(self) -> None:
        puzzle = self.puzzle(self.layouts[-2])
        for limit in (0, 1, 37):
            result = Run(puzzle, self.method, seed=1, replicas=1, stop=Iterations(limit)).finish()
            assert result.iterations <= limit
            assert result.solved or result.iterations == limit or result.found_by == "logic"

    def test_advance_stops_where_it_is_told_and_best_never_rises(self) -> None:
        search = self.search(self.layouts[-2])
        best = search.best
        for k in range(1, 30):
            search.advance(3)
            assert search.iteration == 3 * k or search.best == 0 or search.finished
            assert search.best <= best
            assert search.best <= search.energy or search.best == 0
            assert search.iteration - 3 < search.best_iteration <= search.iteration or search.best == best
            best = search.best

    def test_notes_are_bounded_and_rise(self) -> None:
        search = self.search(self.layouts[-2])
        search.advance(self.iterations)
        notes, temperatures = search.notes
        assert len(notes) == len(temperatures) <= 4096
        assert (np.diff(notes[:, 0]) > 0).all()
        assert (np.diff(notes[:, 2]) <= 0).all()

    def test_checkpoint_and_resume_are_exact(self) -> None:
        if not self.checkpoints:
            return
        puzzle = self.puzzle(self.layouts[-2], 0.3)
        half, limit = self.iterations // 2, self.iterations
        straight = Run(puzzle, self.method, seed=7, replicas=1, stop=Iterations(limit)).finish()
        run = Run(puzzle, self.method, seed=7, replicas=1, stop=Iterations(half))
        run.finish()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "run.npz"
            checkpoint.save(run, path)
            resumed = checkpoint.load(path, self.method, stop=Iterations(limit)).finish()
        assert resumed.iterations == straight.iterations
        assert resumed.energy == straight.energy
        assert (resumed.grid == straight.grid).all()

    def test_edge_puzzles(self) -> None:
        layout = Layout.of(4)
        full = full_grid(layout, np.random.default_rng(1))
        one_blank = full.copy()
        one_blank[5] = 0
        for grid in (full, one_blank):
            result = Run(Puzzle(layout, grid), self.method, seed=1, stop=Iterations(10_000)).finish()
            assert result.status == SOLVED
            assert (result.grid.ravel() == full).all()
        empty = Run(Puzzle(layout, [0] * 16), self.method, seed=1, stop=Iterations(10_000)).finish()
        assert missing_digits(layout, empty.grid) == empty.energy

    def test_a_second_run_compiles_nothing(self) -> None:
        from numba.core import event

        layout = self.layouts[0]
        self.search(layout).advance(self.iterations)
        with event.install_recorder("numba:compile") as recorder:
            self.search(layout, 9).advance(self.iterations)
        assert len(recorder.buffer) == 0
