"""
The long tail
=============

The same method solves the same puzzle with 100 seeds. Half of the runs are quick, and a few take very long,
because the temperature is a little too low and walks get trapped.
"""

import ergodoku as eg
from ergodoku.views import experiments, plots

puzzle = eg.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
times = experiments.times_over_seeds(puzzle, eg.Annealing(schedule=eg.Constant(0.2), logic="none"), runs=100)

# %%
# If an old run were as likely to finish soon as a new one, the curve would follow the dashed line. But the
# curve lies far above the line: a run that is still searching is probably stuck. So restarts help.

plots.time_tail(times)

# %%
# When should a run restart? If it restarts too early, it hardly ever has time to finish. If it restarts too
# late, trapped runs waste time.

for after in (2_000, times.best_restart(), 50_000, 500_000):
    print(f"restart after {after:>7,} iterations: {times.with_restarts(after):>7,.0f} per solution")
