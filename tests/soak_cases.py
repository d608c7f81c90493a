"""Random cases for the soak: a puzzle of any layout, a method with any parameters, a budget.

Case k of a seed depends only on the seed and on k, so a failure can be repeated.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.methods.parameters import Parameter, configure, flatten
from ergodoku.methods.registry import ENTRIES, Method, find
from ergodoku.puzzle.generate import Recipe, full_grid, generate
from ergodoku.puzzle.layout import Layout, box_shape
from ergodoku.puzzle.puzzle import Digits, Puzzle
from tests.puzzle.reference import JIGSAW

SIZES = (4, 6, 8, 9, 9, 9, 10, 12, 14, 15, 16, 16, 18, 20, 24, 25, 28, 30, 36)
MONSTERS = (49, 64, 81, 100)
BOXES = (
    (2, 2),
    (3, 2),
    (2, 3),
    (2, 4),
    (4, 2),
    (5, 2),
    (1, 5),
    (1, 7),
    (6, 1),
    (2, 7),
    (3, 4),
    (4, 5),
    (1, 12),
)
# The time of an iteration grows with these parameters, so their values are limited.
COSTLY = {
    "population": 60, "climb": 30, "ants": 12, "rungs": 8, "steps": 3000, "samples": 500, "tournament": 40,
    "threads": 4,
}  # fmt: skip
FORGETFUL = ("external", "differential_evolution", "dual_annealing")  # their searches cannot be saved


@dataclass(frozen=True)
class Case:
    """A puzzle, a method and limits, and whether the puzzle has a solution."""

    puzzle: Puzzle
    solvable: bool | None  # None if not known
    name: str
    method: Method
    seed: int
    replicas: int | None
    cap: int  # iterations
    seconds: float
    forgets: bool  # the searches of the method cannot be saved

    def __str__(self) -> str:
        asked = f"seed {self.seed}, replicas {self.replicas}"
        return f"{self.puzzle.layout!r}, {self.puzzle.clues} clues, {self.method!r}, {asked}"


def draw(seed: int, number: int) -> Case:
    """Return case ``number`` of a seed."""
    rng = np.random.default_rng([seed, number])
    puzzle, solvable = _puzzle(rng)
    while True:
        try:
            name, method, forgets = _method(rng, puzzle.size)
            break
        except ParameterError:  # the parameters contradict each other
            continue
    return Case(
        puzzle,
        solvable,
        name,
        method,
        seed=int(rng.integers(0, 1 << 40)),
        replicas=None if rng.random() < 0.5 else int(rng.integers(1, 6)),
        cap=int(10 ** rng.uniform(0, 6.5)),
        seconds=float(rng.choice([0.02, 0.1, 0.4])),
        forgets=forgets,
    )


def _puzzle(rng: np.random.Generator) -> tuple[Puzzle, bool | None]:
    layout, full = _layout(rng)
    kind = rng.choice(["general", "general", "general", "unique", "broken", "blank", "full", "nearly"])
    if kind == "unique" and layout.size <= 9 and layout.kind != "jigsaw":
        return generate(Recipe(layout, minimal=True), seed=int(rng.integers(1 << 30))), True
    share = {"blank": 0.0, "full": 1.0}.get(str(kind), float(rng.uniform(0.05, 0.8)))
    flat = np.where(rng.random(layout.cells) < share, full, 0)
    if kind == "nearly":
        flat = full.copy()
        flat[rng.integers(layout.cells)] = 0
    if kind == "broken":
        return _broken(rng, Puzzle(layout, flat)), None
    return Puzzle(layout, flat), True


def _broken(rng: np.random.Generator, puzzle: Puzzle) -> Puzzle:
    """Add a random given that contradicts no other; return the puzzle unchanged if none is found."""
    for cell in rng.permutation(np.flatnonzero(puzzle.flat == 0))[:20].tolist():
        flat = puzzle.flat.copy()
        flat[cell] = rng.integers(1, puzzle.size + 1)
        try:
            return Puzzle(puzzle.layout, flat)
        except PuzzleError:
            continue
    return puzzle


def _layout(rng: np.random.Generator) -> tuple[Layout, Digits]:
    """Return a layout and a full grid that obeys it."""
    kind = str(
        rng.choice(
            ["classic", "classic", "classic", "boxes", "diagonal", "windows", "latin", "jigsaw", "mixed"]
        )
    )
    size = int(rng.choice(MONSTERS if rng.random() < 0.02 else SIZES))
    if kind == "boxes":
        layout = Layout.of(box=BOXES[rng.integers(len(BOXES))])
    elif kind == "diagonal":
        size = size if len(set(box_shape(size))) == 1 else 9
        layout = Layout.of(size, kind=kind)
    elif kind == "jigsaw":
        layout = Layout.jigsaw(JIGSAW)
    else:
        layout = Layout.of(size, kind=kind if kind in ("windows", "latin") else "classic")
    full = full_grid(layout, rng)
    return (_mixed(rng, layout, full), full) if kind == "mixed" else (layout, full)


def _mixed(rng: np.random.Generator, layout: Layout, full: Digits) -> Layout:
    """Return a jigsaw: cells with the same digit exchange their boxes, so ``full`` stays a solution."""
    regions = layout.regions.copy()
    for _ in range(int(rng.integers(1, layout.cells))):
        first, second = rng.choice(np.flatnonzero(full == rng.integers(1, layout.size + 1)), 2, replace=False)
        regions[[first, second]] = regions[[second, first]]
    return Layout.jigsaw(regions.reshape(layout.size, layout.size).tolist())


def _method(rng: np.random.Generator, size: int) -> tuple[str, Method, bool]:
    name = str(rng.choice(list(ENTRIES)))
    method = find(name).method
    if name == "portfolio":
        names = [str(n) for n in rng.choice([n for n in ENTRIES if n != "portfolio"], rng.integers(1, 4))]
        forgets = not set(names).isdisjoint(FORGETFUL)
        return name, configure(method, {"methods": ",".join(names)}), forgets
    if rng.random() < 0.8:
        for choices in (True, False):  # choices first, because they decide which parameters exist
            listed = [p for p in flatten(method) if bool(p.choices) == choices and rng.random() < 0.5]
            method = configure(method, {p.name: _value(rng, p, size) for p in listed})
    if size > 36 and hasattr(method, "population"):
        method = configure(method, {"population": min(10, method.population)})
    return name, method, name in FORGETFUL


def _value(rng: np.random.Generator, parameter: Parameter, size: int) -> object:
    """Draw a value from the declared range: one of its ends, near the default, or anywhere."""
    low, high, usual = parameter.low, parameter.high, parameter.value
    if parameter.choices:
        return str(rng.choice(parameter.choices))
    if parameter.kind == "bool":
        return bool(rng.random() < 0.5)
    if parameter.kind == "str" or (usual is None and rng.random() < 0.3):
        return usual
    most = COSTLY.get(parameter.name.rsplit(".")[-1])
    if most is not None:
        high = min(high or most, max(low or 1, most * 9 // size))
    way = rng.random()
    if way < 0.1 and low is not None:
        return low
    if way < 0.2 and high is not None:
        return high
    near = float(usual if usual else 100) * 10 ** rng.normal()
    if way < 0.5 and low is not None and high is not None and high - low <= 100:
        near = rng.uniform(low, high)
    value = float(np.clip(near, low, high))
    return round(value) if parameter.kind == "int" else value
