"""How to draw each contender: in the colour of its method, with its own stroke and marker."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import Any, NamedTuple

from ergodoku.views.colours import COLOURS, colour_of, mix
from ergodoku.views.style import STROKES

MARKERS = ("o", "s", "D", "v", "P")
GREY = "#858585"  # visible on a light and a dark background, also when mixed with a method's colour
DULL = (0.0, 0.45, 0.75)  # share of grey: raised when a method has used all strokes

CURVES = ("genetic", "tabu", "ants", "tempering", "focused", "probing", "genes", "lewis", "reheat")


class Look(NamedTuple):
    """A colour, a stroke and a marker, as matplotlib expects them."""

    colour: str
    stroke: Any
    marker: str


def looks(methods: Sequence[str]) -> list[Look]:
    """Return the look of each contender, given the names of their methods.

    Neighbouring contenders usually have different strokes, so curves differ in grey print too.
    Contenders of the same method share its colour and differ by stroke and marker; from the sixth on, the
    colour is duller.

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


def curve_looks(methods: Sequence[str]) -> list[Look]:
    """Return the look of each curve of a figure whose curves all belong to one method.

    The first curve has the colour of the method. The others have colours of their own, because similar
    colours would be hard to tell apart; strokes and markers are as in `looks`.

    Examples
    --------
    >>> first, second = curve_looks(["tabu", "tabu"])
    >>> first.colour == second.colour
    False
    """
    found = looks(methods)
    own = [look.colour for look in found[:1]]
    others = [COLOURS[name] for name in CURVES if COLOURS[name] not in own]
    return [look._replace(colour=colour) for look, colour in zip(found, cycle(own + others))]
