"""How a run ended."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """How a run ended; a member equals its text, so ``result.status == "solved"`` works."""

    SOLVED = "solved"
    GAVE_UP = "gave_up"
    UNSOLVABLE = "unsolvable"
    INTERRUPTED = "interrupted"

    @property
    def words(self) -> str:
        """The status in words."""
        return "no solution" if self is Status.UNSOLVABLE else self.value.replace("_", " ")
