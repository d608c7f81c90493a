"""Every method and preset passes the conformance suite, which other packages can inherit."""

from __future__ import annotations

from typing import Any

import pytest

from ergodoku.methods.annealing import Annealing, Reheat
from ergodoku.methods.evolution import Evolution
from ergodoku.methods.external import External
from ergodoku.methods.focused import Focused
from ergodoku.methods.genetic import Genetic
from ergodoku.methods.method import Method
from ergodoku.methods.registry import ENTRIES, method_of
from ergodoku.methods.schedules import Adaptive, Geometric, Lewis
from ergodoku.testing import LAYOUTS, MethodConformance

# Small numbers, so that rare events happen often: restarts, turns, new populations.
SETTINGS: dict[str, dict[str, Any]] = {
    "auto": {"choices": 20, "steps": 30},
    "focused": {"sweep": 5},
    "reheat": {"reheat.after": 50},
    "lewis": {"reheat.after": 50},
    "cool": {"reheat.after": 50},
    "hyperbolic": {"end": 0.5, "restarts": True},
    "tempering": {"rungs": 3, "steps": 16, "adapting": 100},
    "ants": {"ants": 3, "restart": 3},
    "tabu": {"restart": 90},
    "genetic": {"population": 10, "stale": 5, "climb": 1},
    "genes": {"population": 10, "stale": 5},
    "evolution": {"population": 10, "stale": 9},
    "evolve": {"population": 10},
    "external": {"population": 5, "evaluations": 90},
    "differential_evolution": {"population": 5, "evaluations": 90},
    "dual_annealing": {"evaluations": 90},
}
VARIANTS: dict[str, Method] = {
    "annealing, steered": Annealing(Adaptive(1.0, 0.05, 0.1, 37), Reheat(50, "multiply", 2.0)),
    "annealing, improving": Annealing(
        Geometric(0.5, 0.99, 41), Reheat(80, "add", 0.3, "improvement", refill=False)
    ),
    "annealing, restarting": Annealing(Geometric(1.0, 0.99), end=0.2, restarts=True),
    "annealing, short": Annealing(Lewis(0.9), Reheat(50, "restart"), iterations=999),
    "focused, sweeping": Focused(stretches=3, sweep=1, doublings=2),
    "genetic, rows": Genetic(population=7, stale=4, climb=0, crossover="cycle", genome="rows"),
    "evolution, elites": Evolution(population=7, elites=0.3, keep=0.5, stale=9),
    "external, digits": External(variant="vector"),
}
METHODS: dict[str, Method] = {name: method_of(name, SETTINGS.get(name, {})) for name in ENTRIES} | VARIANTS
NOT_SAVED = ("external", "external, digits", "differential_evolution", "dual_annealing")


@pytest.mark.parametrize("name", METHODS)
class TestEveryMethod(MethodConformance):
    @pytest.fixture(autouse=True)
    def _choose(self, name: str) -> None:
        self.method = METHODS[name]
        self.checkpoints = name not in NOT_SAVED
        if METHODS[name].name in ("genetic", "evolution"):  # an iteration is one generation
            self.iterations = 60
        if METHODS[name].name == "external":
            self.layouts = LAYOUTS[2:5]
