"""Annealing as described in the literature and in student projects, as presets to run and compare.

Each preset follows its description, including any limits. None applies logic before the search.
"""

from __future__ import annotations

from ergodoku.methods.aliases import Alias
from ergodoku.methods.annealing.annealing import NAMES, Annealing
from ergodoku.methods.annealing.reheat import Reheat
from ergodoku.methods.method import Entry
from ergodoku.methods.schedules import Geometric, Hyperbolic, Lewis

_LEWIS = "R. Lewis, J. Heuristics 13 (2007) 387-401, doi:10.1007/s10732-007-9012-8"
_KIRKPATRICK = "S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, Science 220 (1983) 671-680"

_GEOMETRIC = (*NAMES, Alias("coolingRate", "schedule.cooling", rate=True))

ENTRIES = (
    Entry(
        "reheat",
        Annealing(
            Geometric(10.0, 0.99999),
            Reheat(10_000, "multiply", 10.0 / 0.3, below=1e-4),
            end=1e-6,
            iterations=5_000_000,
            logic="none",
        ),
        "Annealing from T = 10 that multiplies T by 10 / 0.3 and deals a new board when stuck.",
        "box permutation",
        _KIRKPATRICK,
        "looking at a typical student project: annealing with reheats",
        "T ← 0.99999 T; when stuck: T ← T · 10 / 0.3",
        _GEOMETRIC,
    ),
    Entry(
        "lewis",
        Annealing(Lewis(0.98855), Reheat(800, "add", 2.0, watch="energy", refill=False), logic="none"),
        "Lewis' annealing: measured start, one iteration per given in each epoch, T + 2 when stuck.",
        "box permutation",
        _LEWIS,
        "annealing as published; exploring its cooling factor",
        "T₀ = standard deviation of E over 100 swaps; T ← 0.98855 T per epoch; when stuck: T ← T + 2",
        (*_GEOMETRIC, Alias("sigma", "schedule.start"), Alias("decreasing_factor", "schedule.cooling")),
    ),
    Entry(
        "cool",
        Annealing(
            Geometric(0.5, 1 - 1e-5),
            Reheat(5_000, "multiply", 0.5 / 0.3, below=1e-4),
            iterations=5_000_000,
            logic="none",
        ),
        "Slow annealing from T = 0.5 that multiplies T by 0.5 / 0.3 and deals a new board when stuck.",
        "box permutation",
        _KIRKPATRICK,
        "seeing what a typical student project does: annealing that starts cool",
        "T ← (1 - 10⁻⁵) T; when stuck: T ← T · 0.5 / 0.3",
        _GEOMETRIC,
    ),
    Entry(
        "hyperbolic",
        Annealing(Hyperbolic(100.0, 0.99), end=0.01, iterations=100_000, logic="none"),
        "Annealing with T = 100 / (1 + 0.99 i): frozen after 10,000 iterations. Try restarts=true.",
        "box permutation",
        _KIRKPATRICK,
        "seeing what happens when a search freezes too early",
        "T = 100 / (1 + 0.99 i) at iteration i",
        (*NAMES, Alias("cooling_rate", "schedule.rate")),
    ),
)
