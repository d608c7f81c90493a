"""Optimisers of other people at work on a puzzle: scipy's, as a search like the others.

Such an optimiser owns its loop: it calls our cost function, not we it. So it runs in a thread of its own,
which rests inside the cost function whenever the engine has not asked for more candidates. An iteration is
one candidate evaluated, and ``advance(n)`` evaluates n of them, wherever the optimiser stands in its own
affairs; so slices do not change the walk. What goes on inside the optimiser cannot be read, though: its
temperature is unknown, and it cannot be saved.

References
----------
R. Storn, K. Price, "Differential evolution - a simple and efficient heuristic for global optimization over
continuous spaces", Journal of Global Optimization 11 (1997) 341-359, doi:10.1023/A:1008202821328.
Y. Xiang, D. Y. Sun, W. Fan, X. G. Gong, "Generalized simulated annealing algorithm and its application to the
Thomson model", Physics Letters A 233 (1997) 216-220, doi:10.1016/S0375-9601(97)00474-X.
"""

from __future__ import annotations

import threading
import weakref
from dataclasses import dataclass
from queue import SimpleQueue
from typing import ClassVar, NoReturn

import numpy as np
from numpy.typing import NDArray

from ergodoku.landscape.objective import VARIANTS, Floats, Objective
from ergodoku.methods.entry import Entry
from ergodoku.methods.parameters import LOGIC, ParameterError, check, parameter
from ergodoku.methods.walk import (
    ACCEPTED,
    BEST,
    BEST_AT,
    ENERGY,
    FINISHED,
    ITERATION,
    NEXT_SAMPLE,
    NOTED,
    REHEATS,
    SAMPLES,
    State,
    Walk,
    note,
)
from ergodoku.puzzle.compiled import kernel
from ergodoku.puzzle.logic import Reduction
from ergodoku.puzzle.puzzle import Digits

OPTIMISERS = ("differential_evolution", "dual_annealing")
STRATEGIES = ("best1bin", "best1exp", "rand1bin", "rand1exp", "currenttobest1bin", "randtobest1bin")


@dataclass(frozen=True)
class External:
    """An optimiser of scipy on the cost function of the puzzle, started again when it stops unsolved."""

    name: ClassVar[str] = "external"

    optimiser: str = parameter("differential_evolution", "Which one, of scipy.optimize", choices=OPTIMISERS)
    variant: str = parameter(
        "keys", "How it sees the puzzle: numbers as digits, or sorted within a box", choices=VARIANTS
    )
    evaluations: int = parameter(60_000, "Candidates evaluated in one start, at most", low=1)
    restarts: int | None = parameter(None, "Finish after so many restarts; never if not given", low=0)
    population: int = parameter(20, "Evolution: vectors in the population", low=5, high=100_000)
    strategy: str = parameter("rand1bin", "Evolution: how a trial vector is made", choices=STRATEGIES)
    mutation: float = parameter(0.3, "Evolution: weight of a difference", low=0.0, high=1.99)
    recombination: float = parameter(
        0.12, "Evolution: share of a trial vector that is new", low=0.0, high=1.0
    )
    temperature: float = parameter(
        5230.0, "Annealing: first temperature, in scipy's measure", low=0.01, high=5e4
    )
    visit: float = parameter(2.62, "Annealing: how far it visits; more is farther", low=1.01, high=3.0)
    accept: float = parameter(
        -5.0, "Annealing: how willing it accepts; lower is stricter", low=-1e4, high=-5.0
    )
    logic: str = parameter("pairs", "Logic applied before the search", choices=LOGIC)

    def __post_init__(self) -> None:
        check(self)

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> ExternalSearch:
        """Begin a search on a reduced puzzle."""
        return ExternalSearch(self, Objective(reduction, self.variant), (seed, replica))


