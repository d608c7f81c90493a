from __future__ import annotations

from collections.abc import Iterator

import pytest

from ergodoku.web.runs import RunRegistry
from tests.web.helpers import PATIENCE
from tests.web.runs.running import LIMITS


@pytest.fixture
def runs() -> Iterator[RunRegistry]:
    """A registry with one slot and a queue of three; after the test it ends all runs."""
    made = RunRegistry(LIMITS)
    yield made
    made.close(PATIENCE)
    assert all(run.worker is None for run in made.runs.values())
