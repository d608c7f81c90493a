"""The bounded history of a walk: the notes of the walk, with the times added."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.files import written
from ergodoku.base.history import BoundedHistory
from ergodoku.methods.method import Search
from ergodoku.methods.walk import NOTE_ACCEPTED, NOTE_BEST, NOTE_ENERGY, NOTE_ITERATION, NOTE_RESTARTS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLUMNS = ("iteration", "seconds", "energy", "best", "temperature", "acceptance", "restarts")


@dataclass(frozen=True, eq=False)
class Trace:
    """The history of one walk from its start: at most 4,096 points, evenly spaced in iterations.

    Every attribute except ``more`` is an array with one value per point. The first point is the state before
    the first iteration, and the last point of a solved walk is its solution. The acceptance of a point is the
    share of proposals accepted since the previous point; the first point repeats the acceptance of the
    second. Except for ``seconds``, a trace depends on the seed alone, not on slices, workers or the machine.
    """

    iteration: NDArray[np.int64]
    seconds: NDArray[np.float64]
    energy: NDArray[np.int64]
    best: NDArray[np.int64]
    temperature: NDArray[np.float64]
    acceptance: NDArray[np.float64]
    restarts: NDArray[np.int64]
    # Additional notes of the method, such as its mutation rate, or the rungs of tempering (2-D).
    more: dict[str, NDArray[np.float64]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.iteration)

    def to_dict(self) -> dict[str, list[float]]:
        """Return the columns as lists, by name; 2-D notes become ``rung_energy_0``, ``rung_energy_1`` ..."""
        columns = {name: getattr(self, name).tolist() for name in COLUMNS}
        for name, table in self.more.items():
            if table.ndim == 1:
                columns[name] = table.tolist()
            else:
                columns |= {f"{name}_{k}": column.tolist() for k, column in enumerate(table.T)}
        return columns

    def to_csv(self, path: str | Path) -> None:
        """Write a CSV file with one row per point."""
        import csv

        with written(path) as part, part.open("w", newline="", encoding="utf-8") as stream:
            columns = self.to_dict()
            writer = csv.writer(stream)
            writer.writerow(columns)
            writer.writerows(zip(*columns.values(), strict=True))

    def to_parquet(self, path: str | Path) -> None:
        """Write a Parquet file; this needs polars (the extra ``lab``)."""
        try:
            import polars
        except ImportError:
            raise ImportError('Parquet needs polars: pip install "ergodoku[lab]"') from None
        file = BytesIO()  # so that `written` reports disk errors as for any other file
        polars.DataFrame(self.to_dict()).write_parquet(file)
        with written(path) as part:
            part.write_bytes(file.getvalue())

    def plot(self, kind: str = "energy", **options: Any) -> Axes | list[Axes]:
        """Draw the trace with matplotlib, and return the axes.

        Parameters
        ----------
        kind : str
            ``energy``, ``temperature``, ``acceptance``, ``generations``, ``mutation``, ``pheromone`` or
            ``ladder``; or several of them below each other, such as ``energy+temperature``.
        **options
            Options of the function with this name in `ergodoku.views.plots.result`: ``ax``, ``theme``,
            ``over`` ...
        """
        from ergodoku.views.plots import plot_trace

        return plot_trace(self, kind, **options)


def make_trace(search: Search, timeline: Timeline, pace: float = 1) -> Trace:
    """Return the trace of a search.

    Parameters
    ----------
    search : Search
        The search whose notes make up the trace.
    timeline : Timeline
        The times of the run's iterations.
    pace : float
        Iterations that the run counts for one iteration of the search.
    """
    notes, temperatures = search.notes
    iteration, accepted = notes[:, NOTE_ITERATION], notes[:, NOTE_ACCEPTED]
    columns: dict[str, Any] = {
        "iteration": iteration.copy(),
        "energy": notes[:, NOTE_ENERGY].copy(),
        "best": notes[:, NOTE_BEST].copy(),
        "temperature": temperatures.copy(),
        "acceptance": acceptance_of(iteration, accepted),
        "restarts": notes[:, NOTE_RESTARTS].copy(),
    }
    more = {name: table.copy() for name, table in search.extra_notes.items()}
    if search.best == 0 and len(iteration) and notes[-1, NOTE_BEST] > 0:
        if search.iteration > iteration[-1]:  # otherwise a restart at the last point found the solution
            for parts in (columns, more):
                for name, column in parts.items():
                    parts[name] = np.concatenate((column, column[-1:]))
            columns["iteration"][-1] = search.iteration
        columns["energy"][-1] = columns["best"][-1] = 0
    return Trace(seconds=timeline.at(columns["iteration"] * pace), more=more, **columns)


def acceptance_of(iteration: NDArray[np.int64], accepted: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the share of proposals accepted between each point and the previous one."""
    steps = np.diff(iteration, prepend=0)
    share = np.diff(accepted, prepend=0) / np.maximum(steps, 1)
    if len(steps) and steps[0] == 0:  # no moves are proposed before the start
        share[0] = share[1] if len(share) > 1 else np.nan
    return share


@lru_cache(maxsize=1)
def no_trace() -> Trace:
    """Return the empty trace of a run that had nothing to search."""
    whole, real = np.empty(0, dtype=np.int64), np.empty(0)
    return Trace(whole, real, whole, whole, real, real, whole)


class NotedTrace(Trace):
    """A trace that is computed when it is first used: most users need only the grid of a result."""

    def __init__(self, search: Search, timeline: Timeline, pace: float = 1) -> None:
        self.__dict__["_of"] = search, timeline, pace

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "_of" not in self.__dict__:
            raise AttributeError(name)
        trace = make_trace(*self.__dict__["_of"])
        self.__dict__.pop("_of", None)
        self.__dict__.update(vars(trace))
        return getattr(self, name)

    def __reduce__(self) -> tuple[Any, ...]:
        return Trace, tuple(getattr(self, column.name) for column in fields(Trace))


class Timeline:
    """The times of a run's iterations: a bounded number of readings, interpolated in between."""

    def __init__(self, readings: int = 2048) -> None:
        self.readings: BoundedHistory[tuple[int, float]] = BoundedHistory(readings)
        self.readings.append((0, 0.0))

    def read(self, iteration: int, seconds: float) -> None:
        """Note the time when the run first reaches an iteration."""
        if iteration > self.readings.newest[0]:
            self.readings.append((iteration, seconds))

    def at(self, iteration: NDArray[np.int64] | NDArray[np.floating[Any]]) -> NDArray[np.float64]:
        """Return the times of iterations."""
        known = np.array(list(self.readings))
        times: NDArray[np.float64] = np.interp(iteration, known[:, 0], known[:, 1])
        return times