class ExternalSearch(Walk):
    """An external optimiser at work.

    ``accepted`` counts the candidates that were the best of their start, as what the optimiser accepts is
    not to be seen.
    """

    name = "external"

    def __init__(self, method: External, objective: Objective, key: tuple[int, int]) -> None:
        self.method, self.objective = method, objective
        first = objective.x0(_generator(key, 0))
        super().__init__(int(objective(first)))
        self._optimiser = Optimiser(
            method, objective, key, first, self.numbers, self._notes, self._temperatures
        )
        if self.best and objective.settled:
            self.numbers[FINISHED] = 1
        # The thread must not know the search, or it would keep it alive.
        self.close = weakref.finalize(self, self._optimiser.close)

    def grid(self) -> Digits:
        """Return the candidate that was evaluated last."""
        return self.objective.decode(self._optimiser.last)

    def best_grid(self) -> Digits:
        """Return the best candidate."""
        return self.objective.decode(self._optimiser.best)

    def state(self) -> State:
        """Refuse: only the optimiser knows its state."""
        self._refuse()

    def restore(self, state: State) -> None:
        """Refuse: only the optimiser knows its state."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise ParameterError(
            f"a run of {self.method.optimiser} cannot be saved: the inner state of an external optimiser is "
            "not to be had",
            "run it again with the same seed, or use another method",
        )

    def _run(self, end: int) -> None:
        self._optimiser.advance(end)


class Optimiser:
    """The thread that the optimiser runs in, and the cost function that it runs into.

    The two sides talk through queues: ``asked`` brings the iteration to go to, and one thing in ``rested``
    means that the thread has come to rest. Queues of this kind may be used by a finaliser at any moment.
    """

    def __init__(
        self,
        method: External,
        objective: Objective,
        key: tuple[int, int],
        first: Floats,
        numbers: NDArray[np.int64],
        notes: NDArray[np.int64],
        temperatures: Floats,
    ) -> None:
        self.method, self.objective, self.key = method, objective, key
        self.last, self.best = first, first
        self.book = numbers, notes, temperatures
        self.lowest = np.array([numbers[ENERGY]], dtype=np.int64)  # of this start
        self.evaluated = 0  # in this start
        self.end = 0
        self.asked: SimpleQueue[int] = SimpleQueue()
        self.rested: SimpleQueue[None] = SimpleQueue()
        self.requests, self.answers = 0, 0
        self.hurry = False
        self.closed = False
        self.error: BaseException | None = None
        self.thread: threading.Thread | None = None

    def advance(self, end: int) -> None:
        """Let the thread go on to iteration ``end``, or until it is solved, finished or has notes to thin."""
        self._wait()  # where Ctrl-C had left it running
        if self.error is not None:
            raise self.error
        if self.closed:
            raise ParameterError("this search was closed", "start another")
        self.requests += 1
        self.asked.put(end)
        if self.thread is None:
            self.thread = threading.Thread(target=self._work, name="ergodoku-external", daemon=True)
            self.thread.start()
        try:
            self._wait()
        except BaseException:
            self.hurry = True
            self._wait()
            raise
        finally:
            self.hurry = False
        if self.error is not None:
            raise self.error

    def close(self) -> None:
        """End the thread; it may be called more than once, and from anywhere."""
        if not self.closed:
            self.closed = True
            self.asked.put(0)
            if self.thread is not None and self.thread is not threading.current_thread():
                self.thread.join(1.0)

    def _wait(self) -> None:
        while self.answers < self.requests:
            self.rested.get()

    def _rest(self) -> None:
        """Come to rest, inside the optimiser, until there is more to do."""
        self._answer()
        self._listen()

    def _answer(self) -> None:
        self.answers = self.requests
        self.rested.put(None)

    def _listen(self) -> None:
        self.end = self.asked.get()
        if self.closed:
            raise Ended

    def _work(self) -> None:
        numbers, limit = self.book[0], self.method.restarts
        try:
            self._listen()
            with np.errstate(all="ignore"):
                while limit is None or numbers[REHEATS] <= limit:
                    self._start(int(numbers[REHEATS]))
                    if limit is not None and numbers[REHEATS] == limit:
                        break
                    numbers[REHEATS] += 1
            numbers[FINISHED] = 1
        except Ended:
            pass
        except BaseException as error:
            self.error = error
        finally:
            self._answer()

    def _start(self, number: int) -> None:
        """Run the optimiser once, with a generator of its own."""
        rng = _generator(self.key, number)
        first = self.objective.x0(rng)
        self.evaluated, self.lowest[0] = 0, np.iinfo(np.int64).max
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
        others = [objective.x0(rng) for _ in range(method.population - 1)]
        differential_evolution(
            lambda columns: self._evaluate(columns.T),
            objective.bounds,
            init=np.stack([first, *others]),
            strategy=method.strategy,
            mutation=method.mutation,
            recombination=method.recombination,
            maxiter=method.evaluations,  # it ends by evaluations, or when all are equally good
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
            no_local_search=True,  # it follows gradients, and there are none
            x0=first,
            rng=rng,
        )

    def _evaluate(self, vectors: Floats) -> Floats:
        """Return the costs of candidates, and rest among them where the engine wants to."""
        vectors = np.array(vectors, order="C")
        costs = np.empty(len(vectors))
        numbers, notes, temperatures = self.book
        done = 0
        while done < len(vectors):
            if self.evaluated >= self.method.evaluations:
                raise Exhausted
            if numbers[ITERATION] >= self.end or numbers[NOTED] == SAMPLES or self.hurry:
                self._rest()
                continue
            most = min(self.end - int(numbers[ITERATION]), self.method.evaluations - self.evaluated)
            part = slice(done, done + most)
            costs[part] = self.objective(vectors[part])
            before = int(numbers[BEST])
            taken = int(write_down(costs[part], self.lowest, numbers, notes, temperatures))
            self.last = vectors[done + taken - 1]
            if numbers[BEST] < before:
                self.best = vectors[done + int(np.argmin(costs[done : done + taken]))].copy()
            done += taken
            self.evaluated += taken
            if numbers[BEST] == 0:
                raise Ended
        return costs


class Ended(BaseException):
    """Thrown through the optimiser to end it; it is no error, so that nobody catches it on the way."""


class Exhausted(BaseException):
    """Thrown through the optimiser when its start has used up its evaluations."""


def _generator(key: tuple[int, int], start: int) -> np.random.Generator:
    seed, replica = key
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(replica, start)))


@kernel
def write_down(
    costs: Floats,
    lowest: NDArray[np.int64],
    numbers: NDArray[np.int64],
    notes: NDArray[np.int64],
    temperatures: Floats,
) -> int:
    """Count candidates as iterations, up to a solution or until the notes are full; return how many."""
    taken = 0
    while taken < costs.shape[0] and numbers[NOTED] < SAMPLES and numbers[BEST] > 0:
        cost = int(costs[taken])
        taken += 1
        numbers[ITERATION] += 1
        numbers[ENERGY] = cost
        if cost < lowest[0]:
            lowest[0] = cost
            numbers[ACCEPTED] += 1
            if cost < numbers[BEST]:
                numbers[BEST], numbers[BEST_AT] = cost, numbers[ITERATION]
        if numbers[ITERATION] == numbers[NEXT_SAMPLE]:
            note(numbers, notes, temperatures, np.nan)
    return taken


_EVOLUTION = "R. Storn, K. Price, J. Global Optimization 11 (1997) 341-359, doi:10.1023/A:1008202821328"
_ANNEALING = "Y. Xiang, D. Y. Sun, W. Fan, X. G. Gong, Physics Letters A 233 (1997) 216-220"
_LANDSCAPE = "cell vector, or random keys"

ENTRIES = (
    Entry(
        "external",
        External(),
        "An optimiser of scipy on the cost function: it keeps its own loop, so it cannot be saved.",
        _LANDSCAPE,
        "scipy.optimize",
        "to compare a general optimiser with the methods made for Sudoku; 4x4 and 6x6",
        "minimise E(decode(x)) over real vectors x",
    ),
    Entry(
        "differential_evolution",
        External(optimiser="differential_evolution"),
        "scipy's differential evolution on random keys, started again when it stops unsolved.",
        _LANDSCAPE,
        _EVOLUTION,
        "as external",
        "trial = a + F (b - c) for vectors a, b, c of the population, crossed with a parent",
    ),
    Entry(
        "dual_annealing",
        External(optimiser="dual_annealing"),
        "scipy's dual annealing on random keys, started again when it stops unsolved.",
        _LANDSCAPE,
        _ANNEALING,
        "as external",
        "P(accept) = max(0, 1 - (1 - q) ΔE / T)^(1 / (1 - q)), steps of Tsallis' distribution",
    ),
)
