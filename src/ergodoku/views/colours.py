"""One colour for each method, the same in figures, in the terminal and on the web page.

Every colour has a contrast of at least 3 to 1 with the light and the dark background, in figures and on the
web page, so one table serves both themes. Within that limit the colours are as different from each other as
possible, also for colour-blind people.
"""

from __future__ import annotations

import zlib

COLOURS = {
    "auto": "#875A5A",
    "focused": "#314FFF",
    "probing": "#D2004B",
    "annealing": "#0072B2",
    "reheat": "#7390AD",
    "lewis": "#9600FF",
    "cool": "#8080F2",
    "hyperbolic": "#875AA5",
    "tempering": "#B07F00",
    "ants": "#CC5E9B",
    "tabu": "#009E73",
    "genetic": "#D55E00",
    "genes": "#649D00",
    "evolution": "#007800",
    "evolve": "#786900",
    "portfolio": "#1E7869",
    "external": "#F55665",
    "differential_evolution": "#B40FB4",
    "dual_annealing": "#C35AF0",
}
OTHERS = ("#F700F7", "#FF0FB4", "#A57878")  # for methods of other packages


def colour_of(method: str) -> str:
    """Return the colour of a method or preset, by its name.

    Examples
    --------
    >>> colour_of("annealing")
    '#0072B2'
    """
    return COLOURS.get(method) or OTHERS[zlib.crc32(method.encode()) % len(OTHERS)]


def rgb_of(colour: str) -> tuple[int, int, int]:
    """Return ``#RRGGBB`` as numbers."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(first: str, second: str, share: float) -> str:
    """Return a mixture of two colours, with this share of the second."""
    pairs = zip(rgb_of(first), rgb_of(second), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)
