"""Notes that a reader needs to understand the results of a study."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ergodoku.base.numbers import counted
from ergodoku.lab.analysis.best import too_few_puzzles
from ergodoku.lab.analysis.pairwise import ALPHA, smallest_p
from ergodoku.lab.analysis.resampling import FEW_PUZZLES, puzzles_are_drawn
from ergodoku.lab.analysis.summary import DISTURBED, Runs, Standing

if TYPE_CHECKING:
    from ergodoku.lab.study import Study

FEW = 10


def notes_of(
    study: Study, runs: Runs, standings: Sequence[Standing], *, cpu_times: bool = False, pairs: bool = True
) -> list[str]:
    """Return the notes on a study, each a clause without a full stop.

    Parameters
    ----------
    cpu_times : bool
        Whether the standings have CPU times instead of times on the clock.
    pairs : bool
        Whether pairs of contenders are tested; if not, each contender is compared with the best only.
    """
    if len(runs) == 0:
        return [f"none of the {study.total:,} runs has ended yet"]
    found = []
    if len(runs) < study.total:
        found.append(f"{len(runs):,} of {study.total:,} runs have ended; the results may still change")
    found += _on_solutions(runs, standings)
    found += _on_the_sample(runs, standings, pairs)
    if len({c.name for c in study.contenders}) > 1 and "evaluations" in runs.measures:
        found.append(
            "an iteration is not the same amount of work in all methods: between methods, compare "
            "evaluations or seconds"
        )
    gave_up = ~runs.solved & ~runs.unsolvable
    if study.time_limit is not None and bool((gave_up & (runs.seconds >= study.time_limit)).any()):
        found.append("some runs hit the time limit, so their iterations depend on the machine")
    if cpu_times:
        found.append("times are CPU times of one core")
    if runs.cpu_share < DISTURBED:
        advice = "" if cpu_times else ", so trust their CPU time more than the time on the clock"
        found.append(
            f"the runs had the CPU for only {100 * runs.cpu_share:.0f} % of their time: other programs "
            f"disturbed them{advice}"
        )
    return found


def _on_solutions(runs: Runs, standings: Sequence[Standing]) -> list[str]:
    found = []
    solved, logic = int(runs.solved.sum()), int((runs.by_logic & runs.solved).sum())
    if len(standings) == 1:
        found.append("there is one contender, so there is nothing to compare")
    if solved == 0:
        found.append("no run was solved: medians are lower bounds, and there is no expected running time")
    elif logic == len(runs):
        found.append("logic alone solved every run, before any search: no method was tested")
    elif logic:
        found.append(f"logic alone solved {logic:,} of {len(runs):,} runs, at 0 iterations")
    if hopeless := int(runs.unsolvable.sum()):
        found.append(
            f"{counted(hopeless, 'run')} ended with a proof that no solution exists (counted as not solved)"
        )
    return found


def _on_the_sample(runs: Runs, standings: Sequence[Standing], tested: bool) -> list[str]:
    found = []
    least = min(standings, key=lambda s: s.runs)
    if least.runs < FEW:
        few = counted(least.runs, "run")
        which = least.label
        if len(standings) > 1 and all(s.runs == least.runs for s in standings):
            which = "each contender"
        found.append(f"{which} has only {few}: little can be shown with fewer than {FEW}")
    puzzles = len(np.unique(runs.puzzle))
    pairs, common = _pairs(runs)
    if not puzzles_are_drawn(puzzles):
        which = "this puzzle" if puzzles == 1 else f"these {puzzles} puzzles"
        found.append(
            f"intervals and tests hold for {which} only; with {FEW_PUZZLES} or more puzzles they hold for "
            "similar puzzles too"
        )
    elif not tested:
        if too_few_puzzles(puzzles, len(standings)):
            found.append(
                f"{puzzles} puzzles are too few to show that any of {len(standings)} values is worse than "
                "the best"
            )
    elif pairs and smallest_p(common) * pairs >= ALPHA:
        found.append(
            f"{common} puzzles are too few to show a difference among {pairs} pairs: after Holm's "
            f"correction, the smallest possible p value is {smallest_p(common) * pairs:.2g}"
        )
    return found


def _pairs(runs: Runs) -> tuple[int, int]:
    """Return how many pairs of contenders have puzzles in common, and the largest number of such puzzles."""
    (contenders, row), (puzzles, column) = (
        np.unique(values, return_inverse=True) for values in (runs.contender, runs.puzzle)
    )
    has = np.zeros((len(contenders), len(puzzles)), dtype=np.float32)
    has[row, column] = 1
    common = np.triu(has @ has.T, 1)
    return int(np.count_nonzero(common)), int(common.max(initial=0))
