"""
Let methods race
================

Three methods search for a solution of the same puzzle at the same time. Logic is turned off for all of them,
because logic alone would solve this puzzle.
"""

import ergodoku as eg
from ergodoku.views import plots

puzzle = eg.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
methods = [eg.Annealing(logic="none"), eg.Tabu(logic="none"), eg.Genetic(logic="none", climb=0)]
results = eg.race(puzzle, methods, seed=2, until="all", stop=eg.Seconds(1.5))

# %%
# An iteration is a different amount of work in each method: tabu search looks at all swaps of the cells in
# conflict before it makes one, and an iteration of the genetic algorithm is a generation. So a race is drawn
# over time.

plots.race(results)

# %%
# The walks are the same on every machine. Times are search times: iterations divided by the pace that was
# measured on this machine.

for result in results:
    print(f"{result.method:10} {result.status:8} {result.iterations:>9,} iterations  {result.seconds:.3f} s")
