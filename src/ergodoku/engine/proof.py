"""The proof that a puzzle has no solution, looked for while the search goes on.

A search that walks at random never learns that there is nothing to find. So after some iterations the exact
oracle is asked for a proof that takes no time, and after a moment for one that may take long, in a process of
its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ergodoku.methods.method import Method
    from ergodoku.puzzle.exact import Proof
    from ergodoku.puzzle.logic import Reduction

QUICK_UP_TO = 16  # size of a puzzle for which the quick proof is worth a try
QUICK_AT = 50_000  # iteration at which the quick proof is tried
LONG_AFTER = 0.3  # seconds of searching after which the long proof begins
MOST_CANDIDATES = 50_000  # a formula of more would take gigabytes, and the proof would never end
PROVED = "the exact oracle proved it"
TRIED = "the search tried everything"


class Refutation:
    """Looks for a proof that there is no solution.

    Parameters
    ----------
    reduction : Reduction
        What logic left of the puzzle.
    by_clock : bool
        Whether the long proof may be tried. When it ends depends on the machine, so it is not tried for a run
        that only iterations limit: such a run ends in the same way everywhere.
    """

    def __init__(self, reduction: Reduction, *, by_clock: bool) -> None:
        self.reduction, self.by_clock = reduction, by_clock
        self.quick = reduction.puzzle.size <= QUICK_UP_TO  # whether the quick proof is still to be tried
        self.proof: Proof | None = None

    def ahead(self, now: int) -> float:
        """Return how long the next slice may be, so that its length cannot change the result."""
        return QUICK_AT - now if self.quick and now < QUICK_AT else float("inf")

    def found(self, iteration: int, seconds: float) -> bool:
        """Tell whether there is a proof by now."""
        if self.quick:
            if iteration < QUICK_AT:
                return False
            from ergodoku.puzzle.exact import refuted_at_once

            self.quick = False
            return refuted_at_once(self.reduction)
        if self.proof is not None:
            return self.proof.unsolvable()
        if self.by_clock and seconds >= LONG_AFTER:
            from ergodoku.puzzle.exact import Proof

            self.proof = Proof(self.reduction.puzzle)
        return False

    def close(self) -> None:
        """End the process of the long proof; it begins again if the run goes on."""
        if self.proof is not None:
            self.proof.end()
            self.proof = None


def refutation_for(method: Method, reduction: Reduction, *, by_clock: bool) -> Refutation | None:
    """Return what looks for a proof, where the method wants one and the puzzle is not too large for it."""
    if not method.proves or np.count_nonzero(reduction.candidates) > MOST_CANDIDATES:
        return None
    return Refutation(reduction, by_clock=by_clock)
