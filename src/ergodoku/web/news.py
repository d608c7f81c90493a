"""What is new of a run for one viewer: told from what it has seen so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ergodoku.web.curve import Cursor
from ergodoku.web.lane import FINAL
from ergodoku.web.messages import write_message

if TYPE_CHECKING:
    from ergodoku.web.course import Course
    from ergodoku.web.lane import Lane


class Subscription:
    """A run that a viewer watches."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.lanes = [Watched() for _ in course.lanes]
        self.status: tuple[object, ...] = ()
        self.done = False

    def news(self) -> list[str]:
        """Return the messages about what is new; a status that is told was true before frames were read."""
        course, messages = self.course, []
        ended, status = course.ended, (course.status, course.position, course.message)
        for lane, seen in zip(course.lanes, self.lanes, strict=True):
            messages += _lane_news(lane, seen)
        if status != self.status and (ended or status[0] not in FINAL):
            self.status = status
            messages.append(write_message(_run_status(course, *status)))
            self.done = ended
        return messages


@dataclass
class Watched:
    """What a viewer has seen of a lane."""

    frame: int = -1
    cursor: Cursor = field(default_factory=Cursor)
    status: tuple[object, ...] = ()


def _run_status(course: Course, status: str, position: int | None, message: str) -> dict[str, Any]:
    """Return the message about the status of a whole run."""
    told: dict[str, Any] = {"type": "status", "run": course.id, "contender": None, "status": status}
    if position is not None:
        told["position"] = position
    if message:
        told["message"] = message
    return told


def _lane_news(lane: Lane, seen: Watched) -> list[str]:
    messages = []
    status, frame = (lane.status, lane.message), lane.frame
    if frame is not None and frame.number != seen.frame:
        messages.append(frame.text if frame.number == seen.frame + 1 else frame.bare)
        seen.frame = frame.number
    text, seen.cursor = lane.curve_text(seen.cursor)
    if text:
        messages.append(text)
    if status != seen.status and status[0] != "queued":
        seen.status = status
        told: dict[str, Any] = {
            "type": "status",
            "run": lane.run_id,
            "contender": lane.number,
            "status": status[0],
        }
        if lane.result is not None:
            told["result"] = lane.result.to_dict()
        if status[1]:
            told["message"] = status[1]
        messages.append(write_message(told))
    return messages
