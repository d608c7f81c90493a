"""The limits that protect the server from visitors who request too much."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import TypeVar

from ergodoku.base.errors import ServerError

PREFIX = "ERGODOKU_LIMIT_"
Number = TypeVar("Number", int, float)


def _limit(default: Number, low: float, help: str) -> Number:
    made: Number = field(default=default, metadata={"low": low, "help": help})
    return made


@dataclass(frozen=True)
class Limits:
    """The limits of a server; each is an option ``--limit-NAME`` and a variable ``ERGODOKU_LIMIT_NAME``.

    Examples
    --------
    >>> Limits(queue=5).queue
    5
    >>> Limits.from_environment({"ERGODOKU_LIMIT_SECONDS": "10"}).seconds
    10.0
    """

    size: int = _limit(49, 4, "Largest size of a puzzle.")
    body: int = _limit(65_536, 256, "Largest body of a request, and largest message, in bytes.")
    running: int = _limit(
        max(1, (os.cpu_count() or 1) - 1),
        1,
        "Number of parallel searches at full speed; the number of cores minus one by default.",
    )
    slow: int = _limit(20, 1, "Number of parallel searches in slow motion.")
    queue: int = _limit(20, 0, "Waiting or paused runs, besides the running ones; more are refused with 503.")
    visitor: int = _limit(2, 1, "Unfinished runs of one visitor; more are refused with 429.")
    checks: float = _limit(
        20.0,
        0.01,
        "Puzzles that a visitor may check per second, and up to five times as many at once; more are refused "
        "with 429. Generating a puzzle counts as ten checks.",
    )
    contenders: int = _limit(6, 1, "Contenders in one race.")
    seconds: float = _limit(60.0, 0.01, "Search time of each contender of a run, in seconds.")
    life: float = _limit(
        1800.0, 0.01, "Longest duration of a run, in seconds, including pauses and slow motion."
    )
    keep: float = _limit(600.0, 0.0, "Time for which a finished run is kept, in seconds.")
    kept: int = _limit(100, 1, "Number of finished runs to keep; the oldest are deleted first.")
    population: int = _limit(5_000, 5, "Largest population of a method.")
    sockets: int = _limit(200, 1, "Number of open WebSockets.")
    frames: float = _limit(30.0, 0.1, "Frames per second to a viewer.")
    messages: float = _limit(20.0, 0.1, "Messages per second from a viewer.")
    exports: int = _limit(1, 1, "Number of pictures, animations and new puzzles made in parallel.")

    def __post_init__(self) -> None:
        for item in fields(self):
            value, low = getattr(self, item.name), item.metadata["low"]
            if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value < 1e12:
                raise ServerError(f"the limit {item.name} is {value!r}", f"give a number, {low:g} or more")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Limits:
        """Return the limits that the environment sets; the others have their defaults."""
        said = os.environ if environment is None else environment
        values: dict[str, float] = {}
        for item in fields(cls):
            text = said.get(PREFIX + item.name.upper(), "").strip()
            if text:
                kind = int if isinstance(item.default, int) else float
                try:
                    values[item.name] = kind(text)
                except ValueError:
                    raise ServerError(
                        f"{PREFIX}{item.name.upper()} is {text!r}", f"give a number of type {kind.__name__}"
                    ) from None
        return cls(**values)  # type: ignore[arg-type]
