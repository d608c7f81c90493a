"""The bookkeeping that compiled walks share.

A walk keeps its numbers in one small array that its kernel reads and writes. So the walk can be cut into
slices and saved at any iteration. The walk takes notes for its trace: the first note is its start, and then
the kernel writes a note every ``stride`` iterations. When the notes are full, every other note is dropped and
the stride doubles. So a trace is bounded and evenly spaced, and slices do not change it.

The contract of a kernel: its parameters are the landscape, the state, the `Record` of the walk, ``end``, and
whatever else it needs, in any order. It continues while `going` is true, keeps each new best state with
`keep_best`, and calls `note` after every iteration. A method with additional notes names them in
`Walk.also_noted`; when `due` is true, its kernel writes a row of `Record.more` before it calls `note`. If an
iteration can take a long time, the kernel returns after about `WORK` steps and stores its position in an
array. The next call continues from there.
"""

from __future__ import annotations

import time
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.compiled import inlined, kernel
from ergodoku.landscape.boxes import copy_cells
from ergodoku.landscape.random import Words
from ergodoku.methods.method import Method, Search, State, falls_of

SAMPLES = 4096  # maximum number of notes
WORK = 500_000  # steps (swaps, cells ...) after which a kernel returns, even inside an iteration
PIECE_SECONDS = 0.005  # duration of one kernel call; short, so that a stop takes effect soon
LONGEST_PIECE = 1 << 40  # iterations

# The positions in `Record.numbers`. QUIET is the number of iterations since the search last made progress (a
# lower energy, or the change that `Reheat.watch` names) or restarted. LOWEST is the lowest energy since the
# last start. BEST_AT is the iteration of the best energy.
(
    ITERATION,
    ENERGY,
    BEST,
    BEST_AT,
    LOWEST,
    QUIET,
    ACCEPTED,
    RESTARTS,
    FINISHED,
    NEXT_SAMPLE,
    STRIDE,
    NOTED,
) = range(12)
NUMBERS = 12
# The columns of a note; temperatures are in a separate array.
NOTE_ITERATION, NOTE_ENERGY, NOTE_BEST, NOTE_ACCEPTED, NOTE_RESTARTS = range(5)


class Record(NamedTuple):
    """What every kernel needs: the random generator, the current numbers of the walk, and its history."""

    rng: Words
    numbers: NDArray[np.int64]  # (NUMBERS,)
    notes: NDArray[np.int64]  # (notes, 5)
    temperatures: NDArray[np.float64]  # (notes,): at each note
    best: NDArray[Any]  # the best state seen
    more: NDArray[np.float64]  # (notes, columns): additional notes of the method
    recalled: NDArray[np.int64]  # (1,): not 0 if another thread wants the kernel to return
    falls: NDArray[np.int64]  # (rows, 2): falls of the best energy in dropped notes; -1 if unused


def new_record(energy: int, best: NDArray[Any], rng: Words, notes: int = SAMPLES, columns: int = 0) -> Record:
    """Return the record of a new walk, with room for ``notes`` notes; 0 if the walk never takes notes.

    ``columns`` is the number of additional values in each note.
    """
    numbers = np.zeros(NUMBERS, dtype=np.int64)
    numbers[ENERGY] = numbers[BEST] = numbers[LOWEST] = energy
    numbers[NEXT_SAMPLE] = numbers[STRIDE] = 1 if notes else -1
    room = np.empty((notes, 5), dtype=np.int64), np.empty(notes)
    falls = np.full((min(energy, notes) + 2, 2), -1, dtype=np.int64)
    return Record(rng, numbers, *room, best, np.empty((notes, columns)), np.zeros(1, dtype=np.int64), falls)


