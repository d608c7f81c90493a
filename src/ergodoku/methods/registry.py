"""All methods and presets by name: what there is, with which parameters, from where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from ergodoku.methods.annealing import Annealing
from ergodoku.methods.auto import Automatic
from ergodoku.methods.focused import Focused
from ergodoku.methods.parameters import ParameterError, configure
from ergodoku.methods.probing import Probing
from ergodoku.methods.reheat import Reheat
from ergodoku.methods.schedules import Geometric, Hyperbolic, Lewis
from ergodoku.methods.walk import Search
from ergodoku.puzzle.logic import Reduction


class Method(Protocol):
    """An algorithm with its parameters: a frozen dataclass that starts searches."""

    name: ClassVar[str]

    @property
    def logic(self) -> str:
        """The logic applied before the search: none, singles, locked, pairs, or auto."""

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> Search:
        """Begin a search on a reduced puzzle."""


@dataclass(frozen=True)
class Entry:
    """A method or a preset under its name."""

    name: str
    method: Method
    summary: str
    landscape: str
    reference: str
    when: str


_LEWIS = "R. Lewis, J. Heuristics 13 (2007) 387-401, doi:10.1007/s10732-007-9012-8"
_KIRKPATRICK = "S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, Science 220 (1983) 671-680"

ENTRIES: dict[str, Entry] = {
    entry.name: entry
    for entry in (
        Entry(
            "auto",
            Automatic(),
            "Logic, then probing up to 16x16, then focused search: the default.",
            "construction and box permutation",
            "see probing and focused",
            "always, unless you want to see or compare a certain method",
        ),
        Entry(
            "focused",
            Focused(),
            "Focused Metropolis search: swap a missing digit to a cell of its line that can hold it.",
            "box permutation",
            "S. Seitz, M. Alava, P. Orponen, J. Stat. Mech. (2005) P06006; carried over to Sudoku here",
            "large grids, from 25x25 to 100x100",
        ),
        Entry(
            "probing",
            Probing(),
            "Fill the tightest cell with a random candidate, propagate, start over on a contradiction.",
            "construction",
            "C. P. Gomes, B. Selman, H. Kautz, AAAI-98 (1998) 431-437",
            "small grids, up to 16x16",
        ),
        Entry(
            "annealing",
            Annealing(),
            "Simulated annealing: random swaps in a box, accepted by Metropolis, with any schedule.",
            "box permutation",
            _KIRKPATRICK,
            "to see and study annealing; to 25x25",
        ),
        Entry(
            "reheat",
            Annealing(
                Geometric(10.0, 0.99999),
                Reheat(10_000, "multiply", 10.0 / 0.3, below=1e-4),
                end=1e-6,
                iterations=5_000_000,
                logic="none",
            ),
            "Annealing from T = 10 that multiplies T by 10 / 0.3 and deals anew when nothing is accepted.",
            "box permutation",
            _KIRKPATRICK,
            "a classic student's annealing with reheats, to look at",
        ),
        Entry(
            "lewis",
            Annealing(Lewis(0.98855), Reheat(800, "add", 2.0, refill=False), logic="none"),
            "Lewis' annealing: measured start, epochs as long as there are givens, T + 2 when stuck.",
            "box permutation",
            _LEWIS,
            "the annealing of the literature; explore its cooling factor",
        ),
        Entry(
            "cool",
            Annealing(
                Geometric(0.5, 1 - 1e-5),
                Reheat(5_000, "multiply", 0.5 / 0.3, below=1e-4),
                iterations=5_000_000,
                logic="none",
            ),
            "Annealing from T = 0.5, slowly; multiplies T by 0.5 / 0.3 and deals anew when stuck.",
            "box permutation",
            _KIRKPATRICK,
            "annealing that starts cool",
        ),
        Entry(
            "hyperbolic",
            Annealing(Hyperbolic(100.0, 0.99), end=0.01, iterations=100_000, logic="none"),
            "Annealing with T = 100 / (1 + 0.99 i): frozen after 10,000 iterations. Try --set restarts=true.",
            "box permutation",
            _KIRKPATRICK,
            "to see what freezing too early does",
        ),
    )
}


def find(name: str) -> Entry:
    """Return a method or preset by its name."""
    if name in ENTRIES:
        return ENTRIES[name]
    import difflib

    near = difflib.get_close_matches(name, ENTRIES, 1, 0.5)
    hint = f"did you mean {near[0]!r}? " if near else ""
    raise ParameterError(f"there is no method {name!r}", f"{hint}There are: {', '.join(ENTRIES)}")


def method_of(method: str | Method, settings: Mapping[str, Any] | None = None) -> Method:
    """Return a method from its name, with parameters set by name."""
    chosen = find(method).method if isinstance(method, str) else method
    if isinstance(chosen, type) or not callable(getattr(chosen, "start", None)):
        raise ParameterError(f"{chosen!r} is no method", "give a name, or a method such as Annealing()")
    configured: Method = configure(chosen, settings) if settings else chosen
    return configured
