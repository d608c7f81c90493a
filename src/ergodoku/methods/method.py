"""What a method and a search are to the rest of the house, and how a method introduces itself."""

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

    Inherit it, and write ``name`` and `start`; override the rest where the method wants something else.

    Attributes
    ----------
    name : str
        What the registry calls it.
    round : int
        Iterations of a replica in one round; the lowest round wins among replicas.
    steerable : bool
        Whether its searches have a temperature that can be held by hand: `Search.hold`.
    proves : bool
        Whether a proof that the puzzle has no solution may be looked for beside the search.
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
        """The methods that it runs side by side, one replica each; empty if it is a single method."""
        return ()

    def logic_for(self, size: int) -> str:
        """Return the logic to apply before the search on a puzzle of this size."""
        return self.logic

    def replicas_for(self, size: int) -> int:
        """Return the number of replicas on a puzzle of this size, where none is asked for."""
        return max(1, len(self.members))

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> Search:
        """Begin a search on a reduced puzzle."""
        raise TypeError(f"{type(self).__name__} does not define start, so it cannot search")

    def block_solver(self, layout: Layout, seed: int) -> BlockSolver | None:
        """Return what solves many puzzles of one layout in one call, or None if the method cannot.

        It must take exactly the walk that replica 0 of a search with this seed would take on each puzzle,
        and leave unsolved what it does not finish: that is solved by a search of its own.
        """
        return None


class Search(Protocol):
    """A method at work on one puzzle, advanced in slices. Inherit it, or `Walk` where a kernel does the work.

    Whatever the slices, the walk is the same: ``advance(a)`` then ``advance(b)`` ends exactly where
    ``advance(a + b)`` does.

    Attributes
    ----------
    halt : callable, optional
        Set by whoever runs the search. A search asks it every few milliseconds. If it returns True, `advance`
        returns at once, even in the middle of an iteration; the next `advance` goes on from there.
    alone : bool
        Set by whoever runs the search: it must then use no thread but the one that advances it.
    recalled : bool
        Set by another thread that has news for whoever runs the search: `advance` returns as soon as it can,
        and does nothing more until this is False again. A search may ignore it.
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
        """When the lowest energy was first seen."""

    @property
    def temperature(self) -> float:
        """Current temperature, ``nan`` where the method has none."""

    @property
    def accepted(self) -> int:
        """Proposals accepted."""

    @property
    def restarts(self) -> int:
        """How often the search was reheated or started again."""

    @property
    def finished(self) -> bool:
        """Whether the search has ended by itself without a solution."""

    @property
    def refuted(self) -> bool:
        """Whether the search has ended because it tried everything: there is no solution."""
        return False

    @property
    def notes(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """What it noted of itself: (iteration, energy, best, accepted, restarts) and temperature."""

    @property
    def falls(self) -> NDArray[np.int64]:
        """When the best energy fell, and to what, as rows: as far as the notes show it, and the last one."""
        return falls_of(self.notes[0][:, [0, 2]], self.best_iteration, self.best)

    @property
    def active(self) -> str:
        """The name of the method that is at work (a portfolio has several)."""

    @property
    def found_by(self) -> str:
        """The name of the method that the best state comes from."""

    @property
    def freezes(self) -> tuple[int, int] | None:
        """From which iteration on it is frozen for good, and how many more it is worth waiting; or None."""
        return None

    @property
    def evaluations(self) -> int:
        """Cell changes looked at so far, which compare between methods.

        A swap counts two, a whole board or vector one for each of its free cells, and a choice in a partial
        grid one for each cell that it fills.
        """
        return self.iteration

    @property
    def costliest(self) -> int:
        """The most cell changes that one iteration can look at."""
        return 1

    @property
    def helper_seconds(self) -> float:
        """CPU time of threads of its own, besides the one that advances it."""
        return 0.0

    @property
    def extra_notes(self) -> dict[str, NDArray[np.float64]]:
        """What it noted besides, as tables with a row for each note: tempering's rungs, for example."""
        return {}

    def advance(self, iterations: int) -> None:
        """Go on for this many iterations, or until solved or finished, or until `halt` says so."""

    def hold(self, temperature: float | None) -> bool:
        """Hold this temperature from now on, or let the schedule go on; tell whether the search can."""
        return False

    def grid(self) -> Digits:
        """Return the current state as a square of digits, 0 where a cell is not filled."""

    def best_grid(self) -> Digits:
        """Return the best state seen, in the same form."""

    def state(self) -> State:
        """Return all that is needed to go on from here, as plain arrays of their own."""

    def restore(self, state: State) -> None:
        """Go back to a saved state."""


def falls_of(noted: NDArray[np.int64], best_iteration: int, best: int) -> NDArray[np.int64]:
    """Return the rows (iteration, best energy) at which the best energy falls, and where it fell last."""
    lowest = np.minimum.accumulate(noted[:, 1])
    falls = noted[np.concatenate([[True], lowest[1:] < lowest[:-1]])] if len(noted) else noted
    earlier = falls[(falls[:, 0] < best_iteration) & (falls[:, 1] > best)]
    return np.concatenate([earlier, np.array([[best_iteration, best]], dtype=np.int64)])


class Block(NamedTuple):
    """What became of a block of puzzles, one row each."""

    grids: Digits  # (puzzles, cells): the solutions; a row that is not solved has no meaning
    solved: NDArray[np.bool_]
    iterations: NDArray[np.int64]


class BlockSolver(Protocol):
    """Solves many puzzles of one layout in one call. Each thread has one of its own.

    Attributes
    ----------
    name : str
        The name of the method that does it.
    """

    name: ClassVar[str]

    def solve(self, grids: Digits) -> Block:
        """Solve puzzles given as rows of digits, 0 where a cell is empty."""


@dataclass(frozen=True)
class Entry:
    """A method or a preset under its name, with what people need to know to choose it.

    Attributes
    ----------
    name : str
        What to call it; a preset has a name of its own.
    method : Method
        The method with the parameters of the preset.
    summary : str
        What it does, in one line.
    landscape : str
        ``box permutation``, ``cell vector`` or ``construction``.
    reference : str
        The paper it comes from.
    when : str
        What it is good for, to be read after "good for".
    formula : str
        What decides the next state, in one line.
    aliases : tuple of Alias
        Other names for its parameters, by which they can be set too.
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
        """What the method does, in a paragraph or two: the docstring of its file after the first line."""
        text = inspect.getdoc(sys.modules[type(self.method).__module__]) or ""
        return text.partition("\n\nReferences\n")[0].partition("\n\n")[2]
