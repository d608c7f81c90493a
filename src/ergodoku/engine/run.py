"""A run: replicas of a search, advanced in slices until one is solved or it is time to stop.

The result depends on the seed and the number of replicas, and neither on the length of slices nor on the
number of workers.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.base.compiled import stopwatch
from ergodoku.engine.keyframes import Keyframes
from ergodoku.engine.replicas import Replicas
from ergodoku.engine.result import GAVE_UP, INTERRUPTED, SOLVED, UNSOLVABLE, Result, Snapshot
from ergodoku.engine.stop import Frozen, Iterations, Moment, Stagnation, Stop, limits_of
from ergodoku.engine.trace import Clock, NotedTrace, Trace, make_trace, no_trace
from ergodoku.methods.method import Search
from ergodoku.methods.parameters import as_dict, whole_number
from ergodoku.methods.registry import Method, known_as, method_of
from ergodoku.puzzle.logic import Reduction, as_given, reduce_by
from ergodoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from ergodoku.puzzle.exact import Proof

CORES = os.cpu_count() or 1
SLICE_SECONDS = 0.01
SMALL = 16  # up to this size one replica is enough, and singles are logic enough
PROOF_CANDIDATES = 50_000  # a formula of more would take gigabytes, and never come to an end
DOUBT_AT = 50_000  # iteration at which the oracle is asked for a proof of no solution that takes no time
PROOF_AFTER = 0.3  # seconds of searching until it is asked for one that may take long
FROZEN = "it is frozen for good: start warmer, reheat it, or let it restart (end=0.1, restarts=true)"
WITH_SNAPSHOT = ("on_snapshot", "on_best", "on_restart")  # callbacks that are given one


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
        Independent walks; by default 1, 2 for ``auto`` above 16x16, and one for each method of a portfolio.
    workers : int, optional
        Threads that advance the replicas; all cores by default. It changes how fast the answer comes,
        never the answer.
    callbacks : sequence
        Objects with any of ``on_start, on_slice, on_snapshot, on_best, on_restart, on_end``: the first two
        and the last are given the run, the others a snapshot. One that raises ``StopIteration`` stops
        the run.
    keyframes : bool
        Keep boards on the way, for an animation.
    slice_iterations : int, optional
        Length of a slice; by default it is sized to about 10 ms.
    hold_interrupt : bool
        Keep Ctrl-C that comes here, while kernels are compiled, for the first slice: then `finish` has a
        result all the same.
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
        hold_interrupt: bool = False,
    ) -> None:
        self.puzzle, self.stop, self.limits = puzzle, stop, limits_of(stop)
        self.method = method_of(method)
        self.method_name = method if isinstance(method, str) else self.method.name
        self._known = ("", "")  # a name that was asked for, and how it is known
        self.seed = whole_number("seed", seed, 0)
        self.replicas = whole_number("replicas", self._usual_replicas() if replicas is None else replicas, 1)
        self.workers = whole_number("workers", CORES if workers is None else workers, 1)
        self.callbacks = callbacks
        self.asked_keyframes = keyframes
        self.keyframes: Keyframes | None = None
        self.slice_iterations = (
            None if slice_iterations is None else whole_number("slice_iterations", slice_iterations, 1)
        )
        self.began = time.perf_counter()
        self.compiled, self.looked = stopwatch.spent, self.began  # what was compiled by then
        self.before = 0.0  # seconds spent before a resume
        self.status, self.reason = "", ""
        self.walks = Replicas(self.method, self.replicas, self.workers)
        self.searches = self.walks.searches
        first = 4 if self.walks.workers == 1 else 64  # rounds: to meet helpers takes longer
        cells = max(625, puzzle.layout.cells)
        self.step = max(1, first * self.walks.rounds[0] * 625**2 // cells**2)  # iterations of a slice
        self.clock = Clock()
        self.provable = self.interrupted = False
        self.doubted = not self.method.proves or puzzle.size > SMALL  # or the oracle was asked
        self.proof: Proof | None = None
        self.frost: Frozen | None = None
        try:
            self._begin()
        except KeyboardInterrupt:
            if not hold_interrupt:
                raise
            self.interrupted = True
            if not hasattr(self, "reduction"):  # logic was not compiled yet
                self.reduction = as_given(puzzle)
        self._leave_out_compiling()

    def _begin(self) -> None:
        """Reduce the puzzle, and start the walks if logic leaves something to search."""
        self.reduction = self._reduce()
        self.provable = int(self.reduction.candidates.sum()) <= PROOF_CANDIDATES
        if self.reduction.contradiction:
            self.status, self.reason = UNSOLVABLE, self.reduction.contradiction
        elif self.reduction.solved:
            self.status = SOLVED
        else:
            self.walks.start(self.reduction, self.seed)
            self.settle()
            self._watch_for_frost()

    def _watch_for_frost(self) -> None:
        """Where nothing limits the search, give up when all walks are frozen for good."""
        frosts = [search.freezes for search in self.searches]
        known = [frost for frost in frosts if frost is not None]
        if not self.limits and len(known) == len(frosts):
            since, patience = zip(*known, strict=True)
            self.frost = Frozen(max(since), max(patience))

    @property
    def seconds(self) -> float:
        """Wall-clock time so far."""
        return self.before + time.perf_counter() - self.began

    def rest(self, seconds: float) -> None:
        """Leave out time that went by between slices: of a pause, say."""
        self.began += seconds

    def rest_since(self, left: float) -> None:
        """Leave out all the time since the end of a slice, and with it what others compiled meanwhile."""
        now = time.perf_counter()
        self.rest(now - left)
        self.compiled, self.looked = stopwatch.spent, now

    def _leave_out_compiling(self) -> None:
        """Do not count the time in which kernels were compiled: that happens once, and is no search."""
        spent, now = stopwatch.spent, time.perf_counter()
        self.rest(min(spent - self.compiled, now - self.looked))  # others may have compiled for longer
        self.compiled, self.looked = spent, now

    @property
    def iteration(self) -> int:
        """Iterations of the walk that has come farthest; of different methods, as rounds of the first."""
        return self.walks.iteration

    @property
    def best_iteration(self) -> int:
        """When the best energy of all replicas was first seen."""
        return self.walks.best_iteration

    @property
    def leader(self) -> int:
        """The replica to show: the best, and of equals the first."""
        return self.walks.leader

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
            found_by="logic" if search is None else self._named(search.found_by),
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
            restarts=search.restarts,
            grid=search.grid(),
            replica=leader,
            progress=self._progress(),
            active=self._named(search.active),
        )

    def _named(self, method: str) -> str:
        """Return the name of the method at work; it is the preset's where one was asked for."""
        if method != self.method.name:
            return method
        if self._known[0] != self.method_name:  # to ask plug-ins takes long
            self._known = self.method_name, known_as(self.method, self.method_name)
        return self._known[1]

    def _slices(self) -> Iterator[None]:
        try:
            if self.asked_keyframes and self.searches and self.keyframes is None:
                self.keyframes = Keyframes(self.searches, self.iteration)
            self._call("on_start", self)
            if self.interrupted:
                raise KeyboardInterrupt
            while not self.status:
                if self._progress() >= 1:
                    self.status = GAVE_UP
                    break
                if self.frost is not None and self.frost.progress(self._moment()) >= 1:
                    self.status, self.reason = GAVE_UP, FROZEN
                    break
                before = self.leader, self.searches[self.leader].best, self.searches[self.leader].restarts
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
            if self.leader == before[0] and search.restarts > before[2]:
                self._call("on_restart", snapshot)

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
        while keyframes.next <= end and not self.walks.solved:
            before = self.iteration
            short = keyframes.stride < self.step // 16  # to meet helpers would take longer
            self._advance(keyframes.next, alone=short)
            if self.iteration == before:  # all have ended by themselves
                return
            keyframes.keep(self.searches)

    def _advance(self, end: int, *, alone: bool = False) -> None:
        self.walks.advance(end, alone=alone)
        if self.replicas > 1 and self.walks.solved:
            self.walks.finish_round(self._ahead)

    def _ahead(self, now: int, best: int) -> float:
        """Return how many iterations the limits leave at an iteration."""
        moment = Moment(now, self.seconds, best)
        return min(
            (stop.ahead(moment) for stop in (self.stop, self.frost) if stop is not None), default=math.inf
        )

    def _next_end(self) -> int:
        """Return the iteration up to which the next slice goes."""
        now = self.iteration
        step = self.slice_iterations or self.step
        if now < DOUBT_AT and not self.doubted:  # a slice ends there: it is no slice that decides
            step = min(step, DOUBT_AT - now)
        return now + int(min(step, max(1, self._ahead(now, self.best_iteration))))

    def settle(self) -> None:
        """See whether a replica is solved, or all have ended by themselves."""
        if self.walks.solved:
            self.status = SOLVED
        elif self.searches and self.walks.finished:
            self.status = GAVE_UP

    def _ask_the_oracle(self) -> None:
        if not self.method.proves or not self.provable:
            return
        refuted = False
        if not self.doubted and self.iteration >= DOUBT_AT:
            from ergodoku.puzzle.exact import refuted_at_once

            self.doubted, refuted = True, refuted_at_once(self.reduction)
        elif self.proof is not None:
            refuted = self.proof.unsolvable()
        elif self.doubted and self.seconds >= PROOF_AFTER and not self._counted():
            from ergodoku.puzzle.exact import Proof

            self.proof = Proof(self.reduction.puzzle)
        if refuted:
            self.status, self.reason = UNSOLVABLE, "the exact oracle proved it"

    def _counted(self) -> bool:
        """Tell whether iterations alone limit it: then no clock may have a say in how it ends."""
        return bool(self.limits) and all(isinstance(limit, Iterations | Stagnation) for limit in self.limits)

    def _progress(self) -> float:
        return 0.0 if self.stop is None else self.stop.progress(self._moment())

    def _moment(self) -> Moment:
        return Moment(self.iteration, self.seconds, self.best_iteration)

    def _call(self, name: str, argument: Any) -> None:
        for callback in self.callbacks:
            if (function := getattr(callback, name, None)) is not None:
                function(argument)

    def _close(self) -> None:
        if self.proof is not None:
            self.proof.end()
        self.proof = None  # a run that was left can go on

    def _usual_replicas(self) -> int:
        return self.method.replicas_for(self.puzzle.size)

    def _reduce(self) -> Reduction:
        return reduce_by(self.puzzle, self.method.logic_for(self.puzzle.size))
