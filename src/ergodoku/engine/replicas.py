"""Replicas: independent walks on one puzzle with seeds of their own, advanced side by side.

They are advanced in rounds of a fixed number of iterations; the winner is the lowest round, then the lowest
replica. A walk wins by a solution, or by a proof that there is none. So who wins depends on the seed and the
number of replicas, and neither on the length of slices nor on the number of workers. Methods with rounds of
different lengths can stand side by side. What is counted for all of them is the iterations of the longest
round, so no walk does more iterations than the run counts.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

from ergodoku.base.compiled import thread_seconds
from ergodoku.base.errands import helpers
from ergodoku.engine.halt import Halt
from ergodoku.methods.method import Search
from ergodoku.methods.registry import Method
from ergodoku.puzzle.logic import Reduction

Ahead = Callable[[int, int], float]  # (iteration, iteration of the best) -> iterations that the limits leave
MOST = 100_000  # replicas of a run: they take a gigabyte on a 9x9
CHUNK = 128  # rounds after which a replica looks whether another won, if it cannot be recalled


class Replicas:
    """The walks of a run; none of them has begun.

    Parameters
    ----------
    method : Method
        What they do; the members of a portfolio in turn.
    count : int
        How many.
    workers : int
        Threads that advance them.
    alone : bool
        Whether their searches may use no other thread either.

    Attributes
    ----------
    helped : float
        CPU time of the other threads that advanced them, in seconds.
    halted : bool
        Whether the last slice ended before all of them had reached its end. Only when they have is it known
        who wins.
    """

    def __init__(self, method: Method, count: int, workers: int, *, alone: bool = False) -> None:
        members = method.members or (method,)
        self.methods = [members[k % len(members)] for k in range(count)]
        self.rounds = [member.round for member in self.methods]
        self.longest = max(self.rounds)
        self.workers = min(workers, count)
        self.searches: list[Search] = []
        self.reached = 0  # where the last slice ended, though no walk may have an iteration that ends there
        self.halt, self.halted = Halt(), False
        self.goal = 0  # where the last slice was to end
        self.alone, self.helped = alone, 0.0

    def start(self, reduction: Reduction, seed: int, late: Callable[[], bool] = lambda: False) -> bool:
        """Begin all searches on a reduced puzzle, and return whether there was time for all of them."""
        begun: list[Search] = []
        for k, method in enumerate(self.methods):
            if k and late():
                break
            begun.append(method.start(reduction, seed, k))
        for search in begun:
            search.halt, search.alone = self.halt, self.alone
        self.searches[:] = begun
        return len(begun) == len(self.methods)

    @property
    def solved(self) -> bool:
        """Whether one of them is solved."""
        return any(search.best == 0 for search in self.searches)

    @property
    def refuted(self) -> bool:
        """Whether one of them has proved that there is no solution."""
        return any(search.refuted for search in self.searches)

    @property
    def finished(self) -> bool:
        """Whether all have ended by themselves."""
        return all(search.finished for search in self.searches)

    @property
    def iteration(self) -> int:
        """Iterations of the walk that has come farthest; all others can get there as well."""
        if self.lagging:
            return self.reached
        done = max((self._shared(k, s.iteration) for k, s in enumerate(self.searches)), default=0)
        if done >= self.reached or self.solved or self.refuted or self.finished:
            return done
        return self.reached

    @property
    def best_iteration(self) -> int:
        """When the best energy of all was first seen."""
        if len(self.searches) == 1:
            return self.searches[0].best_iteration
        best = min((s.best for s in self.searches), default=0)
        at = (self._shared(k, s.best_iteration) for k, s in enumerate(self.searches) if s.best == best)
        return min(at, default=0)

    @property
    def evaluations(self) -> tuple[int, int]:
        """Evaluations of the walk that has most of them, and the most that an iteration of any can have."""
        most = max((search.evaluations for search in self.searches), default=0)
        return most, max((search.costliest for search in self.searches), default=1)

    @property
    def leader(self) -> int:
        """The one to show: the winner, or else the best, and of equals the first."""
        if len(self.searches) < 2:
            return 0
        winners = [k for k, search in enumerate(self.searches) if _wins(search)]
        if winners:
            return min(winners, key=lambda k: (self._round(k), k))
        energies = [search.best for search in self.searches]
        return energies.index(min(energies))

    def advance(self, end: int, ahead: Ahead, *, alone: bool = False) -> None:
        """Advance all to ``end``, or as far as still matters once one is solved.

        The calling thread is one of the workers, and the only one if ``alone``.
        """
        self.goal, self.halted = end, False
        if len(self.searches) == 1:
            self._advance_one(self.searches[0], end)
        else:
            self._advance_all(end, 1 if alone else self.workers)
            if not self.halted and (self.solved or self.refuted):
                self._finish_round(ahead)
        if not self.halted:
            self.reached = end

    @property
    def lagging(self) -> bool:
        """Whether some have not reached the end of the last slice, as it was halted."""
        return self.halted and len(self.searches) > 1

    @property
    def undecided(self) -> bool:
        """Whether one has won, but another may still win before it."""
        return self.lagging and (self.solved or self.refuted)

    def _advance_one(self, search: Search, end: int) -> None:
        search.advance(max(0, end - search.iteration))
        if search.iteration < end and search.best > 0 and not search.finished:
            self.halted = True

    def _advance_all(self, end: int, workers: int) -> None:
        first_win = [(1 << 62, 0)]  # the first round in which a replica won, and which one

        def work(first: int) -> None:
            for k in range(first, len(self.searches), workers):
                search, length = self.searches[k], self.rounds[k]
                mine = self._own(k, end)
                while search.best > 0 and not search.finished:
                    search.recalled = False  # before the look at who won: no news is missed
                    last, winner = first_win[0]
                    # A replica after the winner would have to win in an earlier round.
                    left = min(mine, (last - (k > winner)) * length) - search.iteration
                    if left <= 0:
                        break
                    if self.halt():
                        self.halted = True
                        break
                    search.advance(min(CHUNK * length, left))
                if _wins(search):
                    first_win[0] = min(first_win[0], (self._round(k), k))
                    for other in self.searches:
                        other.recalled = True

        caller = threading.get_ident()

        def help_out(first: int) -> float:
            began = thread_seconds()
            work(first)
            return 0.0 if threading.get_ident() == caller else thread_seconds() - began

        others = [helpers().send(partial(help_out, k)) for k in range(1, workers)]
        try:
            work(0)
            for other in others:
                self.helped += other.result()
        except BaseException:  # such as Ctrl-C
            self.halt.at_once()
            for other in others:
                other.abandon()  # no thread may go on behind our back
            raise
        finally:
            for search in self.searches:
                search.recalled = False

    def _finish_round(self, ahead: Ahead) -> None:
        """Give the replicas before the winner the rest of its round: they would win if solved in it.

        Without this a slice that ends inside a round would decide who wins.
        """
        winner = self.leader
        now = self._shared(winner, self.searches[winner].iteration)
        end = self._round(winner) * self.longest
        end = int(min(end, now + ahead(now, end)))
        for k, search in enumerate(self.searches[:winner]):
            self._advance_one(search, self._own(k, end))

    def _round(self, replica: int) -> int:
        """Return the round that a replica is in."""
        return -(-self.searches[replica].iteration // self.rounds[replica])

    def _own(self, replica: int, iteration: int) -> int:
        """Return how many iterations a replica has done when the run is at an iteration."""
        return -(-iteration * self.rounds[replica] // self.longest)

    def _shared(self, replica: int, iteration: int) -> int:
        """Return where the run is when a replica has done its iterations: the inverse of `_own`."""
        return (iteration - 1) * self.longest // self.rounds[replica] + 1 if iteration else 0


def _wins(search: Search) -> bool:
    return search.best == 0 or search.refuted
