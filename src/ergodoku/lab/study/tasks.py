"""The runs of a study, each with its seed.

A seed depends on the study's seed, the puzzle and the number of the repetition. It does not depend on the
method: all contenders start a repetition from the same random numbers, so they can be compared repetition by
repetition (common random numbers). Nor does it depend on labels, on positions in a list, on the order of the
runs, or on the worker.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from ergodoku.methods.method import Method
from ergodoku.methods.parameters import as_dict
from ergodoku.puzzle.puzzle import Puzzle


class RunTask(NamedTuple):
    """One run of a study: the positions of its puzzle and contender, its repetition, and its seed."""

    puzzle: int
    contender: int
    repetition: int
    seed: int


def tasks_of(puzzles: Sequence[Puzzle], contenders: int, runs: int, seed: int) -> Iterator[RunTask]:
    """Yield all runs, repetition by repetition.

    So an unfinished study is like a finished study with fewer repetitions.
    """
    seeders = [_seeder(seed, puzzle_identity(puzzle)) for puzzle in puzzles]
    for repetition, puzzle in product(range(runs), range(len(puzzles))):
        own = _seed(seeders[puzzle], repetition)
        for contender in range(contenders):
            yield RunTask(puzzle, contender, repetition, own)


def puzzle_identity(puzzle: Puzzle) -> str:
    """Return a text that is equal for puzzles with the same layout and givens, whatever their names."""
    layout = puzzle.layout
    shape: object = layout.box or (layout.regions.tolist() if layout.kind == "jigsaw" else layout.size)
    return json.dumps([layout.kind, shape, puzzle.flat.tobytes().hex()])


def method_identity(method: Method) -> str:
    """Return a text that is equal for methods with the same name and parameters."""
    return json.dumps([method.name, as_dict(method)], sort_keys=True)


def _seeder(seed: int, puzzle: str) -> hashlib.blake2b:
    return hashlib.blake2b(json.dumps([seed, puzzle]).encode(), digest_size=8)


def _seed(seeder: hashlib.blake2b, repetition: int) -> int:
    own = seeder.copy()
    own.update(b"%d" % repetition)
    return int.from_bytes(own.digest(), "big") >> 1  # 63 bits: fits into the integers of every program
