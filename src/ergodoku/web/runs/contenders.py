"""Check the methods that a visitor requests against the limits of the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ergodoku.base.errors import ParameterError
from ergodoku.methods.contender import Contender, without_logic
from ergodoku.methods.parameters import configure, flatten
from ergodoku.methods.registry import ENTRIES, find, method_of

if TYPE_CHECKING:
    from ergodoku.methods.method import Method
    from ergodoku.puzzle.puzzle import Puzzle
    from ergodoku.web.limits import Limits

MEMBERS = 8  # maximum number of methods in a portfolio


def contenders_of(asked: Sequence[tuple[str, Mapping[str, Any]]], limits: Limits) -> list[Contender]:
    """Return contenders from names and parameters, within the limits.

    No name can open a file, and no parameter can use more threads or memory than the limits allow.
    """
    if len(asked) > limits.contenders:
        raise ParameterError(
            f"a race of {len(asked)} contenders is too large", f"choose at most {limits.contenders}"
        )
    return [
        Contender(name, _method(name, parameters, limits), name, parameters) for name, parameters in asked
    ]


def watchable(contender: Contender, puzzle: Puzzle) -> Contender:
    """Return the contender without its logic if logic alone would solve the puzzle; otherwise unchanged."""
    from ergodoku.puzzle.logic import reduce_by

    logic = contender.method.logic_for(puzzle.size)
    if logic == "none" or not reduce_by(puzzle, logic).solved:
        return contender
    return without_logic(contender)


def _method(name: str, parameters: Mapping[str, Any], limits: Limits) -> Method:
    if name not in ENTRIES.loaded and name not in _names():
        raise ParameterError(f"there is no method {name!r}", f"choose one of {', '.join(_names())}")
    for parameter, value in parameters.items():
        if parameter.rsplit(".", 1)[-1] == "methods":
            # `find` refuses names of files, which a portfolio would read.
            members = [find(word.strip()).method for word in str(value).split(",") if word.strip()]
            if len(members) > MEMBERS:
                raise ParameterError("the portfolio is too large", f"name at most {MEMBERS} methods")
    chosen = method_of(name, parameters)
    for setting in flatten(chosen):
        if setting.name == "population" and setting.value > limits.population:
            raise ParameterError(
                f"a population of {setting.value} is larger than this server allows",
                f"use at most {limits.population}",
            )
        if setting.name == "threads":  # safe to change: threads never change a result
            chosen = configure(chosen, {"threads": 1})
    return chosen


@lru_cache(maxsize=1)
def _names() -> tuple[str, ...]:
    """Return the names of all methods; cached, because searching other packages for methods is slow."""
    return tuple(ENTRIES)
