"""Focused Metropolis search: each move brings a missing digit into its line.

Draw a random digit that is missing from a line, and a random cell of this line that could hold it. Swap this
cell with the cell of its box that holds the digit now, and accept the swap by the Metropolis rule. So every
proposal repairs something, and the change of the energy shows whether it breaks more. The missing digits are
kept in an indexed list, which is updated in O(1).

The temperature sweeps through a narrow window around the freezing point again and again; each of the first
sweeps is twice as long as the previous one. With m candidates per free cell, the freezing point is estimated
as T0 = 1 / (2 ln(m / 2)). A rise of the energy by 1 is then accepted with probability (2 / m) ** 2. The
reason: a swap moves two cells, and the more digits a cell could take, the colder the walk must be to keep a
good digit. In a Latin square a cell lies in one line instead of two, so energies are half as large, and so is
T0.

A puzzle that is not solved after ``patience`` iterations per free cell counts as hard. From then on the
temperature stays at ``level`` * T0, and each missing digit has a weight that grows while the digit is
missing: see `ergodoku.methods.weights`.

References
----------
S. Seitz, M. Alava, P. Orponen, "Focused local search for random 3-satisfiability", Journal of Statistical
Mechanics (2005) P06006, doi:10.1088/1742-5468/2005/06/P06006; adapted to Sudoku here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import inlined, kernel
from ergodoku.landscape.boxes import DUMMY_COUNT, Board, Boxes, Field
from ergodoku.landscape.missing import Missing, Options, drop, hopeless, lift, list_missing, options_of
from ergodoku.landscape.random import LOW, RANGE, RANGES, Words, fill_ceilings, step, threshold
from ergodoku.methods.board_walk import BoardWalk
from ergodoku.methods.method import Entry, Method, State
from ergodoku.methods.parameters import LOGIC, parameter
from ergodoku.methods.walk import (
    ACCEPTED,
    BEST,
    ENERGY,
    FINISHED,
    ITERATION,
    NEXT_SAMPLE,
    RESTARTS,
    Record,
    going,
    keep_best,
    note,
)
from ergodoku.methods.weights import appraise_all, fill_rises, focus_weighted, new_weights
from ergodoku.puzzle.logic import Reduction

# A sweep consists of stretches of constant temperature. The positions in `Sweeps.counters`: iterations left
# in this stretch, the number of the next stretch, and the number of its sweep.
LEFT, STRETCH, SWEEP = range(3)
HELD = 1 << 60  # iterations left while the temperature is held by hand
WORST = 32  # the acceptance table covers rises from 0 to WORST
ZERO, ONE = np.uint64(0), np.uint64(1)
NEVER = 1 << 62


@dataclass(frozen=True)
class Focused(Method):
    """Focused Metropolis search with candidate-directed swaps; the best method for large grids."""

    name: ClassVar[str] = "focused"
    steerable: ClassVar[bool] = True
    round: ClassVar[int] = 4096

    temperature: float | None = parameter(None, "Freezing point; estimated by default", low=1e-6, high=1e3)
    high: float = parameter(
        1.03, "First temperature of a sweep, in units of the freezing point", low=0.1, high=10.0
    )
    low: float = parameter(
        0.96, "Last temperature of a sweep, in units of the freezing point", low=0.1, high=10.0
    )
    stretches: int = parameter(16, "Temperatures in a sweep", low=2, high=10_000)
    sweep: int = parameter(64, "Iterations of the first sweep, per candidate", low=1, high=1_000_000)
    doublings: int = parameter(8, "How often the sweep length doubles", low=0, high=40)
    patience: int = parameter(
        10_000, "Iterations per free cell before missing digits get weights", low=0, high=10**9
    )
    weight: float = parameter(
        2.5, "Most weight that a missing digit can gain; 0: no weights", low=0.0, high=100.0
    )
    memory: int = parameter(
        5_000, "How long weights remember, in iterations per free cell", low=10, high=1_000_000
    )
    level: float = parameter(
        1.01, "Temperature with weights, in units of the freezing point", low=0.1, high=10.0
    )
    logic: str = parameter("pairs", "Logic applied before the search", choices=LOGIC)

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> FocusedSearch:
        """Start a search on a reduced puzzle."""
        return FocusedSearch.begin(self, reduction, seed, replica)


class Sweeps(NamedTuple):
    """The plan of the sweeps through the freezing point, and the current position."""

    hot: float
    cold: float
    stretches: int  # temperatures in a sweep
    first: int  # iterations of the first sweep
    doublings: int  # how often the length of a sweep doubles
    counters: NDArray[np.int64]  # (3,)
    temperature: NDArray[np.float64]  # (1,): the temperature of this stretch
    accept: NDArray[np.uint64]  # (WORST + 1,): chance to accept a rise of the energy, in units of 2 ** -32
    ceiling: NDArray[np.int32]  # (RANGES,): see `fill_ceilings`


class FocusedSearch(BoardWalk):
    """A focused search on one puzzle; an iteration is one proposed swap."""

    method: Focused

    def __init__(self, method: Focused, landscape: Boxes, rng: Words) -> None:
        self.options, candidates, free = options_of(landscape)
        lines = len(landscape.field.slots)
        self.base = method.temperature or freezing_point_of_candidates(candidates, free, lines)
        first = max(method.stretches, method.sweep * candidates)
        super().__init__(method, landscape, rng)
        entries = len(self.board.counts)
        self.missing = Missing(np.zeros(entries + 1, dtype=np.uint32), np.zeros(entries, dtype=np.uint32))
        list_missing(self.board.counts, self.missing)
        self.sweeps = Sweeps(
            self.base * method.high,
            self.base * method.low,
            method.stretches,
            first,
            min(method.doublings, 62 - first.bit_length()),
            np.zeros(3, dtype=np.int64),
            np.array([self.base * method.high]),
            np.zeros(WORST + 1, dtype=np.uint64),
            np.zeros(RANGES, dtype=np.int32),
        )
        self.weights = new_weights(entries, free, self.base * method.level, method.weight, method.memory)
        self.plain_until = method.patience * free if method.weight else NEVER
        self._appraised = False  # whether the computed arrays of the weights are up to date
        if self.energy and hopeless(self.board, self.options):
            self.numbers[FINISHED] = 1

    @property
    def temperature(self) -> float:
        """The temperature of the current stretch; constant once there are weights."""
        plain = self.iteration < self.plain_until
        return float((self.sweeps if plain else self.weights).temperature[0])

    def arrays(self) -> State:
        """Return the cells, the position in the sweep, the list of missing digits, and their weights."""
        sweeps = {"counters": self.sweeps.counters, "temperature": self.sweeps.temperature}
        weights = self.weights.state()
        return super().arrays() | sweeps | weights | {"missing": self.missing.entry}

    def restore(self, state: State) -> None:
        """Restore a saved state; the order of the missing digits is part of it."""
        super().restore(state)
        self.missing.place[self.missing.entry[: self.energy]] = np.arange(self.energy)
        if self.sweeps.counters[LEFT]:
            fill_tables(self.sweeps)
        self._appraised = False

    def hold(self, temperature: float | None) -> bool:
        """Hold this temperature until the next call; None returns to the temperatures of the method."""
        sweeps = self.sweeps
        if temperature is not None:
            sweeps.temperature[0] = temperature
            fill_tables(sweeps)
            sweeps.counters[LEFT] = HELD
        elif sweeps.counters[LEFT] > HELD // 2:
            sweeps.counters[LEFT] = 0
        self.weights.temperature[0] = self.base * self.method.level if temperature is None else temperature
        self._appraised = False
        return True

    def run_kernel(self, end: int) -> None:
        """Search up to iteration ``end``."""
        state = (self.landscape.field, self.options, self.board, self.missing, self.record)
        if self.iteration < self.plain_until:
            focus(*state, self.sweeps, min(end, self.plain_until))
            return
        if not self._appraised:
            fill_rises(self.weights)
            appraise_all(self.board.counts, self.weights)
            self._appraised = True
        focus_weighted(*state, self.weights, end)


def freezing_point_of_candidates(candidates: int, free: int, lines: int = 2) -> float:
    """Return the freezing point of focused search, estimated from the candidates that logic left.

    Annealing has another freezing point: `ergodoku.landscape.sampling.freezing_point_of_boxes`.
    """
    if free == 0:
        return 1.0
    return 0.5 * min(lines, 2) / max(1.0, 2.0 * float(np.log(candidates / free / 2.0)))


@kernel
def fill_tables(sweeps: Sweeps) -> None:
    """Compute the chance, in units of 2 ** -32, to accept each rise of the energy at this temperature."""
    for rise in range(sweeps.accept.shape[0]):
        sweeps.accept[rise] = threshold(float(rise), sweeps.temperature[0])
    fill_ceilings(sweeps.ceiling, sweeps.accept, 0)


@inlined
def next_stretch(sweeps: Any) -> None:
    """Go to the next stretch of the sweep, or to the first stretch of the next sweep."""
    counters = sweeps.counters
    share = float(counters[STRETCH]) / float(sweeps.stretches - 1)
    sweeps.temperature[0] = sweeps.hot - (sweeps.hot - sweeps.cold) * share
    fill_tables(sweeps)
    length = sweeps.first << min(counters[SWEEP], sweeps.doublings)
    counters[LEFT] = max(1, length // sweeps.stretches)
    counters[STRETCH] += 1
    if counters[STRETCH] == sweeps.stretches:
        counters[STRETCH] = 0
        counters[SWEEP] += 1


@kernel
def focus(
    field: Field, options: Options, board: Board, missing: Missing, record: Record, sweeps: Sweeps, end: int
) -> None:
    """Search up to iteration ``end``, or until solved."""
    slots, line = field.slots, field.line
    cells, counts, where = board.cells, board.counts, board.where
    entry, place = missing.entry, missing.place
    rng, numbers, counters = record.rng, record.numbers, sweeps.counters
    accept, ceiling = sweeps.accept, sweeps.ceiling
    width = uint64(len(slots))
    energy, best, accepted = uint64(numbers[ENERGY]), uint64(numbers[BEST]), uint64(0)
    s0, s1 = rng[0], rng[1]
    while going(record, end):
        if counters[LEFT] == 0:
            if counters[STRETCH] == 0 and counters[SWEEP] > 0:
                numbers[RESTARTS] += 1
            next_stretch(sweeps)
        began = numbers[ITERATION]
        pause = min(end, numbers[NEXT_SAMPLE], began + counters[LEFT])
        todo = uint64(pause - began)
        while todo != ZERO and energy != ZERO:
            todo -= ONE
            word, s0, s1 = step(s0, s1)
            e = uint64(entry[((word >> uint64(48)) * energy) >> uint64(16)])
            first = uint64(options.start[e])
            many = uint64(options.start[e + ONE]) - first
            option = first + ((((word >> uint64(32)) & uint64(0xFFFF)) * many) >> uint64(16))
            a, home = uint64(options.cell[option]), uint64(options.home[option])
            b = uint64(where[home])
            va, vb = uint64(cells[a]), uint64(options.digit[e])
            change = int64(0)
            for k in range(len(slots)):
                la = uint64(line[a * width + uint64(k)])
                lb = uint64(line[b * width + uint64(k)])
                change += int64(la != lb) * (
                    int64(counts[la + va] == 1)
                    - int64(counts[la + vb] == 0)
                    + int64(counts[lb + vb] == 1)
                    - int64(counts[lb + va] == 0)
                )
            chance = word & LOW
            if change >= ceiling[chance >> RANGE] or chance >= accept[max(change, int64(0))]:
                continue
            accepted += ONE
            cells[a] = vb
            cells[b] = va
            where[home] = a
            where[home + va - vb] = b
            for k in range(len(slots)):
                la = uint64(line[a * width + uint64(k)])
                lb = uint64(line[b * width + uint64(k)])
                # `lift` first: then the list never overflows, and a line that has both cells does not change.
                energy = lift(counts, la + vb, entry, place, energy)
                energy = lift(counts, lb + va, entry, place, energy)
                energy = drop(counts, la + va, entry, place, energy)
                energy = drop(counts, lb + vb, entry, place, energy)
                if k >= 2:  # only slots for extra units can have the dummy line
                    counts[va] = DUMMY_COUNT
                    counts[vb] = DUMMY_COUNT
            if energy < best:
                best = energy
                numbers[ITERATION], numbers[ENERGY] = pause - int64(todo), int64(energy)
                keep_best(record, cells)
        numbers[ITERATION], numbers[ENERGY] = pause - int64(todo), int64(energy)
        numbers[ACCEPTED] += int64(accepted)
        accepted = ZERO
        counters[LEFT] -= numbers[ITERATION] - began
        note(record, sweeps.temperature[0])
    rng[0], rng[1] = s0, s1


ENTRIES = (
    Entry(
        "focused",
        Focused(),
        "Focused Metropolis search: swap a missing digit into a cell of its line that can hold it.",
        "box permutation",
        "S. Seitz, M. Alava, P. Orponen, J. Stat. Mech. (2005) P06006; adapted to Sudoku here",
        "large grids, from 25x25 to 100x100",
        "P(accept) = min(1, exp(-ΔE / T)), T from 1.03 T₀ down to 0.96 T₀, again and again\n"
        "T₀ = 1 / (2 ln(m / 2)) for m candidates per free cell; half of that in a Latin square\n"
        "after 10,000 iterations per free cell: E = Σ w over missing digits, T = 1.01 T₀; "
        "w ← w + gain if missing, then w ← w - (w - 1) / forget",
    ),
)
