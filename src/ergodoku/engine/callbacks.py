"""Objects that a run calls to report its progress."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ergodoku.base.errors import ParameterError

if TYPE_CHECKING:
    from ergodoku.engine.run import Run

WITH_SNAPSHOT = ("on_snapshot", "on_best", "on_restart")  # called with a snapshot, the others with the run
NAMES = ("on_start", "on_slice", *WITH_SNAPSHOT, "on_end")


class Lead(NamedTuple):
    """The leading replica at one moment, its best energy and its restarts."""

    leader: int
    best: int
    restarts: int


class Callbacks:
    """Objects with any of the methods ``on_start, on_slice, on_snapshot, on_best, on_restart, on_end``."""

    def __init__(self, listeners: Sequence[object]) -> None:
        if not isinstance(listeners, Iterable):
            raise ParameterError(f"callbacks is {listeners!r}", "give a list of objects, such as [callback]")
        self.listeners = tuple(listeners)
        for listener in self.listeners:
            if isinstance(listener, type):
                name = listener.__name__
                raise ParameterError(f"callbacks contains the class {name}", f"write {name}()")
            if not any(hasattr(listener, name) for name in NAMES):
                raise ParameterError(
                    f"callbacks contains {listener!r}", f"give objects with any of {', '.join(NAMES)}"
                )
        self._told: set[str] = set()

    def call(self, name: str, argument: Any) -> None:
        """Call the method ``name`` of every listener that has it."""
        for listener in self.listeners:
            if (function := getattr(listener, name, None)) is not None:
                function(argument)

    def told(self, name: str) -> bool:
        """Return whether ``name`` (``on_start`` or ``on_end``) was already called."""
        return name in self._told

    def tell_once(self, name: str, run: Run) -> None:
        """Call ``name`` (``on_start`` or ``on_end``) unless it was already called."""
        if name not in self._told:
            self._told.add(name)
            self.call(name, run)

    def after_slice(self, run: Run, before: Lead) -> None:
        """Report a slice, and any new best energy or restart in it."""
        self.call("on_slice", run)
        if not any(hasattr(listener, name) for listener in self.listeners for name in WITH_SNAPSHOT):
            return
        snapshot, now = run.snapshot(), lead_of(run)
        self.call("on_snapshot", snapshot)
        if now.best < before.best:
            self.call("on_best", snapshot)
        if now.leader == before.leader and now.restarts > before.restarts:
            self.call("on_restart", snapshot)


def lead_of(run: Run) -> Lead:
    """Return the leading replica, its best energy and its restarts."""
    leader = run.leader
    search = run.searches[leader]
    return Lead(leader, search.best, search.restarts)
