"""The errors that a user can put right: each says what is wrong and what to do.

Messages put the names of parameters in backticks: "leave out `box`". Each door writes them in its own way
with `ErgodokuError.text`; the command line says ``--box``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

_PARAMETER = re.compile(r"`([a-z][a-z_]*)`")


class ErgodokuError(ValueError):
    """Anything that the caller can put right: the family of all errors below.

    It is raised itself where none of them fits: a package is missing, a file cannot be written.

    Parameters
    ----------
    what : str
        What is wrong, as a clause without a full stop.
    remedy : str
        What the reader can do about it, as a clause without a full stop.
    """

    def __init__(self, what: str, remedy: str = "") -> None:
        super().__init__(what, remedy)
        self.what = what
        self.remedy = remedy

    def text(self, parameter: Callable[[str], str] = str) -> str:
        """Return the message with each parameter as the reader knows it: by default its bare name.

        Examples
        --------
        >>> error = ErgodokuError("the file has its own regions", "leave out `layout` and `box`")
        >>> error.text(lambda name: f"--{name}")
        'the file has its own regions; leave out --layout and --box'
        """
        return with_parameters(str(self), parameter)

    def __str__(self) -> str:
        return f"{self.what}; {self.remedy}" if self.remedy else self.what


class PuzzleError(ErgodokuError):
    """A puzzle, a layout or a file of puzzles that cannot be used.

    Parameters
    ----------
    what, remedy : str
        As for `ErgodokuError`.
    source : str
        The file (or ``<stdin>``) it was found in.
    line, column : int, optional
        Where in the source, counted from 1.
    cells : tuple of (row, column)
        The cells at fault, counted from 1.

    Attributes
    ----------
    excerpt : str
        The line of a list that is not a puzzle.
    board : (Layout, ndarray of uint8) or None
        The geometry and the digits that contradict each other, so that a view can mark all of them.
    """

    def __init__(
        self,
        what: str,
        remedy: str = "",
        *,
        source: str = "",
        line: int | None = None,
        column: int | None = None,
        cells: tuple[tuple[int, int], ...] = (),
    ) -> None:
        super().__init__(what, remedy)
        self.source = source
        self.line = line
        self.column = column
        self.cells = cells
        self.excerpt = ""
        self.board: tuple[Any, Any] | None = None  # this room knows no layouts

    def at(self, *, source: str = "", line: int | None = None, column: int | None = None) -> PuzzleError:
        """Fill in the place where it was not known yet, and return the error itself."""
        self.source = self.source or source
        self.line = self.line if self.line is not None else line
        self.column = self.column if self.column is not None else column
        return self

    @property
    def place(self) -> str:
        """Where it happened, as ``file, line 3, column 5``; empty when unknown."""
        parts = [self.source] if self.source else []
        if self.line is not None:
            parts.append(f"line {self.line}")
        if self.column is not None:
            parts.append(f"column {self.column}")
        return ", ".join(parts)

    def __str__(self) -> str:
        message = super().__str__()
        return f"{self.place}: {message}" if self.place else message


class ParameterError(ErgodokuError):
    """A parameter that does not exist, or a value that it cannot have."""


class StudyError(ErgodokuError):
    """A study that cannot begin or go on: its plan, its folder, its stored runs or its workers."""


class ServerError(ErgodokuError):
    """A server that cannot start, or cannot do what it is asked to."""


def with_parameters(text: str, parameter: Callable[[str], str] = str) -> str:
    """Return a text with each parameter in backticks written in another way."""
    return _PARAMETER.sub(lambda match: parameter(match[1]), text)
