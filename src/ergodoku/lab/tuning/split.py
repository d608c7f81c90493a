"""Choose the puzzles reserved for the check: tuned values may suit only the puzzles used for tuning."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from ergodoku.base.errors import ParameterError
from ergodoku.lab.study import puzzle_identity
from ergodoku.puzzle.puzzle import Puzzle

SPLIT = 0.5  # default share of puzzles for the check


def kept_for_check(puzzles: Sequence[Puzzle], share: float, seed: int) -> list[int]:
    """Return the indices of the puzzles reserved for the check, ascending.

    Puzzles of every layout are divided in the same ratio. The choice depends on the seed, but not on the
    order of the puzzles. At least one puzzle is left for tuning. With two or more puzzles, at least one is
    reserved unless the share is 0.
    """
    if not 0 <= share < 1:
        raise ParameterError(f"`split` is {share:g}", "give a share from 0 up to, but not including, 1")
    order = sorted(range(len(puzzles)), key=lambda k: _draw(puzzles[k], seed))
    groups: dict[object, list[int]] = {}
    for place in order:
        groups.setdefault(puzzles[place].layout, []).append(place)
    kept = [place for group in groups.values() for place in group[: int(share * len(group))]]
    if not kept and share > 0 and len(puzzles) > 1:
        kept = order[: max(1, int(share * len(order)))]
    return sorted(kept)


def _draw(puzzle: Puzzle, seed: int) -> bytes:
    return hashlib.blake2b(f"{seed} {puzzle_identity(puzzle)}".encode(), digest_size=8).digest()
