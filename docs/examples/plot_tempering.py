"""
A ladder of temperatures
========================

Replica exchange keeps several boards, each at its own temperature. Now and then, two neighbouring
temperatures exchange their boards. Hot boards cross barriers, cold boards settle at low energies.
"""

import ergodoku as eg

puzzle = eg.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
result = eg.solve(puzzle, eg.Tempering(rungs=8), seed=1, stop=eg.Iterations(1_000_000))
print(result)

# %%
# Each line is a rung: its height shows the temperature, its colour the mean energy. The numbers on the right
# show how often neighbours exchanged their boards. Rungs move closer together where exchanges are rare.

result.plot("ladder")

# %%
# The coldest rung is stuck at energy 2 for a long time, until a better board comes down the ladder.

result.plot("energy")
