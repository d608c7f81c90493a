"""Ergodoku: Sudoku of any size by stochastic optimisation.

Every name below is loaded from its room when it is first used, so that ``import ergodoku`` is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ergodoku._version import __version__

if TYPE_CHECKING:
    from ergodoku.engine.batch import solve_many
    from ergodoku.engine.race import race
    from ergodoku.engine.result import Result, Snapshot
    from ergodoku.engine.run import Run
    from ergodoku.engine.solve import solve, watch
    from ergodoku.engine.stop import Flag, Iterations, Seconds, Stagnation, Stop
    from ergodoku.engine.trace import Trace
    from ergodoku.landscape.objective import Objective, objective
    from ergodoku.methods.annealing import Annealing
    from ergodoku.methods.ants import Ants
    from ergodoku.methods.auto import Automatic
    from ergodoku.methods.evolution import Evolution
    from ergodoku.methods.external import External
    from ergodoku.methods.focused import Focused
    from ergodoku.methods.genetic import Genetic
    from ergodoku.methods.portfolio import Portfolio
    from ergodoku.methods.probing import Probing
    from ergodoku.methods.reheat import Reheat
    from ergodoku.methods.schedules import (
        Adaptive,
        Auto,
        Constant,
        Geometric,
        Hyperbolic,
        Lewis,
        Linear,
        Logarithmic,
    )
    from ergodoku.methods.tabu import Tabu
    from ergodoku.methods.tempering import Tempering
    from ergodoku.puzzle.errors import PuzzleError
    from ergodoku.puzzle.exact import Verdict, count_solutions
    from ergodoku.puzzle.formats import parse, read, write
    from ergodoku.puzzle.generate import Recipe, generate, generate_many
    from ergodoku.puzzle.layout import Layout
    from ergodoku.puzzle.logic import Level, Reduction, difficulty, reduce
    from ergodoku.puzzle.puzzle import Puzzle

__all__ = [
    "Adaptive",
    "Annealing",
    "Ants",
    "Auto",
    "Automatic",
    "Constant",
    "Evolution",
    "External",
    "Flag",
    "Focused",
    "Genetic",
    "Geometric",
    "Hyperbolic",
    "Iterations",
    "Layout",
    "Level",
    "Lewis",
    "Linear",
    "Logarithmic",
    "Objective",
    "Portfolio",
    "Probing",
    "Puzzle",
    "PuzzleError",
    "Recipe",
    "Reduction",
    "Reheat",
    "Result",
    "Run",
    "Seconds",
    "Snapshot",
    "Stagnation",
    "Stop",
    "Tabu",
    "Tempering",
    "Trace",
    "Verdict",
    "__version__",
    "count_solutions",
    "difficulty",
    "generate",
    "generate_many",
    "objective",
    "parse",
    "race",
    "read",
    "reduce",
    "solve",
    "solve_many",
    "watch",
    "write",
]

_HOME = {
    "Adaptive": "ergodoku.methods.schedules",
    "Annealing": "ergodoku.methods.annealing",
    "Ants": "ergodoku.methods.ants",
    "Auto": "ergodoku.methods.schedules",
    "Automatic": "ergodoku.methods.auto",
    "Constant": "ergodoku.methods.schedules",
    "Evolution": "ergodoku.methods.evolution",
    "External": "ergodoku.methods.external",
    "Flag": "ergodoku.engine.stop",
    "Focused": "ergodoku.methods.focused",
    "Genetic": "ergodoku.methods.genetic",
    "Geometric": "ergodoku.methods.schedules",
    "Hyperbolic": "ergodoku.methods.schedules",
    "Iterations": "ergodoku.engine.stop",
    "Layout": "ergodoku.puzzle.layout",
    "Level": "ergodoku.puzzle.logic",
    "Lewis": "ergodoku.methods.schedules",
    "Linear": "ergodoku.methods.schedules",
    "Logarithmic": "ergodoku.methods.schedules",
    "Objective": "ergodoku.landscape.objective",
    "Portfolio": "ergodoku.methods.portfolio",
    "Probing": "ergodoku.methods.probing",
    "Puzzle": "ergodoku.puzzle.puzzle",
    "PuzzleError": "ergodoku.puzzle.errors",
    "Recipe": "ergodoku.puzzle.generate",
    "Reduction": "ergodoku.puzzle.logic",
    "Reheat": "ergodoku.methods.reheat",
    "Result": "ergodoku.engine.result",
    "Run": "ergodoku.engine.run",
    "Seconds": "ergodoku.engine.stop",
    "Snapshot": "ergodoku.engine.result",
    "Stagnation": "ergodoku.engine.stop",
    "Stop": "ergodoku.engine.stop",
    "Tabu": "ergodoku.methods.tabu",
    "Tempering": "ergodoku.methods.tempering",
    "Trace": "ergodoku.engine.trace",
    "Verdict": "ergodoku.puzzle.exact",
    "count_solutions": "ergodoku.puzzle.exact",
    "difficulty": "ergodoku.puzzle.logic",
    "generate": "ergodoku.puzzle.generate",
    "generate_many": "ergodoku.puzzle.generate",
    "objective": "ergodoku.landscape.objective",
    "parse": "ergodoku.puzzle.formats",
    "race": "ergodoku.engine.race",
    "read": "ergodoku.puzzle.formats",
    "reduce": "ergodoku.puzzle.logic",
    "solve": "ergodoku.engine.solve",
    "solve_many": "ergodoku.engine.batch",
    "watch": "ergodoku.engine.solve",
    "write": "ergodoku.puzzle.formats",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
