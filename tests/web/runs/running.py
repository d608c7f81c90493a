"""Helpers for the tests of runs: methods that never end or end at once; start a run, and wait for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ergodoku.methods.contender import Contender
from ergodoku.puzzle.puzzle import Puzzle
from ergodoku.web.limits import Limits
from ergodoku.web.runs import RunRegistry, ServerRun
from tests.web.helpers import EMPTY, until

LIMITS = Limits(running=1, slow=1, queue=3, visitor=2, seconds=1000)
HOT = [Contender.of("annealing", {"schedule": "constant", "schedule.start": 50})]
PUZZLE = Puzzle.parse(EMPTY)
QUICK = [Contender.of("auto")]


def begin(
    runs: RunRegistry,
    contenders: Sequence[Contender] = HOT,
    puzzle: str = EMPTY,
    visitor: str = "a",
    **wishes: Any,
) -> ServerRun:
    return runs.start(Puzzle.parse(puzzle), contenders, visitor=visitor, **wishes)


def end_of(run: ServerRun) -> str:
    """Wait until the run has ended, and return its final status."""

    def ended() -> bool:
        if (worker := run.worker) is not None:
            worker.wake()  # otherwise it checks only once a second
        return run.ended

    until(ended, bool)
    return run.status
