"""The histories of the contenders of a race, by search time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ergodoku.engine.result import Result
from ergodoku.puzzle.puzzle import Digits
from ergodoku.views.animation.film import energy_of
from ergodoku.views.animation.moments import pick

Reals = NDArray[np.float64]


@dataclass(frozen=True)
class RaceMoment:
    """The state of a contender at one moment of the race."""

    grid: Digits
    energy: int
    iteration: int
    seconds: float
    word: str  # searching, solved, not finished ...

    @property
    def solved(self) -> bool:
        """Whether the board is the solution."""
        return self.word == "solved"


class Track:
    """The boards of one contender, and the search time of each.

    Parameters
    ----------
    label : str
        The name of the contender.
    result : Result
        The result, with boards as ``keyframes``; without them, only the end is shown.
    """

    def __init__(self, label: str, result: Result) -> None:
        self.label, self.result = label, result
        layout, trace = result.puzzle.layout, result.trace
        self.iterations = [iteration for iteration, _ in result.keyframes]
        self.energies = [energy_of(layout, grid) for _, grid in result.keyframes]
        known = np.append(trace.iteration, result.iterations), np.append(trace.seconds, result.seconds)
        self.times: Reals = np.interp(self.iterations, *known) if self.iterations else np.zeros(0)

    def at(self, seconds: float) -> RaceMoment:
        """Return the state after a search time."""
        result = self.result
        if seconds >= result.seconds or not self.iterations:
            return RaceMoment(result.grid, result.energy, result.iterations, result.seconds, result.outcome)
        k = max(0, int(np.searchsorted(self.times, seconds, side="right")) - 1)
        grid = result.keyframes[k][1]
        return RaceMoment(grid, self.energies[k], self.iterations[k], seconds, "searching")

    def curve(self) -> tuple[Reals, Reals]:
        """Return search times, and the best energy at each."""
        if not self.iterations:
            return np.zeros(0), np.zeros(0)
        times = np.append(self.times, self.result.seconds)
        best = np.minimum.accumulate(np.append(self.energies, self.result.energy))
        return times, best.astype(np.float64)

    def moments(self, most: int) -> list[float]:
        """Return the search times of the boards to show, and of the end."""
        if not self.iterations:
            return [self.result.seconds]
        chosen = pick(self.iterations, self.energies, max(2, most))
        return [*(float(self.times[k]) for k in chosen), self.result.seconds]


def tracks_of(results: Mapping[str, Result]) -> list[Track]:
    """Return the tracks of a race, in the order of its contenders."""
    return [Track(label, result) for label, result in results.items()]


def moments_of(tracks: list[Track], frames: int) -> list[float]:
    """Return the search times of the frames of a film; each contender gets an equal share of the frames."""
    share = max(2, frames // len(tracks) - 1)
    return sorted({0.0, *(moment for track in tracks for moment in track.moments(share))})
