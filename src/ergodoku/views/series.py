"""The data of the curves: computed here, drawn by `ergodoku.views.plots`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from pathlib import PurePath

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ergodoku.base.errors import ParameterError
from ergodoku.base.numbers import counted
from ergodoku.engine.result import Result
from ergodoku.engine.status import Status
from ergodoku.engine.trace import Trace
from ergodoku.methods.registry import ENTRIES

WIDTHS = 40  # a moving mean covers about 1/40 of a run
LONGEST_NAME = 30  # characters of a puzzle's name in a title
OVER = ("iterations", "seconds")
AXES = ("seconds", "iterations", "generations")  # the axes of a race
Reals = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Series:
    """The history of a run, one value per point; ``x`` is in iterations or in seconds.

    The series of a result ends where the run ended. A trace alone does not know that point.
    """

    over: str
    unit: str  # what the method counts as an iteration: "iteration" or "generation"
    x: Reals
    iteration: Reals
    energy: Reals
    best: Reals
    temperature: Reals
    acceptance: Reals
    restarted_at: Reals  # where on ``x`` the search reheated or restarted
    restarts: int  # number of reheats or restarts; several may happen between two points
    solved: bool
    note: str  # why there is nothing to draw, or ""

    @property
    def word(self) -> str:
        """What ``restarted_at`` marks: a reheat, or a restart if the method has no temperature."""
        heated = np.isfinite(self.temperature).any()
        return ("reheat" if heated else "restart") + ("" if self.restarts == 1 else "s")


def series_of(run: Result | Trace, over: str = "iterations") -> Series:
    """Return the series of a run over iterations or seconds."""
    if over not in OVER:
        raise ParameterError(f"there is no series over {over!r}", f"choose {' or '.join(OVER)}")
    trace = run.trace if isinstance(run, Result) else run
    columns = {
        "x": trace.iteration if over == "iterations" else trace.seconds,
        "iteration": trace.iteration,
        "energy": trace.energy,
        "best": trace.best,
        "temperature": trace.temperature,
        "acceptance": trace.acceptance,
    }
    values = {name: np.asarray(column, dtype=np.float64) for name, column in columns.items()}
    if isinstance(run, Result) and run.iterations > (trace.iteration[-1] if len(trace) else 0):
        values = _with_end(values, run, over)
    reheated = np.flatnonzero(np.diff(trace.restarts, prepend=0) > 0)
    return Series(
        over=over,
        unit="generation" if population_of(trace) else "iteration",
        **values,
        restarted_at=values["x"][reheated],
        restarts=int(trace.restarts[-1]) if len(trace) else 0,
        solved=bool(values["best"].size and values["best"][-1] == 0),
        note="" if values["x"].size else _why_empty(run),
    )


def check_axis(axis: str) -> None:
    """Raise an error for an unknown axis of a race."""
    if axis not in AXES:
        raise ParameterError(f"there is no axis {axis!r}", f"choose {' | '.join(AXES)}")


def moving_mean(iteration: ArrayLike, values: ArrayLike, window: int | None = None) -> tuple[Reals, int]:
    """Return the mean around each point, and the width of the window in iterations.

    The window is centred on the point and cut off at the ends of the run. By default it covers about a
    fortieth of the run; ``window`` sets its width in iterations.
    """
    at, series = np.asarray(iteration, dtype=np.float64), np.asarray(values, dtype=np.float64)
    if window is not None and (isinstance(window, bool) or not isinstance(window, Integral) or window < 1):
        raise ParameterError(f"window is {window!r}", "give a whole number of iterations, 1 or more")
    width = _round_number((at[-1] - at[0]) / WIDTHS if len(at) else 0) if window is None else int(window)
    total = np.concatenate([[0.0], np.cumsum(series)])
    start = np.searchsorted(at, at - width / 2, side="left")
    end = np.searchsorted(at, at + width / 2, side="right")
    return (total[end] - total[start]) / (end - start), width


def _round_number(value: float) -> int:
    """Return the largest of 1, 2, 5, 10, 20, 50 ... that does not exceed a value, at least 1."""
    power = 10 ** int(np.log10(max(1.0, value)))
    return max(int(factor * power) for factor in (1, 2, 5) if factor == 1 or factor * power <= value)


@dataclass(frozen=True, eq=False)
class PopulationSeries:
    """A population at each point: the mean and deviation of its energies, and its mutation rate."""

    mean: Reals
    deviation: Reals
    mutation: Reals


def population_of(run: Result | Trace) -> PopulationSeries | None:
    """Return the history of a run's population, or None if the method has no population."""
    more = (run.trace if isinstance(run, Result) else run).more
    if "mutation_rate" not in more:
        return None
    return PopulationSeries(more["mean_energy"], more["energy_deviation"], more["mutation_rate"])


