from __future__ import annotations

from collections.abc import Iterator

import pytest

from ergodoku.web.runs import RunRegistry
from tests.web.runs.running import LIMITS


@pytest.fixture
def runs() -> Iterator[RunRegistry]:
    """Room for one search and three that wait; all have ended after the test."""
    made = RunRegistry(LIMITS)
    yield made
    made.close(60)
    assert all(run.worker is None for run in made.runs.values())
