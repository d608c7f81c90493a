"""A sample of stored descents: the efforts, in any measure, at which the best energy of a run fell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ergodoku.lab.analysis.resampling import Ints
from ergodoku.lab.analysis.statistics import Floats

if TYPE_CHECKING:
    from ergodoku.lab.analysis.summary import Runs
    from ergodoku.lab.study import Descent, Store

MOST = 1_000  # runs to read per contender: more would not change a curve visibly


@dataclass(frozen=True, eq=False)
class Histories:
    """The descents of some runs of each contender.

    Attributes
    ----------
    row : ndarray of int
        The index of the run of each descent.
    descents : tuple of Descent
        One descent per run; it has no points if logic alone solved the puzzle.
    of : int
        The number of finished runs, from which the runs of these descents were chosen.
    """

    runs: Runs
    row: Ints
    descents: tuple[Descent, ...]
    of: int

    @classmethod
    def read(cls, store: Store, runs: Runs, most: int = MOST) -> Histories:
        """Read the descents of at most ``most`` runs of each contender, spread evenly over the puzzles."""
        chosen = evenly_chosen(runs, most)
        keys = zip(*(column[chosen].tolist() for column in runs.keys), strict=True)
        found = list(store.descents(keys))
        known = [k for k, descent in enumerate(found) if descent is not None]
        kept = tuple(descent for descent in found if descent is not None)
        return cls(runs, chosen[known], kept, len(runs))

    def __len__(self) -> int:
        return len(self.row)

    @property
    def sampled(self) -> bool:
        """Whether the descents are from only some of the runs."""
        return len(self) < self.of

    def of_contender(self, contender: int) -> list[int]:
        """Return the indices of a contender's descents."""
        return np.flatnonzero(self.runs.contender[self.row] == contender).tolist()

    def curve(self, k: int, measure: str) -> tuple[Floats, Ints]:
        """Return the efforts at which the best energy of a run fell, and the energy from each effort on.

        Evaluations within a run are estimated in proportion to its iterations.
        """
        descent, row = self.descents[k], self.row[k]
        total = float(self.runs.effort(measure)[row])
        if len(descent) == 0:
            return np.zeros(1), self.runs.energy[row : row + 1]
        if measure in ("iterations", "evaluations"):
            spent = max(1.0, float(self.runs.iterations[row]))
            return descent.iteration.astype(np.float64) * (total / spent), descent.energy
        return descent.share * total, descent.energy

    def curves(self, contender: int, measure: str) -> Iterator[tuple[Floats, Ints]]:
        """Yield the curves of a contender."""
        return (self.curve(k, measure) for k in self.of_contender(contender))


def evenly_chosen(runs: Runs, most: int) -> Ints:
    """Return the indices of at most ``most`` runs of each contender, spread evenly over the puzzles."""
    chosen = []
    for contender in np.unique(runs.contender):
        rows = np.flatnonzero(runs.contender == contender)
        if len(rows) > most:
            rows = rows[np.lexsort((runs.repetition[rows], runs.puzzle[rows]))]
            rows = rows[np.linspace(0, len(rows) - 1, most).round().astype(np.int64)]
        chosen.append(rows)
    return np.concatenate(chosen) if chosen else np.empty(0, dtype=np.int64)
