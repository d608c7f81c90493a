"""Several methods side by side on one puzzle: the first to solve it wins.

Each method is a replica of the run. They are advanced in rounds, and each method decides how many iterations
it does in a round. The method that solves the puzzle in the earliest round wins; if several do so in the same
round, the first in the list wins. So the number of workers does not change the result.

References
----------
C. P. Gomes, B. Selman, "Algorithm portfolios", Artificial Intelligence 126 (2001) 43-62,
doi:10.1016/S0004-3702(00)00081-3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ergodoku.base.errors import ParameterError
from ergodoku.methods.method import Entry, Method, Search
from ergodoku.methods.parameters import LOGIC, parameter
from ergodoku.methods.registry import method_of
from ergodoku.puzzle.logic import Reduction


@dataclass(frozen=True)
class Portfolio(Method):
    """Several methods side by side, in rounds, until one of them finds a solution."""

    name: ClassVar[str] = "portfolio"

    methods: str = parameter("probing,focused,tempering", "Names of methods or presets, separated by commas")
    logic: str = parameter("pairs", "Logic applied before the search", choices=LOGIC)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.methods.strip(" ,"):
            raise ParameterError("a portfolio without methods", "name at least one, such as focused")
        for member in self.members:
            if member.members:
                raise ParameterError("a portfolio inside a portfolio", "name its methods instead")

    @property
    def members(self) -> tuple[Method, ...]:
        """The methods, in order; they are assigned to the replicas of a run in turn."""
        return tuple(method_of(name.strip()) for name in self.methods.split(",") if name.strip())

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> Search:
        """Start the search of one member."""
        members = self.members
        return members[replica % len(members)].start(reduction, seed, replica)


ENTRIES = (
    Entry(
        "portfolio",
        Portfolio(),
        "Several methods side by side, in rounds; the first that solves the puzzle wins.",
        "the landscapes of its methods",
        "C. P. Gomes, B. Selman, Artificial Intelligence 126 (2001) 43-62",
        "puzzles where you don't know which method suits; pays off with as many cores as methods",
        "winner = earliest round, then first in the list",
    ),
)
