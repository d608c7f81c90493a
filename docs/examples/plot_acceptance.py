"""
Acceptance over temperature
===========================

The share of accepted swaps shows whether a walk moves freely or is frozen. Annealing works best at a
temperature just above the one at which the walk freezes.
"""

import ergodoku as eg
from ergodoku.views import experiments, plots

puzzle = eg.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
measured = experiments.acceptance_at(puzzle)

# %%
# Each point is a walk of 50,000 iterations at a constant temperature. ``Annealing()`` estimates the freezing
# point from the number of free cells, before any search.

plots.acceptance_by_temperature(measured)
