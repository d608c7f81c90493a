"""Replica exchange: boards on a ladder of temperatures, where neighbours exchange places.

Every board anneals at the constant temperature of its rung. Every ``steps`` iterations, neighbouring rungs i
and j exchange their boards with probability min(1, exp((1/Ti - 1/Tj) (Ei - Ej))). Hot boards cross barriers;
cold boards look for the bottom. The ladder finds its own spacing: in the first part of a run, rungs move
closer where exchanges are rare.

References
----------
R. H. Swendsen, J.-S. Wang, Physical Review Letters 57 (1986) 2607-2609, doi:10.1103/PhysRevLett.57.2607.
K. Hukushima, K. Nemoto, Journal of the Physical Society of Japan 65 (1996) 1604-1608,
doi:10.1143/JPSJ.65.1604.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ergodoku.landscape.boxes import Boxes, boxes_of
from ergodoku.landscape.random import seeded
from ergodoku.landscape.sampling import freezing_point_of_boxes
from ergodoku.methods.method import Entry, Method, State
from ergodoku.methods.parameters import LOGIC, parameter
from ergodoku.methods.tempering.boards import Boards, write_note
from ergodoku.methods.tempering.ladder import Ladder
from ergodoku.methods.walk import (
    ACCEPTED,
    BEST,
    BEST_AT,
    ENERGY,
    FINISHED,
    ITERATION,
    NEXT_SAMPLE,
    NOTED,
    RESTARTS,
    STRIDE,
    Walk,
)
from ergodoku.puzzle.logic import Reduction
from ergodoku.puzzle.puzzle import Digits

SINCE, EXCHANGES = range(2)  # in `counters`: iterations since the last exchange, and exchanges so far


@dataclass(frozen=True)
class Tempering(Method):
    """Replica exchange (parallel tempering) on a ladder of temperatures with automatic spacing."""

    name: ClassVar[str] = "tempering"
    steerable: ClassVar[bool] = True
    round: ClassVar[int] = 1024

    rungs: int = parameter(8, "Boards, each at its own temperature", low=2, high=256)
    cold: float = parameter(0.85, "Lowest temperature, in units of the freezing point", low=0.01, high=100.0)
    hot: float = parameter(1.35, "Highest temperature, in units of the freezing point", low=0.01, high=100.0)
    steps: int = parameter(4096, "Iterations between exchanges", low=1, high=10**9)
    adapting: int = parameter(400, "Exchanges during which the ladder adapts", low=0, high=10**9)
    threads: int = parameter(0, "Threads, 0 for all cores; never changes the result", low=0, high=1024)
    logic: str = parameter("pairs", "Logic applied before the search", choices=LOGIC)

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> TemperingSearch:
        """Start a search on a reduced puzzle."""
        return TemperingSearch(self, boxes_of(reduction), seed, replica)


class TemperingSearch(Walk):
    """The search of replica exchange; an iteration is one proposal on every rung."""

    method: Tempering

    def __init__(self, method: Tempering, landscape: Boxes, seed: int, replica: int) -> None:
        self.landscape, count = landscape, method.rungs
        rngs = [seeded(seed, replica, 1 + k) for k in range(count)]
        self.boards = Boards(landscape, rngs, method.threads)
        best = self.boards.best()
        exchanging = seeded(seed, replica, 0)
        super().__init__(method, int(best.numbers[BEST]), best.best.copy(), exchanging)
        self.cost = 2 * count  # one swap on every rung
        self.numbers[[NEXT_SAMPLE, STRIDE]] = method.steps
        freezing = freezing_point_of_boxes(landscape)
        temperatures = freezing * np.geomspace(method.cold, max(method.hot, method.cold * 1.001), count)
        self.cold = float(temperatures[0])
        self.ladder = Ladder(temperatures, 4 * len(landscape.field.slots))
        self.counters = np.zeros(2, dtype=np.int64)
        samples = len(self.record.temperatures)
        self.rung_notes = {
            name: np.zeros((samples, count)) for name in ("rung_temperature", "rung_energy", "rung_exchange")
        }
        self._settle()
        if self.energy and not len(landscape.field.pairs):
            self.numbers[FINISHED] = 1

    @property
    def temperature(self) -> float:
        """The temperature of the coldest rung."""
        return float(self.ladder.temperatures[0])

    @property
    def helper_seconds(self) -> float:
        """CPU time of the threads that advance the boards."""
        return self.boards.helped

    @property
    def extra_notes(self) -> dict[str, NDArray[np.float64]]:
        """Temperature, energy and rate of exchange with the next rung: a row per note, a column per rung."""
        count = int(self.numbers[NOTED])
        return {name: array[:count] for name, array in self.rung_notes.items()}

    def grid(self) -> Digits:
        """Return the solved board if there is one, otherwise the board on the coldest rung."""
        if self.best == 0:
            return self.best_grid()
        return self.landscape.grid(self.boards.boards[self.ladder.at[0]].cells)

    def best_grid(self) -> Digits:
        """Return the best board seen."""
        return self.landscape.grid(self.record.best)

    def arrays(self) -> State:
        """Return the ladder and the counters."""
        ladder = self.ladder
        return {
            "counters": self.counters,
            "ladder": ladder.temperatures,
            "at": ladder.at,
            "tried": ladder.tried,
            "exchanged": ladder.exchanged,
        }

    def state(self) -> State:
        """Return copies of everything that the walk depends on."""
        notes = {name: array.copy() for name, array in self.extra_notes.items()}
        return super().state() | self.boards.state() | notes

    def restore(self, state: State) -> None:
        """Restore a saved state."""
        super().restore(state)
        self.boards.restore(state)
        for name, array in self.rung_notes.items():
            array[: int(self.numbers[NOTED])] = state[name]
        self.ladder.fill_tables()

    def hold(self, temperature: float | None) -> bool:
        """Scale the ladder so that its coldest rung has this temperature, or its original one (None)."""
        self.ladder.move_to(self.cold if temperature is None else temperature)
        return True

    def run_kernel(self, end: int) -> None:
        """Advance all boards up to the next exchange, or to iteration ``end``."""
        end = min(end, self.iteration + self.method.steps - int(self.counters[SINCE]))
        before = self.boards.state()
        try:
            self._advance_boards(end)
            best = self.boards.best().numbers
            if best[BEST] == 0:
                # Other boards went past the iteration of the solution: go back, and stop all boards there.
                end = int(best[BEST_AT])
                self.boards.restore(before)
                self._advance_boards(end)
        except KeyboardInterrupt:
            self._settle()  # keep the numbers of the walk consistent
            raise
        self.counters[SINCE] += end - self.iteration
        self.numbers[ITERATION] = end
        self._settle()
        if self.counters[SINCE] == self.method.steps and self.best > 0:
            self.counters[SINCE] = 0
            self.counters[EXCHANGES] += 1
            self._exchange(int(self.counters[EXCHANGES]))
        if self.iteration == self.numbers[NEXT_SAMPLE]:
            number = int(self.numbers[NOTED])
            self._note_rungs(number)
            write_note(self.record, self.temperature)
            if self.numbers[NOTED] <= number:  # the notes were full, and every other note was dropped
                for array in self.rung_notes.values():
                    array[: len(array) // 2] = array[::2]

    def _advance_boards(self, end: int) -> None:
        self.boards.advance(self.ladder.at, self.ladder.accept, self.iteration, end, alone=self.alone)

    def _settle(self) -> None:
        """Update the numbers of the walk from the numbers of the boards."""
        boards, best = self.boards.numbers, self.boards.best()
        self.numbers[[BEST, BEST_AT]] = best.numbers[[BEST, BEST_AT]]
        self.record.best[:] = best.best
        self.numbers[ENERGY] = boards[self.ladder.at[0], ENERGY] if self.best else 0
        self.numbers[ACCEPTED] = boards[:, ACCEPTED].sum() // self.method.rungs

    def _exchange(self, number: int) -> None:
        """Let neighbours exchange boards: even and odd pairs take turns."""
        if self.ladder.exchange(self.boards.numbers[:, ENERGY], number % 2, self.record.rng):
            self.numbers[RESTARTS] += 1
        if number <= self.method.adapting and number % 50 == 0:
            self.ladder.space_out()
        self._settle()

    def note_start(self) -> None:
        """Note the ladder before the first iteration."""
        self._note_rungs(0)
        super().note_start()

    def _note_rungs(self, k: int) -> None:
        self.rung_notes["rung_temperature"][k] = self.ladder.temperatures
        self.rung_notes["rung_energy"][k] = self.boards.numbers[self.ladder.at, ENERGY]
        self.rung_notes["rung_exchange"][k] = np.append(self.ladder.rates, np.nan)


ENTRIES = (
    Entry(
        "tempering",
        Tempering(),
        "Replica exchange: boards on a ladder of temperatures, where neighbours exchange places.",
        "box permutation",
        "R. H. Swendsen, J.-S. Wang, Phys. Rev. Lett. 57 (1986) 2607; K. Hukushima, K. Nemoto (1996)",
        "rugged puzzles where plain annealing gets stuck; up to 25x25",
        "P(exchange i, j) = min(1, exp((1/Tᵢ - 1/Tⱼ)(Eᵢ - Eⱼ)))",
    ),
)
