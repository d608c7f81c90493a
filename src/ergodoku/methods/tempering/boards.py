"""The boards of replica exchange: each anneals at a constant temperature, in a walk of its own."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel, thread_seconds
from ergodoku.landscape.boxes import Board, Boxes, Field, recount, shuffle, swap, swap_change
from ergodoku.landscape.random import Words, high_below, step
from ergodoku.methods.method import State
from ergodoku.methods.walk import (
    ACCEPTED,
    BEST,
    BEST_AT,
    ENERGY,
    ITERATION,
    Record,
    going,
    keep_best,
    new_record,
    note,
)

ALONE = 512  # so few iterations are not worth handing to other threads


class Boards:
    """Boards dealt at random, advanced side by side in threads.

    Parameters
    ----------
    landscape : Boxes
        Of all boards.
    rngs : sequence of ndarray of uint64
        The state of a generator for each board.
    threads : int
        How many to use; 0 for all cores. It never changes the result.

    Attributes
    ----------
    helped : float
        CPU time of these threads, in seconds.
    """

    def __init__(self, landscape: Boxes, rngs: Sequence[Words], threads: int) -> None:
        self.field = landscape.field
        self.boards = [landscape.board() for _ in rngs]
        energies = [shuffle(self.field, b, rng) for b, rng in zip(self.boards, rngs, strict=True)]
        records = [
            new_record(energy, board.cells.copy(), rng, notes=0)
            for energy, board, rng in zip(energies, self.boards, rngs, strict=True)
        ]
        self.numbers = np.stack([record.numbers for record in records])
        self.records = [
            record._replace(numbers=row) for record, row in zip(records, self.numbers, strict=True)
        ]
        self.threads = min(threads or os.cpu_count() or 1, len(rngs))
        self.pool: ThreadPoolExecutor | None = None
        self.helped = 0.0

    def best(self) -> Record:
        """Return the record of the board with the lowest energy, and of these the one that had it first."""
        return self.records[int(np.lexsort((self.numbers[:, BEST_AT], self.numbers[:, BEST]))[0])]

    def advance(
        self, order: NDArray[np.int64], accept: NDArray[np.uint64], now: int, end: int, *, alone: bool
    ) -> None:
        """Advance the boards from iteration ``now`` to ``end``, board ``order[k]`` by row k of ``accept``.

        If ``alone``, the calling thread does it all.
        """
        threads = 1 if alone or end - now < ALONE else self.threads

        def work(first: int) -> None:
            for rung in range(first, len(order), threads):
                board = order[rung]
                anneal_at(self.field, self.boards[board], self.records[board], accept[rung], end)

        def help_out(first: int) -> float:
            began = thread_seconds()
            work(first)
            return thread_seconds() - began

        if threads == 1:
            work(0)
            return
        if self.pool is None:
            self.pool = ThreadPoolExecutor(threads)
        others = [self.pool.submit(help_out, first) for first in range(threads)]
        try:
            for other in others:
                self.helped += other.result()
        finally:
            wait(others)  # after Ctrl-C as well: no thread may go on behind our back

    def state(self) -> State:
        """Return all that the boards depend on, as copies."""
        return {
            "board_numbers": self.numbers.copy(),
            "board_rngs": np.stack([record.rng for record in self.records]),
            "board_bests": np.stack([record.best for record in self.records]),
            "cells": np.stack([board.cells for board in self.boards]),
        }

    def restore(self, state: State) -> None:
        """Go back to a saved state."""
        self.numbers[...] = state["board_numbers"]
        for k, (board, record) in enumerate(zip(self.boards, self.records, strict=True)):
            record.rng[:] = state["board_rngs"][k]
            record.best[:] = state["board_bests"][k]
            board.cells[:] = state["cells"][k]
            recount(self.field, board)


@kernel
def anneal_at(field: Field, board: Board, record: Record, accept: NDArray[np.uint64], end: int) -> None:
    """Anneal a board at one temperature up to iteration ``end``, or until solved."""
    pairs, rng, numbers = field.pairs, record.rng, record.numbers
    s0, s1 = rng[0], rng[1]
    iteration, energy = numbers[ITERATION], numbers[ENERGY]
    while going(record, end):
        while iteration < end and energy > 0:
            iteration += 1
            word, s0, s1 = step(s0, s1)
            pair = high_below(word, pairs.shape[0])
            a = pairs[pair, 0]
            b = pairs[pair, 1]
            change = swap_change(field, board, a, b)
            if change > 0 and word & uint64(0xFFFFFFFF) >= accept[change]:
                continue
            swap(field, board, a, b)
            energy += change
            numbers[ACCEPTED] += 1
            if energy < numbers[BEST]:
                numbers[ITERATION], numbers[ENERGY] = iteration, energy
                keep_best(record, board.cells)
        numbers[ITERATION], numbers[ENERGY] = iteration, energy
    rng[0], rng[1] = s0, s1


@kernel
def write_note(record: Record, temperature: float) -> None:
    """Note where a walk is whose iterations are not made by one kernel."""
    note(record, temperature)
