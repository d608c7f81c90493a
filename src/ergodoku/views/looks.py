"""How a contender looks among others: the colour of its method, and a stroke and a marker of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ergodoku.views.colours import colour_of, mix
from ergodoku.views.style import STROKES

MARKERS = ("o", "s", "D", "v", "P")
GREY = "#858585"  # seen on light and on dark paper, and so is every mixture of it with a method's colour
DULL = (0.0, 0.45, 0.75)  # share of grey once all strokes of a method are taken


class Look(NamedTuple):
    """A colour, a stroke and a marker, as matplotlib takes them."""

    colour: str
    stroke: Any
    marker: str


def looks(methods: Sequence[str]) -> list[Look]:
    """Return the look of each contender, given the names of their methods.

    Strokes change from one contender to the next, so that curves differ in grey print too. Contenders of the
    same method have its colour, and differ by stroke and marker; from the sixth on the colour gets duller.

    Examples
    --------
    >>> first, second = looks(["tabu", "tabu"])
    >>> first.colour == second.colour, first.stroke == second.stroke
    (True, False)
    """
    found: list[Look] = []
    taken: dict[str, list[int]] = {}
    for k, method in enumerate(methods):
        before = taken.setdefault(method, [])
        round_, place = divmod(len(before), len(STROKES))
        used = before[len(before) - place :]
        stroke = next(n % len(STROKES) for n in range(k, k + len(STROKES)) if n % len(STROKES) not in used)
        before.append(stroke)
        colour = mix(colour_of(method), GREY, DULL[round_ % len(DULL)])
        found.append(Look(colour, STROKES[stroke], MARKERS[place]))
    return found
