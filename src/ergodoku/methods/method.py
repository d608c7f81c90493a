"""The interfaces of methods and searches, and the registry entry of a method."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ergodoku.methods.aliases import Alias
from ergodoku.methods.parameters import check
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.logic import Reduction
from ergodoku.puzzle.puzzle import Digits

State = dict[str, NDArray[np.generic]]


@runtime_checkable
class Method(Protocol):
    """An algorithm with its parameters: a frozen dataclass that starts searches.

    To write a method, inherit this class and define ``name`` and `start`. Override the other members if
    needed.

    Attributes
    ----------
    name : str
        The name in the registry.
    round : int
        Iterations of a replica in one round; the replica that finds a solution in the earliest round wins.
    steerable : bool
        Whether its searches have a temperature that can be set by hand, with `Search.hold`.
    proves : bool
        Whether the run may look for a proof that there is no solution, while the search runs.
    logic : str
        The logic applied before the search: none, singles, locked or pairs.
    """

    name: ClassVar[str]
    round: ClassVar[int] = 64
    steerable: ClassVar[bool] = False
    proves: ClassVar[bool] = False
    logic: str = "pairs"

    def __post_init__(self) -> None:
        """Check the parameters."""
        check(self)

    @property
    def members(self) -> tuple[Method, ...]:
        """The methods that run side by side, one replica each; empty for a single method."""
        return ()

    def logic_for(self, size: int) -> str:
        """Return the logic to apply before the search on a puzzle of this size."""
        return self.logic

    def replicas_for(self, size: int) -> int:
        """Return the default number of replicas on a puzzle of this size."""
        return max(1, len(self.members))

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> Search:
        """Start a search on a reduced puzzle."""
        raise TypeError(f"{type(self).__name__} does not define start, so it cannot search")

    def block_solver(self, layout: Layout, seed: int) -> BlockSolver | None:
        """Return a solver for many puzzles of one layout in one call, or None if the method has none.

        On each puzzle it must take exactly the walk that replica 0 of a search with this seed would take. It
        may leave puzzles unsolved: each of them is then solved by an ordinary search.
        """
        return None


class Search(Protocol):
    """A method at work on one puzzle, advanced in slices. Inherit it, or `Walk` if a kernel does the work.

    Slices must not change the walk: ``advance(a)`` then ``advance(b)`` must end exactly where ``advance(a +
    b)`` does.

    Attributes
    ----------
    halt : callable, optional
        Set by the run. The search calls it every few milliseconds. If it returns True, `advance` returns at
        once, even in the middle of an iteration; the next `advance` continues from there.
    alone : bool
        Set by the run: if True, the search must use only the thread that advances it.
    recalled : bool
        Set by another thread that wants `advance` to return as soon as possible. `advance` then does nothing
        until this is False again. A search may ignore it.
    """

    halt: Callable[[], bool] | None = None
    alone: bool = False
    recalled: bool = False

    @property
    def iteration(self) -> int:
        """Iterations done."""

    @property
    def energy(self) -> int:
        """Energy of the current state."""

    @property
    def best(self) -> int:
        """Lowest energy seen; 0 means solved."""

    @property
    def best_iteration(self) -> int:
        """The iteration at which the lowest energy was first seen."""

    @property
    def temperature(self) -> float:
        """Current temperature; ``nan`` if the method has none."""

    @property
    def accepted(self) -> int:
        """Proposals accepted."""

    @property
    def restarts(self) -> int:
        """Number of reheats and restarts."""

    @property
    def finished(self) -> bool:
        """Whether the search has ended by itself without a solution."""

    @property
    def refuted(self) -> bool:
        """Whether the search has ended because it tried everything: there is no solution."""
        return False

    @property
    def notes(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The notes of the search: rows (iteration, energy, best, accepted, restarts), and temperatures."""

    @property
    def falls(self) -> NDArray[np.int64]:
        """Rows (iteration, best energy): the falls of the best energy in the notes, and its last fall."""
        return falls_of(self.notes[0][:, [0, 2]], self.best_iteration, self.best)

    @property
    def active(self) -> str:
        """The name of the method that is searching (a portfolio has several)."""

    @property
    def found_by(self) -> str:
        """The name of the method that found the best state."""

    @property
    def freezes(self) -> tuple[int, int] | None:
        """When the search freezes for good; None if unknown.

        The first number is the iteration at which it freezes. The second says how long to wait after that:
        the run gives up after this number of iterations without a new best energy.
        """
        return None

    @property
    def evaluations(self) -> int:
        """Cell changes looked at so far: a measure of work that suits all methods.

        A swap counts as two, a whole board or vector as one for each of its free cells, and a choice in a
        partial grid as one for each cell that it fills.
        """
        return self.iteration

    @property
    def costliest(self) -> int:
        """The largest number of cell changes that one iteration can look at."""
        return 1

    @property
    def helper_seconds(self) -> float:
        """CPU time of the threads that the search itself started, in seconds."""
        return 0.0

    @property
    def extra_notes(self) -> dict[str, NDArray[np.float64]]:
        """Additional notes, as tables with one row per note: the rungs of tempering, for example."""
        return {}

    def advance(self, iterations: int) -> None:
        """Advance by this many iterations, or until solved, finished or halted."""

    def close(self) -> None:
        """End the threads that the search itself started; a run that ends calls this, perhaps repeatedly."""
        return

    def hold(self, temperature: float | None) -> bool:
        """Hold this temperature from now on, or return to the schedule (None).

        Return False if the search cannot be steered.
        """
        return False

    def grid(self) -> Digits:
        """Return the current state as a square of digits, 0 for an empty cell."""

    def best_grid(self) -> Digits:
        """Return the best state seen, in the same form."""

    def state(self) -> State:
        """Return copies of all arrays that are needed to continue from here."""

    def restore(self, state: State) -> None:
        """Restore a saved state."""


