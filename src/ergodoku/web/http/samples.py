"""Sample puzzles: some well-known ones, and generated ones of other sizes and layouts."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

# Stored in a file: otherwise the generator would have to be compiled before the page shows its first puzzle.
FILE = Path(__file__).with_name("samples.json")


@lru_cache(maxsize=1)
def samples() -> tuple[dict[str, Any], ...]:
    """Return all samples in the form that the page receives."""
    return tuple(json.loads(FILE.read_text(encoding="utf-8")))
