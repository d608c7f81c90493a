"""What a comparison shows, and what to bear in mind, in plain sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ergodoku.base.numbers import p_value
from ergodoku.lab.analysis.pairwise import Pair
from ergodoku.lab.analysis.summary import MEASURES, Runs, Standing

if TYPE_CHECKING:
    from ergodoku.lab.study import Study

SENTENCES = 6  # per measure: of many pairs only those with the best contender are spelt out
FEW = 10
LESS = {"seconds": "less time", "iterations": "fewer iterations"}


def conclusions_of(standings: Sequence[Standing], pairs: Mapping[str, Sequence[Pair]]) -> list[str]:
    """Return a sentence for each pair: which of the two needs less, or that no difference is shown."""
    said: list[str] = []
    for measure in MEASURES:
        tested = [pair for pair in pairs[measure] if pair.adjusted == pair.adjusted]
        if len(tested) > SENTENCES:
            different = sum(pair.differs for pair in tested)
            best = _best(tested, len(standings))
            said.append(
                f"In {measure}, {different} of {len(tested)} pairs differ; "
                f"{standings[best].label} does best, here against the others:"
            )
            tested = [pair for pair in tested if best in (pair.first, pair.second)]
            left = len(tested) - SENTENCES
            tested = sorted(tested, key=lambda pair: abs(pair.a12 - 0.5))[:SENTENCES]
            said += [_sentence(pair, standings, measure) for pair in tested]
            if left > 0:
                said.append(f"The other {left} are in the tables; there the difference is larger.")
        else:
            said += [_sentence(pair, standings, measure) for pair in tested]
    return said


def notes_of(study: Study, runs: Runs, standings: Sequence[Standing]) -> list[str]:
    """Return what a reader must know to understand the figures."""
    if len(runs) == 0:
        return [f"no run has ended yet, of {study.total:,}"]
    found = []
    if len(runs) < study.total:
        found.append(f"{len(runs):,} of {study.total:,} runs have ended; the results may still change")
    solved, logic = int(runs.solved.sum()), int((runs.by_logic & runs.solved).sum())
    if len(standings) == 1:
        found.append("there is one contender, so nothing to compare it with")
    if solved == 0:
        found.append("no run was solved: medians are lower bounds, and there is no expected running time")
    elif logic == len(runs):
        found.append("logic alone solved every run, before any search: no method was tested")
    elif logic:
        found.append(f"logic alone solved {logic:,} of {len(runs):,} runs, at 0 iterations")
    if hopeless := int(runs.unsolvable.sum()):
        found.append(
            f"{hopeless:,} runs ended with a proof that there is no solution; they count as not solved"
        )
    least = min(standings, key=lambda s: s.runs)
    if least.runs < FEW:
        runs_of_it = f"{least.runs} run{'' if least.runs == 1 else 's'}"
        found.append(f"{least.label} has only {runs_of_it}: little can be shown with fewer than {FEW}")
    if len({c.name for c in study.contenders}) > 1:
        found.append(
            "an iteration is a different amount of work in each method: between methods, compare seconds"
        )
    if study.time_limit is not None and study.max_iterations is None and solved < len(runs):
        found.append("some runs hit the time limit, so their iterations depend on the machine")
    return found


def _sentence(pair: Pair, standings: Sequence[Standing], measure: str) -> str:
    first, second, a12 = standings[pair.first].label, standings[pair.second].label, pair.a12
    if a12 < 0.5:
        first, second, a12 = second, first, 1 - a12
    figures = f"A12 {a12:.2f} ({pair.effect}), p {p_value(pair.adjusted)} after Holm"
    if pair.differs:
        return f"{first} needs {LESS[measure]} than {second}: {figures}."
    return f"No difference in {measure} is shown between {first} and {second}: {figures}."


def _best(pairs: Sequence[Pair], contenders: int) -> int:
    """Return the contender that wins most often against a run of another."""
    wins = np.zeros(contenders)
    for pair in pairs:
        wins[pair.first] += pair.a12
        wins[pair.second] += 1 - pair.a12
    return int(wins.argmax())
