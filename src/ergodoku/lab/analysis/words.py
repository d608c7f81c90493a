"""Format the numbers of a study: short, with unknown values marked as unknown."""

from __future__ import annotations

import math
from collections.abc import Iterable

from ergodoku.base.numbers import NOTHING, number, time_text
from ergodoku.lab.analysis.statistics import Interval
from ergodoku.lab.analysis.summary import Effort, Standing

NAMES = {  # names of the measures in a sentence
    "seconds": "time",
    "cpu_seconds": "CPU time",
    "iterations": "iterations",
    "evaluations": "evaluations",
}
TIMES = ("seconds", "cpu_seconds")


def unit(efforts: Iterable[Effort]) -> tuple[str, float]:
    """Return a unit that suits all these times, and how many units make a second.

    A table has one unit for all its times, so that readers can compare them.
    """
    longest = max((e.at_least[2] for e in efforts if e.at_least[2] == e.at_least[2]), default=1.0)
    if 0 < longest < 0.1:
        return ("ms", 1e3) if longest >= 1e-4 else ("µs", 1e6)
    return "s", 1.0


def scaled(effort: Effort, factor: float) -> Effort:
    """Return an effort in another unit."""

    def times(interval: Interval) -> Interval:
        return interval[0] * factor, interval[1] * factor

    return Effort(
        tuple(value * factor for value in effort.quartiles),
        tuple(value * factor for value in effort.at_least),
        times(effort.median_interval),
        effort.expected * factor,
        times(effort.expected_interval),
        effort.par10 * factor,
        times(effort.par10_interval),
    )


def effort_text(amount: float, measure: str) -> str:
    """Return a time with its unit, or a number of iterations or evaluations."""
    return time_text(amount) if measure in TIMES else number(amount)


def amount_text(amount: float, measure: str) -> str:
    """Return an effort with its unit: ``10 ms``, ``12,000 iterations``."""
    return effort_text(amount, measure) + ("" if measure in TIMES else f" {measure}")


def quartile(effort: Effort, place: int) -> str:
    """Return a quartile; ``> `` and a lower bound if too few runs were solved to know it."""
    value = effort.quartiles[place]
    return f"> {number(effort.at_least[place])}" if math.isinf(value) else number(value)


def expected(value: float) -> str:
    """Return an expected running time; a dash if it is unknown because nothing was solved."""
    return NOTHING if math.isinf(value) else number(value)


def span(interval: Interval) -> str:
    """Return an interval: ``0.1-0.3``; ``> 0.1`` if it has no upper end; a dash if it is unbounded."""
    low, high = interval
    if math.isinf(high):
        return NOTHING if math.isinf(low) or low == 0 else f"> {number(low)}"
    return f"{number(low)}-{number(high)}"


def rate(standing: Standing) -> str:
    """Return the success rate with its interval, such as ``96 % (87-99)``."""
    if not standing.runs:
        return NOTHING
    low, high = standing.interval
    return f"{_percent(standing.rate)} % ({_percent(low)}-{_percent(high)})"


def _percent(share: float) -> str:
    """Return a share in per cent: 100 only for all, 0 only for none."""
    text = f"{100 * share:.0f}"
    if (text == "100" and share < 1) or (text == "0" and share > 0):
        return f"{min(99.9, max(0.1, 100 * share)):.1f}"
    return text
