"""Where each size is hardest, and how the time there grows with the size.

The expected time of a share of givens is the time of all runs divided by the number of solved runs. It is
computed from the puzzles of this share together with those of the shares 2 % below and above. The share with
the longest expected time is the hardest: the peak. Intervals (95 %) come from resampling the puzzles of each
share with replacement.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from hard_points import Bools, Curve, Floats
from numpy.typing import NDArray

Interval = tuple[float, float]
Places = NDArray[np.int64]
RESAMPLES = 2_000
# A peak counts as found only if, within AROUND percent of it, neighbouring measured shares of givens are at
# most CLOSE percent apart.
AROUND, CLOSE = 8, 4
NEIGHBOUR = 2  # percent between neighbouring shares
FEWEST = 3  # minimum number of sizes for a fit, because a line always fits two points
STANDS_OUT = 2.0  # a peak takes at least this many times the expected time at the lowest share of givens
KNOWN = 0.5  # trust an expected time only if at least this share of the puzzles was solved


@dataclass(frozen=True)
class Peak:
    """The hardest share of givens, and the expected time there."""

    percent: int
    interval: Interval
    expected: float  # CPU seconds per solution; infinite if none was found
    between: Interval  # interval of the expected time
    close: bool  # whether the shares around the peak were measured too
    known: bool  # whether enough was solved to trust the expected time
    stands_out: bool  # whether this is a real peak, and not only the cost of many empty cells
    # the range of shares around the peak where nothing was solved; None if puzzles at the peak were solved
    unsolved: Interval | None


@dataclass(frozen=True)
class Growth:
    """A line fitted to logarithms: ``exp(intercept + slope x)``, with the interval of the slope."""

    slope: float
    interval: Interval
    intercept: float
    sizes: tuple[int, ...]


def peak_of(curve: Curve) -> Peak:
    """Return where a curve is highest."""
    near = _near(curve)
    place, time = (values[0] for values in _tops(curve.seconds[None], curve.solved[None], near))
    places, times = _drawn_tops(curve)
    first = _expected(curve.seconds[None], curve.solved[None], near)[0, 0]
    here, unsolved = near[place], _unsolved(curve, int(place))
    return Peak(
        int(curve.percents[place]),
        unsolved or _interval(curve.percents[places]),
        float(time),
        _interval(times),
        _measured_around(curve, int(place)),
        bool(curve.solved[here].sum() >= KNOWN * curve.runs[here].sum()),
        bool(time >= STANDS_OUT * first and np.isfinite(first)),
        unsolved,
    )


def growth_of_peaks(curves: list[Curve]) -> Growth | None:
    """Fit the expected time at the peak as an exponential of the size, for sizes with a known peak."""
    known = _with_peaks(curves)
    times = [peak_of(curve).expected for curve in known]
    return _fit(known, [float(c.size) for c in known], times, [_drawn_tops(c)[1] for c in known])


def growth_of_holes(curves: list[Curve]) -> Growth | None:
    """Fit the number of empty cells at the peak as a power of the size."""
    known = _with_peaks(curves)

    def holes(curve: Curve, percents: Floats | float) -> Floats:
        return np.asarray((1 - np.asarray(percents) / 100) * curve.size**2)

    now = [float(holes(c, peak_of(c).percent)) for c in known]
    drawn = [holes(c, c.percents[_drawn_tops(c)[0]].astype(float)) for c in known]
    return _fit(known, np.log([c.size for c in known]).tolist(), now, drawn)


def growth_at(curves: list[Curve], percent: int) -> Growth | None:
    """Fit the median time at one share of givens as a power of the size; all puzzles must be solved."""
    places = [(c, int(np.flatnonzero(c.percents == percent)[0])) for c in curves if percent in c.percents]
    there = [(c, c.seconds[k, : c.runs[k]]) for c, k in places if c.rate[k] == 1]
    drawn = [
        np.median(np.random.default_rng(c.size).choice(times, (RESAMPLES, len(times))), axis=1)
        for c, times in there
    ]
    sizes, now = [c for c, _ in there], [float(np.median(times)) for _, times in there]
    return _fit(sizes, np.log([c.size for c in sizes]).tolist(), now, drawn)


def _fit(curves: list[Curve], x: list[float], now: list[float], drawn: list[Floats]) -> Growth | None:
    if len(curves) < FEWEST:
        return None
    slope, intercept = np.polyfit(x, np.log(now), 1)
    y = np.log(np.stack(drawn))
    slopes = np.polyfit(x, y[:, np.isfinite(y).all(axis=0)], 1)[0]
    return Growth(float(slope), _interval(slopes), float(intercept), tuple(c.size for c in curves))


def _with_peaks(curves: list[Curve]) -> list[Curve]:
    """Return the curves whose peak stands out; stop at the first peak that is unknown or not close."""
    found = []
    for curve in curves:
        peak = peak_of(curve)
        if not peak.known or not peak.close:
            break
        if peak.stands_out:
            found.append(curve)
    return found


@lru_cache
def _drawn_tops(curve: Curve) -> tuple[Places, Floats]:
    """Return the position and the height of the peak in every resample of a curve."""
    rng, shape = np.random.default_rng(curve.size), (RESAMPLES, *curve.seconds.shape)
    picks = (rng.random(shape) * curve.runs[:, None]).astype(np.int64)
    seconds, solved = (
        np.take_along_axis(np.broadcast_to(values, shape), picks, axis=2)
        for values in (curve.seconds, curve.solved)
    )
    not_run = np.broadcast_to(np.isnan(curve.seconds), shape)
    seconds[not_run], solved[not_run] = np.nan, False
    return _tops(seconds, solved, _near(curve))


def _tops(seconds: Floats, solved: Bools, near: Bools) -> tuple[Places, Floats]:
    """Return the position of each curve's longest expected time (the middle one of ties), and that time."""
    time = _expected(seconds, solved, near)
    highest = time.max(axis=1)
    alike = time == highest[:, None]
    middle = (alike.sum(axis=1) + 1) // 2
    places: Places = (np.cumsum(alike, axis=1) >= middle[:, None]).argmax(axis=1)
    return places, highest


