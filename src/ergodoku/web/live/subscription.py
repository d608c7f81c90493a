"""Find what is new about a run for a viewer that has already seen a part of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ergodoku.web.messages import write_message
from ergodoku.web.runs import FINAL, Cursor

if TYPE_CHECKING:
    from ergodoku.web.runs import Lane, ServerRun


class Subscription:
    """A run that a viewer watches."""

    def __init__(self, run: ServerRun) -> None:
        self.run = run
        self.lanes = [SeenLane() for _ in run.lanes]
        self.status: tuple[object, ...] = ()
        self.done = False

    def messages(self) -> list[str]:
        """Return the messages about what is new."""
        run = self.run
        # Read the status before the frames: when a viewer learns of the end, it has the last frames already.
        status, message = run.outcome()
        told = (status, run.position, message)
        lanes = [
            text
            for lane, seen in zip(run.lanes, self.lanes, strict=True)
            for text in _lane_messages(lane, seen)
        ]
        done = status in FINAL
        # If all lanes have ended since the status was read, the final status comes with the next messages.
        outdated = not done and all(seen.ended for seen in self.lanes)
        if told == self.status or outdated:
            return lanes
        self.status, self.done = told, done
        return [*lanes, write_message(_run_status(run.id, *told))]


@dataclass
class SeenLane:
    """The part of a lane that a viewer has seen."""

    frame: int = -1
    cursor: Cursor = field(default_factory=Cursor)
    status: tuple[object, ...] = ()

    @property
    def ended(self) -> bool:
        """Whether the viewer knows how the lane ended."""
        return bool(self.status) and self.status[0] in FINAL


def _run_status(run_id: str, status: str, position: int | None, message: str) -> dict[str, Any]:
    """Return the message about the status of a whole run."""
    told: dict[str, Any] = {"type": "status", "run": run_id, "contender": None, "status": status}
    if position is not None:
        told["position"] = position
    if message:
        told["message"] = message
    return told


def _lane_messages(lane: Lane, seen: SeenLane) -> list[str]:
    messages = []
    (status, message, result), frame = lane.outcome(), lane.frame
    if frame is not None and frame.number != seen.frame:
        before = frame.before
        if before is not None and before.number > seen.frame:
            messages.append(before.bare)
            seen.frame = before.number
        messages.append(frame.text if frame.number == seen.frame + 1 else frame.bare)
        seen.frame = frame.number
    text, seen.cursor = lane.curve_text(seen.cursor)
    if text:
        messages.append(text)
    if (status, message) != seen.status and status != "queued":
        seen.status = status, message
        told: dict[str, Any] = {
            "type": "status",
            "run": lane.run_id,
            "contender": lane.number,
            "status": status,
        }
        if lane.without_logic:
            told["without_logic"] = True
        if result is not None:
            told["result"] = result.to_dict()
        if message:
            told["message"] = message
        messages.append(write_message(told))
    return messages
