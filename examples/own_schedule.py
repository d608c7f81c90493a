"""Write your own schedule in ten lines, without compiling or registering anything."""

from __future__ import annotations

import numpy as np

import ergodoku as eg


class Waves(eg.Schedule):
    """Cool in waves: warm enough to leave a trap, then cold enough to settle elsewhere."""

    epoch = 100  # iterations at each temperature

    def temperatures(self, epochs: np.ndarray) -> np.ndarray:
        return 0.35 + 0.15 * np.cos(2 * np.pi * epochs / 50)


puzzle = eg.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
for schedule in (Waves(), eg.Constant(0.35), eg.Geometric(start=1.0, cooling=0.999)):
    method = eg.Annealing(schedule=schedule, logic="none")
    runs = [eg.solve(puzzle, method, seed=seed, stop=eg.Iterations(50_000)) for seed in range(20)]
    median = int(np.median([run.iterations for run in runs]))
    name = type(schedule).__name__
    print(f"{name:<10} {sum(run.solved for run in runs):2} of 20 solved, median {median:6,} iterations")
