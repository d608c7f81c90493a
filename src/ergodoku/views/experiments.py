"""Small experiments with annealing, as data for the plots of the lesson.

Most experiments run walks at constant temperatures, without logic; `times_over_seeds` runs any method. They
return data that `ergodoku.views.plots` draws. One seed decides everything: run k uses the seed ``seed + k``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ergodoku.base.errors import ParameterError
from ergodoku.engine.result import Result
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations
from ergodoku.landscape.boxes import boxes_of
from ergodoku.landscape.sampling import freezing_point_of_boxes
from ergodoku.methods.annealing import Annealing
from ergodoku.methods.method import Method
from ergodoku.methods.schedules import Constant
from ergodoku.puzzle.logic import reduce_by
from ergodoku.puzzle.puzzle import Puzzle, PuzzleLike
from ergodoku.views.series import Reals

BURNED_IN = 0.1  # leave out this first share of a walk: it still depends on the start
OTHERS = 24  # walks from which the number of states is estimated
STEPS = 500  # iterations of the self-consistent equations for the density of states
LEAST_SOLVED = 0.05  # consider only restarts after this share of runs is solved


@dataclass(frozen=True, eq=False)
class Energies:
    """How often each energy was seen at each temperature, and how often Boltzmann's law predicts it."""

    temperature: Reals  # (temperatures,)
    energy: NDArray[np.int64]  # (levels,)
    share: Reals  # (temperatures, levels)
    boltzmann: Reals  # (temperatures, levels)
    title: str = ""


@dataclass(frozen=True, eq=False)
class Acceptance:
    """The share of accepted swaps and the mean energy at each temperature, and the freezing point."""

    temperature: Reals
    acceptance: Reals
    energy: Reals
    freezing: float
    title: str = ""


@dataclass(frozen=True, eq=False)
class Times:
    """The iterations of each run, and whether it was solved; one row per temperature if there are several."""

    iterations: NDArray[np.int64]
    solved: NDArray[np.bool_]
    limit: int
    title: str = ""
    temperature: Reals | None = None
    freezing: float = float("nan")

    @property
    def expected(self) -> Reals:
        """Expected iterations to a solution: all iterations spent, divided by the number of solved runs."""
        return expected_iterations(self.iterations, self.solved)

    def with_restarts(self, after: float) -> float:
        """Return the expected iterations to a solution if every run restarts after ``after`` iterations."""
        solved = self.solved & (self.iterations <= after)
        return float(expected_iterations(np.minimum(self.iterations, after), solved))

    def best_restart(self) -> int:
        """Return the number of iterations after which restarting gives the fewest expected iterations."""
        known = np.sort(self.iterations[self.solved])[int(LEAST_SOLVED * self.iterations.size) :]
        if not known.size:
            raise ParameterError("too few runs were solved to know when to restart", "raise the limit")
        return int(known[int(np.argmin([self.with_restarts(float(after)) for after in known]))])


def freezing_point(puzzle: PuzzleLike, logic: str = "none") -> float:
    """Return the freezing point of a puzzle, as `Annealing` finds it."""
    return freezing_point_of_boxes(boxes_of(reduce_by(Puzzle.of(puzzle), logic)))


def energies_at(
    puzzle: PuzzleLike, temperatures: ArrayLike, *, iterations: int = 400_000, seed: int = 0
) -> Energies:
    """Count the energies of walks at constant temperatures.

    The probability that a walk at temperature T is in a certain state of energy E is proportional to
    exp(-E / T). The probability that it is in any state of energy E is proportional to g(E) exp(-E / T),
    where g(E) is the number of these states. We estimate g from other walks, at temperatures between and
    around the given ones, by the method of Ferrenberg and Swendsen. So this distribution is a prediction:
    it does not use the walks that it is compared with. A walk ends early if it finds the solution.

    References
    ----------
    A. M. Ferrenberg, R. H. Swendsen, Physical Review Letters 63 (1989) 1195,
    doi:10.1103/PhysRevLett.63.1195.
    """
    heat = _temperatures(temperatures)
    others = np.geomspace(0.93 * heat.min(), 1.3 * heat.max(), OTHERS)
    seen = []
    for at, run in zip([*heat, *others], _walks(puzzle, [*heat, *others], iterations, seed), strict=True):
        energies = run.trace.energy[int(BURNED_IN * len(run.trace)) :]
        if len(energies) < 100:
            raise ParameterError(
                f"at temperature {at:g} the walk found a solution after {run.iterations} iterations",
                "choose a harder puzzle, or higher temperatures",
            )
        seen.append(energies)
    levels = np.arange(max(int(energies.max()) for energies in seen) + 1)
    counts = np.stack([np.bincount(energies, minlength=len(levels)) for energies in seen])
    mine, theirs = counts[: len(heat)].astype(np.float64), counts[len(heat) :].astype(np.float64)
    law = _at_equilibrium(_states(theirs, others, levels), heat, levels)
    title = _title(puzzle, f"{iterations:,} iterations at each temperature", seed)
    return Energies(heat, levels, mine / mine.sum(axis=1, keepdims=True), law, title)


