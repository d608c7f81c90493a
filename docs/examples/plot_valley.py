"""
Time to solution over temperature
=================================

How many iterations does annealing need at a constant temperature? Too cold, and it sits in a trap; too hot,
and it hardly ever comes down to energy 0. In between lies a valley.
"""

import numpy as np

import ergodoku as eg
from ergodoku.views import experiments, plots

puzzle = eg.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
times = experiments.times_at(puzzle, np.geomspace(0.18, 0.65, 12), runs=20, limit=200_000, seed=1)

# %%
# A dot is a run that was solved, an open triangle one that gave up after 200,000 iterations. The line counts
# the runs that gave up as well: all iterations spent, divided by the number of solutions found.

plots.time_by_temperature(times)
