"""
Compare schedules
=================

How should the temperature fall? This example tries four schedules on the same puzzle, with ten seeds each
and at most 100,000 iterations per run.
"""

import matplotlib.pyplot as plt
import numpy as np

import ergodoku as eg

puzzle = eg.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
schedules = {
    "constant": eg.Constant(start=0.35),
    "geometric": eg.Geometric(start=1.0, cooling=0.99995),
    "linear": eg.Linear(start=1.0, end=0.1, epochs=60),
    "hyperbolic": eg.Hyperbolic(start=100.0, rate=0.99),
}

# %%
# First, the temperatures. The hyperbolic schedule falls so fast that it is below 0.1 after 1,000 iterations.

figure, ax = plt.subplots(figsize=(7, 4))
iterations = np.arange(0, 100_000, 100)
for name, schedule in schedules.items():
    epochs = np.arange(iterations[-1] // schedule.epoch + 1, dtype=float)
    ax.plot(iterations, schedule.temperatures(epochs)[iterations // schedule.epoch], label=name)
ax.set(xlabel="iteration", ylabel="temperature", yscale="log", ylim=(0.005, 120))
ax.legend(frameon=False)
figure.tight_layout()

# %%
# Then, the results. Each dot is a run. Runs that gave up are at the right, at 100,000 iterations.

figure, ax = plt.subplots(figsize=(7, 3.4))
for row, schedule in enumerate(schedules.values()):
    runs = [
        eg.solve(
            puzzle, eg.Annealing(schedule=schedule, logic="none"), seed=seed, stop=eg.Iterations(100_000)
        )
        for seed in range(10)
    ]
    solved = sum(run.solved for run in runs)
    ax.scatter([run.iterations for run in runs], [row] * len(runs), s=50, alpha=0.6)
    ax.text(110_000, row, f"{solved} of {len(runs)} solved", va="center")
ax.set(xlabel="iterations", yticks=range(len(schedules)), yticklabels=schedules, xlim=(0, 145_000))
ax.invert_yaxis()
figure.tight_layout()

# %%
# If the temperature falls too fast, the walk freezes with mistakes and never solves the puzzle. Ten seeds are
# only a hint; run a study with ``ergodoku compare`` to be sure.
