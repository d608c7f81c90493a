"""
Acceptance over temperature
===========================

The share of accepted swaps says how a walk is: a gas that moves freely, or ice. Just before it freezes lies
the temperature at which annealing works best.
"""

import ergodoku as eg
from ergodoku.views import experiments, plots

puzzle = eg.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
measured = experiments.acceptance_at(puzzle)

# %%
# Each point is a walk of 50,000 iterations at a constant temperature. The freezing point is what
# ``Annealing()`` estimates from the number of free cells, before any search.

plots.acceptance_by_temperature(measured)
