"""Ergodoku: Sudoku of any size by stochastic optimisation.

Every name below is loaded from its room when it is first used, so that ``import ergodoku`` is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ergodoku._version import __version__

if TYPE_CHECKING:
    from ergodoku.puzzle.errors import PuzzleError
    from ergodoku.puzzle.exact import Verdict, count_solutions
    from ergodoku.puzzle.formats import parse, read, write
    from ergodoku.puzzle.generate import Recipe, generate, generate_many
    from ergodoku.puzzle.layout import Layout
    from ergodoku.puzzle.logic import Level, Reduction, difficulty, reduce
    from ergodoku.puzzle.puzzle import Puzzle

__all__ = [
    "Layout",
    "Level",
    "Puzzle",
    "PuzzleError",
    "Recipe",
    "Reduction",
    "Verdict",
    "__version__",
    "count_solutions",
    "difficulty",
    "generate",
    "generate_many",
    "parse",
    "read",
    "reduce",
    "write",
]

_HOME = {
    "Layout": "ergodoku.puzzle.layout",
    "Level": "ergodoku.puzzle.logic",
    "Puzzle": "ergodoku.puzzle.puzzle",
    "PuzzleError": "ergodoku.puzzle.errors",
    "Recipe": "ergodoku.puzzle.generate",
    "Reduction": "ergodoku.puzzle.logic",
    "Verdict": "ergodoku.puzzle.exact",
    "count_solutions": "ergodoku.puzzle.exact",
    "difficulty": "ergodoku.puzzle.logic",
    "generate": "ergodoku.puzzle.generate",
    "generate_many": "ergodoku.puzzle.generate",
    "parse": "ergodoku.puzzle.formats",
    "read": "ergodoku.puzzle.formats",
    "reduce": "ergodoku.puzzle.logic",
    "write": "ergodoku.puzzle.formats",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
