"""Give up on a search that is frozen for good, if the run has no other limit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ergodoku.engine.stop import Moment, Stop, share
from ergodoku.methods.method import Search

REASON = "the search is frozen for good: start warmer, reheat it, or let it restart (end=0.1, restarts=true)"


@dataclass(frozen=True)
class Frozen(Stop):
    """Stop after ``count`` iterations without a new best energy; iterations before ``since`` do not count."""

    since: int
    count: int

    def progress(self, moment: Moment) -> float:
        """Return the iterations that count since the last new best energy, as a share of ``count``."""
        return share(max(0, moment.iteration - max(self.since, moment.best_iteration)), self.count)

    def ahead(self, moment: Moment) -> float:
        """Return the iterations left before giving up."""
        return max(0, max(self.since, moment.best_iteration) + self.count - moment.iteration)


def frost_of(searches: Sequence[Search]) -> Frozen | None:
    """Return when to give up if all walks are known to freeze for good; otherwise None."""
    frosts = [search.freezes for search in searches]
    known = [frost for frost in frosts if frost is not None]
    if not known or len(known) < len(frosts):
        return None
    since, patience = zip(*known, strict=True)
    return Frozen(max(since), max(patience))
