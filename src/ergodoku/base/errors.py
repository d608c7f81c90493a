"""Errors that the user can fix: each says what is wrong and what to do.

Messages put the names of parameters in backticks: "leave out `box`". Each interface writes these names in its
own way with `ErgodokuError.text`; the command line writes ``--box``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

_PARAMETER = re.compile(r"`([a-z][a-z_]*)`")


class ErgodokuError(ValueError):
    """Base class of all errors that the caller can fix.

    It is raised directly when no subclass fits: if a package is missing, for example, or a file cannot be
    written.

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
        """Return the message with each parameter written as the reader knows it: by default its bare name.

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
        The file with the error, or ``<stdin>``.
    line, column : int, optional
        Where in the source, counted from 1.
    cells : tuple of (row, column)
        The rows and columns of the cells at fault, counted from 1.

    Attributes
    ----------
    excerpt : str
        The line of a list that could not be read as a puzzle.
    board : (Layout, ndarray of uint8) or None
        The layout and digits of a puzzle whose givens contradict each other, for views that mark conflicts.
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
        self.board: tuple[Any, Any] | None = None  # untyped, because `base` cannot import Layout

    def at(self, *, source: str = "", line: int | None = None, column: int | None = None) -> PuzzleError:
        """Fill in the parts of the place that are not known yet, and return the error itself."""
        self.source = self.source or source
        self.line = self.line if self.line is not None else line
        self.column = self.column if self.column is not None else column
        return self

    def within(self, name: str, text: object = None) -> PuzzleError:
        """Add the name of the text with the error, such as ``puzzle 2``, and return the error itself.

        If the text has only one line, its line number is left out.
        """
        self.source = ", ".join(filter(None, (name, self.source)))
        if isinstance(text, str | bytes | bytearray) and len(text.splitlines()) < 2:
            self.line = None
        return self

    @property
    def place(self) -> str:
        """Where the error is, as ``file, line 3, column 5``; empty if unknown."""
        parts = [self.source] if self.source else []
        if self.line is not None:
            parts.append(f"line {self.line}")
        if self.column is not None:
            parts.append(f"column {self.column}")
        return ", ".join(parts)

    def __str__(self) -> str:
        message = super().__str__()
        return f"{self.place}: {message}" if self.place else message


class UnreadableError(PuzzleError):
    """The rest of a file cannot be read, so its last puzzles are missing."""


class InputError(ErgodokuError):
    """An error in the input that stops a command, and would stop it again at the same place."""


class ParameterError(ErgodokuError):
    """A parameter that does not exist, or a value that a parameter does not allow."""


class StudyError(ErgodokuError):
    """A study that cannot start or continue because of its plan, folder, stored runs or workers."""


class ServerError(ErgodokuError):
    """A server that cannot start, or cannot do what was requested."""


def with_parameters(text: str, parameter: Callable[[str], str] = str) -> str:
    """Return a text in which the function ``parameter`` has rewritten each name in backticks."""
    return _PARAMETER.sub(lambda match: parameter(match[1]), text)
