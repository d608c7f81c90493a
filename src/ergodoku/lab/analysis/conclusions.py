"""The conclusions of a comparison in plain sentences, with an explanation if two measures disagree."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from ergodoku.base.numbers import counted, p_value
from ergodoku.lab.analysis.pairwise import ALPHA, Pair
from ergodoku.lab.analysis.summary import Standing
from ergodoku.lab.analysis.words import NAMES, TIMES, amount_text, effort_text

SENTENCES = 6  # with more pairs per measure, only pairs with the best contender get a sentence
LESS = {name: ("less " if name in TIMES else "fewer ") + word for name, word in NAMES.items()}
AHEAD = 1.1  # mention expected running times only if they favour the other contender by more than this factor
Pairs = Mapping[str, Sequence[Pair]]


def conclusions_of(
    standings: Sequence[Standing], pairs: Pairs, classes: Sequence[tuple[str, Pairs]] = (), by: str = ""
) -> list[str]:
    """Return a sentence for each pair: which of the two needs less, or that they do not differ significantly.

    If there are more than `SENTENCES` pairs, only pairs with the best contender get a sentence, and at most
    that many. If another way to count the same runs leads to another conclusion, a further sentence explains
    the difference.
    """
    said: list[str] = []
    for measure in pairs:
        tested = [pair for pair in pairs[measure] if not math.isnan(pair.adjusted)]
        left, count = 0, len(tested)
        if count > SENTENCES:
            different = sum(pair.differs for pair in tested)
            best = _best(tested, len(standings))
            said.append(
                f"In {NAMES[measure]}, {different} of {count} pairs differ; "
                f"{standings[best].label} does best. Compared with the others:"
            )
            tested = [pair for pair in tested if best in (pair.first, pair.second)]
            left = len(tested) - SENTENCES
            tested = sorted(tested, key=lambda pair: abs(pair.a12 - 0.5))[:SENTENCES]
        for pair in tested:
            said.append(_sentence(pair, standings, measure))
            said += _other_views(pair, standings, measure, count)
        if left > 0:
            said.append(
                f"The tables show the other pairs with {standings[best].label} ({left}), which differ more."
            )
        said += _between_classes(standings, measure, classes, by)
    return said


def _sentence(pair: Pair, standings: Sequence[Standing], measure: str) -> str:
    first, second, a12, better = _ordered(pair, standings)
    figures = f"A12 {a12:.2f} ({pair.effect}), p {p_value(pair.adjusted)} after Holm"
    if pair.by_puzzle:
        figures = f"{first} does better on {_share(pair, better)}, {figures}"
        where = ""
    else:
        where = "On this puzzle, " if pair.puzzles == 1 else f"On these {pair.puzzles} puzzles, "
    if pair.differs:
        return f"{where}{first} needs {LESS[measure]} than {second}: {figures}."
    there = "there is no" if where else "There is no"
    between = f"between {first} and {second}"
    return f"{where}{there} significant difference in {NAMES[measure]} {between}: {figures}."


def _other_views(pair: Pair, standings: Sequence[Standing], measure: str, pairs: int) -> list[str]:
    """Explain why single runs, or the expected running time, suggest a different conclusion from the test.

    ``pairs`` is the number of pairs for which Holm's method corrects.
    """
    first, second, _, better = _ordered(pair, standings)
    told = []
    if pair.by_puzzle and not pair.differs and pair.p_runs < ALPHA:
        why = f"{first} does better on only {_share(pair, better)}"
        if better == pair.puzzles:
            why = (
                f"{better} puzzles are too few to show a difference among {pairs} pairs, although {first} "
                "does better on all of them"
            )
        told.append(
            f"(A test on runs would show a difference, p {p_value(pair.p_runs)}; but runs on the same puzzle "
            f"are similar, and {why}.)"
        )
    named = {s.label: s.effort(measure).expected for s in (standings[pair.first], standings[pair.second])}
    if named[second] * AHEAD < named[first] < math.inf:
        low, high = effort_text(named[second], measure), amount_text(named[first], measure)
        told.append(
            f"(By expected running time {second} is ahead, {low} against {high}: there, a few long or failed "
            f"runs of {first} weigh more than many short ones.)"
        )
    return told


def _between_classes(
    standings: Sequence[Standing], measure: str, classes: Sequence[tuple[str, Pairs]], by: str
) -> list[str]:
    """Return a sentence for each pair whose winner depends on the class of the puzzles."""
    winners: dict[tuple[int, int], dict[str, list[str]]] = {}
    for name, pairs in classes:
        for pair in pairs[measure]:
            if pair.differs:
                found = winners.setdefault((pair.first, pair.second), {})
                found.setdefault(_ordered(pair, standings)[0], []).append(name)
    told = []
    for found in winners.values():
        if len(found) > 1:
            parts = [f"{label} needs {LESS[measure]} on {', '.join(names)}" for label, names in found.items()]
            told.append(f"The winner depends on the {by}: {'; '.join(parts)}.")
    return told


def _ordered(pair: Pair, standings: Sequence[Standing]) -> tuple[str, str, float, int]:
    """Return both labels, the better first, then its A12, and on how many puzzles it does better."""
    first, second = standings[pair.first].label, standings[pair.second].label
    if pair.a12 < 0.5:
        return second, first, 1 - pair.a12, pair.worse
    return first, second, pair.a12, pair.better


def _share(pair: Pair, better: int) -> str:
    """Return ``7 of 20 puzzles``, with the number of ties if there are any."""
    ties = pair.puzzles - pair.better - pair.worse
    tied = f", with {counted(ties, 'tie')}" if ties else ""
    return f"{better:,} of {pair.puzzles:,} puzzles{tied}"


def _best(pairs: Sequence[Pair], contenders: int) -> int:
    """Return the contender with the highest sum of A12 over its pairs."""
    wins = np.zeros(contenders)
    for pair in pairs:
        wins[pair.first] += pair.a12
        wins[pair.second] += 1 - pair.a12
    return int(wins.argmax())
