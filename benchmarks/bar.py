"""Measured figures with their bars (values a release should reach), and the file that release.py reads."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from machine import about


@dataclass(frozen=True)
class Bar:
    """A measured figure and its bar, as text; ``met`` is None if there is no bar."""

    what: str
    measured: str
    bar: str
    met: bool | None


def write_bars(path: Path, bars: Iterable[Bar]) -> None:
    """Write figures to a JSON file, with the conditions of the measurement."""
    found = {"about": about(), "rows": [asdict(bar) for bar in bars]}
    path.write_text(json.dumps(found, indent=1, default=bool, ensure_ascii=False) + "\n", encoding="utf-8")
