"""Large tables: plain rows are solved and written in blocks, without a Python object for each row.

Other rows go through `solve_many` and `RowWriter.write` as usual. So do plain rows that the block solver
does not solve, or that have a different solution in the file. Both ways write a row in the same form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import PuzzleError
from ergodoku.base.threads import Interruption, Threads
from ergodoku.cli.rows import ANSWERED, STATUSES, RowWriter
from ergodoku.engine.blocks import solve_block
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import Block
from ergodoku.puzzle.formats import PlainRows, Row, RowBlock

Bytes = NDArray[np.uint8]


class Written(NamedTuple):
    """Finished rows as text, their number, and how many of them already had the same solution in the file."""

    text: str
    rows: int
    agree: int


Answered = Written | Row | PuzzleError
"""Finished rows, a row that is still to be answered, or the error that ends the reading of the file."""


class QuickRows:
    """Solves the plain rows of a table, block by block, in threads.

    Parameters
    ----------
    contender : Contender
        The method.
    writer : RowWriter
        The writer of the output, which has the same delimiter as the input.
    skip : int
        Number of rows at the beginning that an earlier run has answered.
    """

    def __init__(self, contender: Contender, seed: int, writer: RowWriter, skip: int) -> None:
        self.contender, self.seed, self.writer, self.skip = contender, seed, writer, skip
        columns = writer.listing.columns
        assert columns is not None
        self.own, self.form = columns.solution, _form(writer)
        self.interrupted = Interruption()

    def answers(self, blocks: Iterable[RowBlock], workers: int) -> Iterator[list[Answered]]:
        """Yield the rows of each block, in order: finished rows, and rows that are still to be answered."""
        with Threads(workers) as pool:
            yield from pool.in_order(self._answer, self._left(blocks), self.interrupted)

    def _left(self, blocks: Iterable[RowBlock]) -> Iterator[RowBlock]:
        """Yield the blocks without the rows that an earlier run has answered."""
        for block in blocks:
            skipped = min(self.skip, len(block.is_plain))
            self.skip -= skipped
            yield _without(block, skipped) if skipped else block

    def _answer(self, block: RowBlock) -> list[Answered]:
        plain, failure = block.plain, [] if block.failure is None else [block.failure]
        if plain is None:
            return [*block.others, *failure]
        solver = self.contender.method.block_solver(plain.layout, self.seed)
        answers: list[Answered] = []
        others, done = iter(block.others), np.zeros(len(block.is_plain), dtype=bool)
        if solver is not None:
            found, clock = solve_block(plain.digits, solver, self.interrupted)
            if self.interrupted.is_set():  # the answers are no longer needed
                return []
            agree, finished = self._compare(plain, found)
            done[block.is_plain] = finished & self._may_replace(plain)
        place = np.cumsum(block.is_plain) - 1  # index of each row among the plain rows
        changes = np.flatnonzero(done[1:] != done[:-1]) + 1
        for start, end in pairwise([0, *changes.tolist(), len(done)]):
            if solver is not None and done[start]:
                rows = slice(place[start], place[end - 1] + 1)
                text = self._text(plain, found, rows, clock.seconds / len(plain.digits), solver.name)
                answers.append(Written(text, end - start, int(agree[rows].sum())))
            else:
                some = zip(block.is_plain[start:end].tolist(), place[start:end].tolist(), strict=True)
                answers += [plain.row(k) if is_plain else next(others) for is_plain, k in some]
        return [*answers, *failure]

    def _compare(self, plain: PlainRows, found: Block) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return which rows of the file already hold the solution that we found, and which are finished."""
        none = np.zeros(len(plain.lines), dtype=bool)
        if self.own is None:
            return none, found.solved
        starts, ends = plain.edges[self.own] + 1, plain.edges[self.own + 1]
        agree = (ends - starts == found.grids.shape[1]) & found.solved
        rows = np.flatnonzero(agree)
        spans = starts[rows, None] + np.arange(found.grids.shape[1])
        agree[rows] = (plain.data[spans] == found.grids[rows] + ord("0")).all(axis=1)
        return agree, found.solved & (agree | (ends == starts))

    def _may_replace(self, plain: PlainRows) -> NDArray[np.bool_]:
        """Return which rows have neither a status nor an error, or values that a run may have written."""
        if not self.writer.again:
            return np.ones(len(plain.lines), dtype=bool)
        status, error = (self.writer.again[mark] for mark in ANSWERED.marks)
        starts, ends = plain.edges[status] + 1, plain.edges[status + 1]
        no_error = plain.edges[error] + 1 == plain.edges[error + 1]
        fine: NDArray[np.bool_] = no_error & (starts == ends)
        for text in STATUSES:
            rows = np.flatnonzero(ends - starts == len(text))
            same = plain.data[starts[rows, None] + np.arange(len(text))] == np.frombuffer(
                text.encode(), np.uint8
            )
            fine[rows] |= same.all(axis=1) & (no_error[rows] | (text != "solved"))
        return fine

    def _text(self, plain: PlainRows, found: Block, rows: slice, seconds: float, name: str) -> str:
        """Return the rows with their solutions."""
        iterations = found.iterations[rows]
        count, cells = len(iterations), found.grids.shape[1]
        solutions = (found.grids[rows] + np.uint8(ord("0"))).ravel()
        pieces: list[Bytes] = [plain.data, solutions]
        starts, ends = [], []
        size = len(plain.data) + len(solutions)
        for part in self.form:
            if isinstance(part, tuple):
                starts.append(plain.edges[part[0], rows] + 1)
                ends.append(plain.edges[part[1] + 1, rows])
                continue
            if part == "solution":
                starts.append(len(plain.data) + cells * np.arange(count))
                ends.append(starts[-1] + cells)
                continue
            texts = [part]
            if part == "iterations":
                texts = [str(number) for number in iterations.tolist()]
            elif part == "seconds":
                texts = [str(round(seconds, 6))]
            elif part == "found_by":
                texts = [name if number else "logic" for number in iterations.tolist()]
            lengths = np.fromiter(map(len, texts), dtype=np.intp, count=len(texts))
            last = size + np.cumsum(lengths)
            starts.append(np.broadcast_to(last - lengths, count))
            ends.append(np.broadcast_to(last, count))
            pieces.append(np.frombuffer("".join(texts).encode(), dtype=np.uint8))
            size += len(pieces[-1])
        text = _joined(np.concatenate(pieces), np.stack(starts, axis=1), np.stack(ends, axis=1))
        return text.tobytes().decode(errors="surrogateescape")


