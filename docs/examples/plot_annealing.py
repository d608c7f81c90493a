"""
Anneal a puzzle and look at the curves
======================================

Simulated annealing swaps two cells of a box at random. A swap that lowers the energy is always accepted. A
swap that raises it by ΔE is accepted with probability exp(-ΔE / T). As the temperature T falls, fewer such
swaps are accepted.
"""

import ergodoku as eg

puzzle = eg.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
method = eg.Annealing(schedule=eg.Geometric(start=2.0, cooling=0.9999), logic="none")
result = eg.solve(puzzle, method, seed=1)
print(result)

# %%
# The overview shows the board, the energy and the temperature. At first the energy goes up and down around a
# level that depends on the temperature. Around T = 0.4 the walk freezes.

result.plot()

# %%
# The share of accepted swaps shows the same: at first most swaps are accepted, in the end hardly any.

result.plot("acceptance")

# %%
# If you don't give a schedule, ``Annealing()`` estimates the freezing point of the puzzle and stays at that
# temperature.

eg.solve(puzzle, eg.Annealing(logic="none"), seed=1).plot("energy")