def acceptance_at(
    puzzle: PuzzleLike,
    temperatures: ArrayLike | None = None,
    *,
    iterations: int = 50_000,
    seed: int = 0,
) -> Acceptance:
    """Measure the share of accepted swaps and the mean energy at constant temperatures.

    The default temperatures are 0.05 to 10.
    """
    heat = _temperatures(np.geomspace(0.05, 10, 25) if temperatures is None else temperatures)
    traces = [run.trace for run in _walks(puzzle, heat, iterations, seed)]
    return Acceptance(
        heat,
        np.array([np.mean(trace.acceptance) for trace in traces]),
        np.array([np.mean(trace.energy[int(BURNED_IN * len(trace)) :]) for trace in traces]),
        freezing_point(puzzle),
        _title(puzzle, f"{iterations:,} iterations at each temperature", seed),
    )


def times_at(
    puzzle: PuzzleLike,
    temperatures: ArrayLike,
    *,
    runs: int = 20,
    limit: int = 200_000,
    seed: int = 0,
) -> Times:
    """Measure how many iterations walks at constant temperatures need to solve a puzzle."""
    heat = _temperatures(temperatures)
    rows = [times_over_seeds(puzzle, _at(t), runs=runs, limit=limit, seed=seed) for t in heat.tolist()]
    return Times(
        np.stack([row.iterations for row in rows]),
        np.stack([row.solved for row in rows]),
        limit,
        _title(puzzle, f"{runs} runs at each temperature", seed),
        temperature=heat,
        freezing=freezing_point(puzzle),
    )


def times_over_seeds(
    puzzle: PuzzleLike, method: str | Method, *, runs: int = 100, limit: int = 1_000_000, seed: int = 0
) -> Times:
    """Measure how many iterations a method needs to solve a puzzle, seed by seed."""
    results = [solve(puzzle, method, seed=seed + k, replicas=1, stop=Iterations(limit)) for k in range(runs)]
    iterations = np.array([result.iterations for result in results], dtype=np.int64)
    solved = np.array([result.solved for result in results], dtype=bool)
    name = results[0].label if results else ""
    return Times(iterations, solved, limit, _title(puzzle, f"{runs} runs", seed, name))


def expected_iterations(iterations: ArrayLike, solved: ArrayLike) -> Reals:
    """Return the sum of the iterations divided by the number of solved runs, along the last axis.

    The value is infinite if no run was solved.
    """
    spent, count = np.sum(iterations, axis=-1, dtype=np.float64), np.sum(solved, axis=-1)
    with np.errstate(divide="ignore"):
        expected: Reals = np.asarray(spent / count, dtype=np.float64)
    return expected


def _at(temperature: float) -> Annealing:
    return Annealing(schedule=Constant(temperature), logic="none")


def _walks(
    puzzle: PuzzleLike, temperatures: Sequence[float] | Reals, iterations: int, seed: int
) -> list[Result]:
    stop = Iterations(iterations)
    return [
        solve(puzzle, _at(float(heat)), seed=seed + k, replicas=1, stop=stop)
        for k, heat in enumerate(temperatures)
    ]


def _title(puzzle: PuzzleLike, what: str, seed: int, name: str = "annealing") -> str:
    puzzle = Puzzle.of(puzzle)
    given = f"{puzzle.size}x{puzzle.size}, {puzzle.clues} clues"
    return f"{name}  ·  {given}  ·  {what}  ·  seeds from {seed}"


def _temperatures(temperatures: ArrayLike) -> Reals:
    heat = np.asarray(temperatures, dtype=np.float64).ravel()
    if not heat.size or not (heat > 0).all():
        raise ParameterError(f"the temperatures are {heat.tolist()}", "give one or more numbers above 0")
    return heat


def _states(counts: Reals, temperatures: Reals, levels: NDArray[np.int64]) -> Reals:
    """Return the logarithm of the number of states at each energy, up to a constant, fitted to counts."""
    from scipy.special import logsumexp

    weights = -levels[None, :] / temperatures[:, None]
    with np.errstate(divide="ignore"):
        seen, walks = np.log(counts.sum(axis=0)), np.log(counts.sum(axis=1))
    free = np.zeros(len(temperatures))  # the logarithm of 1 / Z at each temperature
    for _ in range(STEPS):
        states: Reals = seen - logsumexp(walks[:, None] + free[:, None] + weights, axis=0)
        free = -logsumexp(states[None, :] + weights, axis=1)
    return states


def _at_equilibrium(states: Reals, temperatures: Reals, levels: NDArray[np.int64]) -> Reals:
    """Return the share of each energy at each temperature by Boltzmann's law."""
    from scipy.special import softmax

    shares: Reals = softmax(states[None, :] - levels[None, :] / temperatures[:, None], axis=1)
    return shares
