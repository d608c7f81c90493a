"""Run an external optimiser in a thread, with a cost function that pauses it.

An external optimiser has its own loop and calls our cost function. So it runs in a separate thread, which
pauses inside the cost function until the engine wants more vectors. Between two vectors the optimiser
may compute for seconds. A search that must stop does not wait for the optimiser: the search returns, and the
thread pauses before it evaluates the next vector.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

import numpy as np

from ergodoku.base.compiled import kernel, thread_seconds
from ergodoku.base.errors import ParameterError
from ergodoku.landscape.objective import Floats, Objective
from ergodoku.methods.walk import (
    ACCEPTED,
    BEST,
    ENERGY,
    FINISHED,
    ITERATION,
    LOWEST,
    RESTARTS,
    Record,
    keep_best,
    note,
)

if TYPE_CHECKING:
    from ergodoku.methods.external.external import External


PATIENCE = 0.005  # seconds that a search waits before it checks whether to stop
MOST_NUMBERS = 500_000  # in a population: scipy makes several copies, and stops only between generations


class Optimiser:
    """An optimiser in a thread, which starts when it is first needed.

    The two sides communicate through queues: ``asked`` holds the iteration to go to, and an item in
    ``rested`` means that the thread is paused. These queues are safe to use from a finaliser at any moment.
    """

    def __init__(self, method: External, objective: Objective, key: tuple[int, int], record: Record) -> None:
        self.method, self.objective, self.key, self.record = method, objective, key, record
        self.last: Floats = record.best.copy()
        self.evaluated = 0  # since the last restart
        self.end = 0
        self.asked: SimpleQueue[int] = SimpleQueue()
        self.rested: SimpleQueue[None] = SimpleQueue()
        self.requests, self.answers = 0, 0
        self.hurry = False  # whether to pause before the next vector
        self.evaluating = threading.Lock()
        self.closed = False
        self.over = False  # whether the thread has ended, or is about to
        self.error: BaseException | None = None
        self.thread: threading.Thread | None = None
        self.process = os.getpid()  # the thread does not survive a fork
        # CPU time of the thread up to the last pause: without compiling, and for compiling alone.
        self._helped, self._compiling = 0.0, 0.0
        self._clock: int | None = None  # the CPU clock of the thread, if other threads can read it

    @property
    def helped(self) -> float:
        """CPU time of the thread in seconds, without the time for compiling kernels.

        It also grows while the optimiser computes between two vectors. During that time it still includes
        the compiling since the last pause; the next pause subtracts it. On macOS and Windows, it grows only
        at pauses.
        """
        if self._clock is not None and self.answers < self.requests:
            with suppress(OSError):  # the thread has just ended
                return time.clock_gettime(self._clock) - self._compiling
        return self._helped

    def advance(self, end: int, halt: Callable[[], bool]) -> None:
        """Let the thread run up to iteration ``end``, or until solved, or until the optimiser has ended.

        Return at once when ``halt`` returns True.
        """
        if self.thread is not None and self.thread.ident is None:  # Ctrl-C kept it from starting
            self._forget_start()
        if self.thread is not None and not self.over and self.process != os.getpid():
            raise ParameterError(
                f"a run of {self.method.optimiser} cannot continue in a forked process without its thread",
                "start the run in the forked process",
            )
        if not self._rests(halt):  # still busy since the last halt
            return
        if self.error is not None:
            raise self.error
        if self.closed:
            raise ParameterError("this search was closed", "start another one")
        if self.over:  # the thread has ended since the last halt
            return
        self.hurry = False
        self.requests += 1
        self.asked.put(end)
        if self.thread is None:
            self.thread = threading.Thread(target=self._work, name="ergodoku-external", daemon=True)
            self.process = os.getpid()
            try:
                self.thread.start()
            except RuntimeError:  # the system allows no more threads
                self._forget_start()
                raise
        rests = False
        try:
            rests = self._rests(halt)
        finally:  # also after Ctrl-C
            if not rests:
                with self.evaluating:
                    self.hurry = True
        if self.error is not None:
            raise self.error

    def _forget_start(self) -> None:
        self.thread, self.requests = None, self.requests - 1
        self.asked.get()

    def close(self) -> None:
        """End the thread; may be called more than once, and from any thread."""
        if not self.closed:
            self.closed = True
            self.asked.put(0)
            if self.thread is not None and self.thread is not threading.current_thread():
                with suppress(RuntimeError):  # Ctrl-C can prevent the start of the thread
                    self.thread.join(PATIENCE)

    def _rests(self, halt: Callable[[], bool]) -> bool:
        """Wait until the thread is paused; return False if ``halt`` ends the wait."""
        while self.answers < self.requests:
            try:
                self.rested.get(timeout=PATIENCE)
            except Empty:
                if halt():
                    return False
        return True

    def _rest(self) -> None:
        """Pause inside the optimiser until there is more to do."""
        self._answer()
        self._listen()

    def _answer(self) -> None:
        self._helped = thread_seconds()
        self._compiling = time.thread_time() - self._helped
        self.answers = self.requests
        self.rested.put(None)

    def _listen(self) -> None:
        self.end = self.asked.get()
        if self.closed:
            raise Ended

    def _work(self) -> None:
        numbers, limit = self.record.numbers, self.method.restarts
        if hasattr(time, "pthread_getcpuclockid"):
            self._clock = time.pthread_getcpuclockid(threading.get_ident())
        try:
            self._listen()
            with np.errstate(all="ignore"):
                while limit is None or numbers[RESTARTS] <= limit:
                    self._start(int(numbers[RESTARTS]))
                    if limit is not None and numbers[RESTARTS] == limit:
                        break
                    numbers[RESTARTS] += 1
            numbers[FINISHED] = 1
        except Ended:
            pass
        except BaseException as error:
            self.error = error
        finally:
            self.over = True
            self._answer()

    def _start(self, number: int) -> None:
        """Run the optimiser once, with its own random generator."""
        if self.closed:
            raise Ended
        rng = generator(self.key, number)
        first = self.objective.x0(rng)
        self.evaluated, self.record.numbers[LOWEST] = 0, np.iinfo(np.int64).max
        try:
            if self.method.optimiser == "differential_evolution":
                self._evolve(rng, first)
            else:
                self._anneal(rng, first)
        except Exhausted:
            pass

    def _evolve(self, rng: np.random.Generator, first: Floats) -> None:
        from scipy.optimize import differential_evolution

        method, objective = self.method, self.objective
        population = min(method.population, MOST_NUMBERS // objective.dimension)
        vectors = np.empty((population, objective.dimension))
        vectors[0] = first
        for vector in vectors[1:]:
            vector[:] = objective.x0(rng)
        differential_evolution(
            lambda columns: self._evaluate(columns.T),
            objective.bounds,
            init=vectors,
            strategy=method.strategy,
            mutation=method.mutation,
            recombination=method.recombination,
            maxiter=method.evaluations,  # never reached: evolution runs out of evaluations or converges first
            tol=0.0,
            polish=False,
            updating="deferred",
            vectorized=True,
            rng=rng,
        )

    def _anneal(self, rng: np.random.Generator, first: Floats) -> None:
        from scipy.optimize import dual_annealing

        method = self.method
        dual_annealing(
            lambda x: float(self._evaluate(x[None])[0]),
            self.objective.bounds,
            maxiter=method.evaluations,
            initial_temp=method.temperature,
            visit=method.visit,
            accept=method.accept,
            no_local_search=True,  # local search needs gradients, and there are none
            x0=first,
            rng=rng,
        )

    def _evaluate(self, vectors: Floats) -> Floats:
        """Return the costs of vectors, and pause in between when the engine wants it."""
        vectors = np.ascontiguousarray(vectors)
        costs = np.empty(len(vectors))
        numbers = self.record.numbers
        done = 0
        while done < len(vectors):
            if not self.hurry and self.evaluated >= self.method.evaluations:
                raise Exhausted
            with self.evaluating:
                rest = self.hurry or numbers[ITERATION] >= self.end
                if not rest:
                    done += self._evaluate_part(vectors[done:], costs[done:])
            if rest:
                self._rest()
            elif numbers[BEST] == 0:
                raise Ended
        return costs

    def _evaluate_part(self, vectors: Floats, costs: Floats) -> int:
        """Compute the costs of as many vectors as the engine wants, and return their number."""
        left = self.end - int(self.record.numbers[ITERATION])
        part = slice(0, min(left, self.method.evaluations - self.evaluated))
        costs[part] = self.objective(vectors[part])
        taken = int(write_down(costs[part], vectors[part], self.record))
        self.last = vectors[taken - 1].copy()  # a view would keep all vectors in memory
        self.evaluated += taken
        return taken


class Ended(BaseException):
    """Raised inside the optimiser to end it; not an `Exception`, so that the optimiser does not catch it."""


class Exhausted(BaseException):
    """Raised inside the optimiser when it has used up its evaluations."""


def generator(key: tuple[int, int], start: int) -> np.random.Generator:
    """Return the random generator for start number ``start``, made from the seed and the replica."""
    seed, replica = key
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(replica, start)))


@kernel
def write_down(costs: Floats, vectors: Floats, record: Record) -> int:
    """Count vectors as iterations, up to a solution; return how many were counted."""
    numbers = record.numbers
    first = numbers[ITERATION]
    # Do not test `going`: evaluated vectors must be written down even if the search is recalled.
    while numbers[ITERATION] < first + costs.shape[0] and numbers[BEST] > 0:
        k = numbers[ITERATION] - first
        numbers[ITERATION] += 1
        numbers[ENERGY] = int(costs[k])
        if numbers[ENERGY] < numbers[LOWEST]:
            numbers[LOWEST] = numbers[ENERGY]
            numbers[ACCEPTED] += 1
            keep_best(record, vectors[k])
        note(record)
    return int(numbers[ITERATION] - first)
