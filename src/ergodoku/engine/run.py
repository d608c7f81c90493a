"""A run: replicas of a search, advanced in slices until one is solved or it is time to stop.

Replicas are independent walks with seeds of their own. They are advanced in rounds of a fixed number of
iterations; the winner is the lowest round, then the lowest replica. So the result depends on the seed and
the number of replicas, and neither on the length of slices nor on the number of workers.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.engine.keyframes import Keyframes
from ergodoku.engine.result import GAVE_UP, INTERRUPTED, SOLVED, UNSOLVABLE, Result, Snapshot
from ergodoku.engine.stop import Moment, Stop
from ergodoku.engine.trace import Clock, NotedTrace, Trace, make_trace
from ergodoku.methods.parameters import ParameterError, as_dict
from ergodoku.methods.registry import Method, method_of
from ergodoku.methods.walk import Search
from ergodoku.puzzle.compiled import stopwatch
from ergodoku.puzzle.logic import Level, Reduction, as_given, reduce
from ergodoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from ergodoku.puzzle.prove import Proof

CORES = os.cpu_count() or 1
SLICE_SECONDS = 0.01
ROUND = 64  # iterations of a replica per round, for methods that do not say
CHUNK = 4  # rounds after which a replica looks up whether another was solved
SMALL = 16  # up to this size one replica is enough, and singles are logic enough
PROOF_CANDIDATES = 50_000  # a formula of more would take gigabytes, and never come to an end
PROOF_AFTER = 1.0  # seconds of searching until the oracle is asked
WITH_SNAPSHOT = ("on_snapshot", "on_best", "on_reheat")  # callbacks that are given one
LEVELS = {"singles": Level.SINGLES, "locked": Level.LOCKED, "pairs": Level.PAIRS}


class Run:
    """One puzzle, one method, at work.

    Parameters
    ----------
    puzzle : Puzzle
        What to solve.
    method : str or Method
        A name from the registry, or a method with its parameters.
    seed : int
        Decides everything.
    stop : Stop, optional
        When to give up; never, if not given.
    replicas : int, optional
        Independent walks; by default 1, or 2 for ``auto`` above 16x16.
    workers : int, optional
        Threads that advance the replicas; all cores by default. It changes how fast the answer comes,
        never the answer.
    callbacks : sequence
        Objects with any of ``on_start, on_slice, on_snapshot, on_best, on_reheat, on_end``: the first two
        and the last are given the run, the others a snapshot. One that raises ``StopIteration`` stops
        the run.
    keyframes : bool
        Keep boards on the way, for an animation.
    slice_iterations : int, optional
        Length of a slice; by default it is sized to about 10 ms.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        method: str | Method = "auto",
        *,
        seed: int = 0,
        stop: Stop | None = None,
        replicas: int | None = None,
        workers: int | None = None,
        callbacks: Sequence[object] = (),
        keyframes: bool = False,
        slice_iterations: int | None = None,
    ) -> None:
        self.puzzle, self.stop = puzzle, stop
        self.method = method_of(method)
        self.method_name = method if isinstance(method, str) else self.method.name
        self.seed = whole("seed", seed, 0)
        self.replicas = whole("replicas", self._usual_replicas() if replicas is None else replicas, 1)
        self.workers = whole("workers", CORES if workers is None else workers, 1)
        self.callbacks = callbacks
        self.asked_keyframes = keyframes
        self.keyframes: Keyframes | None = None
        self.slice_iterations = (
            None if slice_iterations is None else whole("slice_iterations", slice_iterations, 1)
        )
        self.began = time.perf_counter()
        self.compiled = stopwatch.spent
        self.before = 0.0  # seconds spent before a resume
        self.status, self.reason = "", ""
        self.reduction = self._reduce()
        self.searches: list[Search] = []
        members = getattr(self.method, "members", None) or (self.method,)
        self.rounds = [int(getattr(members[k % len(members)], "round", ROUND)) for k in range(self.replicas)]
        first = 4 if min(self.replicas, self.workers) == 1 else 64  # rounds: to meet helpers takes longer
        cells = max(625, puzzle.layout.cells)
        self.step = max(1, first * self.rounds[0] * 625**2 // cells**2)  # iterations of a slice
        self.reached = 0  # where the last slice ended, though no walk may have an iteration that ends there
        self.clock = Clock()
        self.provable = int(self.reduction.candidates.sum()) <= PROOF_CANDIDATES
        self.proof: Proof | None = None
        if self.reduction.contradiction:
            self.status, self.reason = UNSOLVABLE, self.reduction.contradiction
        elif self.reduction.solved:
            self.status = SOLVED
        else:
            starts = [members[k % len(members)] for k in range(self.replicas)]
            self.searches = [m.start(self.reduction, self.seed, k) for k, m in enumerate(starts)]
            self.settle()
        self._leave_out_compiling()

    @property
    def seconds(self) -> float:
        """Wall-clock time so far."""
        return self.before + time.perf_counter() - self.began

    def rest(self, seconds: float) -> None:
        """Leave out time that went by between slices: of a pause, say."""
        self.began += seconds

    def _leave_out_compiling(self) -> None:
        """Do not count the time in which kernels were compiled: that happens once, and is no search."""
        spent = stopwatch.spent
        self.rest(spent - self.compiled)
        self.compiled = spent

    @property
    def iteration(self) -> int:
        """Iterations of the walk that has come farthest; of different methods, as rounds of the first."""
        done = max((self._shared(k, s.iteration) for k, s in enumerate(self.searches)), default=0)
        if any(s.best == 0 for s in self.searches) or all(s.finished for s in self.searches):
            return done
        return max(done, self.reached)

    @property
    def best_iteration(self) -> int:
        """When the best energy of all replicas was first seen."""
        best = min((s.best for s in self.searches), default=0)
        at = (self._shared(k, s.best_iteration) for k, s in enumerate(self.searches) if s.best == best)
        return min(at, default=0)

    @property
    def leader(self) -> int:
        """The replica to show: the best, and of equals the first."""
        if not self.searches:
            return 0
        energies = [s.best for s in self.searches]
        solved = [k for k, e in enumerate(energies) if e == 0]
        if solved:
            return min(solved, key=lambda k: (self._round(k), k))
        return energies.index(min(energies))

    def __iter__(self) -> Iterator[Snapshot]:
        """Advance slice by slice, and yield a snapshot after each."""
        seen = False
        try:
            for _ in self._slices():
                seen = True
                yield self.snapshot()
            if not seen:  # there was nothing to search for, or no time
                yield self.snapshot()
        finally:
            self._close()

    def finish(self) -> Result:
        """Run to the end; Ctrl-C ends it as well, and the best state is kept."""
        try:
            for _ in self._slices():
                pass
        except KeyboardInterrupt:
            self.settle()
            self.status = self.status or INTERRUPTED
            self._call("on_end", self)
        finally:
            self._close()
        return self.result()

    def result(self) -> Result:
        """Return the outcome so far."""
        leader = self.leader
        search = self.searches[leader] if self.searches else None
        grid = self.reduction.puzzle.givens if search is None else search.best_grid()
        return Result(
            puzzle=self.puzzle,
            status=self.status or GAVE_UP,
            grid=grid,
            energy=int(np.count_nonzero(grid == 0)) if search is None else search.best,
            method=self.method_name,
            found_by="logic" if search is None else search.best_by,
            parameters=as_dict(self.method),
            seed=self.seed,
            replicas=self.replicas,
            replica=leader,
            iterations=0 if search is None else search.iteration,
            seconds=self.seconds,
            trace=self._trace(search),
            keyframes=self.keyframes.of(leader, search) if self.keyframes and search else [],
            reason=self.reason,
        )

    def _trace(self, search: Search | None) -> Trace:
        if search is None:
            return no_trace()
        return NotedTrace(search, self.clock) if self.status else make_trace(search, self.clock)

    def snapshot(self) -> Snapshot:
        """Return how things stand."""
        leader = self.leader
        if not self.searches:  # logic said all there is to say
            grid = self.reduction.puzzle.givens
            left, none = int(np.count_nonzero(grid == 0)), float("nan")
            return Snapshot(0, self.seconds, left, left, none, 0.0, 0, grid, 0, self._progress(), "logic")
        search = self.searches[leader]
        return Snapshot(
            iteration=search.iteration,
            seconds=self.seconds,
            energy=search.energy,
            best=search.best,
            temperature=search.temperature,
            acceptance=search.accepted / max(1, search.iteration),
            reheats=search.reheats,
            grid=search.grid(),
            replica=leader,
            progress=self._progress(),
            found_by=search.found_by,
        )

    def _slices(self) -> Iterator[None]:
        try:
            if self.asked_keyframes and self.searches and self.keyframes is None:
                self.keyframes = Keyframes(self.searches, self.iteration)
            self._call("on_start", self)
            while not self.status:
                if self._progress() >= 1:
                    self.status = GAVE_UP
                    break
                before = self.leader, self.searches[self.leader].best, self.searches[self.leader].reheats
                self._slice()
                self._report(before)
                yield
        except StopIteration:
            self.status = self.status or GAVE_UP
        with suppress(StopIteration):
            self._call("on_end", self)

    def _report(self, before: tuple[int, int, int]) -> None:
        search = self.searches[self.leader]
        self._call("on_slice", self)
        if any(hasattr(callback, name) for callback in self.callbacks for name in WITH_SNAPSHOT):
            snapshot = self.snapshot()
            self._call("on_snapshot", snapshot)
            if search.best < before[1]:
                self._call("on_best", snapshot)
            if self.leader == before[0] and search.reheats > before[2]:
                self._call("on_reheat", snapshot)

    def _slice(self) -> None:
        """Advance every replica to the same iteration, or as far as still matters once one is solved."""
        began = time.perf_counter()
        end = self._next_end()
        if self.keyframes is not None:
            self._film(self.keyframes, end)
        self._advance(end)
        self._leave_out_compiling()
        self.clock.read(self.iteration, self.seconds)
        taken = time.perf_counter() - began
        if taken < SLICE_SECONDS / 2:
            self.step = min(self.step * (2 if taken > SLICE_SECONDS / 8 else 4), 1 << 32)
        elif taken > SLICE_SECONDS:
            self.step = max(1, self.step // 2)
        self.settle()
        if not self.status:
            self._ask_the_oracle()

    def _film(self, keyframes: Keyframes, end: int) -> None:
        """Advance to every iteration before ``end`` at which boards are kept, and keep them."""
        while keyframes.next <= end and not any(s.best == 0 for s in self.searches):
            before = self.iteration
            short = keyframes.stride < self.step // 16  # to meet helpers would take longer
            self._advance(keyframes.next, alone=short)
            if self.iteration == before:  # all have ended by themselves
                return
            keyframes.keep(self.searches)

    def _advance(self, end: int, *, alone: bool = False) -> None:
        """Advance all replicas to ``end``, on the workers; the calling thread is one of them."""
        if self.replicas == 1:
            self.searches[0].advance(end - self.searches[0].iteration)
            self.reached = end
            return
        bound = [1 << 62]  # the first round in which a replica was solved

        def work(first: int) -> None:
            for k in range(first, self.replicas, workers):
                search, length = self.searches[k], self.rounds[k]
                mine = end * length // self.rounds[0]
                while search.best > 0 and not search.finished:
                    left = min(mine, bound[0] * length) - search.iteration
                    if left <= 0:
                        break
                    search.advance(min(CHUNK * length, left))
                if search.best == 0:
                    bound[0] = min(bound[0], self._round(k))

        workers = 1 if alone else min(self.workers, self.replicas)
        others = [helpers().submit(work, k) for k in range(1, workers)]
        try:
            work(0)
        finally:
            for other in others:
                other.result()
        self.reached = end
        if any(search.best == 0 for search in self.searches):
            self._finish_round()

    def _finish_round(self) -> None:
        """Give the replicas before the winner the rest of its round: they would win if solved in it.

        Without this a slice that ends inside a round would decide who wins.
        """
        winner = self.leader
        iteration = self.searches[winner].iteration * self.rounds[0] // self.rounds[winner]
        end = self._round(winner) * self.rounds[0]
        if self.stop is not None:
            end = int(min(end, iteration + self.stop.ahead(Moment(iteration, self.seconds, end))))
        for search, length in zip(self.searches[:winner], self.rounds, strict=False):
            search.advance(max(0, end * length // self.rounds[0] - search.iteration))

    def _next_end(self) -> int:
        """Return the iteration up to which the next slice goes."""
        now = self.iteration
        step = self.slice_iterations or self.step
        if self.stop is not None:
            step = int(min(step, max(1, self.stop.ahead(self._moment()))))
        return now + step

    def settle(self) -> None:
        """See whether a replica is solved, or all have ended by themselves."""
        if any(s.best == 0 for s in self.searches):
            self.status = SOLVED
        elif self.searches and all(s.finished for s in self.searches):
            self.status = GAVE_UP

    def _ask_the_oracle(self) -> None:
        if self.method.logic != "auto" or self.seconds < PROOF_AFTER or not self.provable:
            return
        if self.proof is None:
            from ergodoku.puzzle.prove import Proof

            self.proof = Proof(self.reduction.puzzle)
        elif self.proof.unsolvable():
            self.status, self.reason = UNSOLVABLE, "the exact oracle proved it"

    def _moment(self) -> Moment:
        return Moment(self.iteration, self.seconds, self.best_iteration)

    def _progress(self) -> float:
        return 0.0 if self.stop is None else self.stop.progress(self._moment())

    def _round(self, replica: int) -> int:
        """Return the round that a replica is in."""
        return -(-self.searches[replica].iteration // self.rounds[replica])

    def _shared(self, replica: int, iteration: int) -> int:
        """Return an iteration of one replica, counted as the run counts: as rounds of the first."""
        return iteration * self.rounds[0] // self.rounds[replica]

    def _call(self, name: str, argument: Any) -> None:
        for callback in self.callbacks:
            if (function := getattr(callback, name, None)) is not None:
                function(argument)

    def _close(self) -> None:
        if self.proof is not None:
            self.proof.end()
        self.proof = None  # a run that was left can go on

    def _usual_replicas(self) -> int:
        if members := getattr(self.method, "members", None):
            return len(members)
        return 2 if self.method.logic == "auto" and self.puzzle.size > SMALL else 1

    def _reduce(self) -> Reduction:
        logic = self.method.logic
        if logic == "auto":
            logic = "singles" if self.puzzle.size <= SMALL else "pairs"
        return as_given(self.puzzle) if logic == "none" else reduce(self.puzzle, LEVELS[logic])


@lru_cache(maxsize=1)
def helpers() -> ThreadPoolExecutor:
    """Return the threads that help to advance replicas: shared by all runs and kept, as waking is quick."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(64, thread_name_prefix="ergodoku")


def whole(name: str, value: object, least: int) -> int:
    """Return a whole number, or refuse it by name."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise ParameterError(f"{name} is {value!r}", f"give a whole number from {least} up")
    return int(value)


def no_trace() -> Trace:
    """Return the trace of a run that had nothing to search for."""
    whole, real = np.empty(0, dtype=np.int64), np.empty(0)
    return Trace(whole, real, whole, whole, real, real, whole)