def _form(writer: RowWriter) -> list[str | tuple[int, int]]:
    """Return a row's parts: text, the name of an added column, or (first, last) of adjacent input columns."""
    ours = {place: name for name, place in writer.places.items()}
    constant = {"status": "solved", "error": ""}
    form: list[str | tuple[int, int]] = []
    for place in range(len(writer.names)):
        name = ours.get(place)
        if name is None and form and isinstance(form[-1], tuple):
            form[-1] = form[-1][0], place
            continue
        if place:
            form.append(writer.delimiter)
        form.append((place, place) if name is None else constant.get(name, name))
    return [*form, "\n"]


def _joined(data: Bytes, starts: NDArray[np.intp], ends: NDArray[np.intp]) -> Bytes:
    """Return the slices of ``data`` from ``starts`` to ``ends``, joined."""
    first, lengths = starts.ravel(), (ends - starts).ravel()
    after = np.cumsum(lengths)
    places = np.arange(after[-1])
    places += np.repeat(first - after + lengths, lengths)
    return data[places]


def _without(block: RowBlock, skipped: int) -> RowBlock:
    """Return a block without its first rows."""
    first, rest = block.is_plain[:skipped], block.is_plain[skipped:]
    plain, count = block.plain, int(first.sum())
    if plain is not None and len(plain.lines) > count:
        plain = plain._replace(
            edges=plain.edges[:, count:], lines=plain.lines[count:], digits=plain.digits[count:]
        )
    else:
        plain = None
    return RowBlock(rest, plain, block.others[skipped - count :], block.failure)
