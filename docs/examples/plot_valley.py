"""
Time to solution over temperature
=================================

How many iterations does annealing need at a constant temperature? If the temperature is too low, the walk is
trapped. If it is too high, the walk hardly ever reaches energy 0. In between, the curve has a valley.
"""

import numpy as np

import ergodoku as eg
from ergodoku.views import experiments, plots

puzzle = eg.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
times = experiments.times_at(puzzle, np.geomspace(0.18, 0.65, 12), runs=20, limit=200_000, seed=1)

# %%
# A dot is a solved run; an open triangle is a run that gave up after 200,000 iterations. The line shows the
# iterations of all runs, divided by the number of solutions found.

plots.time_by_temperature(times)
