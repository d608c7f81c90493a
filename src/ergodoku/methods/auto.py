"""The default: probing where it pays, focused search where it does not.

Up to 16x16 the two take turns, each turn twice as long as the last; above that focused search has it alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ergodoku.methods.focused import Focused
from ergodoku.methods.parameters import check, parameter
from ergodoku.methods.probing import Probing
from ergodoku.methods.walk import NOTE_ITERATION, Search, State
from ergodoku.puzzle.logic import Reduction
from ergodoku.puzzle.puzzle import Digits

PROBING_UP_TO = 16
TURN, LEFT, BEFORE, REHEATS_BEFORE, BEST_SEEN = range(5)


@dataclass(frozen=True)
class Automatic:
    """Probing for small grids, focused search for large ones: the default."""

    name: ClassVar[str] = "auto"

    choices: int | None = parameter(
        None, "Choices in the first turn of probing; by the size if not given", low=1, high=10**12
    )
    steps: int = parameter(200_000, "Iterations in the first turn of focused search", low=1, high=10**12)

    logic: ClassVar[str] = "auto"

    def __post_init__(self) -> None:
        check(self)

    def first_choices(self, cells: int) -> int:
        """Return the choices in the first turn of probing; a choice takes longer where there are more cells."""
        return self.choices if self.choices is not None else 200_000_000 // cells**2

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> AutomaticSearch:
        """Begin a search on a reduced puzzle."""
        return AutomaticSearch(self, reduction, seed, replica)


class AutomaticSearch:
    """Probing and focused search in turns, as one search."""

    def __init__(self, method: Automatic, reduction: Reduction, seed: int, replica: int) -> None:
        self.method, self.reduction, self.seed, self.replica = method, reduction, seed, replica
        self.small = reduction.puzzle.size <= PROBING_UP_TO
        self.course = np.zeros(5, dtype=np.int64)
        self.searches: list[Search] = []
        self._begin_turn(0)
        self.course[BEST_SEEN] = self.search.best
        self.best_seen = self.search.best_grid()

    @property
    def search(self) -> Search:
        """The search whose turn it is."""
        return self.searches[int(self.course[TURN]) % 2 if self.small else 0]

    iteration = property(lambda self: int(self.course[BEFORE]) + self.search.iteration)
    energy = property(lambda self: self.search.energy)
    best = property(lambda self: min(int(self.course[BEST_SEEN]), self.search.best))
    temperature = property(lambda self: self.search.temperature)
    accepted = property(lambda self: self.search.accepted)
    reheats = property(lambda self: int(self.course[REHEATS_BEFORE]) + self.search.reheats)
    finished = property(lambda self: all(s.finished for s in self.searches) and not self._more_turns())
    found_by = property(lambda self: self.search.found_by)

    @property
    def notes(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """What the search whose turn it is noted, its iterations counted on from those before."""
        notes, temperatures = self.search.notes
        shifted = notes.copy()
        shifted[:, NOTE_ITERATION] += self.course[BEFORE]
        return shifted, temperatures

    def advance(self, iterations: int) -> None:
        """Go on for so many iterations, or until solved or finished."""
        end = self.iteration + iterations
        while self.iteration < end and self.best > 0 and not self.finished:
            step = end - self.iteration
            if self.small:
                step = min(step, int(self.course[LEFT]))
            before = self.search.iteration
            self.search.advance(step)
            self.course[LEFT] -= self.search.iteration - before
            if self.small and self.best > 0 and (self.course[LEFT] <= 0 or self.search.finished):
                self._next_turn()

    def grid(self) -> Digits:
        """Return the current state of the search whose turn it is."""
        return self.search.grid()

    def best_grid(self) -> Digits:
        """Return the best state of all turns."""
        return self.search.best_grid() if self.search.best <= self.course[BEST_SEEN] else self.best_seen

    def state(self) -> State:
        """Return all that the searches depend on."""
        state: State = {"course": self.course, "best_seen": self.best_seen}
        for number, search in enumerate(self.searches):
            state |= {f"{number}_{name}": array for name, array in search.state().items()}
        return state

    def restore(self, state: State) -> None:
        """Go back to a saved state."""
        while any(name.startswith(f"{len(self.searches)}_") for name in state):
            self.searches.append(self._make(len(self.searches)))
        for number, search in enumerate(self.searches):
            start = f"{number}_"
            search.restore({n[len(start) :]: a for n, a in state.items() if n.startswith(start)})
        self.course[:] = state["course"]
        self.best_seen = np.array(state["best_seen"], dtype=np.uint8)

    def _more_turns(self) -> bool:
        return self.small and len(self.searches) < 2

    def _next_turn(self) -> None:
        if self.search.best < self.course[BEST_SEEN]:
            self.course[BEST_SEEN], self.best_seen = self.search.best, self.search.best_grid()
        done, reheats = self.iteration, self.reheats
        self._begin_turn(int(self.course[TURN]) + 1)
        self.course[BEFORE] = done - self.search.iteration
        self.course[REHEATS_BEFORE] = reheats - self.search.reheats

    def _begin_turn(self, turn: int) -> None:
        self.course[TURN] = turn
        if turn < 2 and len(self.searches) <= turn:
            self.searches.append(self._make(turn))
        cells = self.reduction.puzzle.layout.cells
        first = self.method.first_choices(cells) if turn % 2 == 0 else self.method.steps
        self.course[LEFT] = first << min(turn // 2, 40)

    def _make(self, number: int) -> Search:
        if self.small and number == 0:
            return Probing().start(self.reduction, self.seed, self.replica)
        return Focused().start(self.reduction, self.seed, self.replica)