def _expected(seconds: Floats, solved: Bools, near: Bools) -> Floats:
    """Return the expected time of each share, pooled with its neighbours; infinite if nothing is solved."""
    total, count = (np.nansum(values, axis=2).astype(float) @ near for values in (seconds, solved))
    return np.divide(total, count, out=np.full_like(total, np.inf), where=count > 0)


def _measured_around(curve: Curve, place: int) -> bool:
    """Return whether the shares around a position were measured without large gaps."""
    low, high = (curve.percents[place] + side * AROUND for side in (-1, 1))
    gaps = np.diff(curve.percents)
    around = (curve.percents[1:] > low) & (curve.percents[:-1] < high)
    return bool(around.any() and (gaps[around] <= CLOSE).all())


def _unsolved(curve: Curve, place: int) -> Interval | None:
    """Return the range of unsolved shares around a position; None if puzzles at the position were solved."""
    if curve.rate[place] > 0:
        return None
    low = high = place
    while low > 0 and curve.rate[low - 1] == 0:
        low -= 1
    while high + 1 < len(curve.rate) and curve.rate[high + 1] == 0:
        high += 1
    return float(curve.percents[low]), float(curve.percents[high])


def _near(curve: Curve) -> Bools:
    """Return a matrix that tells which pairs of shares are equal or adjacent."""
    return np.asarray(np.abs(curve.percents[:, None] - curve.percents) <= NEIGHBOUR)


def _interval(values: NDArray[np.generic]) -> Interval:
    low, high = np.quantile(values.astype(float), (0.025, 0.975), method="nearest")
    return float(low), float(high)
