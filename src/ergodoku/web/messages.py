"""The messages on the WebSocket. Every message from a page is checked, because anyone can send one."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ergodoku.engine.player import MOST_STEPS
from ergodoku.engine.steering import COLDEST, HOTTEST

KINDS = ("subscribe", "unsubscribe", "pause", "resume", "step", "speed", "steer", "cancel")
SLOWEST, FASTEST = 0.01, 1e12  # iterations per second


class BadMessageError(ValueError):
    """A message that cannot be read or carried out; the text is meant for the client."""


@dataclass(frozen=True)
class Message:
    """A message of one of `KINDS`."""

    type: str
    run: str
    token: str = ""
    count: int = 1
    speed: float | None = None
    change: bool = False
    temperature: float | None = None


def read_message(text: str | None) -> Message:
    """Return the message in a text, or raise `BadMessageError`.

    Examples
    --------
    >>> read_message('{"type": "step", "run": "r", "count": 3}').count
    3
    """
    if text is None:
        raise BadMessageError("send text, not bytes")
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessageError("this is not JSON") from None
    if not isinstance(said, dict):
        raise BadMessageError("send a JSON object")
    kind, run = said.get("type"), said.get("run")
    if kind not in KINDS:
        raise BadMessageError(f"the type must be one of {', '.join(KINDS)}")
    if not isinstance(run, str) or len(run) > 100:
        raise BadMessageError("run must be the id of a run")
    token, count = said.get("token", ""), said.get("count", 1)
    if not isinstance(token, str) or len(token) > 200:
        raise BadMessageError("token must be the token of the run")
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MOST_STEPS:
        raise BadMessageError(f"count must be a whole number from 1 to {MOST_STEPS}")
    change = said.get("change", False)
    if not isinstance(change, bool):
        raise BadMessageError("change must be true or false")
    temperature = said.get("temperature")
    if temperature is not None and (
        isinstance(temperature, bool)
        or not isinstance(temperature, int | float)
        or not COLDEST <= temperature <= HOTTEST
    ):
        raise BadMessageError(
            f"temperature must be a number from {COLDEST:g} to {HOTTEST:g}, or null for the schedule"
        )
    return Message(kind, run, token, count, _speed(said.get("speed")), change, temperature)


def write_message(message: dict[str, Any]) -> str:
    """Return a message to a page as text."""
    return json.dumps(message, separators=(",", ":"))


def _speed(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not SLOWEST <= value <= FASTEST:
        raise BadMessageError(
            f"speed must be a number from {SLOWEST:g} to {FASTEST:g}, or null for full speed"
        )
    return float(value)
