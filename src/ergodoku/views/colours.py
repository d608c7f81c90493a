"""One colour for each method, the same in figures, in the terminal and on the page.

Every colour has a contrast of at least 3 to 1 with white and with dark paper, so one table serves both. They
were chosen as far apart from each other as that allows, for people who are colour-blind too.
"""

from __future__ import annotations

import zlib

COLOURS = {
    "auto": "#875A5A",
    "focused": "#2D4BFF",
    "probing": "#D2004B",
    "annealing": "#0072B2",
    "reheat": "#7896B4",
    "lewis": "#9600FF",
    "cool": "#8787FF",
    "hyperbolic": "#875AA5",
    "tempering": "#B07F00",
    "ants": "#CC5E9B",
    "tabu": "#009E73",
    "genetic": "#D55E00",
    "genes": "#69A500",
    "evolution": "#007800",
    "evolve": "#786900",
    "portfolio": "#1E7869",
    "external": "#FF5A69",
    "differential_evolution": "#B40FB4",
    "dual_annealing": "#C35AF0",
}
OTHERS = ("#FF00FF", "#FF0FB4", "#A57878")  # for methods of other packages


def colour_of(method: str) -> str:
    """Return the colour of a method or preset, by its name.

    Examples
    --------
    >>> colour_of("annealing")
    '#0072B2'
    """
    return COLOURS.get(method) or OTHERS[zlib.crc32(method.encode()) % len(OTHERS)]
