"""Replica exchange: boards at a ladder of temperatures, where neighbours change places.

Every board anneals at the constant temperature of its rung. After ``steps`` iterations neighbouring rungs i
and j exchange their boards with probability min(1, exp((1/Ti - 1/Tj) (Ei - Ej))): hot boards cross barriers,
cold ones look for the bottom. The ladder finds its own spacing: in the first part of a run rungs move
closer where exchanges are rare.

References
----------
R. H. Swendsen, J.-S. Wang, Physical Review Letters 57 (1986) 2607-2609, doi:10.1103/PhysRevLett.57.2607.
K. Hukushima, K. Nemoto, Journal of the Physical Society of Japan 65 (1996) 1604-1608,
doi:10.1143/JPSJ.65.1604.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.landscape.boxes import (
    Board,
    Boxes,
    Field,
    boxes_of,
    copy_cells,
    recount,
    shuffle,
    swap,
    swap_change,
)
from ergodoku.landscape.random import Words, high_below, seeded, step
from ergodoku.landscape.sampling import freezing_temperature
from ergodoku.methods.method import Entry, Method, State
from ergodoku.methods.parameters import LOGIC, check, parameter
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
    note,
)
from ergodoku.puzzle.logic import Reduction
from ergodoku.puzzle.puzzle import Digits

ALONE = 512  # proposals that are not worth handing to another thread
# The numbers of one board.
NOW, LOWEST, LOWEST_AT, TAKEN = range(4)


@dataclass(frozen=True)
class Tempering(Method):
    """Replica exchange (parallel tempering) on a ladder of temperatures that spaces itself."""

    name: ClassVar[str] = "tempering"
    round: ClassVar[int] = 1024

    rungs: int = parameter(8, "Boards, each at its own temperature", low=2, high=256)
    cold: float = parameter(0.85, "Lowest temperature, in units of the freezing one", low=0.01, high=100.0)
    hot: float = parameter(1.35, "Highest temperature, in units of the freezing one", low=0.01, high=100.0)
    steps: int = parameter(4096, "Iterations between exchanges", low=1, high=10**9)
    adapting: int = parameter(400, "Exchanges during which the ladder adapts", low=0, high=10**9)
    threads: int = parameter(0, "Threads, 0 for all cores; never changes the result", low=0, high=1024)
    logic: str = parameter("pairs", "Logic applied before the search", choices=LOGIC)

    def __post_init__(self) -> None:
        check(self)

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> TemperingSearch:
        """Begin a search on a reduced puzzle."""
        return TemperingSearch(self, boxes_of(reduction), seed, replica)


class TemperingSearch(Walk):
    """Replica exchange at work; an iteration is one proposal on every rung."""

    name = "tempering"

    def __init__(self, method: Tempering, landscape: Boxes, seed: int, replica: int) -> None:
        self.method, self.landscape = method, landscape
        count = method.rungs
        self.rng = seeded(seed, replica, 0)  # for the exchanges
        self.rngs = [seeded(seed, replica, 1 + k) for k in range(count)]
        self.boards = [landscape.board() for _ in range(count)]
        energies = [shuffle(landscape.field, b, r) for b, r in zip(self.boards, self.rngs, strict=True)]
        super().__init__(min(energies))
        self.numbers[[NEXT_SAMPLE, STRIDE]] = method.steps
        self.states = np.zeros((count, 4), dtype=np.int64)
        self.states[:, NOW] = self.states[:, LOWEST] = energies
        self.best_cells = [board.cells.copy() for board in self.boards]
        freezing = freezing_temperature(landscape)
        temperatures = freezing * np.geomspace(method.cold, max(method.hot, method.cold * 1.001), count)
        self.ladder = Ladder(temperatures, 4 * len(landscape.field.slots))
        self.course = np.zeros(2, dtype=np.int64)  # iterations since the last exchange, exchanges so far
        samples = len(self._temperatures)
        self.rung_notes = {
            name: np.zeros((samples, count)) for name in ("rung_temperature", "rung_energy", "rung_exchange")
        }
        self.pool: ThreadPoolExecutor | None = None
        self._settle()
        if self.energy and not len(landscape.field.pairs):
            self.numbers[FINISHED] = 1

    @property
    def temperature(self) -> float:
        """The temperature of the coldest rung."""
        return float(self.ladder.temperatures[0])

    @property
    def extra_notes(self) -> dict[str, NDArray[np.float64]]:
        """Per rung and note: temperature, energy, and the rate of exchange with the next rung."""
        count = int(self.numbers[NOTED])
        return {name: array[:count] for name, array in self.rung_notes.items()}

    def grid(self) -> Digits:
        """Return the board on the coldest rung, or the solved one wherever it is."""
        if self.best == 0:
            return self.best_grid()
        return self.landscape.grid(self.boards[self.ladder.at[0]].cells)

    def best_grid(self) -> Digits:
        """Return the best board seen."""
        return self.landscape.grid(self.best_cells[self._best_board()])

    def _arrays(self) -> State:
        ladder = self.ladder
        return {
            "rng": self.rng,
            "course": self.course,
            "ladder": ladder.temperatures,
            "at": ladder.at,
            "tried": ladder.tried,
            "exchanged": ladder.exchanged,
        }

    def state(self) -> State:
        """Return all that the walk depends on, as copies."""
        notes = {name: array.copy() for name, array in self.extra_notes.items()}
        return super().state() | self._state_of_boards() | notes

    def restore(self, state: State) -> None:
        """Go back to a saved state."""
        super().restore(state)
        self._restore_boards(state)
        for name, array in self.rung_notes.items():
            array[: int(self.numbers[NOTED])] = state[name]
        self.ladder.fill_tables()

    def _state_of_boards(self) -> State:
        return {
            "states": self.states.copy(),
            "rngs": np.stack(self.rngs),
            "cells": np.stack([board.cells for board in self.boards]),
            "best_cells": np.stack(self.best_cells),
        }

    def _restore_boards(self, state: State) -> None:
        self.states[...] = state["states"]
        for k, board in enumerate(self.boards):
            self.rngs[k][:] = state["rngs"][k]
            board.cells[:] = state["cells"][k]
            self.best_cells[k][:] = state["best_cells"][k]
            recount(self.landscape.field, board)

    def _run(self, end: int) -> None:
        count = min(end - self.iteration, self.method.steps - int(self.course[0]))
        before = self._state_of_boards()
        try:
            self._advance_boards(count)
            solved = self.states[:, LOWEST] == 0
            if solved.any():  # the other boards went on: take them back to that iteration
                count = int(self.states[solved, LOWEST_AT].min()) - self.iteration
                self._restore_boards(before)
                self._advance_boards(count)
        except KeyboardInterrupt:
            self._settle()  # what it tells of itself stays true
            raise
        self.numbers[ITERATION] += count
        self.course[0] += count
        self._settle()
        if self.course[0] == self.method.steps and self.best > 0:
            self.course[0] = 0
            self.course[1] += 1
            self._exchange(int(self.course[1]))
        if self.iteration == self.numbers[NEXT_SAMPLE]:
            self._note()

    def _advance_boards(self, count: int) -> None:
        threads = min(self.method.threads or os.cpu_count() or 1, self.method.rungs)

        def work(first: int) -> None:
            for rung in range(first, self.method.rungs, threads):
                board = self.ladder.at[rung]
                anneal_at(
                    self.landscape.field,
                    self.boards[board],
                    self.best_cells[board],
                    self.rngs[board],
                    self.states[board],
                    self.ladder.accept[rung],
                    self.iteration,
                    count,
                )

        if threads == 1 or count < ALONE:
            threads = 1
            work(0)
            return
        if self.pool is None:
            self.pool = ThreadPoolExecutor(threads)
        others = [self.pool.submit(work, first) for first in range(threads)]
        try:
            for other in others:
                other.result()
        finally:
            wait(others)  # after Ctrl-C as well: no thread may go on behind our back

    def _settle(self) -> None:
        self.numbers[ENERGY] = self.states[self.ladder.at[0], NOW]
        best = self._best_board()
        self.numbers[[BEST, BEST_AT]] = self.states[best, LOWEST], self.states[best, LOWEST_AT]
        self.numbers[ACCEPTED] = self.states[:, TAKEN].sum() // self.method.rungs
        if self.best == 0:
            self.numbers[ENERGY] = 0

    def _best_board(self) -> int:
        """Return the board with the lowest energy, and of these the one that had it first."""
        order = np.lexsort((self.states[:, LOWEST_AT], self.states[:, LOWEST]))
        return int(order[0])

    def _exchange(self, number: int) -> None:
        """Let neighbours change places: even pairs and odd pairs in turn."""
        if self.ladder.exchange(self.states[:, NOW], number % 2, self.rng):
            self.numbers[RESTARTS] += 1
        if number <= self.method.adapting and number % 50 == 0:
            self.ladder.space_out()
        self._settle()

    def _note(self) -> None:
        k = int(self.numbers[NOTED])
        self.rung_notes["rung_temperature"][k] = self.ladder.temperatures
        self.rung_notes["rung_energy"][k] = self.states[self.ladder.at, NOW]
        self.rung_notes["rung_exchange"][k] = np.append(self.ladder.rates, np.nan)
        note(self.numbers, self._notes, self._temperatures, self.temperature)

    def _thin(self) -> None:
        for array in self.rung_notes.values():
            array[: len(array) // 2] = array[1::2]
        super()._thin()


@kernel
def anneal_at(
    field: Field,
    board: Board,
    best_cells: NDArray[np.uint8],
    rng: Words,
    state: NDArray[np.int64],
    accept: NDArray[np.uint64],
    iteration: int,
    count: int,
) -> None:
    """Anneal one board at one temperature for ``count`` iterations, or until solved."""
    slots, line, pairs = field.slots, field.line, field.pairs
    cells, counts = board.cells, board.counts
    s0, s1 = rng[0], rng[1]
    energy = state[NOW]
    for k in range(count):
        if energy == 0:
            break
        word, s0, s1 = step(s0, s1)
        pair = high_below(word, pairs.shape[0])
        a = pairs[pair, 0]
        b = pairs[pair, 1]
        va = cells[a]
        vb = cells[b]
        change = swap_change(slots, line, counts, a, b, va, vb)
        if change > 0 and word & uint64(0xFFFFFFFF) >= accept[change]:
            continue
        swap(slots, line, counts, cells, a, b, va, vb)
        energy += change
        state[TAKEN] += 1
        if energy < state[LOWEST]:
            state[LOWEST] = energy
            state[LOWEST_AT] = iteration + k + 1
            copy_cells(cells, best_cells)
    state[NOW] = energy
    rng[0], rng[1] = s0, s1


ENTRIES = (
    Entry(
        "tempering",
        Tempering(),
        "Replica exchange: boards at a ladder of temperatures, where neighbours change places.",
        "box permutation",
        "R. H. Swendsen, J.-S. Wang, Phys. Rev. Lett. 57 (1986) 2607; K. Hukushima, K. Nemoto (1996)",
        "rugged puzzles that plain annealing gets stuck on; to 25x25",
        "P(exchange i, j) = min(1, exp((1/Tᵢ - 1/Tⱼ)(Eᵢ - Eⱼ)))",
    ),
)
