"""Which puzzles a tuning keeps for its check: values may suit only the puzzles they were tuned on."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from ergodoku.base.errors import ParameterError
from ergodoku.lab.study import puzzle_identity
from ergodoku.puzzle.puzzle import Puzzle

SPLIT = 0.5  # default share of puzzles for the check


def kept_for_check(puzzles: Sequence[Puzzle], share: float, seed: int) -> list[int]:
    """Return the places of the puzzles that are not tuned on, ascending.

    Puzzles of every layout are divided in the same ratio. The seed decides which are kept, and their order in
    a file does not. At least one puzzle is tuned on; from two puzzles on, at least one is kept unless the
    share is 0.
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
