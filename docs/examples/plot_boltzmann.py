"""
Energies at several temperatures
================================

A walk at a constant temperature T visits each state in proportion to exp(-E / T): Boltzmann's law. There are
many more states of high energy than of low energy, so a histogram of the energy is a hill, and the hill
moves down as the walk gets colder.
"""

import ergodoku as eg
from ergodoku.views import experiments, plots

puzzle = eg.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
energies = experiments.energies_at(puzzle, [0.45, 0.6, 1.0, 3.0])

# %%
# The bars show how often each energy occurred in 400,000 iterations at each temperature. Each line is
# g(E) exp(-E / T), where the number of states g(E) comes from 24 other walks at temperatures in between. So
# the lines are predictions.

plots.energy_histogram(energies)

# %%
# How much do the bars differ from the law? For each temperature, this prints half the sum of the absolute
# differences between the two distributions.

for temperature, share, law in zip(energies.temperature, energies.share, energies.boltzmann, strict=True):
    print(f"T = {temperature:<5g} {abs(share - law).sum() / 2:.1%}")
