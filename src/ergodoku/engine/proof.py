"""Look for a proof that a puzzle has no solution, while the search runs.

A random walk never learns that there is no solution. So after some iterations the exact oracle tries a quick
proof. Later it tries a slower proof in a separate process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ergodoku.methods.method import Method
    from ergodoku.puzzle.exact import Proof
    from ergodoku.puzzle.logic import Reduction

QUICK_UP_TO = 16  # largest size for which the quick proof is worth trying
QUICK_AT = 50_000  # iteration at which the quick proof is tried
LONG_AFTER = 0.3  # seconds of search after which the long proof starts
MOST_CANDIDATES = 50_000  # with more, the formula would take gigabytes, and the proof would never end
PROVED = "the exact oracle proved it"
TRIED = "the search tried everything"


class Refutation:
    """Looks for a proof that a puzzle has no solution.

    Parameters
    ----------
    reduction : Reduction
        The puzzle after logic.
    by_clock : bool
        Whether the long proof may be tried. Its duration depends on the machine. So it is not tried if all
        limits of the run are counts, such as iterations: then the run must end in the same way everywhere.
    """

    def __init__(self, reduction: Reduction, *, by_clock: bool) -> None:
        self.reduction, self.by_clock = reduction, by_clock
        self.quick = reduction.puzzle.size <= QUICK_UP_TO  # whether the quick proof is still to be tried
        self.proof: Proof | None = None

    def ahead(self, now: int) -> float:
        """Return the iterations until the quick proof: a slice must end there, whatever its length."""
        return QUICK_AT - now if self.quick and now < QUICK_AT else float("inf")

    def found(self, iteration: int, seconds: float) -> bool:
        """Try the next proof if it is due, and return whether there is a proof."""
        if self.quick:
            if iteration < QUICK_AT:
                return False
            from ergodoku.puzzle.exact import refuted_at_once

            self.quick = False
            return refuted_at_once(self.reduction)
        proof = self.proof  # read once: another thread that ends the run may close it
        if proof is not None:
            return proof.unsolvable()
        if self.by_clock and seconds >= LONG_AFTER:
            from ergodoku.puzzle.exact import Proof

            try:
                self.proof = Proof(self.reduction.puzzle)
            except OSError:  # too many processes or files, or too little memory: search without a proof
                self.by_clock = False
        return False

    def close(self) -> None:
        """End the process of the long proof; a run that continues starts it again."""
        proof, self.proof = self.proof, None
        if proof is not None:
            proof.end()


def refutation_for(method: Method, reduction: Reduction, *, by_clock: bool) -> Refutation | None:
    """Return a `Refutation` if the method wants a proof and the puzzle is not too large, else None."""
    if not method.proves or np.count_nonzero(reduction.candidates) > MOST_CANDIDATES:
        return None
    return Refutation(reduction, by_clock=by_clock)
