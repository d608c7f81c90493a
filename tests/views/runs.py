"""Runs with exactly known series, to check that the plots show the same numbers."""

from __future__ import annotations

import numpy as np

from ergodoku.engine.result import Result
from ergodoku.engine.status import Status
from ergodoku.engine.trace import Trace, no_trace
from ergodoku.puzzle.puzzle import Digits, Puzzle
from tests.samples import HARD, general

SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
POINTS = 400


def trace(kind: str = "annealing", points: int = POINTS, scale: float = 40.0, seed: int = 1) -> Trace:
    """Return a trace with two reheats; ``tempering`` has six rungs, and ``genetic`` has no temperature."""
    generator = np.random.default_rng(seed)
    part = np.arange(points) % (points // 3 + 1) / points * 3
    heat = 2.0 * 0.02**part
    energy = np.maximum(2, scale * 0.1**part + generator.normal(0, 2, points)).astype(np.int64)
    whole = np.arange(1, points + 1, dtype=np.int64)
    restarts = np.arange(points) // (points // 3 + 1)
    more = {}
    if kind == "tempering":
        rungs = np.geomspace(0.3, 0.5, 6)
        more = {
            "rung_temperature": np.tile(rungs, (points, 1)),
            "rung_energy": generator.poisson(30 * rungs, (points, 6)).astype(float),
            "rung_exchange": np.tile([0.2, 0.3, 0.4, 0.5, 0.6, np.nan], (points, 1)),
        }
    if kind in ("genetic", "evolution"):
        more = {
            "mean_energy": energy + 8.0,
            "energy_deviation": np.full(points, 3.0),
            "mutation_rate": np.abs(generator.normal(0, 0.3, points)),
        }
    if kind == "ants":
        more = {"pheromone": np.linspace(1 / 9, 0.9, points), "best_value": np.linspace(1, 9, points)}
    return Trace(
        iteration=1000 * whole,
        seconds=whole / 800,
        energy=energy,
        best=np.minimum.accumulate(energy),
        temperature=np.full(points, np.nan) if kind == "genetic" else heat,
        acceptance=np.clip(heat / 2, 0, 1),
        restarts=restarts,
        more=more,
    )


def result(kind: str = "annealing", *, solved: bool = True, series: Trace | None = None) -> Result:
    """Return the result of a run on a hard 9x9: solved, or with four cells in conflict."""
    series = trace(kind) if series is None else series
    grid = np.array(list(SOLVED), dtype=np.uint8)
    if not solved:
        grid[[1, 2]] = grid[[2, 1]]
    last = int(series.iteration[-1]) if len(series) else 0
    return outcome(
        Puzzle.parse(HARD), grid.reshape(9, 9), "solved" if solved else "gave_up", kind, last + 500, series
    )


def by_logic() -> Result:
    """Return the result of a run that logic solved without a search."""
    grid = np.array(list(SOLVED), dtype=np.uint8).reshape(9, 9)
    return outcome(Puzzle.parse(HARD), grid, "solved", "logic", 0, no_trace())


def large(size: int = 49) -> Result:
    """Return the result of a run that gave up on a large grid, with some cells in conflict."""
    puzzle = general(size, 0.4)
    generator = np.random.default_rng(1)
    grid = puzzle.flat.copy()
    free = generator.permutation(np.flatnonzero(grid == 0))[: 4 * size]
    grid[free] = generator.integers(1, size + 1, len(free))
    return outcome(puzzle, grid.reshape(size, size), "gave_up", "annealing", POINTS * 1000, trace(scale=900))


def outcome(puzzle: Puzzle, grid: Digits, status: str, method: str, iterations: int, series: Trace) -> Result:
    return Result(
        puzzle=puzzle,
        status=Status(status),
        grid=grid,
        energy=0 if status == "solved" else 2,
        method=method,
        label=method,
        found_by=method,
        parameters={},
        seed=1,
        replicas=1,
        replica=0,
        iterations=iterations,
        evaluations=2 * iterations,
        seconds=0.51,
        cpu_seconds=0.5,
        trace=series,
    )
