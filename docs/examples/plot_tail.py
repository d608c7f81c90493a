"""
The long tail
=============

The same method on the same puzzle, with 100 seeds: half of the runs are quick, and a few take very long. The
walk is a little too cold here, so that traps hold it.
"""

import ergodoku as eg
from ergodoku.views import experiments, plots

puzzle = eg.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
times = experiments.times_over_seeds(puzzle, eg.Annealing(schedule=eg.Constant(0.2), logic="none"), runs=100)

# %%
# If a run that has taken long already were no worse off than a new one, the curve would follow the dashed
# line. It lies far above it: a run that is still searching is probably stuck. So it pays to start again.

plots.time_tail(times)

# %%
# How often to start again? Too early, and hardly any run has time to finish. Too late, and the trapped runs
# waste it.

for after in (2_000, times.best_restart(), 50_000, 500_000):
    print(f"start again after {after:>7,} iterations: {times.with_restarts(after):>7,.0f} to a solution")
