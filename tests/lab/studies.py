"""Small studies for tests, and the columns that depend only on the seeds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ergodoku.lab.study import Store, Study
from ergodoku.methods.contender import Contender
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import HARD, general

RUNS = 40  # runs of the long study
SAME = ("puzzle", "contender", "repetition", "seed", "status", "energy", "iterations", "found_by")


def study_in(folder: Path | None, **changes: Any) -> Study:
    """Start a study of 2 x 2 x 10 runs that depend only on their seeds."""
    asked: dict[str, Any] = {
        "puzzles": (Puzzle.parse(HARD), general(9, 0.3)),
        "contenders": ["focused", "probing"],
        "runs": 10,
        "seed": 1,
        "time_limit": None,
        "max_iterations": 20_000,
    }
    asked |= changes
    return Study.create(folder, asked.pop("puzzles"), asked.pop("contenders"), **asked)


def long_study_in(folder: Path) -> Study:
    """Start a study whose runs take long enough to be interrupted."""
    return study_in(
        folder,
        puzzles=[Puzzle.parse(HARD)],
        contenders=["focused", Contender.of("focused", {"sweep": 16}, "slow")],
        runs=RUNS // 2,
        max_iterations=100_000,
        traces=True,
    )


def columns_of(store: Store) -> dict[str, list[Any]]:
    """Return the columns that depend only on the seeds, and close the store."""
    with store:
        return {name: column.tolist() for name, column in store.columns(*SAME).items()}
