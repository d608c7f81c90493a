"""The numbers behind the curves: computed here, drawn in `plot_curves`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from pathlib import PurePath

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ergodoku.base.errors import ParameterError
from ergodoku.engine.result import Result
from ergodoku.engine.status import Status
from ergodoku.engine.trace import Trace

WINDOW = 100  # points of a moving average
OVER = ("iterations", "seconds")
Reals = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Series:
    """What a run went through, one value per point; ``x`` counts iterations or seconds.

    A result knows where it ended, which a trace alone does not: its last point is that end.
    """

    over: str
    x: Reals
    energy: Reals
    best: Reals
    temperature: Reals
    acceptance: Reals
    restarted_at: Reals  # where on ``x`` the search was reheated or started again
    restarts: int  # how often that happened; more than one may fall between two points
    solved: bool
    note: str  # why there is nothing to draw; empty where there is

    @property
    def word(self) -> str:
        """What is marked by ``restarted_at``: without a temperature it is a new start."""
        heated = np.isfinite(self.temperature).any()
        return ("reheat" if heated else "restart") + ("" if self.restarts == 1 else "s")


def series_of(run: Result | Trace, over: str = "iterations") -> Series:
    """Return the series of a run over iterations or seconds."""
    if over not in OVER:
        raise ParameterError(f"a series over {over!r} is not known", f"choose {' or '.join(OVER)}")
    trace = run.trace if isinstance(run, Result) else run
    columns = {
        "x": trace.iteration if over == "iterations" else trace.seconds,
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
        **values,
        restarted_at=values["x"][reheated],
        restarts=int(trace.restarts[-1]) if len(trace) else 0,
        solved=bool(values["best"].size and values["best"][-1] == 0),
        note="" if values["x"].size else _why_empty(run),
    )


def moving_average(values: ArrayLike, window: int | None = None) -> tuple[Reals, int]:
    """Return the mean of each point and those before it, and over how many points it was taken.

    The window is 100 points, or a tenth of all where there are fewer than 1,000; a window that is asked
    for is taken as it is. At the start it is as many as there are.
    """
    series = np.asarray(values, dtype=np.float64)
    if window is not None and (isinstance(window, bool) or not isinstance(window, Integral) or window < 1):
        raise ParameterError(f"window is {window!r}", "give a whole number of points from 1 up")
    width = min(WINDOW, max(1, len(series) // 10)) if window is None else int(window)
    total = np.concatenate([[0.0], np.cumsum(series)])
    end = np.arange(1, len(series) + 1)
    start = np.maximum(end - width, 0)
    return (total[end] - total[start]) / (end - start), width


@dataclass(frozen=True, eq=False)
class Rungs:
    """The rungs of a tempering run: ``temperature`` and ``energy`` have one row per point."""

    x: Reals
    temperature: Reals
    energy: Reals
    exchange: Reals  # at the end, between each rung and the next


def rungs_of(run: Result | Trace, over: str = "iterations") -> Rungs | None:
    """Return the ladder of a tempering run, or None for any other."""
    trace = run.trace if isinstance(run, Result) else run
    if not len(trace) or "rung_temperature" not in trace.more:
        return None
    points = len(trace)
    return Rungs(
        x=series_of(trace, over).x,
        temperature=trace.more["rung_temperature"][:points],
        energy=trace.more["rung_energy"][:points],
        exchange=trace.more["rung_exchange"][-1, :-1],
    )


def ranking(results: Mapping[str, Result] | Sequence[Result]) -> list[tuple[str, Result]]:
    """Return results with their names, in the order of a race: the first to solve, then the lowest energy."""
    if isinstance(results, Mapping):
        named = list(results.items())
    else:
        names = [result.label for result in results]
        doubled = {name for name in names if names.count(name) > 1}
        named = [(f"{r.label}, seed {r.seed}" if r.label in doubled else r.label, r) for r in results]
    return sorted(named, key=lambda entry: (not entry[1].solved, entry[1].energy, entry[1].seconds))


def credit(method: str, found_by: str) -> str:
    """Return who is at work: what was asked for, and what that came to, such as auto (probing)."""
    asked = PurePath(method).name if method.endswith(".toml") else method
    return asked if found_by in (asked, "") else f"{asked} ({found_by})"


def _with_end(values: dict[str, Reals], result: Result, over: str) -> dict[str, Reals]:
    def last(name: str) -> float:
        return float(values[name][-1]) if values[name].size else float("nan")

    end = {
        "x": float(result.iterations) if over == "iterations" else max(result.seconds, 0.0),
        "energy": float(result.energy) if result.solved or not values["x"].size else last("energy"),
        "best": float(result.energy),
        "temperature": last("temperature"),
        "acceptance": last("acceptance"),
    }
    return {name: np.append(column, end[name]) for name, column in values.items()}


def _why_empty(run: Result | Trace) -> str:
    if isinstance(run, Trace):
        return "the trace is empty: there was nothing to search"
    if run.solved:
        return f"solved by {run.found_by} alone: there was nothing to search"
    if run.status is Status.UNSOLVABLE:
        return "there is no solution: nothing to search"
    return "no search was begun"
