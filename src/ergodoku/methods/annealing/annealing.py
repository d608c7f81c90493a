"""Simulated annealing on box permutations: swap two cells of a box, accept by Metropolis, cool.

A swap that changes the energy by d is accepted with probability min(1, exp(-d / T)). The swap comes from
a list of all free pairs with one random word: its high half chooses the pair, its low half decides.

References
----------
S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, "Optimization by simulated annealing", Science 220 (1983)
671-680, doi:10.1126/science.220.4598.671.
R. Lewis, "Metaheuristics can solve sudoku puzzles", Journal of Heuristics 13 (2007) 387-401,
doi:10.1007/s10732-007-9012-8.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.base.errors import ParameterError
from ergodoku.landscape.boxes import (
    Board,
    Boxes,
    Field,
    boxes_of,
    copy_cells,
    shuffle,
    swap,
    swap_change,
)
from ergodoku.landscape.random import Words, high_below, seeded, step, threshold
from ergodoku.methods.annealing.reheat import Reheat
from ergodoku.methods.annealing.thermostat import Thermostat
from ergodoku.methods.board_walk import BoardWalk
from ergodoku.methods.method import Entry, Method, State
from ergodoku.methods.parameters import LOGIC, check, parameter
from ergodoku.methods.schedules import SCHEDULES, Auto, Floats, Schedule
from ergodoku.methods.walk import (
    ACCEPTED,
    BEST,
    BEST_AT,
    ENERGY,
    FINISHED,
    ITERATION,
    NEXT_SAMPLE,
    NOTED,
    QUIET,
    RESTARTS,
    SAMPLES,
    note,
)
from ergodoku.puzzle.logic import Reduction

_RESTART = Reheat(how="restart")
REHEATS_BY_NAME: dict[str, type | None] = {"none": None, "reheat": Reheat}
DELTAS = 64  # room for the table of chances; no swap changes the energy by more than 4 a slot
FROZEN = 0.045  # below this temperature a chance of exp(-1 / T) is less than one in 2^32: nothing goes uphill
TABLE_FROM = 32  # epochs of at least this many iterations are worth a table
# What annealing adds to the numbers of a walk.
EPOCH, IN_EPOCH, ACCEPTED_BEFORE, LOWEST = range(4)


@dataclass(frozen=True)
class Annealing(Method):
    """Simulated annealing with any schedule and any way of reheating."""

    name: ClassVar[str] = "annealing"
    round: ClassVar[int] = 4096

    schedule: Schedule = parameter(Auto, "How the temperature falls", kinds=SCHEDULES)
    reheat: Reheat | None = parameter(None, "What happens when it is stuck", kinds=REHEATS_BY_NAME)
    end: float = parameter(
        0.0,
        "Finish below this temperature, unless it is reheated; at 0 it goes on though it is frozen",
        low=0.0,
        high=1e9,
    )
    restarts: bool = parameter(False, "Start again from a new board instead of finishing")
    iterations: int | None = parameter(None, "Finish after so many iterations", low=0)
    logic: str = parameter("pairs", "Logic applied before the search", choices=LOGIC)

    def __post_init__(self) -> None:
        check(self)
        if isinstance(self.schedule, type) or not callable(getattr(self.schedule, "temperatures", None)):
            raise ParameterError(
                f"annealing schedule is {self.schedule!r}",
                "give an object with a method temperatures(epochs), such as Geometric(0.5, 0.99999)",
            )
        if not (self.reheat is None or isinstance(self.reheat, Reheat)):
            raise ParameterError(f"annealing reheat is {self.reheat!r}", "give Reheat(...) or None")

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> AnnealingSearch:
        """Begin a search on a reduced puzzle."""
        return AnnealingSearch(self, boxes_of(reduction), seeded(seed, replica))


class AnnealingSearch(BoardWalk):
    """Annealing at work."""

    name = "annealing"

    def __init__(self, method: Annealing, landscape: Boxes, rng: Words) -> None:
        self.method = method
        self.thermostat = Thermostat(method.schedule, landscape, rng)
        super().__init__(landscape, rng)
        self.course = np.array([0, 0, 0, self.energy], dtype=np.int64)
        self.accept = np.zeros(DELTAS, dtype=np.uint64)
        if self.energy and not len(landscape.field.pairs):
            self.numbers[FINISHED] = 1

    @property
    def temperature(self) -> float:
        """The temperature of the current epoch."""
        return self.thermostat.at(int(self.course[EPOCH]))

    @property
    def freezes(self) -> tuple[int, int] | None:
        """When nothing goes uphill any more, and how many iterations it may still take to the bottom.

        None if it is not known to freeze for good.
        """
        method, below = self.method, getattr(self.thermostat.schedule, "epoch_below", None)
        if below is None or method.reheat is not None or method.iterations is not None:
            return None
        if method.end > 0 and below(method.end) is not None:  # it finishes or restarts there
            return None
        epoch = below(FROZEN)
        if epoch is None:
            return None
        return epoch * self.thermostat.epoch_length, max(1_000_000, 100 * len(self.landscape.field.pairs))

    def _arrays(self) -> State:
        return super()._arrays() | {"course": self.course, "heat": self.thermostat.heat}

    def restore(self, state: State) -> None:
        """Go back to a saved state."""
        super().restore(state)
        self.thermostat.forget()

    def _run(self, end: int) -> None:
        reheat, limit = self.method.reheat, self.method.iterations
        if limit is not None:
            end = min(end, limit)
            if self.iteration >= limit:
                self.numbers[FINISHED] = 1
                return
        floor = max(self.method.end, reheat.below if reheat else 0.0)
        temperature = self.temperature
        if reheat and (self.numbers[QUIET] >= reheat.after or temperature < reheat.below):
            self._reheat(reheat, temperature)
        elif temperature < self.method.end and self.method.restarts:
            self._reheat(_RESTART, temperature)
        if self.temperature < floor:  # frozen for good: not even reheating helps
            self.numbers[FINISHED] = 1
            return
        thermostat = self.thermostat
        anneal(
            self.landscape.field,
            self.board,
            self.best_cells,
            self.rng,
            self.numbers,
            self.course,
            self._notes,
            self._temperatures,
            thermostat.warm(int(self.course[EPOCH]), floor),
            thermostat.first,
            thermostat.epoch_length,
            self.accept,
            end,
            reheat.after if reheat else 1 << 62,
            reheat is not None and reheat.watch == "improvement",
        )
        if thermostat.steer and self.course[IN_EPOCH] == 0:
            accepted = self.numbers[ACCEPTED] - self.course[ACCEPTED_BEFORE]
            self.course[ACCEPTED_BEFORE] = self.numbers[ACCEPTED]
            thermostat.follow(float(accepted) / thermostat.epoch_length)

    def _reheat(self, reheat: Reheat, temperature: float) -> None:
        self.thermostat.reheat(reheat, temperature)
        # The schedule goes on from there as it would from its start.
        self.course[[EPOCH, IN_EPOCH]] = 0
        self.course[ACCEPTED_BEFORE] = self.numbers[ACCEPTED]
        if reheat.refill:
            self._deal()
        self.numbers[RESTARTS] += 1
        self.numbers[QUIET] = 0
        self.course[LOWEST] = self.energy

    def _deal(self) -> None:
        self.numbers[ENERGY] = shuffle(self.landscape.field, self.board, self.rng)
        if self.energy < self.best:
            self.numbers[[BEST, BEST_AT]] = self.energy, self.iteration
            self.best_cells[:] = self.board.cells


@kernel
def anneal(
    field: Field,
    board: Board,
    best_cells: NDArray[np.uint8],
    rng: Words,
    numbers: NDArray[np.int64],
    course: NDArray[np.int64],
    notes: NDArray[np.int64],
    note_temperatures: Floats,
    temperatures: Floats,
    first_epoch: int,
    epoch_length: int,
    accept: NDArray[np.uint64],
    end: int,
    patience: int,
    watch_improvement: bool,
) -> None:
    """Anneal up to iteration ``end``, or to the end of the block, or until solved or stuck."""
    slots, line, pairs = field.slots, field.line, field.pairs
    cells, counts = board.cells, board.counts
    choices = pairs.shape[0]
    s0, s1 = rng[0], rng[1]
    iteration, energy, accepted = numbers[ITERATION], numbers[ENERGY], numbers[ACCEPTED]
    success = iteration - numbers[QUIET]  # when it was last
    lowest = course[LOWEST]
    tabled = -1.0  # the temperature that the table of chances is for
    while iteration < end and energy > 0 and iteration - success < patience and numbers[NOTED] < SAMPLES:
        epoch = course[EPOCH] - first_epoch
        if epoch >= temperatures.shape[0]:
            break
        # Long epochs are taken one by one, with a table of chances; short ones many at a time, without.
        table = epoch_length >= TABLE_FROM
        epochs = 1 if table else temperatures.shape[0] - epoch
        began = iteration - course[IN_EPOCH]
        stretch = min(end, numbers[NEXT_SAMPLE], began + epochs * epoch_length, success + patience)
        if table and temperatures[epoch] != tabled:
            tabled = temperatures[epoch]
            for change in range(4 * len(slots) + 1):
                accept[change] = threshold(float(change), tabled)
        while iteration < stretch:
            iteration += 1
            word, s0, s1 = step(s0, s1)
            pair = high_below(word, choices)
            a = pairs[pair, 0]
            b = pairs[pair, 1]
            va = cells[a]
            vb = cells[b]
            change = swap_change(slots, line, counts, a, b, va, vb)
            if change > 0:
                if table:
                    chance = accept[change]
                else:
                    now = epoch + (iteration - 1 - began) // epoch_length
                    chance = threshold(float(change), temperatures[now])
                if word & uint64(0xFFFFFFFF) >= chance:
                    continue
            swap(slots, line, counts, cells, a, b, va, vb)
            energy += change
            accepted += 1
            if not watch_improvement:
                success = iteration
            if energy < lowest:
                lowest = energy
                success = iteration
                if energy < numbers[BEST]:
                    numbers[BEST], numbers[BEST_AT] = energy, iteration
                    copy_cells(cells, best_cells)
                    if energy == 0:
                        break
        course[EPOCH] += (iteration - began) // epoch_length
        course[IN_EPOCH] = (iteration - began) % epoch_length
        numbers[ITERATION], numbers[ENERGY], numbers[ACCEPTED] = iteration, energy, accepted
        if iteration == numbers[NEXT_SAMPLE]:
            last = epoch + (iteration - 1 - began) // epoch_length
            note(numbers, notes, note_temperatures, temperatures[last])
    numbers[QUIET], course[LOWEST] = iteration - success, lowest
    rng[0], rng[1] = s0, s1


ENTRIES = (
    Entry(
        "annealing",
        Annealing(),
        "Simulated annealing: random swaps in a box, accepted by Metropolis, with any schedule.",
        "box permutation",
        "S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, Science 220 (1983) 671-680",
        "to see and study annealing; to 25x25",
        "P(accept) = min(1, exp(-ΔE / T)), where T follows the schedule",
    ),
)