def falls_of(noted: NDArray[np.int64], best_iteration: int, best: int) -> NDArray[np.int64]:
    """Return the rows (iteration, best energy) at which the best energy falls, ending with its last fall."""
    lowest = np.minimum.accumulate(noted[:, 1])
    falls = noted[np.concatenate([[True], lowest[1:] < lowest[:-1]])] if len(noted) else noted
    earlier = falls[(falls[:, 0] < best_iteration) & (falls[:, 1] > best)]
    return np.concatenate([earlier, np.array([[best_iteration, best]], dtype=np.int64)])


class Block(NamedTuple):
    """The results for a block of puzzles, one row each."""

    grids: Digits  # (puzzles, cells): the solutions; ignore rows that are not solved
    solved: NDArray[np.bool_]
    iterations: NDArray[np.int64]


class BlockSolver(Protocol):
    """Solves many puzzles of one layout in one call. Each thread has its own solver.

    Attributes
    ----------
    name : str
        The name of the method.
    recalled : ndarray of int64, shape (1,)
        Set by the engine. It becomes 1 when another thread wants `solve` to return as soon as possible; the
        puzzles that are left then stay unsolved. A solver may ignore it if its calls are short.
    """

    name: ClassVar[str]
    recalled: NDArray[np.int64]

    def solve(self, grids: Digits) -> Block:
        """Solve puzzles given as rows of digits, 0 for an empty cell."""


@dataclass(frozen=True)
class Entry:
    """A method or preset in the registry, with the information that people need to choose it.

    Attributes
    ----------
    name : str
        Name of the method or preset.
    method : Method
        The method with the parameters of the preset.
    summary : str
        Description in one line.
    landscape : str
        The landscape in words, such as ``box permutation``.
    reference : str
        The paper that describes the method.
    when : str
        What the method is good for; the text continues the words "good for".
    formula : str
        The rule for the next state, in one or a few lines.
    aliases : tuple of Alias
        Other names by which parameters can be set.
    """

    name: str
    method: Method
    summary: str
    landscape: str
    reference: str
    when: str
    formula: str = ""
    aliases: tuple[Alias, ...] = ()

    @property
    def description(self) -> str:
        """What the method does, in a paragraph or two: the docstring of its module without the first line."""
        text = inspect.getdoc(sys.modules[type(self.method).__module__]) or ""
        return text.partition("\n\nReferences\n")[0].partition("\n\n")[2]
