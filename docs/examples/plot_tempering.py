"""
A ladder of temperatures
========================

Replica exchange keeps several boards, each at its own temperature. Neighbours change places now and then:
hot boards cross barriers, cold ones look for the bottom.
"""

import ergodoku as eg

puzzle = eg.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
result = eg.solve(puzzle, eg.Tempering(rungs=8), seed=1, stop=eg.Iterations(1_000_000))
print(result)

# %%
# Each line is a rung: its height is the temperature, its colour the mean energy there. At the right stands
# how often neighbours exchanged their boards. Rungs move closer where exchanges are rare.

result.plot("ladder")

# %%
# The coldest board sits in a trap of energy 2 for a long time. What frees it comes down the ladder.

result.plot("energy")
