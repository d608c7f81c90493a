"""Short walks of every method, to run with kernels compiled and with kernels as plain Python.

``NUMBA_DISABLE_JIT=1 python -m tests.plain`` prints a digest of each walk. Plain Python checks the bounds of
arrays, for example, which a kernel does not. Coverage can also count the lines of the kernels when they run
as plain Python. `tests.engine.test_plain` compares the digests with those of compiled kernels.
``python -m tests.plain 1`` and ``python -m tests.plain 2`` each do half of the work, so that the kernels can
be compiled on two cores.
"""

from __future__ import annotations

import hashlib
import json
import sys
import warnings
from collections.abc import Callable, Collection, Iterator
from functools import wraps
from typing import Any

import numba
import numpy as np

from ergodoku.base import compiled


class Plain(np.ndarray):  # type: ignore[type-arg]
    """An array that returns Python integers.

    NumPy's small integers would wrap around, whereas compiled code widens them to 64 bits first.
    """

    def __getitem__(self, key: Any) -> Any:
        return as_plain(super().__getitem__(key))


def as_plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.view(Plain)
    if isinstance(value, tuple):
        return (
            type(value)(*map(as_plain, value)) if hasattr(value, "_fields") else tuple(map(as_plain, value))
        )
    return int(value) if isinstance(value, np.integer) and not isinstance(value, np.uint64) else value


def plain_kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def call(*arguments: Any) -> Any:
        return function(*map(as_plain, arguments))

    return call


if numba.config.DISABLE_JIT:  # before any kernel is imported
    compiled.kernel = plain_kernel  # type: ignore[assignment]
    numba.int64 = int
    compiled.lowest = lambda word: np.uint64((int(word) & -int(word)).bit_length() - 1)
    compiled.ones = lambda word: np.uint64(int(word).bit_count())

from ergodoku.engine.batch import solve_many  # noqa: E402
from ergodoku.engine.run import Run  # noqa: E402
from ergodoku.engine.stop import Iterations  # noqa: E402
from ergodoku.landscape.objective import objective  # noqa: E402
from ergodoku.methods.registry import method_of  # noqa: E402
from ergodoku.puzzle.exact import count_solutions  # noqa: E402
from ergodoku.puzzle.formats import parse  # noqa: E402
from ergodoku.puzzle.generate import Recipe, generate  # noqa: E402
from ergodoku.puzzle.logic import Level, reduce  # noqa: E402
from tests.samples import EASY, HARD, LAYOUTS, general, sample  # noqa: E402

WALKS: dict[str, tuple[int, dict[str, Any]]] = {
    "auto": (120, {"choices": 20, "steps": 30}),
    "focused": (150, {"sweep": 5, "patience": 2, "memory": 20}),
    "probing": (40, {}),
    "annealing": (150, {}),
    "lewis": (150, {}),
    "cool": (150, {"schedule.epoch": 40, "reheat.after": 50}),
    "tempering": (30, {"rungs": 3, "steps": 8, "adapting": 20}),
    "ants": (150, {"ants": 2, "greedy": 0.3, "restart": 4}),
    "tabu": (40, {"restart": 25}),
    "genetic": (6, {"population": 6, "climb": 2, "stale": 2}),
    "genes": (6, {"population": 6, "stale": 2, "genome": "rows"}),
    "evolution": (8, {"population": 6, "elites": 0.2, "stale": 4}),
    "evolve": (8, {"population": 6}),
    "differential_evolution": (40, {"population": 5}),
    "portfolio": (40, {"methods": "focused,tabu"}),
}
SECOND = ("ants", "tabu", "genetic", "genes")
PLACES = ("classic-4", "windows-2x3", "diagonal-9", "latin-7")


def digests() -> Iterator[tuple[str, str]]:
    """Yield the name of each computation, and a digest of its result."""
    yield from walks(WALKS)
    yield from others()


def walks(names: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the digests of the walks of some methods."""
    for name, (iterations, settings) in WALKS.items():
        for place in PLACES if name in names else ():
            method = method_of(name, settings | ({"logic": "none"} if name != "auto" else {}))
            yield f"{name} {place}", _walk(place, method, iterations)


def others() -> Iterator[tuple[str, str]]:
    """Yield the digests of everything that is not a walk: logic, generating, counting, lists, costs."""
    for level in Level:
        for text in (EASY, HARD):
            yield f"{level.label} {text[:5]}", _digest(reduce(parse(text), level).puzzle.givens)
    yield "large", _digest(reduce(general(25, 0.6), Level.PAIRS).candidates)
    for kind in ("classic-4", "classic-6"):
        yield f"generate {kind}", _digest(generate(Recipe(LAYOUTS[kind], minimal=True), seed=1).givens)
    yield "count", _digest(count_solutions(sample("classic-6", 0.3), limit=50).count)
    yield "nine", _walk("classic-9", method_of("probing"), 40)
    for name, puzzles in {
        "nine": [parse(EASY), parse(HARD)],
        "six": [sample("classic-6", 0.3, seed) for seed in range(3)],
        "windows": [sample("windows-2x3", 0.3, seed) for seed in range(3)],
    }.items():
        yield f"list of {name}", _digest(*(r.grid for r in solve_many(puzzles, workers=1)))
    for variant in ("vector", "keys"):
        cost = objective(sample("classic-6"), variant=variant)
        yield variant, _digest(cost(np.stack([cost.x0(seed) for seed in range(5)])))


def _walk(place: str, method: Any, iterations: int) -> str:
    result = Run(sample(place, 0.3), method, seed=3, replicas=1, stop=Iterations(iterations)).finish()
    trace = result.trace
    return _digest(
        result.grid,
        result.energy,
        result.iterations,
        trace.energy,
        trace.best,
        trace.temperature,
        trace.restarts,
    )


def _digest(*values: object) -> str:
    text = b"".join(np.ascontiguousarray(value).astype("<f8").tobytes() for value in values)
    return hashlib.sha256(text).hexdigest()[:16]


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # compiled code wraps around without a warning: ignore NumPy's warnings
    halves = {"1": lambda: (*walks(WALKS.keys() - {*SECOND}), *others()), "2": lambda: walks(SECOND)}
    for what, digest in halves[sys.argv[1]]() if sys.argv[1:] else digests():
        print(json.dumps([what, digest]), flush=True)
