"""Replicas: independent walks on one puzzle, each with its own seed, advanced side by side.

They are advanced in rounds of a fixed number of iterations. A walk can win by finding a solution, or by
proving that there is none. The winner is the walk that does so in the earliest round; if several do so in the
same round, the one with the lowest number wins. So the winner depends on the seed and the number of replicas,
but not on the length of slices or the number of workers.

The replicas of a portfolio have different methods, whose rounds can have different lengths. The run then
counts the iterations of the method with the longest round, so no walk does more iterations than the run
counts.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Protocol

from ergodoku.base.compiled import thread_seconds
from ergodoku.base.errands import Errand, helpers
from ergodoku.engine.halt import Halt
from ergodoku.methods.method import Search
from ergodoku.methods.registry import Method
from ergodoku.puzzle.logic import Reduction

MOST = 5_000  # maximum number of replicas: more would take too long between two checks of the limits
CHUNK = 128  # rounds after which a replica that ignores `recalled` checks whether another has won


class Ahead(Protocol):
    """Tells how many iterations are left before a limit."""

    def __call__(self, now: int, best: int, evaluations: tuple[int, int] | None = None) -> float:
        """Return the number of iterations left at iteration ``now``.

        ``best`` is the iteration at which the best energy was found.
        """


class Replicas:
    """The walks of a run, not yet started.

    Parameters
    ----------
    method : Method
        The method of the walks; the members of a portfolio are assigned to the walks in turn.
    count : int
        Number of walks.
    workers : int
        Threads that advance them.
    alone : bool
        Whether each search must use only the thread that advances it.

    Attributes
    ----------
    helped : float
        CPU time of the threads that advanced the walks, except the calling thread, in seconds.
    halted : bool
        Whether the last slice stopped before all walks had reached its end. The winner is known only when all
        walks have reached this end.
    """

    def __init__(self, method: Method, count: int, workers: int, *, alone: bool = False) -> None:
        members = method.members or (method,)
        self.methods = [members[k % len(members)] for k in range(count)]
        self.rounds = [member.round for member in self.methods]
        self.longest = max(self.rounds)
        self.workers = min(workers, count)
        self.searches: list[Search] = []
        self.reached = 0  # the run's iteration at which the last slice ended; walks may stop just before it
        self.halt, self.halted = Halt(), False
        self.goal = 0  # where the last slice should have ended
        self.alone, self.helped = alone, 0.0

    def start(
        self, reduction: Reduction, seed: int, late: Callable[[], bool] = lambda: False, least: int = 1
    ) -> bool:
        """Start all searches on a reduced puzzle, and return whether there was time for all of them.

        The first ``least`` searches start even if the time is up.
        """
        begun: list[Search] = []
        for k, method in enumerate(self.methods):
            if k >= least and late():
                break
            begun.append(method.start(reduction, seed, k))
        for search in begun:
            search.halt, search.alone = self.halt, self.alone
        self.searches[:] = begun
        return len(begun) == len(self.methods)

    @property
    def helper_seconds(self) -> float:
        """Like ``helped``, but including the CPU time of the searches' own helper threads."""
        return self.helped + sum(search.helper_seconds for search in self.searches)

    @property
    def solved(self) -> bool:
        """Whether a walk has found a solution."""
        return any(search.best == 0 for search in self.searches)

    @property
    def refuted(self) -> bool:
        """Whether a walk has proved that there is no solution."""
        return any(search.refuted for search in self.searches)

    @property
    def finished(self) -> bool:
        """Whether all searches have finished."""
        return all(search.finished for search in self.searches)

    @property
    def iteration(self) -> int:
        """The iteration that the run has reached, judged by the walk that is farthest ahead."""
        if self.lagging:
            return self.reached
        done = max((self._shared(k, s.iteration) for k, s in enumerate(self.searches)), default=0)
        if done >= self.reached or self.solved or self.refuted or self.finished:
            return done
        return self.reached

    @property
    def best_iteration(self) -> int:
        """The iteration at which the best energy of all walks was first seen."""
        if len(self.searches) == 1:
            return self.searches[0].best_iteration
        best = min((s.best for s in self.searches), default=0)
        at = (self._shared(k, s.best_iteration) for k, s in enumerate(self.searches) if s.best == best)
        return min(at, default=0)

    @property
    def evaluations(self) -> tuple[int, int]:
        """The most evaluations that any walk has made, and the most that one more iteration can take."""
        return max((search.evaluations for search in self.searches), default=0), self._costliest

    @property
    def _costliest(self) -> int:
        return max((search.costliest for search in self.searches), default=1)

    @property
    def leader(self) -> int:
        """The replica to show: the winner, or else the best one (the first of them, if several are equal)."""
        if len(self.searches) < 2:
            return 0
        winners = [k for k, search in enumerate(self.searches) if _wins(search)]
        if winners:
            return min(winners, key=lambda k: (self._round(k), k))
        energies = [search.best for search in self.searches]
        return energies.index(min(energies))

    def advance(self, end: int, ahead: Ahead, *, alone: bool = False) -> None:
        """Advance all walks to ``end``; once one has won, only those that could still beat it.

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

    def close(self) -> None:
        """End the helper threads of the searches; they cannot advance afterwards."""
        for search in self.searches:
            search.close()

    @property
    def lagging(self) -> bool:
        """Whether some walks have not reached the end of the last slice because it was halted."""
        return self.halted and len(self.searches) > 1

    def fall_behind(self, reached: int, goal: int) -> None:
        """Restore a slice that was halted when the walks were saved: all walks must still reach ``goal``."""
        self.reached, self.goal, self.halted = reached, goal, True

    @property
    def undecided(self) -> bool:
        """Whether a walk has solved or refuted the puzzle, but another may still beat it."""
        return self.lagging and (self.solved or self.refuted)

    def _advance_one(self, search: Search, end: int) -> None:
        search.advance(max(0, end - search.iteration))
        if search.iteration < end and search.best > 0 and not search.finished:
            self.halted = True

    def _advance_all(self, end: int, workers: int) -> None:
        first_win = [(1 << 62, 0)]  # the first round in which a replica won, and that replica

        def work(first: int) -> None:
            for k in range(first, len(self.searches), workers):
                search, length = self.searches[k], self.rounds[k]
                mine = self._own(k, end)
                while search.best > 0 and not search.finished:
                    search.recalled = False  # reset before reading `first_win`, so that no win is missed
                    last, winner = first_win[0]
                    # A replica with a higher number than the winner can win only in an earlier round.
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

        others = [Errand(partial(help_out, k)) for k in range(1, workers)]
        try:
            for other in others:
                helpers().send(other)
            work(0)
            for other in others:
                self.helped += other.result()
        except BaseException:  # Ctrl-C, for example
            self.halt.at_once()
            for other in others:
                other.abandon()  # no thread may keep running after the error
            raise
        finally:
            for search in self.searches:
                search.recalled = False

    def _finish_round(self, ahead: Ahead) -> None:
        """Let replicas with lower numbers complete the winner's round.

        If one of them solves the puzzle too, that one wins. Without this, the end of a slice inside a round
        would decide who wins.
        """
        winner = self.leader
        now = self._shared(winner, self.searches[winner].iteration)
        end = self._round(winner) * self.longest
        # Use only the winner's evaluations: how far the other walks are in the slice depends on the threads.
        evaluations = self.searches[winner].evaluations, self._costliest
        end = int(min(end, now + ahead(now, end, evaluations)))
        for k, search in enumerate(self.searches[:winner]):
            self._advance_one(search, self._own(k, end))

    def _round(self, replica: int) -> int:
        """Return the current round of a replica."""
        return -(-self.searches[replica].iteration // self.rounds[replica])

    def _own(self, replica: int, iteration: int) -> int:
        """Return how many iterations a replica has done when the run is at ``iteration``."""
        return -(-iteration * self.rounds[replica] // self.longest)

    def _shared(self, replica: int, iteration: int) -> int:
        """Return the first iteration of the run at which a replica has done ``iteration`` of its own."""
        return (iteration - 1) * self.longest // self.rounds[replica] + 1 if iteration else 0


def _wins(search: Search) -> bool:
    return search.best == 0 or search.refuted
