"""The conclusions of an exploration as sentences: the best value, and others that may be as good."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ergodoku.lab.analysis.best import Best
from ergodoku.lab.analysis.summary import Standing
from ergodoku.lab.analysis.words import NAMES, amount_text
from ergodoku.lab.study import Axis

LISTED = 6  # maximum number of values to list by name


def best_sentence(axes: Sequence[Axis], standings: Sequence[Standing], measure: str, best: Best) -> str:
    """Return a sentence that names the best value by a measure, its effort, and others that may be equal."""
    effort = standings[best.contender].effort(measure)
    names, values = " and ".join(axis.name for axis in axes), _value_names(axes)
    alike = _together(axes, best, values)
    also = f" (statistically indistinguishable: {alike})" if alike else ""

    def write(amount: float) -> str:
        return amount_text(amount, measure)

    low, high = effort.expected_interval
    sure = f"{write(low)} to {write(high)}" if math.isfinite(high) else f"above {write(low)}"
    median = effort.median if math.isfinite(effort.median) else effort.at_least[1]
    above = "" if math.isfinite(effort.median) else "above "
    return (
        f"Best {names} in {NAMES[measure]}: {values[best.contender]}{also}, with an expected running time of "
        f"{write(effort.expected)} (95 %: {sure}) and a median {above or 'of '}{write(median)}."
    )


def best_at_edge(axes: Sequence[Axis], best: Best) -> str:
    """Return a numeric parameter whose best value is the first or last of its values; empty if there is none.

    A parameter with fewer than three values does not count. If all values are statistically
    indistinguishable, the result is empty too: nothing suggests that values beyond the range are better.
    """
    if len(best.alike) == math.prod(len(axis.values) for axis in axes) - 1:
        return ""
    places = [best.contender] if len(axes) == 1 else list(divmod(best.contender, len(axes[1].values)))
    for axis, place in zip(axes, places, strict=True):
        if axis.scale != "words" and len(axis.values) > 2 and place in (0, len(axis.values) - 1):
            return axis.name
    return ""


def _value_names(axes: Sequence[Axis]) -> list[str]:
    if len(axes) == 1:
        return list(axes[0].labels)
    return [f"{a} with {b}" for a in axes[0].labels for b in axes[1].labels]


def _together(axes: Sequence[Axis], best: Best, values: Sequence[str]) -> str:
    """Return the values that may be as good: a range if they are neighbours, else a list or their number."""
    if not best.alike:
        return ""
    members = sorted({*best.alike, best.contender})
    neighbours = members[-1] - members[0] == len(members) - 1
    if len(axes) == 1 and axes[0].scale != "words" and neighbours and len(members) > 2:
        return f"{values[members[0]]} to {values[members[-1]]}"
    if len(best.alike) <= LISTED:
        return ", ".join(values[k] for k in best.alike)
    if len(best.alike) == len(values) - 1:
        return "all others"
    return f"{len(best.alike)} other values"
