"""The bookkeeping that compiled walks share.

A walk keeps its numbers in one small array that its kernel reads and writes, so that it can be cut into
slices anywhere and saved anywhere. It samples itself: every ``stride`` iterations the kernel notes where
it is. When the notes are full every other one is dropped and the stride doubles, so a trace is bounded,
even, and the same however the walk was sliced.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.compiled import inlined
from ergodoku.methods.method import Search, State

SAMPLES = 4096  # notes kept at most

# The numbers of a walk.
ITERATION, ENERGY, BEST, ACCEPTED, QUIET, NEXT_SAMPLE, STRIDE, NOTED, RESTARTS, FINISHED, BEST_AT = range(11)
NUMBERS = 11
# The columns of a note; the temperature stands in an array of its own.
NOTE_ITERATION, NOTE_ENERGY, NOTE_BEST, NOTE_ACCEPTED, NOTE_RESTARTS = range(5)


class Walk(Search):
    """The bookkeeping of a compiled walk; a subclass adds `_run` and its boards."""

    name: ClassVar[str]

    def __init__(self, energy: int) -> None:
        self.numbers = np.zeros(NUMBERS, dtype=np.int64)
        self.numbers[[ENERGY, BEST]] = energy
        self.numbers[[NEXT_SAMPLE, STRIDE]] = 1
        self._notes = np.empty((SAMPLES, 5), dtype=np.int64)
        self._temperatures = np.empty(SAMPLES, dtype=np.float64)

    iteration = property(lambda self: int(self.numbers[ITERATION]))
    energy = property(lambda self: int(self.numbers[ENERGY]))
    best = property(lambda self: int(self.numbers[BEST]))
    accepted = property(lambda self: int(self.numbers[ACCEPTED]))
    restarts = property(lambda self: int(self.numbers[RESTARTS]))
    finished = property(lambda self: bool(self.numbers[FINISHED]))
    best_iteration = property(lambda self: int(self.numbers[BEST_AT]))
    active = property(lambda self: self.name)
    found_by = property(lambda self: self.name)

    @property
    def temperature(self) -> float:
        """No temperature, unless a subclass has one."""
        return float("nan")

    @property
    def notes(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """What the kernel noted so far."""
        count = int(self.numbers[NOTED])
        return self._notes[:count], self._temperatures[:count]

    def advance(self, iterations: int) -> None:
        """Go on for so many iterations, or until solved or finished."""
        end = self.iteration + iterations
        while self.iteration < end and self.best > 0 and not self.finished:
            self._run(end)
            if self.numbers[NOTED] == SAMPLES:
                self._thin()

    def _run(self, end: int) -> None:
        """Run the kernel up to iteration ``end``; it may return early, and is then called again."""
        raise TypeError(f"{type(self).__name__} has no kernel")

    def _thin(self) -> None:
        kept = SAMPLES // 2
        self._notes[:kept] = self._notes[1::2]
        self._temperatures[:kept] = self._temperatures[1::2]
        numbers = self.numbers
        numbers[NOTED] = kept
        numbers[STRIDE] *= 2
        numbers[NEXT_SAMPLE] = self._notes[kept - 1, NOTE_ITERATION] + numbers[STRIDE]

    def _arrays(self) -> State:
        """Return the arrays that the walk depends on besides its numbers and notes; a subclass has them."""
        return {}

    def state(self) -> State:
        """Return all that the walk depends on, as copies."""
        notes, temperatures = self.notes
        state = {"numbers": self.numbers, "notes": notes, "temperatures": temperatures} | self._arrays()
        return {name: array.copy() for name, array in state.items()}

    def restore(self, state: State) -> None:
        """Go back to a saved state; a subclass works out anew what follows from it."""
        self.numbers[:] = state["numbers"]
        count = int(self.numbers[NOTED])
        self._notes[:count] = state["notes"]
        self._temperatures[:count] = state["temperatures"]
        for name, array in self._arrays().items():
            array[...] = state[name]


@inlined
def going(numbers: Any, end: Any) -> Any:
    """Tell inside a kernel whether the walk goes on: not at its end, not solved, room for notes."""
    return numbers[ITERATION] < end and numbers[BEST] > 0 and numbers[NOTED] < SAMPLES


@inlined
def keep_best(numbers: Any, state: Any, best_state: Any) -> None:
    """Keep the state inside a kernel if its energy is below all before."""
    if numbers[ENERGY] < numbers[BEST]:
        numbers[BEST], numbers[BEST_AT] = numbers[ENERGY], numbers[ITERATION]
        for k in range(state.shape[0]):
            best_state[k] = state[k]


@inlined
def note(numbers: Any, notes: Any, temperatures: Any, temperature: Any) -> None:
    """Note where the walk is, inside a kernel."""
    k = numbers[NOTED]
    notes[k, NOTE_ITERATION] = numbers[ITERATION]
    notes[k, NOTE_ENERGY] = numbers[ENERGY]
    notes[k, NOTE_BEST] = numbers[BEST]
    notes[k, NOTE_ACCEPTED] = numbers[ACCEPTED]
    notes[k, NOTE_RESTARTS] = numbers[RESTARTS]
    temperatures[k] = temperature
    numbers[NOTED] = k + 1
    numbers[NEXT_SAMPLE] += numbers[STRIDE]
