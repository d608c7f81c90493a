"""The one error that bad input raises: what is wrong, where, and what to do."""

from __future__ import annotations


class PuzzleError(ValueError):
    """A puzzle, a layout or a file that cannot be used.

    Parameters
    ----------
    what : str
        What is wrong, as a clause without a full stop.
    remedy : str
        What the reader can do about it, as a clause without a full stop.
    source : str
        The file (or ``<stdin>``) it was found in.
    line, column : int, optional
        Where in the source, counted from 1.
    cells : tuple of (row, column)
        The cells at fault, counted from 1.
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
        self.what = what
        self.remedy = remedy
        self.source = source
        self.line = line
        self.column = column
        self.cells = cells

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
        message = f"{self.place}: {self.what}" if self.place else self.what
        return f"{message}; {self.remedy}" if self.remedy else message
