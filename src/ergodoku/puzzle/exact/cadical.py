"""The SAT solver CaDiCaL, called in a way that leaves Ctrl-C to Python.

On the main thread, python-sat installs its own handler for Ctrl-C during each call. That handler jumps out of
the running solver and stays installed afterwards, so the next Ctrl-C ends the process. Here each call
pretends to come from another thread. Python's handler then stays in force, and `KeyboardInterrupt` is raised
when the call returns. All code that uses CaDiCaL goes through this class, and limits the number of conflicts
if a call may take a long time.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType
from typing import Self

NOT_ON_THE_MAIN_THREAD = 0


class Cadical:
    """One formula, built clause by clause. Use it in a ``with`` statement: it holds memory outside Python.

    Parameters
    ----------
    clauses : iterable of lists of int
        The first clauses.
    """

    def __init__(self, clauses: Iterable[list[int]] = ()) -> None:
        from pysat.solvers import Cadical195

        self._solver = Cadical195(bootstrap_with=clauses)

    def add(self, clause: list[int]) -> None:
        """Add a clause: one of its literals must be true."""
        self._solver.add_clause(clause)

    def solve(self, conflicts: int = -1) -> bool | None:
        """Return whether there is a model; ``None`` if the search ended undecided.

        It ends undecided after ``conflicts`` conflicts (-1: no limit).
        """
        import pysolvers

        self._solver.conf_budget(conflicts)
        answer = pysolvers.cadical195_solve_lim(self._solver.cadical, [], NOT_ON_THE_MAIN_THREAD)
        self._solver.status = {1: True, -1: False, 0: None}[answer]  # `get_model` reads this status
        return self._solver.status  # type: ignore[no-any-return]

    def model(self) -> list[int]:
        """Return the model that the last `solve` found, as one literal per variable."""
        model: list[int] = self._solver.get_model()
        return model

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        import pysolvers

        # Do not call `delete`: after Ctrl-C inside it, the finaliser would free the formula a second time.
        formula, self._solver.cadical = self._solver.cadical, None
        pysolvers.cadical195_del(formula, None)
