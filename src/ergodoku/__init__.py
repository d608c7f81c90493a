"""Ergodoku: Sudoku of any size by stochastic optimisation.

Every name below is loaded from its sub-package when it is first used, so that ``import ergodoku`` is quick.
"""

from __future__ import annotations

from ergodoku._version import __version__

TYPE_CHECKING = False  # type checkers assume True; importing it from `typing` would double the import time
if TYPE_CHECKING:
    from ergodoku.base.errors import ErgodokuError, ParameterError, PuzzleError, ServerError, StudyError
    from ergodoku.engine.arrays import (
        Counts,
        PuzzleArray,
        Reductions,
        Solutions,
        count_solutions_array,
        generate_array,
        reduce_array,
        solve_array,
    )
    from ergodoku.engine.batch import solve_many
    from ergodoku.engine.race import race
    from ergodoku.engine.result import Result, Snapshot
    from ergodoku.engine.run import Run
    from ergodoku.engine.solve import solve, watch
    from ergodoku.engine.status import Status
    from ergodoku.engine.stop import Evaluations, Flag, Iterations, Seconds, Stagnation, Stop
    from ergodoku.engine.trace import Trace
    from ergodoku.landscape.objective import Objective, objective
    from ergodoku.methods.annealing import Annealing, Reheat
    from ergodoku.methods.ants import Ants
    from ergodoku.methods.auto import Auto
    from ergodoku.methods.contender import Contender
    from ergodoku.methods.evolution import Evolution
    from ergodoku.methods.external import External
    from ergodoku.methods.focused import Focused
    from ergodoku.methods.genetic import Genetic
    from ergodoku.methods.portfolio import Portfolio
    from ergodoku.methods.probing import Probing
    from ergodoku.methods.schedules import (
        Adaptive,
        Constant,
        Freezing,
        Geometric,
        Hyperbolic,
        Lewis,
        Linear,
        Logarithmic,
        Schedule,
    )
    from ergodoku.methods.tabu import Tabu
    from ergodoku.methods.tempering import Tempering
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
    "Constant",
    "Contender",
    "Counts",
    "ErgodokuError",
    "Evaluations",
    "Evolution",
    "External",
    "Flag",
    "Focused",
    "Freezing",
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
    "ParameterError",
    "Portfolio",
    "Probing",
    "Puzzle",
    "PuzzleArray",
    "PuzzleError",
    "Recipe",
    "Reduction",
    "Reductions",
    "Reheat",
    "Result",
    "Run",
    "Schedule",
    "Seconds",
    "ServerError",
    "Snapshot",
    "Solutions",
    "Stagnation",
    "Status",
    "Stop",
    "StudyError",
    "Tabu",
    "Tempering",
    "Trace",
    "Verdict",
    "__version__",
    "count_solutions",
    "count_solutions_array",
    "difficulty",
    "generate",
    "generate_array",
    "generate_many",
    "objective",
    "parse",
    "race",
    "read",
    "reduce",
    "reduce_array",
    "solve",
    "solve_array",
    "solve_many",
    "watch",
    "write",
]

_NAMES = {
    "base.errors": "ErgodokuError ParameterError PuzzleError ServerError StudyError",
    "puzzle.exact": "Verdict count_solutions",
    "puzzle.formats": "parse read write",
    "puzzle.generate": "Recipe generate generate_many",
    "puzzle.layout": "Layout",
    "puzzle.logic": "Level Reduction difficulty reduce",
    "puzzle.puzzle": "Puzzle",
    "landscape.objective": "Objective objective",
    "methods.annealing": "Annealing Reheat",
    "methods.ants": "Ants",
    "methods.auto": "Auto",
    "methods.contender": "Contender",
    "methods.evolution": "Evolution",
    "methods.external": "External",
    "methods.focused": "Focused",
    "methods.genetic": "Genetic",
    "methods.portfolio": "Portfolio",
    "methods.probing": "Probing",
    "methods.schedules": "Adaptive Constant Freezing Geometric Hyperbolic Lewis Linear Logarithmic Schedule",
    "methods.tabu": "Tabu",
    "methods.tempering": "Tempering",
    "engine.arrays": "Counts PuzzleArray Reductions Solutions"
    " count_solutions_array generate_array reduce_array solve_array",
    "engine.batch": "solve_many",
    "engine.race": "race",
    "engine.result": "Result Snapshot",
    "engine.run": "Run",
    "engine.solve": "solve watch",
    "engine.status": "Status",
    "engine.stop": "Evaluations Flag Iterations Seconds Stagnation Stop",
    "engine.trace": "Trace",
}
_HOME = {name: f"ergodoku.{home}" for home, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    from ergodoku.base.interrupts import uninterrupted

    with uninterrupted():
        value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
