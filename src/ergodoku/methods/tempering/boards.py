"""The boards of replica exchange: each anneals at a constant temperature, in a separate walk."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait

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

ALONE = 512  # fewer iterations are not worth the cost of other threads


class Boards:
    """Random boards, advanced side by side in threads.

    Parameters
    ----------
    landscape : Boxes
        The landscape of all boards.
    rngs : sequence of ndarray of uint64
        The state of a random generator for each board.
    threads : int
        Number of threads; 0 for all cores. This never changes the result.

    Attributes
    ----------
    helped : float
        CPU time of these threads in seconds; 0 if only the calling thread works.
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
        self.process = os.getpid()
        self.helped = 0.0

    def best(self) -> Record:
        """Return the record of the board that found the best energy first."""
        return self.records[int(np.lexsort((self.numbers[:, BEST_AT], self.numbers[:, BEST]))[0])]

    def advance(
        self, order: NDArray[np.int64], accept: NDArray[np.uint64], now: int, end: int, *, alone: bool
    ) -> None:
        """Advance the boards from iteration ``now`` to ``end``; board ``order[k]`` uses row k of ``accept``.

        If ``alone``, use only the calling thread.
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
        if self.pool is None or self.process != os.getpid():  # threads do not survive a fork
            self.pool, self.process = ThreadPoolExecutor(threads), os.getpid()
        others: list[Future[float]] = []
        try:
            others += (self.pool.submit(help_out, first) for first in range(threads))
            for other in others:
                self.helped += other.result()
        finally:
            wait(others)  # also after Ctrl-C: no thread may keep running

    def state(self) -> State:
        """Return copies of everything that the boards depend on."""
        return {
            "board_numbers": self.numbers.copy(),
            "board_rngs": np.stack([record.rng for record in self.records]),
            "board_bests": np.stack([record.best for record in self.records]),
            "cells": np.stack([board.cells for board in self.boards]),
        }

    def restore(self, state: State) -> None:
        """Restore a saved state."""
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
    """Write a note if one is due, for a walk whose boards are advanced by separate kernel calls."""
    note(record, temperature)
