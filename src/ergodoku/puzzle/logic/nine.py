"""Propagation for the classic 9x9 on words of 27 bits.

A band is three rows: 27 cells, one bit each. The candidates of a digit are three words, one per band. A
`Level` holds the 27 words of all digits, and the digits placed so far: a short row of numbers, quick to copy.

Two rules do nearly everything. A *minirow* is the three cells of a row in a box. In a band, a digit needs
three minirows, one in each row and in each box. If a minirow belongs to no such set of three, the digit is
removed from it. A table of 512 entries, one for each set of minirows, tells which minirows can keep the
digit. The same holds for the columns in a stack of boxes. Together these rules find hidden singles and locked
candidates. A cell with one candidate left (a naked single) is found by adding bits over the digits, for 27
cells at once.

The rules are applied until nothing changes. So the final state depends only on the candidates, not on the
order of the steps.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import inlined, kernel, lowest, ones
from ergodoku.puzzle.layout import Layout

Level = NDArray[np.uint32]
Word = np.uint64

# The positions in a `Level`. CAND and PLACED have three words for each digit. TAKEN and PAIRS have one word
# for each band: the cells with a placed digit, and the cells with two candidates. CHOICE has the word and the
# bit of the candidate that a search chose.
CAND, PLACED, TAKEN, PAIRS, CHOICE = 0, 27, 54, 57, 60
WIDTH = 64
DEPTH = 82  # levels of a search: each choice places a digit, so there are at most 81 choices

NO, BIT = Word(0), Word(1)
BAND = Word((1 << 27) - 1)  # all cells of a band
LINE = Word(0b111_111_111)  # all cells of the first row of a band
DIGITS = LINE  # all digits, as bits
FIRSTS = Word(0o001_001_001)  # the first cell of each row
LASTS = Word(0o400_400_400)
BUT_LASTS = Word(0o377_377_377)
MINIROWS = Word(0o111_111_111)  # the first cell of each minirow
BOX = Word(0o007_007_007)  # all cells of the first box of a band
BROKEN = Word(1 << 9)  # a contradiction: bit 9, because the digits use bits 0 to 8


def _tables() -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint32]]:
    minirows, columns = np.zeros((2, 512), dtype=np.uint32)
    for choice in permutations(range(3)):
        rows = sum(1 << (row + 3 * box) for row, box in enumerate(choice))
        cells = sum(0o7 << (9 * row + 3 * box) for row, box in enumerate(choice))
        boxes = sum(1 << (3 * band + column) for band, column in enumerate(choice))
        spread = sum(1 << (9 * band + column) for band, column in enumerate(choice))
        for index in range(512):
            if index & rows == rows:
                minirows[index] |= cells
            if index & boxes == boxes:
                columns[index] |= spread
    line, box = [0o777 << 9 * (k // 9) for k in range(27)], [int(BOX) << 3 * (k % 9 // 3) for k in range(27)]
    apart = [int(BAND) & ~(a | b) for a, b in zip(line, box, strict=True)]
    return minirows, columns, np.array(apart, dtype=np.uint32)


# MINIROW_CELLS: the cells that may keep a digit, indexed by the set of minirows that have it
# (bit row + 3 * box). COLUMN_BITS: the columns of one stack that may keep a digit (bit 9 * band + column),
# indexed by the set of columns that have it (bit 3 * band + column). APART: for each cell of a band, the
# cells of the band that are neither in its row nor in its box.
MINIROW_CELLS, COLUMN_BITS, APART = _tables()


def is_nine(layout: Layout) -> bool:
    """Return whether a layout is the classic 9x9, the only one this module supports."""
    return layout.kind == "classic" and layout.box == (3, 3)


def new_levels() -> NDArray[np.uint32]:
    """Return memory for all levels of a search."""
    return np.zeros((DEPTH, WIDTH), dtype=np.uint32)


@kernel
def load(level: Level, givens: NDArray[np.uint8]) -> bool:
    """Start from the givens of a grid and propagate; return False on a contradiction."""
    return place(level, givens) and propagate(level, DIGITS)


@kernel
def place(level: Level, givens: NDArray[np.uint8]) -> bool:
    """Start from the givens of a grid without propagating; return False if two givens conflict."""
    level[CAND:PLACED] = BAND
    level[PLACED:] = NO
    alive = True
    for cell in range(81):
        if givens[cell] > 0:
            digit, band, bit = int64(givens[cell]) - 1, cell // 27, BIT << uint64(cell % 27)
            level[PLACED + 3 * digit + band] |= bit
            level[TAKEN + band] |= bit
            alive = put(level, 3 * digit + band, bit) and alive
    return alive


@kernel
def restrict(level: Level, candidates: NDArray[np.bool_]) -> bool:
    """Remove all candidates except these and propagate; return False on a contradiction."""
    for cell in range(81):
        bit = BIT << uint64(cell % 27)
        for digit in range(9):
            if not candidates[cell, digit]:
                level[3 * digit + cell // 27] &= ~bit
    return propagate(level, DIGITS)


@kernel
def write_digits(words: NDArray[np.uint32], grid: NDArray[np.uint8]) -> None:
    """Write the digits of 27 words, at most one per cell, into a grid; 0 for cells without a digit."""
    grid[:] = 0
    for digit in range(9):
        for band in range(3):
            cells = uint64(words[3 * digit + band])
            while cells != NO:
                grid[27 * band + int64(lowest(cells))] = digit + 1
                cells &= cells - BIT


@kernel
def open_cells(level: Level) -> int:
    """Return the number of cells without a placed digit."""
    left = 81
    for band in range(3):
        left -= int64(ones(uint64(level[TAKEN + band])))
    return left


@kernel
def tight_cells(level: Level, band: int) -> Any:
    """Return the cells of a band with three candidates; used only if no cell has two."""
    one, two, three, four = NO, NO, NO, NO
    for digit in range(9):
        cells = uint64(level[3 * digit + band])
        four |= three & cells
        three |= two & cells
        two |= one & cells
        one |= cells
    return three & ~four


@inlined
def untaken(level: Any, band: Any) -> Any:
    """Return the cells of a band without a placed digit."""
    return BAND & ~uint64(level[TAKEN + band])


@inlined
def digits_at(level: Any, band: Any, bit: Any) -> Any:
    """Return the candidates of a cell, one bit per digit."""
    digits = NO
    for digit in range(9):
        digits |= uint64(uint64(level[3 * digit + band]) & bit != NO) << uint64(digit)
    return digits


@inlined
def put(level: Any, word: Any, bit: Any) -> Any:
    """Remove a digit from the rest of a cell's row and box; return False if the cell cannot hold it."""
    cells = uint64(level[word])
    level[word] = (cells & uint64(APART[lowest(bit)])) | bit
    return cells & bit != NO


