"""Simulated annealing on box permutations: swap two cells of a box, accept by Metropolis, cool.

A swap that changes the energy by d is accepted with probability min(1, exp(-d / T)). Each iteration draws one
random word: its high half chooses the swap from a list of all pairs of free cells in the same box, and its
low half decides whether the swap is accepted.

References
----------
S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, "Optimization by simulated annealing", Science 220 (1983)
671-680, doi:10.1126/science.220.4598.671.
R. Lewis, "Metaheuristics can solve sudoku puzzles", Journal of Heuristics 13 (2007) 387-401,
doi:10.1007/s10732-007-9012-8.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.base.errors import ParameterError
from ergodoku.landscape.boxes import Board, Boxes, Field, shuffle, swap, swap_change
from ergodoku.landscape.random import Words, high_below, step, threshold
from ergodoku.methods.aliases import Alias
from ergodoku.methods.annealing.reheat import WATCHED, Reheat
from ergodoku.methods.annealing.thermostat import Thermostat
from ergodoku.methods.board_walk import BoardWalk
from ergodoku.methods.method import Entry, Method, State
from ergodoku.methods.parameters import LOGIC, parameter
from ergodoku.methods.schedules import SCHEDULES, Floats, Freezing, Schedule
from ergodoku.methods.walk import (
    ACCEPTED,
    ENERGY,
    FINISHED,
    ITERATION,
    LOWEST,
    NEXT_SAMPLE,
    QUIET,
    RESTARTS,
    Record,
    going,
    keep_best,
    note,
)
from ergodoku.puzzle.logic import Reduction

_RESTART = Reheat(how="restart")
REHEATS_BY_NAME: dict[str, type | None] = {"none": None, "reheat": Reheat}
DELTAS = 64  # size of the table of chances; a swap changes the energy by at most 4 per slot
FROZEN = 0.045  # below this temperature, exp(-1 / T) is less than 2^-32: no move uphill is accepted
TABLE_FROM = 32  # shortest epoch, in iterations, for which a table pays off
# The positions in `AnnealingSearch.counters`.
EPOCH, IN_EPOCH, ACCEPTED_BEFORE, STARTED_AT = range(4)
CHANGE, ENERGY_CHANGE = WATCHED.index("change"), WATCHED.index("energy")


@dataclass(frozen=True)
class Annealing(Method):
    """Simulated annealing with any schedule and any way of reheating."""

    name: ClassVar[str] = "annealing"
    steerable: ClassVar[bool] = True
    round: ClassVar[int] = 4096

    schedule: Schedule = parameter(Freezing, "How the temperature falls", kinds=SCHEDULES)
    reheat: Reheat | None = parameter(None, "What to do when the search is stuck", kinds=REHEATS_BY_NAME)
    end: float = parameter(
        0.0,
        "Finish below this temperature, unless reheated; 0: never finish, even when frozen",
        low=0.0,
        high=1e9,
    )
    restarts: bool = parameter(False, "Restart from a new board instead of finishing")
    iterations: int | None = parameter(
        None, "Finish after this many iterations; with restarts, they are counted from each start", low=0
    )
    logic: str = parameter("pairs", "Logic applied before the search", choices=LOGIC)

    def __post_init__(self) -> None:
        super().__post_init__()
        if isinstance(self.schedule, type) or not isinstance(self.schedule, Schedule):
            raise ParameterError(
                f"annealing schedule is {self.schedule!r}",
                "give a schedule such as Geometric(0.5, 0.99999); your own class must inherit Schedule",
            )
        if not (self.reheat is None or isinstance(self.reheat, Reheat)):
            raise ParameterError(f"annealing reheat is {self.reheat!r}", "give Reheat(...) or None")

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> AnnealingSearch:
        """Start a search on a reduced puzzle."""
        return AnnealingSearch.begin(self, reduction, seed, replica)


class Stretch(NamedTuple):
    """The input of one kernel call."""

    temperatures: Floats  # one per epoch
    first_epoch: int  # the epoch of the first temperature
    epoch_length: int
    accept: NDArray[np.uint64]  # (DELTAS,): table of chances, filled by the kernel
    patience: int  # iterations without success after which the search is stuck
    watched: int  # what counts as success: a position in `WATCHED`


class AnnealingSearch(BoardWalk):
    """An annealing search on one puzzle; an iteration is one proposed swap."""

    method: Annealing

    def __init__(self, method: Annealing, landscape: Boxes, rng: Words) -> None:
        self.thermostat = Thermostat(method.schedule, landscape, rng)
        super().__init__(method, landscape, rng)
        self.counters = np.zeros(4, dtype=np.int64)
        self.accept = np.zeros(DELTAS, dtype=np.uint64)

    @property
    def temperature(self) -> float:
        """The temperature of the current epoch."""
        return self.thermostat.at(int(self.counters[EPOCH]))

    @property
    def freezes(self) -> tuple[int, int] | None:
        """The first iteration without uphill moves, and how long to wait from there for a new best energy.

        Both are numbers of iterations. None if the search is not known to freeze for good.
        """
        method, below = self.method, self.thermostat.schedule.epoch_below
        if method.reheat is not None or method.iterations is not None:
            return None
        if method.end > 0 and below(method.end) is not None:  # the search finishes or restarts there
            return None
        epoch = below(FROZEN)
        if epoch is None:
            return None
        return epoch * self.thermostat.epoch_length, max(1_000_000, 100 * len(self.landscape.field.pairs))

    def arrays(self) -> State:
        """Return the cells, the counters and the arrays of the thermostat."""
        thermostat = self.thermostat
        return super().arrays() | {
            "counters": self.counters,
            "heat": thermostat.heat,
            "hand": thermostat.hand,
        }

    def restore(self, state: State) -> None:
        """Restore a saved state."""
        super().restore({"hand": np.array([np.nan])} | state)  # old checkpoints have no `hand`
        self.thermostat.forget()

    def hold(self, temperature: float | None) -> bool:
        """Hold this temperature; meanwhile do not reheat, and restart or finish only after ``iterations``."""
        self.thermostat.hold(temperature)
        return True

    def run_kernel(self, end: int) -> None:
        """Anneal up to iteration ``end``, and reheat when stuck."""
        held, limit = self.thermostat.held, self.method.iterations
        reheat = None if held else self.method.reheat
        if limit is not None:
            if self.iteration >= self.counters[STARTED_AT] + limit:
                if not self.method.restarts or limit == 0:  # without iterations, restarts would never end
                    self.numbers[FINISHED] = 1
                    return
                self._reheat(_RESTART, self.temperature)
            end = min(end, int(self.counters[STARTED_AT]) + limit)
        floor = 0.0 if held else max(self.method.end, reheat.below if reheat else 0.0)
        temperature = self.temperature
        if reheat and (self.numbers[QUIET] >= reheat.after or temperature < reheat.below):
            self._reheat(reheat, temperature)
        elif temperature < self.method.end and self.method.restarts and not held:
            self._reheat(_RESTART, temperature)
        if self.temperature < floor:  # too cold, even after a reheat if there was one
            self.numbers[FINISHED] = 1
            return
        thermostat = self.thermostat
        stretch = Stretch(
            thermostat.warm(int(self.counters[EPOCH]), floor),
            thermostat.first,
            thermostat.epoch_length,
            self.accept,
            reheat.after if reheat else 1 << 62,
            WATCHED.index(reheat.watch) if reheat else CHANGE,
        )
        epoch = int(self.counters[EPOCH])
        anneal(self.landscape.field, self.board, self.record, self.counters, stretch, end)
        if thermostat.steer and self.counters[EPOCH] > epoch:  # a recalled kernel may stop in mid-epoch
            accepted = self.numbers[ACCEPTED] - self.counters[ACCEPTED_BEFORE]
            self.counters[ACCEPTED_BEFORE] = self.numbers[ACCEPTED]
            thermostat.follow(float(accepted) / thermostat.epoch_length)

    def _reheat(self, reheat: Reheat, temperature: float) -> None:
        self.thermostat.reheat(reheat, temperature)
        # The schedule starts again from its first epoch.
        self.counters[[EPOCH, IN_EPOCH]] = 0
        self.counters[ACCEPTED_BEFORE] = self.numbers[ACCEPTED]
        if reheat is _RESTART:
            self.counters[STARTED_AT] = self.iteration
        if reheat.refill:
            deal(self.landscape.field, self.board, self.record)
        self.numbers[RESTARTS] += 1
        self.numbers[QUIET] = 0
        self.numbers[LOWEST] = self.energy


@kernel
def deal(field: Field, board: Board, record: Record) -> None:
    """Fill the boxes at random."""
    record.numbers[ENERGY] = shuffle(field, board, record.rng)
    keep_best(record, board.cells)


@kernel
def anneal(
    field: Field, board: Board, record: Record, counters: NDArray[np.int64], stretch: Stretch, end: int
) -> None:
    """Anneal up to iteration ``end``, or to the end of the stretch, or until solved or stuck."""
    pairs, cells, rng, numbers = field.pairs, board.cells, record.rng, record.numbers
    temperatures, accept, epoch_length = stretch.temperatures, stretch.accept, stretch.epoch_length
    choices, watched = pairs.shape[0], stretch.watched
    s0, s1 = rng[0], rng[1]
    iteration, energy, accepted = numbers[ITERATION], numbers[ENERGY], numbers[ACCEPTED]
    success = iteration - numbers[QUIET]  # iteration of the last success
    lowest = numbers[LOWEST]
    tabled = -1.0  # the temperature of the table of chances
    while going(record, end) and iteration - success < stretch.patience:
        epoch = counters[EPOCH] - stretch.first_epoch
        if epoch >= temperatures.shape[0]:
            break
        # Do long epochs one by one with a table of chances, short ones many at a time without a table.
        table = epoch_length >= TABLE_FROM
        epochs = 1 if table else temperatures.shape[0] - epoch
        began = iteration - counters[IN_EPOCH]
        pause = min(end, numbers[NEXT_SAMPLE], began + epochs * epoch_length, success + stretch.patience)
        if table and temperatures[epoch] != tabled:
            tabled = temperatures[epoch]
            for change in range(4 * len(field.slots) + 1):
                accept[change] = threshold(float(change), tabled)
        while iteration < pause:
            iteration += 1
            word, s0, s1 = step(s0, s1)
            pair = high_below(word, choices)
            a = pairs[pair, 0]
            b = pairs[pair, 1]
            change = swap_change(field, board, a, b)
            if change > 0:
                if table:
                    chance = accept[change]
                else:
                    now = epoch + (iteration - 1 - began) // epoch_length
                    chance = threshold(float(change), temperatures[now])
                if word & uint64(0xFFFFFFFF) >= chance:
                    continue
            swap(field, board, a, b)
            energy += change
            accepted += 1
            if watched == CHANGE or (watched == ENERGY_CHANGE and change != 0):
                success = iteration
            if energy < lowest:
                lowest = energy
                success = iteration
                numbers[ITERATION], numbers[ENERGY] = iteration, energy
                keep_best(record, cells)
                if energy == 0:
                    break
        counters[EPOCH] += (iteration - began) // epoch_length
        counters[IN_EPOCH] = (iteration - began) % epoch_length
        numbers[ITERATION], numbers[ENERGY], numbers[ACCEPTED] = iteration, energy, accepted
        note(record, temperatures[epoch + (iteration - 1 - began) // epoch_length])
    numbers[QUIET], numbers[LOWEST] = iteration - success, lowest
    rng[0], rng[1] = s0, s1


# Names that descriptions of annealing programs use for parameters.
NAMES = (
    Alias("T", "schedule.start"),
    Alias("start_temp", "schedule.start"),
    Alias("end_temp", "end"),
    Alias("steps", "iterations"),
    Alias("maxIterations", "iterations"),
)

ENTRIES = (
    Entry(
        "annealing",
        Annealing(),
        "Simulated annealing: random swaps in a box, accepted by Metropolis, with any schedule.",
        "box permutation",
        "S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, Science 220 (1983) 671-680",
        "watching and studying annealing; up to 25x25",
        "P(accept) = min(1, exp(-ΔE / T)), where T follows the schedule",
        NAMES,
    ),
)
