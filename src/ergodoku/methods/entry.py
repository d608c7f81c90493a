"""What a method is to the rest of the house, and how it introduces itself."""

from __future__ import annotations

import inspect
import sys
from dataclasses import dataclass
from typing import ClassVar, Protocol

from ergodoku.methods.walk import Search
from ergodoku.puzzle.logic import Reduction


class Method(Protocol):
    """An algorithm with its parameters: a frozen dataclass that starts searches."""

    name: ClassVar[str]

    @property
    def logic(self) -> str:
        """The logic applied before the search: none, singles, locked, pairs, or auto."""

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> Search:
        """Begin a search on a reduced puzzle."""


@dataclass(frozen=True)
class Entry:
    """A method or a preset under its name; the file of a method lists its own."""

    name: str
    method: Method
    summary: str
    landscape: str
    reference: str
    when: str
    formula: str = ""

    @property
    def about(self) -> str:
        """What the method does, in a paragraph or two: what its file says of itself."""
        text = inspect.getdoc(sys.modules[type(self.method).__module__]) or ""
        return text.partition("\n\nReferences\n")[0].partition("\n\n")[2]