@kernel
def branch(level: Level, after: Level, word: int, bit: Any) -> bool:
    """Note a choice, and apply it to a copy of the level; return False if that leads to a contradiction."""
    for k in range(CHOICE):
        after[k] = level[k]
    level[CHOICE], level[CHOICE + 1] = word, bit
    put(after, word, bit)
    return propagate(after, BIT << uint64(word // 3))


@kernel
def exclude(level: Level) -> bool:
    """Remove the refuted choice of a level; return False if that leads to a contradiction."""
    word = int64(level[CHOICE])
    level[word] &= ~uint64(level[CHOICE + 1])
    return propagate(level, BIT << uint64(word // 3))


@kernel
def propagate(level: Level, changed: Any) -> bool:
    """Apply the rules until nothing changes; return False on a contradiction.

    ``changed`` has a bit for each digit whose candidates have not been propagated yet.
    """
    while changed != NO:
        if not _settle(level, changed):
            return False
        changed = _naked_singles(level)
        if changed == BROKEN:
            return False
    return True


@kernel
def _settle(level: Level, changed: Any) -> bool:
    """Apply the two rules about one digit to each digit in turn, until no digit loses any more cells."""
    taken0, taken1, taken2 = uint64(level[TAKEN]), uint64(level[TAKEN + 1]), uint64(level[TAKEN + 2])
    digit, settled = 0, 0
    while settled < 9:
        k = 3 * digit
        a, b, c = uint64(level[k]), uint64(level[k + 1]), uint64(level[k + 2])
        p, q, r = uint64(level[PLACED + k]), uint64(level[PLACED + k + 1]), uint64(level[PLACED + k + 2])
        lost = ((a & taken0) ^ p) | ((b & taken1) ^ q) | ((c & taken2) ^ r)  # other digits took these cells
        if lost != NO or (changed >> uint64(digit)) & BIT != NO:
            a, b, c = a & (~taken0 | p), b & (~taken1 | q), c & (~taken2 | r)
            while True:
                x, y, z = _minirow_cells(a), _minirow_cells(b), _minirow_cells(c)
                if x == NO or y == NO or z == NO:
                    return False
                a, b, c = a & x, b & y, c & z
                columns = _fold(a) | _fold(b) << Word(9) | _fold(c) << Word(18)
                kept = (
                    _columns(columns)
                    | _columns(columns >> Word(3)) << Word(3)
                    | _columns(columns >> Word(6)) << Word(6)
                )
                if kept == columns:
                    break
                a &= (kept & LINE) * FIRSTS
                b &= (kept >> Word(9) & LINE) * FIRSTS
                c &= (kept >> Word(18)) * FIRSTS
            p, q, r = _alone_in_row(a), _alone_in_row(b), _alone_in_row(c)
            taken0, taken1, taken2 = taken0 | p, taken1 | q, taken2 | r
            level[k], level[k + 1], level[k + 2] = a, b, c
            level[PLACED + k], level[PLACED + k + 1], level[PLACED + k + 2] = p, q, r
            level[TAKEN], level[TAKEN + 1], level[TAKEN + 2] = taken0, taken1, taken2
            changed &= ~(BIT << uint64(digit))
            settled = 0
        settled += 1
        digit = digit + 1 if digit < 8 else 0
    return True


@inlined
def _minirow_cells(cells: Any) -> Any:
    """Return the cells of a band that may keep a digit; none if the digit has no place in a row or box."""
    minirows = (cells | cells >> Word(1) | cells >> Word(2)) & MINIROWS
    return uint64(MINIROW_CELLS[(minirows | minirows >> Word(8) | minirows >> Word(16)) & LINE])


@inlined
def _fold(cells: Any) -> Any:
    """Return the columns in which a band has any of these cells."""
    return (cells | cells >> Word(9) | cells >> Word(18)) & LINE


@inlined
def _columns(columns: Any) -> Any:
    """Return which columns of the first stack may keep a digit, given the columns that have it now."""
    stack = columns & BOX
    return uint64(COLUMN_BITS[(stack | stack >> Word(6) | stack >> Word(12)) & LINE])


@inlined
def _alone_in_row(cells: Any) -> Any:
    """Return the cells that are the only ones in their row; every row must have a cell."""
    rest = cells & (cells - FIRSTS)  # without the first cell of each row
    alone = LASTS & ~(((rest & BUT_LASTS) + BUT_LASTS) | rest)  # rows with no further cell
    return cells & ((alone << Word(1)) - (alone >> Word(8)))


@kernel
def _naked_singles(level: Level) -> Any:
    """Place every digit that is the last candidate of its cell, and note the cells with two candidates.

    Return the digits that changed, or BROKEN on a contradiction.
    """
    changed = NO
    for band in range(3):
        one, two, three = NO, NO, NO  # cells with at least one, two, three candidates
        for digit in range(9):
            cells = uint64(level[3 * digit + band])
            three |= two & cells
            two |= one & cells
            one |= cells
        if one != BAND:
            return BROKEN
        level[PAIRS + band] = two & ~three
        single = one & ~two & ~uint64(level[TAKEN + band])
        if single == NO:
            continue
        for digit in range(9):
            found = uint64(level[3 * digit + band]) & single
            while found != NO:
                changed |= BIT << uint64(digit)
                if not put(level, 3 * digit + band, found & (~found + BIT)):
                    return BROKEN
                found &= found - BIT
    return changed