def pheromone_of(run: Result | Trace) -> Reals | None:
    """Return the share of pheromone on the strongest digits, or None if the method has no ants."""
    return (run.trace if isinstance(run, Result) else run).more.get("pheromone")


def lowest_score(run: Result | Trace) -> float | None:
    """Return the score of a solution: minus one for each digit of each row and column.

    Return None for a trace, for methods whose landscape is not box permutation, and for layouts with extra
    units.
    """
    if isinstance(run, Trace) or run.found_by not in ENTRIES:
        return None
    entry = ENTRIES[run.found_by]
    layout = run.puzzle.layout
    if entry.landscape != "box permutation" or len(layout.extra):
        return None
    return -float(len(layout.lines) * layout.size)


def title_of(run: Result | Trace) -> str:
    """Return the title of a figure: method, puzzle, seed and outcome; a trace has no title."""
    if isinstance(run, Trace):
        return ""
    puzzle, word = run.puzzle, run.status.words
    if run.status in (Status.GAVE_UP, Status.INTERRUPTED):
        word += f" at energy {run.energy}"
    seed = f"seed {run.seed}" + (f", replica {run.replica}" if run.replicas > 1 else "")
    iterations = counted(run.iterations, "generation" if population_of(run) else "iteration")
    effort = f"{iterations}, {run.seconds:.3g} s" if run.iterations else ""
    name = puzzle.name if len(puzzle.name) <= LONGEST_NAME else puzzle.name[: LONGEST_NAME - 1] + "…"
    given = f"{puzzle.size}x{puzzle.size}, {counted(puzzle.clues, 'clue')}"
    what = f"{name} ({given})" if name else given
    parts = [credit(run.label, run.found_by), what, seed, word, effort]
    return "  ·  ".join(part for part in parts if part)


@dataclass(frozen=True, eq=False)
class Rungs:
    """The rungs of a tempering run: ``temperature`` and ``energy`` have one row per point."""

    x: Reals
    iteration: Reals
    temperature: Reals
    energy: Reals
    exchange: Reals  # final rate of exchange between each rung and the next


def rungs_of(run: Result | Trace, over: str = "iterations") -> Rungs | None:
    """Return the ladder of a tempering run, or None for any other run."""
    trace = run.trace if isinstance(run, Result) else run
    if not len(trace) or "rung_temperature" not in trace.more:
        return None
    points = len(trace)
    return Rungs(
        x=series_of(trace, over).x,
        iteration=trace.iteration.astype(np.float64),
        temperature=trace.more["rung_temperature"][:points],
        energy=trace.more["rung_energy"][:points],
        exchange=trace.more["rung_exchange"][-1, :-1],
    )


def ranking(results: Mapping[str, Result] | Sequence[Result]) -> list[tuple[str, Result]]:
    """Return named results ranked as in a race: first the solved ones by time, then the others by energy."""
    if isinstance(results, Mapping):
        named = list(results.items())
    else:
        names = [result.label for result in results]
        doubled = {name for name in names if names.count(name) > 1}
        named = [(f"{r.label}, seed {r.seed}" if r.label in doubled else r.label, r) for r in results]
    return sorted(named, key=lambda entry: (not entry[1].solved, entry[1].energy, entry[1].seconds))


def credit(method: str, found_by: str) -> str:
    """Return a method's name, and the method that found the solution if it differs, as in auto (probing)."""
    asked = PurePath(method).name if method.endswith(".toml") else method
    return asked if found_by in (asked, "") else f"{asked} ({found_by})"


def _with_end(values: dict[str, Reals], result: Result, over: str) -> dict[str, Reals]:
    def last(name: str) -> float:
        return float(values[name][-1]) if values[name].size else float("nan")

    end = {
        "x": float(result.iterations) if over == "iterations" else max(result.seconds, 0.0),
        "iteration": float(result.iterations),
        "energy": float(result.energy) if result.solved or not values["x"].size else last("energy"),
        "best": float(result.energy),
        "temperature": last("temperature"),
        "acceptance": last("acceptance"),
    }
    return {name: np.append(column, end[name]) for name, column in values.items()}


def _why_empty(run: Result | Trace) -> str:
    if isinstance(run, Trace):
        return "the trace is empty: there was nothing to search"
    if run.solved and run.found_by == "logic":
        return "solved by logic alone: there was nothing to search"
    if run.solved:
        return f"the first board of {run.found_by} was a solution: there was nothing to search"
    if run.status is Status.UNSOLVABLE:
        return "the puzzle has no solution, so nothing was searched"
    return "the search never started"
