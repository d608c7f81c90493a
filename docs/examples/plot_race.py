"""
Let methods race
================

Three methods on one puzzle at the same time. Logic is turned off for all of them, as it alone would solve
this puzzle.
"""

import ergodoku as eg
from ergodoku.views import plots

puzzle = eg.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
methods = [eg.Annealing(logic="none"), eg.Tabu(logic="none"), eg.Genetic(logic="none", climb=0)]
results = eg.race(puzzle, methods, seed=2, until="all", stop=eg.Seconds(1.5))

# %%
# An iteration of one method is not an iteration of another: tabu search looks at all swaps of a cell before
# it makes one, and for the genetic algorithm an iteration is a generation. So a race is drawn over time.

plots.race(results)

# %%
# The walks are the same wherever the race is run. Times are search time: iterations divided by the pace that
# was measured on this machine.

for result in results:
    print(f"{result.method:10} {result.status:8} {result.iterations:>9,} iterations  {result.seconds:.3f} s")
