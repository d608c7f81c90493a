"""Golden values: the walk of a seed never changes, and is the same on every machine."""

from __future__ import annotations

import json

import pytest

from tests.golden.make import PATH, walk

GOLDEN = json.loads(PATH.read_text(encoding="utf-8")) if PATH.exists() else {"puzzles": {}, "walks": {}}
CASES = [(puzzle, case) for puzzle, cases in GOLDEN["walks"].items() for case in cases]


def test_there_are_golden_values() -> None:
    assert len(CASES) >= 80


@pytest.mark.parametrize(("puzzle", "case"), CASES)
def test_a_walk_ends_at_its_golden_values(puzzle: str, case: str) -> None:
    method, replicas = case.split(", ")
    assert walk(GOLDEN["puzzles"][puzzle], method, int(replicas.split()[0])) == GOLDEN["walks"][puzzle][case]
