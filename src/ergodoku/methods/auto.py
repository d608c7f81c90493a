"""The default: probing where it is faster, focused search elsewhere.

Up to 16x16, probing and focused search take turns, and each turn of a method is twice as long as its previous
turn. Above 16x16 there is only focused search.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ergodoku.methods.focused import Focused
from ergodoku.methods.method import BlockSolver, Entry, Method, Search, State, falls_of
from ergodoku.methods.parameters import parameter
from ergodoku.methods.probing import Probing, probing_block
from ergodoku.methods.walk import NOTE_BEST, NOTE_ITERATION
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.logic import Reduction
from ergodoku.puzzle.puzzle import Digits

PROBING_UP_TO = 16
PROBING, FOCUSED = Probing(), Focused()
# The positions in `AutoSearch.counters`.
TURN, LEFT, BEFORE, RESTARTS_BEFORE, ACCEPTED_BEFORE, BEST_SEEN, SEEN_AT, SEEN_BY = range(8)


@dataclass(frozen=True)
class Auto(Method):
    """Probing for small grids, focused search for large grids: the default."""

    name: ClassVar[str] = "auto"
    round: ClassVar[int] = 4096
    proves: ClassVar[bool] = True

    choices: int | None = parameter(
        None,
        "Number of choices in the first turn of probing; by default it depends on the size of the grid",
        low=1,
        high=10**12,
    )
    steps: int = parameter(200_000, "Iterations in the first turn of focused search", low=1, high=10**12)

    def logic_for(self, size: int) -> str:
        """Return ``singles`` for small grids, which probing solves quickly, and ``pairs`` for large grids."""
        return "singles" if size <= PROBING_UP_TO else "pairs"

    def replicas_for(self, size: int) -> int:
        """Return 1 for small grids, which are solved almost at once, and 2 for large grids."""
        return 1 if size <= PROBING_UP_TO else 2

    def first_choices(self, cells: int) -> int:
        """Return the number of choices in the first turn of probing; by default, fewer on larger grids."""
        return self.choices if self.choices is not None else _usual_choices(cells)

    def block_solver(self, layout: Layout, seed: int) -> BlockSolver | None:
        """Return a solver that does the first turn of probing on many small puzzles; None for large grids.

        Even if ``choices`` is huge, the solver gives up on a puzzle after the usual number of choices. Then
        an ordinary search takes over, which also ends when the run proves that there is no solution.
        """
        if layout.size > PROBING_UP_TO:
            return None
        choices = min(self.first_choices(layout.cells), _usual_choices(layout.cells))
        return probing_block(layout, seed, choices)

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> AutoSearch:
        """Start a search on a reduced puzzle."""
        return AutoSearch(self, reduction, seed, replica)


def _usual_choices(cells: int) -> int:
    return 200_000_000 // cells**2


class AutoSearch(Search):
    """Probing and focused search, taking turns, as one search."""

    def __init__(self, method: Auto, reduction: Reduction, seed: int, replica: int) -> None:
        self.method, self.reduction, self.seed, self.replica = method, reduction, seed, replica
        self.small = reduction.puzzle.size <= PROBING_UP_TO
        self.counters = np.zeros(8, dtype=np.int64)
        self.searches: list[Search] = []
        self.search: Search  # the search whose turn it is
        self._begin_turn(0)
        self.counters[BEST_SEEN] = self.search.best
        self.best_seen = self.search.best_grid()

    @property
    def _number(self) -> int:
        return 0 if len(self.searches) == 1 else int(self.counters[TURN]) % 2

    iteration = property(lambda self: int(self.counters[BEFORE]) + self.search.iteration)
    energy = property(lambda self: self.search.energy)
    best = property(lambda self: min(int(self.counters[BEST_SEEN]), self.search.best))
    evaluations = property(lambda self: sum(search.evaluations for search in self.searches))
    costliest = property(lambda self: self.search.costliest)
    temperature = property(lambda self: self.search.temperature)
    accepted = property(lambda self: int(self.counters[ACCEPTED_BEFORE]) + self.search.accepted)
    restarts = property(lambda self: int(self.counters[RESTARTS_BEFORE]) + self.search.restarts)
    refuted = property(lambda self: self.searches[0].refuted)  # focused search never refutes a puzzle
    finished = property(lambda self: self.refuted or (self.search.finished and self._over()))
    active = property(lambda self: self.search.active)
    _leads = property(lambda self: self.search.best < self.counters[BEST_SEEN])

    @property
    def recalled(self) -> bool:
        """Whether another thread wants `advance` to return."""
        return self.search.recalled

    @recalled.setter
    def recalled(self, recalled: bool) -> None:
        for search in self.searches:
            search.recalled = recalled

    @property
    def best_iteration(self) -> int:
        """The iteration at which the best state was found, counted over all turns."""
        return int(
            self.counters[BEFORE] + self.search.best_iteration if self._leads else self.counters[SEEN_AT]
        )

    @property
    def found_by(self) -> str:
        """The name of the method that found the best state."""
        return self.search.found_by if self._leads else self.searches[int(self.counters[SEEN_BY])].found_by

    @property
    def notes(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The notes of the search whose turn it is, with iterations counted over all turns.

        In a turn of the second search, the first note is the start of the first search.
        """
        notes, temperatures = self.search.notes
        shifted = notes.copy()
        shifted[:, NOTE_ITERATION] = self._overall(notes[:, NOTE_ITERATION])
        if self._number == 0:
            return shifted, temperatures
        start, heat = (noted[:1] for noted in self.searches[0].notes)
        if len(start):
            shifted[:, NOTE_BEST] = np.minimum(shifted[:, NOTE_BEST], start[0, NOTE_BEST])
        return np.concatenate([start, shifted]), np.concatenate([heat, temperatures])

    @property
    def falls(self) -> NDArray[np.int64]:
        """Rows (iteration, best energy): the first search's start, and the falls of the current search."""
        own = self.search.falls
        own[:, 0] = self._overall(own[:, 0])
        start = self.searches[0].falls[:1] if self._number else own[:0]
        return falls_of(np.concatenate([start, own]), self.best_iteration, self.best)

    def advance(self, iterations: int) -> None:
        """Advance by this many iterations, or until solved, finished or halted."""
        if not self.small:  # there is only one search
            self.search.halt = self.halt
            self.search.advance(iterations)
            return
        end = self.iteration + iterations
        while self.iteration < end and self.best > 0 and not self.finished:
            step = min(end - self.iteration, int(self.counters[LEFT]))
            before, self.search.halt = self.search.iteration, self.halt
            self.search.advance(step)
            self.counters[LEFT] -= self.search.iteration - before
            if self.best == 0 or self.refuted:
                return
            if self.counters[LEFT] <= 0 or self.search.finished:
                self._next_turn()
            if self.iteration < end and (self.recalled or (self.halt is not None and self.halt())):
                return

    def grid(self) -> Digits:
        """Return the current state of the search whose turn it is."""
        return self.search.grid()

    def best_grid(self) -> Digits:
        """Return the best state of all turns."""
        return self.search.best_grid() if self._leads else self.best_seen

    def state(self) -> State:
        """Return everything needed to continue the searches."""
        state: State = {"counters": self.counters.copy(), "best_seen": self.best_seen.copy()}
        for number, search in enumerate(self.searches):
            state |= {f"{number}_{name}": array for name, array in search.state().items()}
        return state

    def restore(self, state: State) -> None:
        """Restore a saved state."""
        count = sum(f"{number}_rng" in state for number in range(2))
        del self.searches[count:]
        self.searches += [self._make(number) for number in range(len(self.searches), count)]
        for number, search in enumerate(self.searches):
            start = f"{number}_"
            search.restore({n[len(start) :]: a for n, a in state.items() if n.startswith(start)})
        self.counters[:] = state["counters"]
        self.search = self.searches[self._number]
        self.best_seen = np.array(state["best_seen"], dtype=np.uint8)

    def _over(self) -> bool:
        """Return whether all searches have started and none can continue."""
        return (not self.small or len(self.searches) == 2) and all(s.finished for s in self.searches)

    def _next_turn(self) -> None:
        if self._leads:
            self.best_seen = self.search.best_grid()
            self.counters[[SEEN_AT, SEEN_BY]] = self.best_iteration, self._number
            self.counters[BEST_SEEN] = self.search.best
        done, restarts, accepted = self.iteration, self.restarts, self.accepted
        self._begin_turn(int(self.counters[TURN]) + 1)
        self.counters[BEFORE] = done - self.search.iteration
        self.counters[RESTARTS_BEFORE] = restarts - self.search.restarts
        self.counters[ACCEPTED_BEFORE] = accepted - self.search.accepted

    def _begin_turn(self, turn: int) -> None:
        if turn < 2 and len(self.searches) <= turn:
            self.searches.append(self._make(turn))  # do this first: Ctrl-C may come before the next line
        self.counters[TURN] = turn
        self.counters[LEFT] = self._first_turns[turn % 2] << turn // 2
        self.search = self.searches[self._number]

    @property
    def _first_turns(self) -> tuple[int, int]:
        return self.method.first_choices(self.reduction.puzzle.layout.cells), self.method.steps

    def _overall(self, own: NDArray[np.int64]) -> NDArray[np.int64]:
        """Convert iterations of the current search (0 is its start) to iterations over all turns.

        Turn k of a search, counted from 0, is 2^k times as long as its first turn. Before turn k, the other
        search had k turns, or k + 1 if it started first.
        """
        if not self.small:
            return own
        first, others = self._first_turns[self._number], self._first_turns[1 - self._number]
        turn = np.frexp(1 + np.maximum(own - 1, 0) // first)[1] - 1
        before: NDArray[np.int64] = others * ((1 << (turn + self._number).astype(np.int64)) - 1)
        return own + before

    def _make(self, number: int) -> Search:
        if self.small and number == 0:
            return PROBING.start(self.reduction, self.seed, self.replica)
        return FOCUSED.start(self.reduction, self.seed, self.replica)


ENTRIES = (
    Entry(
        "auto",
        Auto(),
        "Logic, then probing and focused search by turns; above 16x16 only focused search: the default.",
        "construction and box permutation",
        "see probing and focused",
        "every puzzle, unless you want to watch or compare a particular method",
        "probing, focused, probing, ...: each turn twice as long as the method's previous one",
    ),
)
