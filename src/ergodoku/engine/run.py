"""A run: replicas of a search, advanced in slices until one finds a solution or it is time to stop.

The result depends on the seed and on the number of replicas. It does not depend on the length of slices or on
the number of workers.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress

from ergodoku.base.arguments import whole_number
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
from ergodoku.engine.stop import Moment, Stop, stop_of
from ergodoku.engine.trace import Timeline
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import Method, Search, State
from ergodoku.puzzle.logic import Reduction, reduce_by
from ergodoku.puzzle.puzzle import Digits, Puzzle, PuzzleLike

CORES = os.cpu_count() or 1


class Run:
    """One method that solves one puzzle.

    Parameters
    ----------
    puzzle : Puzzle, str, list, array or Path
        The puzzle to solve: anything that `Puzzle.of` accepts.
    method : str, Method or Contender
        A name from the registry, or a method with its parameters.
    seed : int
        The same seed gives the same result.
    stop : Stop or float, optional
        When to give up; by default only if the search is frozen for good. A number is a time in seconds.
    time_limit, max_iterations : float and int, optional
        Limits in seconds and in iterations; the same as ``Seconds`` and ``Iterations`` in ``stop``.
    replicas : int, optional
        Number of independent walks. The default is one for each method of a portfolio, 2 for ``auto`` above
        16x16, and otherwise 1.
    workers : int, optional
        Threads that advance the replicas; all cores by default. They change the speed, never the result.
    callbacks : sequence
        Objects with any of these methods: ``on_start``, ``on_slice`` and ``on_end``, called with the run;
        ``on_snapshot``, ``on_best`` and ``on_restart``, called with a snapshot. A callback can raise
        ``StopIteration`` to stop the run.
    keyframes : bool
        Keep boards during the search, for an animation.
    alone : bool
        Use only the calling thread: no helper threads, and no process that looks for a proof. So the run can
        be timed while other runs use the other cores.
    slice_iterations : int, optional
        Length of every slice; by default a slice takes about 10 ms.
    steering : sequence of (int, float or None)
        Pairs of an iteration and the temperature to hold from there on; None returns to the schedule. Pass
        the ``steering`` of a result to repeat what `steer` did.

    Attributes
    ----------
    status : Status or None
        How the run ended; None before that.
    reason : str
        Why the run ended, if the status does not say it.
    """

    def __init__(
        self,
        puzzle: PuzzleLike,
        method: str | Method | Contender = "auto",
        *,
        seed: int = 0,
        stop: Stop | float | None = None,
        time_limit: float | None = None,
        max_iterations: int | None = None,
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
        self.limits = RunLimits(stop_of(stop, time_limit, max_iterations))
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
        self._worker: int | None = None  # the thread that advances the run now

    @property
    def method(self) -> Method:
        """The method with its parameters."""
        return self.contender.method

    @property
    def searches(self) -> list[Search]:
        """The searches of the replicas; empty before the start, or if logic alone decides the puzzle."""
        return self.walks.searches

    @property
    def replicas(self) -> int:
        """Number of independent walks."""
        return len(self.walks.methods)

    @property
    def iteration(self) -> int:
        """Iterations of the walk that is farthest ahead."""
        return self.walks.iteration

    @property
    def leader(self) -> int:
        """The replica to show: the winner, or else the best one (the first of them, if several are equal)."""
        return self.walks.leader

    @property
    def seconds(self) -> float:
        """Time spent searching."""
        return self.clock.seconds

    @property
    def cpu_seconds(self) -> float:
        """CPU time of all threads that searched; compiling and loading kernels do not count."""
        return self.clock.cpu_seconds + self.walks.helper_seconds

    @property
    def started(self) -> bool:
        """Whether the walks are ready, or logic alone has ended the run."""
        return self._started

    @property
    def ended(self) -> bool:
        """Whether the run has ended."""
        return self.status is not None

    def board(self) -> Digits:
        """Return the current board of the leading replica."""
        return self.searches[self.leader].grid() if self.searches else self.snapshot().grid

    def finish(self) -> Result:
        """Run to the end. Ctrl-C ends the run too, and the best state is kept."""
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
            if not moved:  # there was nothing to search, or no time
                yield self.snapshot()
        finally:
            self.close()

    def advance(self, most: int | None = None) -> bool:
        """Advance by one slice: about 10 ms, and at most ``most`` iterations.

        Returns whether a slice was done: False once the run has ended.
        """
        if not self._at_work.acquire(blocking=False):
            raise RuntimeError("this run is being advanced by another thread")
        self._worker = threading.get_ident()
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
        except StopIteration:  # a callback wants to stop
            self._decide()
            self.status = self.status or Status.GAVE_UP
        finally:
            self._worker = None
            self._at_work.release()
        self.end()
        return False

    def start(self, least: int = 1) -> None:
        """Reduce the puzzle by logic, and start the walks if logic leaves something to search.

        If the time is up, only the first ``least`` walks start.
        """
        if self._started or self.ended:
            return
        self.clock.start()
        with self.clock.at_work():
            self._begin(max(1, least))
        self._started = True
        self.clock.skip_compiling()
        if self.ended:
            self.clock.stop()

    def _begin(self, least: int) -> None:
        self.reduction = reduction = reduce_by(self.puzzle, self.method.logic_for(self.puzzle.size))
        if reduction.contradiction:
            self.status, self.reason = Status.UNSOLVABLE, reduction.contradiction
        elif reduction.solved:
            self.status = Status.SOLVED
        else:
            whole = self.walks.start(reduction, self.seed, self._late, least)
            self._settle()
            if not (whole or self.ended):
                self.status = Status.GAVE_UP
            by_clock = not (self.limits.counted or self.walks.alone)
            self.refutation = refutation_for(self.method, reduction, by_clock=by_clock)
            self.limits.watch_for_frost(self.searches)

    def resume(
        self,
        states: Sequence[State],
        seconds: float,
        cpu_seconds: float,
        lag: tuple[int, int] | None = None,
    ) -> None:
        """Restore the saved states of the replicas, and the time that it took to reach them.

        A replica without a saved state had no time to start: it starts now. ``lag`` is where the last slice
        began and where it should have ended, if some replicas have not reached its end.
        """
        self.start(len(states))
        self.clock.cpu_seconds = cpu_seconds
        for search, state in zip(self.searches, states, strict=False):
            search.restore(state)
        if lag is not None:
            self.walks.fall_behind(*lag)
        if self.steering.made:
            self.limits.frost = None
        self.clock.before = seconds
        self.timeline.read(self.iteration, seconds)
        self._settle()

    def steer(self, temperature: float | None) -> bool:
        """Hold a temperature from now on, or return to the schedule (None), and record the change.

        Call it between two slices. Returns whether the temperature was changed. It cannot change before the
        start, after the end, if the method has no temperature, or if the record is full.
        """
        if self.ended or not self.searches or not self.method.steerable:
            return False
        self.align()
        if self.ended or not self.steering.record(self.iteration, temperature):
            return False
        self._hold(temperature)
        return True

    def align(self) -> None:
        """Advance all replicas to the end of a slice that was halted, so that none lags behind."""
        if self.walks.lagging:
            with self.clock.at_work():
                self.walks.advance(self.walks.goal, self._ahead)
            self._settle()

    def end(self, status: Status = Status.GAVE_UP, reason: str = "") -> None:
        """End the run if it has not ended, and keep its best state."""
        if self.walks.halted:
            self._decide()
        if self.status is None:
            self.status, self.reason = status, reason
        self.clock.stop()
        self._close_proof()
        if self._worker in (None, threading.get_ident()):  # otherwise that thread closes them after its slice
            self.walks.close()
        with suppress(StopIteration):
            self.callbacks.tell_once("on_end", self)

    def interrupt(self) -> None:
        """End the run as Ctrl-C does, unless the interrupted slice has already decided the result."""
        self._decide()
        self.end(Status.INTERRUPTED)

    def abandon(self, reason: str) -> None:
        """Give up on searches that have failed; they may be unable to show their best state."""
        with suppress(Exception):
            self.walks.close()
        self.walks.searches.clear()
        self.status, self.reason = Status.GAVE_UP, reason
        self.end()

    def close(self) -> None:
        """End any process that looks for a proof; the run can continue afterwards.

        Do nothing while another thread advances the run: the proof belongs to that thread.
        """
        if not self._at_work.locked():
            self._close_proof()

    def _close_proof(self) -> None:
        if self.refutation is not None:
            self.refutation.close()

    def _settle(self) -> None:
        """Set the status if a replica has a solution or has tried everything, or if all have finished."""
        if self.walks.undecided:
            return
        if self.walks.solved:
            self.status = Status.SOLVED
        elif self.walks.refuted:
            self.status, self.reason = Status.UNSOLVABLE, TRIED
        elif self.searches and self.walks.finished:
            self.status = Status.GAVE_UP

    def _decide(self) -> None:
        """Set the status now: there is no time to see whether another replica would win earlier."""
        self.walks.halted = False
        self._settle()

    def result(self) -> Result:
        """Return the outcome so far."""
        return result_of(self)

    def snapshot(self) -> Snapshot:
        """Return a snapshot of this moment."""
        return snapshot_of(self)

    @property
    def progress(self) -> float:
        """The progress towards the limits, from 0 to 1."""
        return self.limits.progress(self._moment())

    def _slice(self, most: int | None) -> None:
        """Advance every replica to the same iteration; once one has won, only those that may beat it."""
        began, now = time.perf_counter(), self.iteration
        length: float = self.length.next(most)
        if self.refutation is not None:
            length = min(length, self.refutation.ahead(now))
        end = now + int(min(length, max(1, self._ahead(now, self.walks.best_iteration))))
        if self.walks.lagging:  # all walks must reach the end of the last slice before a winner is known
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
        """Return whether the time is up before all replicas have started."""
        self.clock.skip_compiling()
        return not self.limits.counted and self.limits.reached(self._moment()) is not None

    def _hold(self, temperature: float | None) -> None:
        for search in self.searches:
            search.hold(temperature)
        self.limits.frost = None  # steering overrides the schedule, so the search may never freeze

    def _ahead(self, now: int, best: int, evaluations: tuple[int, int] | None = None) -> float:
        """Return how many iterations are left before a limit, seen from iteration ``now``."""
        if not self.limits.any:
            return math.inf
        return self.limits.ahead(Moment(now, self.seconds, best, *(evaluations or self.walks.evaluations)))

    def _moment(self) -> Moment:
        return Moment(self.iteration, self.seconds, self.walks.best_iteration, *self.walks.evaluations)
