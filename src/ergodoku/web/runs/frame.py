"""A frame: one moment of a lane, as it is sent to viewers."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.web.messages import write_message

if TYPE_CHECKING:
    from ergodoku.puzzle.puzzle import Digits

MOST_CHANGED = 8  # the eye cannot follow more changes than this


class Frame:
    """One moment of a lane, numbered. Its messages are made on demand, once for all viewers.

    Parameters
    ----------
    content : dict
        The message without the board.
    grid : Digits
        The board.
    before : Frame, optional
        The previous frame.

    Attributes
    ----------
    before : Frame or None
        The previous frame if this frame was made by a step to the next change of the board: a viewer needs
        both frames to see what the step did. None once there is a later frame.
    """

    def __init__(self, content: dict[str, Any], grid: Digits, before: Frame | None = None) -> None:
        self.number: int = before.number + 1 if before else 0
        self.content, self.grid = content, grid
        self.changed: list[int] | None = None
        self.before = before if "tried" in content else None
        if before is not None:
            before.before = None  # otherwise every frame would keep all earlier ones in memory
            cells = np.flatnonzero(before.grid != grid).tolist()
            self.changed = cells if len(cells) <= MOST_CHANGED else None

    @cached_property
    def bare(self) -> str:
        """The message for a viewer that missed the previous frame."""
        return write_message(self.content | {"grid": self.grid.ravel().tolist()})

    @cached_property
    def text(self) -> str:
        """The message for a viewer that saw the previous frame."""
        if self.changed is None:
            return self.bare
        return f'{self.bare[:-1]},"changed":{self.changed}}}'
