"""Every method passes the suite that other packages inherit."""

from __future__ import annotations

from ergodoku.methods.annealing import Annealing
from ergodoku.methods.ants import Ants
from ergodoku.methods.auto import Automatic
from ergodoku.methods.evolution import Evolution
from ergodoku.methods.focused import Focused
from ergodoku.methods.genetic import Genetic
from ergodoku.methods.probing import Probing
from ergodoku.methods.registry import find
from ergodoku.methods.tabu import Tabu
from ergodoku.methods.tempering import Tempering
from ergodoku.testing import MethodConformance


class TestAnnealing(MethodConformance):
    method = Annealing(logic="none")


class TestLewis(MethodConformance):
    method = find("lewis").method


class TestFocused(MethodConformance):
    method = Focused(logic="none")


class TestProbing(MethodConformance):
    method = Probing(logic="none")


class TestAutomatic(MethodConformance):
    method = Automatic(choices=20, steps=30)


class TestTempering(MethodConformance):
    method = Tempering(rungs=3, steps=16, adapting=100, logic="none")


class TestAnts(MethodConformance):
    method = Ants(ants=3, logic="none")


class TestTabu(MethodConformance):
    method = Tabu(restart=200, logic="none")


class TestGenetic(MethodConformance):
    method = Genetic(population=10, stale=5, climb=1, logic="none")
    iterations = 60


class TestGeneticOnRows(MethodConformance):
    method = Genetic(population=10, stale=5, climb=0, crossover="cycle", genome="rows", logic="none")
    iterations = 60


class TestEvolution(MethodConformance):
    method = Evolution(population=10, logic="none")
    iterations = 60
