"""Tabu search on box permutations: always the best swap that does not undo a recent one.

Every iteration looks at every swap of a conflicted cell (`landscape.conflicts`) with a free cell of its box.
It makes the best admissible swap, even if this raises the energy; ties are broken at random. Afterwards the
two cells must not take back their old digits for a random number of iterations (the tenure). A swap that
breaks this rule is still admissible if it leads to an energy below all others since the last start
(aspiration). If the lowest energy has not fallen for a long time, the search restarts from a new board.

References
----------
F. Glover, "Tabu search, part I", ORSA Journal on Computing 1 (1989) 190-206, doi:10.1287/ijoc.1.3.190.
S. Minton, M. D. Johnston, A. B. Philips, P. Laird, "Minimizing conflicts", Artificial Intelligence 58 (1992)
161-205, doi:10.1016/0004-3702(92)90007-K.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.base.errors import ParameterError
from ergodoku.landscape.boxes import Board, Boxes, Field, shuffle, swap_change
from ergodoku.landscape.conflicts import Conflicts, conflicts_of, exchange, list_conflicts, sum_conflicts
from ergodoku.landscape.random import Words, high_below, next_word, step
from ergodoku.methods.board_walk import BoardWalk
from ergodoku.methods.method import Entry, Method, State
from ergodoku.methods.parameters import LOGIC, parameter
from ergodoku.methods.walk import (
    ACCEPTED,
    BEST,
    ENERGY,
    ITERATION,
    LOWEST,
    QUIET,
    RESTARTS,
    WORK,
    Record,
    going,
    keep_best,
    note,
)
from ergodoku.puzzle.logic import Reduction

MOST_TENURE = 1_000_000_000
WORST = 1 << 30  # more than any swap can change the energy


@dataclass(frozen=True)
class Tabu(Method):
    """Tabu search with conflict focus, random tenure, aspiration and restarts."""

    name: ClassVar[str] = "tabu"
    round: ClassVar[int] = 256

    shortest: int = parameter(
        2, "Shortest tenure: iterations in which a swap must not be undone", low=0, high=MOST_TENURE
    )
    longest: int = parameter(12, "Longest tenure", low=0, high=MOST_TENURE)
    restart: int = parameter(
        200_000, "Restart after this many iterations without a new best energy; 0: never", low=0
    )
    logic: str = parameter("pairs", "Logic applied before the search", choices=LOGIC)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.longest < self.shortest:
            raise ParameterError(
                f"tabu longest is {self.longest}, below shortest ({self.shortest})",
                f"give a number, {self.shortest} or more",
            )

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> TabuSearch:
        """Start a search on a reduced puzzle."""
        return TabuSearch.begin(self, reduction, seed, replica)


class Memory(NamedTuple):
    """Which digits are tabu for which cells, and for how long."""

    until: NDArray[np.int64]  # (cells, size): the last iteration in which a cell must not take a digit
    shortest: int  # tenure
    longest: int
    patience: int  # iterations without a new lowest energy before a restart
    looked: NDArray[np.int64]  # (1,): number of swaps looked at


class TabuSearch(BoardWalk):
    """A tabu search on one puzzle; an iteration is one swap."""

    method: Tabu

    def __init__(self, method: Tabu, landscape: Boxes, rng: Words) -> None:
        super().__init__(method, landscape, rng)
        self.conflicts = conflicts_of(landscape, self.board)
        until = np.zeros((landscape.layout.cells, landscape.layout.size), dtype=np.int64)
        patience, looked = method.restart or 1 << 62, np.zeros(1, dtype=np.int64)
        self.memory = Memory(until, method.shortest, method.longest, patience, looked)

    @property
    def evaluations(self) -> int:
        """Cell changes looked at so far: two for each swap looked at."""
        return 2 * int(self.memory.looked[0])

    @property
    def costliest(self) -> int:
        """The cell changes of an iteration that looks at every swap."""
        return max(2, 2 * len(self.landscape.field.pairs))

    def arrays(self) -> State:
        """Return the cells, the tabu digits, and the number of swaps looked at."""
        return super().arrays() | {"until": self.memory.until, "looked": self.memory.looked}

    def state(self) -> State:
        """Return everything needed to continue; the order of the conflicted cells is part of it."""
        return super().state() | {"listed": self.conflicts.listed[: self.conflicts.length[0]].copy()}

    def restore(self, state: State) -> None:
        """Restore a saved state."""
        super().restore(state)
        conflicts, listed = self.conflicts, state["listed"]
        sum_conflicts(self.landscape.field, self.board, conflicts)
        conflicts.length[0] = len(listed)
        conflicts.listed[: len(listed)] = listed
        conflicts.place[listed.astype(np.int64)] = np.arange(len(listed))

    def run_kernel(self, end: int) -> None:
        """Make swaps up to iteration ``end``."""
        prowl(self.landscape.field, self.board, self.conflicts, self.record, self.memory, end)


@kernel
def start_again(field: Field, board: Board, conflicts: Conflicts, record: Record, memory: Memory) -> None:
    """Restart from a random board with nothing tabu."""
    numbers = record.numbers
    numbers[ENERGY] = numbers[LOWEST] = shuffle(field, board, record.rng)
    list_conflicts(field, board, conflicts)
    memory.until[:] = 0
    numbers[RESTARTS] += 1
    numbers[QUIET] = 0
    keep_best(record, board.cells)


@kernel
def prowl(field: Field, board: Board, conflicts: Conflicts, record: Record, memory: Memory, end: int) -> None:
    """Make swaps up to iteration ``end``, until solved, or until about `WORK` swaps were looked at."""
    cells, lines, until = board.cells, conflicts.lines, memory.until
    rng, numbers = record.rng, record.numbers
    size, work = field.free_start.shape[0] - 1, WORK
    while going(record, end) and work > 0:
        if numbers[QUIET] >= memory.patience:
            start_again(field, board, conflicts, record, memory)
            if numbers[BEST] == 0:
                break
        numbers[ITERATION] += 1
        now = numbers[ITERATION]
        aspired = numbers[LOWEST] - numbers[ENERGY]  # a change below this is always admissible
        lowest, ties, from_cell, to_cell, looked = WORST, 0, -1, -1, 0
        s0, s1 = rng[0], rng[1]
        for k in range(conflicts.length[0]):
            a = int64(conflicts.listed[k])
            va = int64(cells[a])
            box = int64(field.box[a]) // size
            for j in range(int64(field.free_start[box]), int64(field.free_start[box + 1])):
                b = int64(field.free[j])
                if b == a or (lines[b] > 0 and b < a):  # look at a pair of conflicted cells only once
                    continue
                vb = int64(cells[b])
                change = swap_change(field, board, a, b)
                looked += 1
                if change > lowest:
                    continue
                if change >= aspired and (until[a, vb] >= now or until[b, va] >= now):
                    continue
                if change < lowest:
                    lowest, ties = change, 0
                ties += 1
                word, s0, s1 = step(s0, s1)
                if high_below(word, ties) == uint64(0):
                    from_cell, to_cell = a, b
        rng[0], rng[1] = s0, s1
        memory.looked[0] += looked
        work -= 1 + looked
        if ties > 0:
            lengths = memory.longest - memory.shortest + 1
            tenure = memory.shortest + int64(high_below(next_word(rng), lengths))
            until[from_cell, cells[from_cell]] = now + tenure
            until[to_cell, cells[to_cell]] = now + tenure
            exchange(field, board, conflicts, from_cell, to_cell)
            numbers[ENERGY] += lowest
            numbers[ACCEPTED] += 1
        numbers[QUIET] += 1
        if numbers[ENERGY] < numbers[LOWEST]:
            numbers[LOWEST] = numbers[ENERGY]
            numbers[QUIET] = 0
            keep_best(record, cells)
        note(record)


ENTRIES = (
    Entry(
        "tabu",
        Tabu(),
        "Tabu search: the best swap of a conflicted cell that does not undo a recent one.",
        "box permutation",
        "F. Glover, ORSA J. Computing 1 (1989) 190-206, doi:10.1287/ijoc.1.3.190",
        "watching a search that uses memory instead of temperature; up to 25x25",
        "swap = argmin ΔE over the admissible swaps; tenure = a random number of iterations",
    ),
)
