"""
Where a large grid is stuck
===========================

In a 25x25 you cannot see much from single digits. A heat map shows where the cells in conflict are.
"""

import matplotlib.pyplot as plt

import ergodoku as eg
from ergodoku.views import plots

puzzle = eg.generate(eg.Recipe(eg.Layout.of(25), fraction=0.45), seed=1)

# %%
# The figure shows the same walk of focused search at three moments. Each move places a missing digit, so the
# conflicts disappear quickly until only a few are left.

figure, axes = plt.subplots(1, 3, figsize=(12, 4.2), layout="constrained")
for ax, iterations in zip(axes, (100, 10_000, 60_000), strict=True):
    result = eg.solve(puzzle, "focused", seed=1, stop=eg.Iterations(iterations))
    plots.heat_map(puzzle, result.grid, ax=ax)
    ax.set_title(f"iteration {iterations:,}: energy {result.energy}", fontsize=11)

# %%
# The last conflicts take longest. The temperature sweeps through the freezing point again and again until
# they are gone.

result = eg.solve(puzzle, "focused", seed=1)
print(result)
result.plot()
