"""A run: replicas of a search, advanced in slices until one is solved or it is time to stop.

The result depends on the seed and on the number of replicas. It depends neither on the length of slices nor
on the number of workers.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress

from ergodoku.base.errors import ParameterError
from ergodoku.engine.callbacks import Callbacks, lead_of
from ergodoku.engine.clock import Clock
from ergodoku.engine.keyframes import Keyframes
from ergodoku.engine.limits import RunLimits
from ergodoku.engine.outcome import result_of, snapshot_of
from ergodoku.engine.proof import PROVED, TRIED, Refutation, refutation_for
from ergodoku.engine.replicas import MOST, Replicas
from ergodoku.engine.result import Result, Snapshot
from ergodoku.engine.slices import SliceLength
from ergodoku.engine.status import Status
from ergodoku.engine.steering import Steering
from ergodoku.engine.stop import Moment, Stop
from ergodoku.engine.trace import Timeline
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import Method, Search, State
from ergodoku.methods.parameters import whole_number
from ergodoku.puzzle.logic import Reduction, reduce_by
from ergodoku.puzzle.puzzle import Digits, Puzzle, PuzzleLike

CORES = os.cpu_count() or 1


class Run:
    """One puzzle and one method, at work.

    Parameters
    ----------
    puzzle : Puzzle, str, list, array or Path
        The puzzle to solve: whatever `Puzzle.of` takes.
    method : str, Method or Contender
        A name from the registry, or a method with its parameters.
    seed : int
        Decides everything.
    stop : Stop or float, optional
        When to give up; never, if not given. A number is a time in seconds.
    replicas : int, optional
        Number of independent walks. By default 1, 2 for ``auto`` above 16x16, and one for each method of a
        portfolio.
    workers : int, optional
        Threads that advance the replicas; all cores by default. They decide how soon the answer comes, never
        what it is.
    callbacks : sequence
        Objects with any of ``on_start, on_slice, on_snapshot, on_best, on_restart, on_end``. The first two
        and the last are given the run, the others a snapshot. ``StopIteration`` from one stops the run.
    keyframes : bool
        Keep boards on the way, for an animation.
    alone : bool
        Use the calling thread only: no helping thread, and no process that looks for a proof beside the
        search. So the run can be timed while others run on the other cores.
    slice_iterations : int, optional
        Length of every slice; by default a slice takes about 10 ms.
    steering : sequence of (int, float or None)
        Temperatures to hold from these iterations on, None to let the schedule go on: what `steer` recorded
        in another run, to repeat it.

    Attributes
    ----------
    status : Status or None
        How it ended; None while it has not.
    reason : str
        Why it ended, where the status does not say it.
    """

    def __init__(
        self,
        puzzle: PuzzleLike,
        method: str | Method | Contender = "auto",
        *,
        seed: int = 0,
        stop: Stop | float | None = None,
        replicas: int | None = None,
        workers: int | None = None,
        callbacks: Sequence[object] = (),
        keyframes: bool = False,
        alone: bool = False,
        slice_iterations: int | None = None,
        steering: Sequence[Sequence[float | None]] = (),
    ) -> None:
        self.puzzle = Puzzle.of(puzzle)
        self.contender = Contender.of(method)
        self.seed = whole_number("seed", seed, 0)
        self.limits = RunLimits(stop)
        if replicas is None:
            replicas = self.method.replicas_for(self.puzzle.size)
        self.walks = Replicas(
            self.method,
            whole_number("replicas", replicas, 1, MOST),
            1 if alone else whole_number("workers", CORES if workers is None else workers, 1),
            alone=alone,
        )
        if slice_iterations is not None:
            slice_iterations = whole_number("slice_iterations", slice_iterations, 1)
        cells = self.puzzle.layout.cells
        self.length = SliceLength(cells, self.walks.longest, self.walks.workers, slice_iterations)
        self.callbacks = Callbacks(callbacks)
        self.films = keyframes
        self.keyframes: Keyframes | None = None
        self.clock, self.timeline = Clock(), Timeline()
        self.steering = Steering(steering)
        if steering and not self.method.steerable:
            raise ParameterError(
                f"{self.method.name} has no temperature to steer", "steer annealing, focused or tempering"
            )
        self.status: Status | None = None
        self.reason = ""
        self.reduction: Reduction | None = None  # None until logic has been applied
        self.refutation: Refutation | None = None
        self._started = False
        self._at_work = threading.Lock()

    @property
    def method(self) -> Method:
        """The method with its parameters."""
        return self.contender.method

    @property
    def searches(self) -> list[Search]:
        """The searches of the replicas; empty before the start, and where logic alone solves the puzzle."""
        return self.walks.searches

    @property
    def replicas(self) -> int:
        """Number of independent walks."""
        return len(self.walks.methods)

    @property
    def iteration(self) -> int:
        """Iterations of the walk that has done most of them."""
        return self.walks.iteration

    @property
    def leader(self) -> int:
        """The replica to show: the best, and of equals the first."""
        return self.walks.leader

    @property
    def seconds(self) -> float:
        """Time spent searching."""
        return self.clock.seconds

    @property
    def cpu_seconds(self) -> float:
        """CPU time of all threads that searched; compiling and loading kernels do not count."""
        own = sum(search.helper_seconds for search in self.searches)
        return self.clock.cpu_seconds + self.walks.helped + own

    @property
    def started(self) -> bool:
        """Whether its walks are ready, or logic alone has ended it."""
        return self._started

    @property
    def ended(self) -> bool:
        """Whether it is over."""
        return self.status is not None

    def board(self) -> Digits:
        """Return the current board of the replica in the lead."""
        return self.searches[self.leader].grid() if self.searches else self.snapshot().grid

    def finish(self) -> Result:
        """Run to the end; Ctrl-C ends it as well, and the best state is kept."""
        try:
            while not self.ended and self.advance():
                pass
        except KeyboardInterrupt:
            self.interrupt()
        finally:
            self.close()
        return self.result()

    def __iter__(self) -> Iterator[Snapshot]:
        """Advance slice by slice, and yield a snapshot after each."""
        if self.callbacks.told("on_end"):
            return
        moved = False
        try:
            while self.advance():
                moved = True
                yield self.snapshot()
            if not moved:  # there was nothing to search for, or no time
                yield self.snapshot()
        finally:
            self.close()

    def advance(self, most: int | None = None) -> bool:
        """Advance by one slice of about 10 ms, of at most ``most`` iterations.

        Returns whether there was something to do: False once the run has ended.
        """
        if not self._at_work.acquire(blocking=False):
            raise RuntimeError("this run is being advanced by another thread")
        try:
            self.start()
            if self.films and self.keyframes is None and self.searches:
                self.keyframes = Keyframes(self.searches, self.iteration)
            self.callbacks.tell_once("on_start", self)
            limited = self.status is None and self.limits.any
            if limited and (reason := self.limits.reached(self._moment())) is not None:
                self.end(Status.GAVE_UP, reason)
            if self.status is None:
                before = lead_of(self) if self.callbacks.listeners else None
                with self.clock.at_work():
                    self._slice(most)
                if before is not None:
                    self.callbacks.after_slice(self, before)
                if self.status is not None:
                    self.end()
                return True
        except StopIteration:  # a callback has seen enough
            self._decide()
            self.status = self.status or Status.GAVE_UP
        finally:
            self._at_work.release()
        self.end()
        return False

    def start(self) -> None:
        """Reduce the puzzle, and begin the walks if logic leaves something to search."""
        if self._started or self.ended:
            return
        self.clock.start()
        with self.clock.at_work():
            self._begin()
        self._started = True
        self.clock.skip_compiling()
        if self.ended:
            self.clock.stop()

    def _begin(self) -> None:
        self.reduction = reduction = reduce_by(self.puzzle, self.method.logic_for(self.puzzle.size))
        if reduction.contradiction:
            self.status, self.reason = Status.UNSOLVABLE, reduction.contradiction
        elif reduction.solved:
            self.status = Status.SOLVED
        else:
            whole = self.walks.start(reduction, self.seed, self._late)
            self._settle()
            if not (whole or self.ended):
                self.status = Status.GAVE_UP
            by_clock = not (self.limits.counted or self.walks.alone)
            self.refutation = refutation_for(self.method, reduction, by_clock=by_clock)
            self.limits.watch_for_frost(self.searches)

    def resume(self, states: Sequence[State], seconds: float, cpu_seconds: float) -> None:
        """Go back to the saved states of the replicas, which took some seconds to reach."""
        self.start()
        self.clock.cpu_seconds = cpu_seconds
        for search, state in zip(self.searches, states, strict=False):
            search.restore(state)
        self.clock.before = seconds
        self.timeline.read(self.iteration, seconds)
        self._settle()

    def steer(self, temperature: float | None) -> bool:
        """Hold a temperature from here on, or let the schedule go on (None), and record it.

        Call it between two slices. It returns whether the temperature was changed: not before the start or
        after the end, and not if the method has none.
        """
        if self.ended or not self.searches or not self.method.steerable:
            return False
        self.align()
        if self.ended or not self.steering.record(self.iteration, temperature):
            return False
        self._hold(temperature)
        return True

    def align(self) -> None:
        """Bring all replicas to the end of a slice that was halted, so that they can be saved."""
        if self.walks.lagging:
            with self.clock.at_work():
                self.walks.advance(self.walks.goal, self._ahead)
            self._settle()

    def end(self, status: Status = Status.GAVE_UP, reason: str = "") -> None:
        """End the run here, if it has not ended; its best state is kept."""
        if self.walks.halted:
            self._decide()
        if self.status is None:
            self.status, self.reason = status, reason
        self.clock.stop()
        self.close()
        with suppress(StopIteration):
            self.callbacks.tell_once("on_end", self)

    def interrupt(self) -> None:
        """End the run as Ctrl-C does, unless the slice that was cut short has already decided it."""
        self._decide()
        self.end(Status.INTERRUPTED)

    def abandon(self, reason: str) -> None:
        """Give up on searches that have failed, and may be unable to show their best state."""
        self.walks.searches.clear()
        self.status, self.reason = Status.GAVE_UP, reason
        self.end()

    def close(self) -> None:
        """Release what the run holds besides memory; it can go on afterwards."""
        if self.refutation is not None:
            self.refutation.close()

    def _settle(self) -> None:
        """See whether a replica is solved or has tried everything, or all have ended by themselves."""
        if self.walks.undecided:
            return
        if self.walks.solved:
            self.status = Status.SOLVED
        elif self.walks.refuted:
            self.status, self.reason = Status.UNSOLVABLE, TRIED
        elif self.searches and self.walks.finished:
            self.status = Status.GAVE_UP

    def _decide(self) -> None:
        """Settle it here: there is no time to see whether another replica would win before the winner."""
        self.walks.halted = False
        self._settle()

    def result(self) -> Result:
        """Return the outcome so far."""
        return result_of(self)

    def snapshot(self) -> Snapshot:
        """Return how things stand."""
        return snapshot_of(self)

    @property
    def progress(self) -> float:
        """How near the limits are, from 0 to 1."""
        return self.limits.progress(self._moment())

    def _slice(self, most: int | None) -> None:
        """Advance every replica to the same iteration, or as far as still matters once one is solved."""
        began, now = time.perf_counter(), self.iteration
        length: float = self.length.next(most)
        if self.refutation is not None:
            length = min(length, self.refutation.ahead(now))
        end = now + int(min(length, max(1, self._ahead(now, self.walks.best_iteration))))
        if self.walks.lagging:  # nothing is decided before all have reached the end of the last slice
            end = self.walks.goal
        else:
            for temperature in self.steering.due(now):
                self._hold(temperature)
            end = int(min(end, self.steering.next))
        self.walks.halt.begin()
        try:
            if self.keyframes is None or self.keyframes.film(
                self.walks, end, self.length.iterations, self._ahead
            ):
                self.walks.advance(end, self._ahead)
        finally:
            self.walks.halt.rest()
        self.clock.skip_compiling()
        self.timeline.read(self.iteration, self.seconds)
        self.length.learn(time.perf_counter() - began, whole=end - now >= self.length.iterations)
        self._settle()
        if self.status is None and self.refutation and self.refutation.found(self.iteration, self.seconds):
            self.status, self.reason = Status.UNSOLVABLE, PROVED

    def _late(self) -> bool:
        """Tell whether the time is over before all replicas have begun."""
        self.clock.skip_compiling()
        return not self.limits.counted and self.limits.reached(self._moment()) is not None

    def _hold(self, temperature: float | None) -> None:
        for search in self.searches:
            search.hold(temperature)
        self.limits.frost = None  # nobody knows what the hand will do

    def _ahead(self, now: int, best: int) -> float:
        """Return how many iterations the limits leave at an iteration."""
        if not self.limits.any:
            return math.inf
        return self.limits.ahead(Moment(now, self.seconds, best, *self.walks.evaluations))

    def _moment(self) -> Moment:
        return Moment(self.iteration, self.seconds, self.walks.best_iteration, *self.walks.evaluations)