class Walk(Search):
    """The bookkeeping of a compiled walk.

    A subclass adds `run_kernel`, `grid` and `best_grid`, and returns in `arrays` whatever else the walk
    depends on. Its ``cost`` is the number of cell changes that an iteration looks at. If this number varies,
    the subclass overrides `evaluations` and `costliest`.

    Parameters
    ----------
    method : Method
        The method with its parameters.
    energy : int
        Energy of the first state.
    best : ndarray
        A copy of the first state; this array keeps the best state.
    rng : ndarray of uint64
        The state of the generator.
    """

    also_noted: ClassVar[tuple[str, ...]] = ()  # names of additional notes: the columns of `Record.more`
    cost: int = 1

    def __init__(self, method: Method, energy: int, best: NDArray[Any], rng: Words) -> None:
        self.method = method
        self.record = new_record(energy, best, rng, columns=len(self.also_noted))
        self.numbers = self.record.numbers
        self._piece = 0  # iterations of the next kernel call; 0 before the first

    iteration = property(lambda self: int(self.numbers[ITERATION]))
    energy = property(lambda self: int(self.numbers[ENERGY]))
    best = property(lambda self: int(self.numbers[BEST]))
    accepted = property(lambda self: int(self.numbers[ACCEPTED]))
    restarts = property(lambda self: int(self.numbers[RESTARTS]))
    finished = property(lambda self: bool(self.numbers[FINISHED]))
    best_iteration = property(lambda self: int(self.numbers[BEST_AT]))
    active = property(lambda self: self.method.name)
    found_by = property(lambda self: self.method.name)

    @property
    def recalled(self) -> bool:
        """Whether another thread wants `advance` to return."""
        return bool(self.record.recalled[0])

    @recalled.setter
    def recalled(self, recalled: bool) -> None:
        self.record.recalled[0] = recalled

    @property
    def evaluations(self) -> int:
        """Cell changes looked at so far."""
        return int(self.iteration * self.cost)

    @property
    def costliest(self) -> int:
        """The largest number of cell changes that one iteration can look at."""
        return self.cost

    @property
    def temperature(self) -> float:
        """``nan``, unless a subclass has a temperature."""
        return float("nan")

    @property
    def notes(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The notes of the kernel so far."""
        count = int(self.numbers[NOTED])
        return self.record.notes[:count], self.record.temperatures[:count]

    @property
    def falls(self) -> NDArray[np.int64]:
        """A row (iteration, best energy) for each time that the best energy fell.

        The iterations are exact at first, and later accurate to 1/2,048 of their value.
        """
        noted = self.notes[0][:, [NOTE_ITERATION, NOTE_BEST]]
        return falls_of(np.concatenate([self._old_falls, noted]), self.best_iteration, self.best)

    @property
    def _old_falls(self) -> NDArray[np.int64]:
        """The falls of the best energy in notes that have been dropped."""
        falls = self.record.falls
        return falls[falls[:, 0] >= 0]

    @property
    def extra_notes(self) -> dict[str, NDArray[np.float64]]:
        """The additional notes of the method, by name."""
        count = int(self.numbers[NOTED])
        return {name: self.record.more[:count, k] for k, name in enumerate(self.also_noted)}

    def advance(self, iterations: int) -> None:
        """Advance by this many iterations, or until solved, finished or halted."""
        end = self.iteration + iterations
        while (now := self.iteration) < end and self.best > 0 and not self.finished:
            if now == self.numbers[NOTED] == 0:
                self.note_start()
            self._piece = self._piece or min(4 * self.method.round, max(1, WORK // self.costliest))
            began, pause = time.perf_counter(), min(end, now + self._piece)
            self.run_kernel(pause)
            if pause == end <= self.iteration:
                return
            if self.recalled or (self.halt is not None and self.halt()):
                return
            self._learn(time.perf_counter() - began, whole=self.iteration >= pause)

    def _learn(self, seconds: float, *, whole: bool) -> None:
        """Adapt the length of the next piece to the time of the last one, and to whether it was completed."""
        if seconds > 2 * PIECE_SECONDS:
            self._piece = max(1, self._piece // 2)
        elif seconds < PIECE_SECONDS and whole:
            self._piece = min((2 if seconds > PIECE_SECONDS / 8 else 4) * self._piece, LONGEST_PIECE)

    def run_kernel(self, end: int) -> None:
        """Run the kernel up to iteration ``end``; if it returns early, `advance` calls this method again."""
        raise TypeError(f"{type(self).__name__} has no kernel: define its method run_kernel(end)")

    def note_start(self) -> None:
        """Note the state before the first iteration; subclasses add their row of ``record.more``."""
        notes, temperatures = self.record.notes, self.record.temperatures
        notes[0] = 0, self.energy, self.best, self.accepted, self.restarts
        temperatures[0] = self.temperature
        self.numbers[NOTED] = 1

    def arrays(self) -> State:
        """Return the arrays that the walk depends on besides its record; subclasses add their own."""
        return {}

    def state(self) -> State:
        """Return copies of everything that the walk depends on."""
        notes, temperatures = self.notes
        more = self.record.more[: len(notes)]
        record = self.record._asdict() | {"notes": notes, "temperatures": temperatures, "more": more}
        record["falls"] = self._old_falls
        del record["recalled"]
        return {name: array.copy() for name, array in (record | self.arrays()).items()}

    def restore(self, state: State) -> None:
        """Restore a saved state; subclasses recompute what depends on it."""
        self.numbers[:] = state["numbers"]
        falls, saved = self.record.falls, state.get("falls", self.record.falls[:0])
        falls[:], falls[: len(saved)] = -1, saved[: len(falls)].copy()
        notes, temperatures = self.notes
        kept = {
            "rng": self.record.rng,
            "best": self.record.best,
            "notes": notes,
            "temperatures": temperatures,
            "more": self.record.more[: len(notes)],
        }
        for name, array in (kept | self.arrays()).items():
            array[...] = state[name]


@inlined
def going(record: Any, end: Any) -> Any:
    """Return whether a kernel continues: it is not at the end, not solved and not recalled."""
    numbers = record.numbers
    return numbers[ITERATION] < end and numbers[BEST] > 0 and record.recalled[0] == 0


@inlined
def keep_best(record: Any, state: Any) -> None:
    """Keep the state of a kernel if its energy is a new best."""
    numbers = record.numbers
    if numbers[ENERGY] < numbers[BEST]:
        numbers[BEST] = numbers[ENERGY]
        numbers[BEST_AT] = numbers[ITERATION]
        copy_cells(state, record.best)


@inlined
def due(record: Any) -> Any:
    """Return whether `note` will write a note at this iteration of a kernel."""
    return record.numbers[ITERATION] == record.numbers[NEXT_SAMPLE]


@inlined
def note(record: Any, temperature: Any = np.nan) -> None:
    """Write a note, if one is due at this iteration of a kernel."""
    numbers, notes = record.numbers, record.notes
    if numbers[ITERATION] == numbers[NEXT_SAMPLE]:
        k = numbers[NOTED]
        notes[k, NOTE_ITERATION] = numbers[ITERATION]
        notes[k, NOTE_ENERGY] = numbers[ENERGY]
        notes[k, NOTE_BEST] = numbers[BEST]
        notes[k, NOTE_ACCEPTED] = numbers[ACCEPTED]
        notes[k, NOTE_RESTARTS] = numbers[RESTARTS]
        record.temperatures[k] = temperature
        numbers[NOTED] = k + 1
        numbers[NEXT_SAMPLE] += numbers[STRIDE]
        if numbers[NOTED] == SAMPLES:
            thin(record)


@kernel
def thin(record: Record) -> None:
    """Drop every other note, and double the stride; keep the falls of the best energy."""
    numbers, notes, temperatures, more = record.numbers, record.notes, record.temperatures, record.more
    keep_falls(record)
    for k in range(1, SAMPLES // 2):
        for column in range(notes.shape[1]):
            notes[k, column] = notes[2 * k, column]
        for column in range(more.shape[1]):
            more[k, column] = more[2 * k, column]
        temperatures[k] = temperatures[2 * k]
    numbers[NOTED] = SAMPLES // 2
    numbers[STRIDE] *= 2
    numbers[NEXT_SAMPLE] = notes[numbers[NOTED] - 1, NOTE_ITERATION] + numbers[STRIDE]


@kernel
def keep_falls(record: Record) -> None:
    """Store the falls of the best energy that the notes show, and its last fall."""
    numbers, notes, falls = record.numbers, record.notes, record.falls
    k = 0
    while k < falls.shape[0] and falls[k, 0] >= 0:
        k += 1
    for row in range(notes.shape[0] + 1):
        last = row == notes.shape[0]
        at = numbers[BEST_AT] if last else notes[row, NOTE_ITERATION]
        best = numbers[BEST] if last else notes[row, NOTE_BEST]
        fallen = (last or best > numbers[BEST]) and (k == 0 or best < falls[k - 1, 1])
        if fallen and k < falls.shape[0]:
            falls[k, 0], falls[k, 1] = at, best
            k += 1
