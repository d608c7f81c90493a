"""The task of a block solver, and empty arrays for its results."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ergodoku.landscape.random import Words
from ergodoku.methods.method import Block
from ergodoku.puzzle.puzzle import Digits


class BlockTask(NamedTuple):
    """The puzzles of a block, their seed, and the choices allowed for each."""

    grids: Digits  # (puzzles, cells): the givens, 0 for an empty cell; read-only
    seed: Words
    choices: int


def new_block(grids: Digits) -> Block:
    """Return a block in which no puzzle is solved."""
    count = len(grids)
    return Block(np.zeros_like(grids), np.zeros(count, dtype=np.bool_), np.zeros(count, dtype=np.int64))
