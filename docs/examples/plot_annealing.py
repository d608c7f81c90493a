"""
Anneal a puzzle and look at the curves
======================================

Simulated annealing swaps two cells of a box at random. A swap that lowers the energy is made; one that
raises it by ΔE is made with probability exp(-ΔE / T). The temperature T falls, and with it the patience for
swaps that harm.
"""

import ergodoku as eg

puzzle = eg.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
method = eg.Annealing(schedule=eg.Geometric(start=2.0, cooling=0.9999), logic="none")
result = eg.solve(puzzle, method, seed=1)
print(result)

# %%
# The overview has the board, the energy and the temperature. While it is hot, the energy goes up and down
# around a level that the temperature decides. Around T = 0.4 it freezes.

result.plot()

# %%
# The share of accepted swaps tells the same story: from most of them to hardly any.

result.plot("acceptance")

# %%
# Without a schedule of your own, ``Annealing()`` finds the temperature at which the puzzle is about to
# freeze, and stays there.

eg.solve(puzzle, eg.Annealing(logic="none"), seed=1).plot("energy")
