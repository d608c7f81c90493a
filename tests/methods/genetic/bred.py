"""Genetic searches for the tests, and the plain version from the benchmarks."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
from hypothesis import strategies as st

from ergodoku.methods.genetic.genetic import Genetic, GeneticSearch
from ergodoku.puzzle.puzzle import Digits, Puzzle
from tests.samples import sample, started

PLAIN = Genetic(population=20, crossover="cycle", stale=100, climb=0, logic="none")
SEEDS = st.integers(0, 2**32)


def plain_version() -> ModuleType:
    """Load the plain version from the benchmarks."""
    path = Path(__file__).parents[3] / "benchmarks" / "genetic_reference.py"
    spec = importlib.util.spec_from_file_location("genetic_reference", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["genetic_reference"] = module  # dataclasses look up their module
    spec.loader.exec_module(module)
    return module


reference = plain_version()


def genetic(puzzle: Puzzle, method: Genetic = PLAIN, seed: int = 1) -> GeneticSearch:
    search = started(puzzle, method, seed)
    assert isinstance(search, GeneticSearch)
    return search


def units_of(search: GeneticSearch, genome: str) -> np.ndarray:
    layout = search.landscape.layout
    size, rows = layout.size, genome == "rows" or layout.kind == "latin"
    return layout.units[:size] if rows else layout.units[2 * size : 3 * size]


def missing(search: GeneticSearch, cells: Digits) -> int:
    layout = search.landscape.layout
    return sum(layout.size - len(set(cells[unit].tolist())) for unit in layout.units)


def two_parents(name: str, genome: str, seed: int) -> tuple[GeneticSearch, Digits, Digits]:
    search = genetic(sample(name, 0.2), Genetic(population=2, genome=genome, climb=0, logic="none"), seed)
    return search, search.population.members[0, 0], search.population.members[0, 1]
