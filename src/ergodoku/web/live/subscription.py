"""What is new of a run for one viewer: told from what it has seen so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ergodoku.web.messages import write_message
from ergodoku.web.runs import FINAL, Cursor

if TYPE_CHECKING:
    from ergodoku.web.runs import Contender, Course


class Subscription:
    """A run that a viewer watches."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.contenders = [Watched() for _ in course.contenders]
        self.status: tuple[object, ...] = ()
        self.done = False

    def news(self) -> list[str]:
        """Return the messages about what is new; a status that is told was true before frames were read."""
        course, messages = self.course, []
        ended, status = course.ended, (course.status, course.position, course.message)
        for contender, seen in zip(course.contenders, self.contenders, strict=True):
            messages += _contender_news(contender, seen)
        if status != self.status and (ended or status[0] not in FINAL):
            self.status = status
            messages.append(write_message(_run_status(course, *status)))
            self.done = ended
        return messages


@dataclass
class Watched:
    """What a viewer has seen of a contender."""

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


def _contender_news(contender: Contender, seen: Watched) -> list[str]:
    messages = []
    status, frame = (contender.status, contender.message), contender.frame
    if frame is not None and frame.number != seen.frame:
        messages.append(frame.text if frame.number == seen.frame + 1 else frame.bare)
        seen.frame = frame.number
    text, seen.cursor = contender.curve_text(seen.cursor)
    if text:
        messages.append(text)
    if status != seen.status and status[0] != "queued":
        seen.status = status
        told: dict[str, Any] = {
            "type": "status",
            "run": contender.run_id,
            "contender": contender.number,
            "status": status[0],
        }
        if contender.result is not None:
            told["result"] = contender.result.to_dict()
        if status[1]:
            told["message"] = status[1]
        messages.append(write_message(told))
    return messages
