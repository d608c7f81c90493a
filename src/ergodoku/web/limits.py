"""What protects the server: one number for everything that a visitor could ask too much of."""

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
    """The limits of a server; each is a flag ``--limit-NAME`` and a variable ``ERGODOKU_LIMIT_NAME``.

    Examples
    --------
    >>> Limits(queue=5).queue
    5
    >>> Limits.from_environment({"ERGODOKU_LIMIT_SECONDS": "10"}).seconds
    10.0
    """

    size: int = _limit(49, 4, "Largest size N of a puzzle.")
    body: int = _limit(65_536, 256, "Bytes of a request's body, and of a message.")
    running: int = _limit(
        max(1, (os.cpu_count() or 1) - 1),
        1,
        "Searches at full speed at the same time; by default one less than cores.",
    )
    slow: int = _limit(20, 1, "Searches in slow motion at the same time.")
    queue: int = _limit(20, 0, "Runs that may wait or rest; then 503.")
    visitor: int = _limit(2, 1, "Unfinished runs of one visitor; then 429.")
    checks: float = _limit(
        20.0, 0.01, "Puzzles a second that a visitor may check; making one counts as ten. Then 429."
    )
    contenders: int = _limit(6, 1, "Contenders in one race.")
    seconds: float = _limit(60.0, 0.01, "Seconds of searching in one run, for each of its methods.")
    life: float = _limit(1800.0, 0.01, "Seconds that a run may last, pauses and slow motion included.")
    keep: float = _limit(600.0, 0.0, "Seconds for which a finished run is kept.")
    kept: int = _limit(100, 1, "Finished runs kept; the oldest is forgotten first.")
    population: int = _limit(5_000, 5, "Largest population of a method.")
    sockets: int = _limit(200, 1, "Open WebSockets.")
    frames: float = _limit(30.0, 0.1, "Frames a second to a viewer.")
    messages: float = _limit(20.0, 0.1, "Messages a second from a viewer.")
    exports: int = _limit(1, 1, "Pictures, animations and new puzzles made at the same time.")

    def __post_init__(self) -> None:
        for item in fields(self):
            value, low = getattr(self, item.name), item.metadata["low"]
            if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value < 1e12:
                raise ServerError(f"the limit {item.name} is {value!r}", f"give a number from {low:g} up")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Limits:
        """Return the limits with what the environment says."""
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
