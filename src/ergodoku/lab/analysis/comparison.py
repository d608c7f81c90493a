"""The comparison of a study's contenders: standings, pairs, ranks, classes and conclusions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ergodoku.lab.analysis.conclusions import conclusions_of
from ergodoku.lab.analysis.instances import classes_of
from ergodoku.lab.analysis.notes import notes_of
from ergodoku.lab.analysis.pairwise import Pair, compare_pair, holm
from ergodoku.lab.analysis.ranks import Ranks, rank
from ergodoku.lab.analysis.summary import Runs, Standing, limits_of, standings_of

if TYPE_CHECKING:
    from ergodoku.lab.study import Store, Study

MOST_PAIRS = 40  # with more contenders, pairs are not tested
Pairs = dict[str, tuple[Pair, ...]]


@dataclass(frozen=True, eq=False)
class ClassResult:
    """How the contenders compare on the puzzles of one class."""

    name: str
    puzzles: int
    standings: tuple[Standing, ...]
    pairs: Pairs


@dataclass(frozen=True, eq=False)
class Comparison:
    """How the contenders of a study compare, over all finished runs.

    Attributes
    ----------
    labels : tuple of str
        The contenders.
    methods : tuple of str
        The method or preset of each contender.
    puzzles, repetitions : int
        The number of puzzles, and of runs of each contender on each puzzle.
    done, expected : int
        The number of finished runs, and of all runs of the study.
    measures : tuple of str
        The compared measures, such as seconds and iterations; see `Runs.measures`.
    limits : dict
        The limit on each measure; None if the study does not limit it.
    standings : tuple of Standing
        The standing of each contender, in the study's order.
    pairs : dict of str to tuple of Pair
        All pairs of contenders, for each measure.
    ranks : dict of str to (Ranks or None)
        The average ranks for each measure; None if there are too few runs to rank.
    by : str
        The property that divides the puzzles into classes; empty if there is one class.
    classes : tuple of ClassResult
        The results for the puzzles of each class.
    conclusions, notes : tuple of str
        The results as sentences, and notes on how to read them.
    curves : bool
        Whether the contenders are the curves of a sweep, each with its own colour.
    """

    labels: tuple[str, ...]
    methods: tuple[str, ...]
    puzzles: int
    repetitions: int
    done: int
    expected: int
    measures: tuple[str, ...]
    limits: dict[str, float | None]
    standings: tuple[Standing, ...]
    pairs: Pairs
    ranks: dict[str, Ranks | None]
    by: str
    classes: tuple[ClassResult, ...]
    conclusions: tuple[str, ...]
    notes: tuple[str, ...]
    curves: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON; infinity (unknown) and NaN become None."""
        found: dict[str, Any] = {
            "runs": self.done,
            "expected_runs": self.expected,
            "puzzles": self.puzzles,
            "repetitions": self.repetitions,
            "measures": list(self.measures),
            "limits": self.limits,
            "contenders": [_standing_dict(s) for s in self.standings],
            "pairs": self._pairs_dict(self.pairs),
            "ranks": {
                measure: None if ranks is None else _ranks_dict(ranks, self.labels)
                for measure, ranks in self.ranks.items()
            },
            "by": self.by,
            "classes": [
                {
                    "class": one.name,
                    "puzzles": one.puzzles,
                    "contenders": [_standing_dict(s) for s in one.standings],
                    "pairs": self._pairs_dict(one.pairs),
                }
                for one in self.classes
            ],
            "conclusions": list(self.conclusions),
            "notes": list(self.notes),
        }
        cleaned: dict[str, Any] = _finite(found)
        return cleaned

    def _pairs_dict(self, pairs: Pairs) -> dict[str, Any]:
        return {
            measure: [
                {**asdict(pair), "first": self.labels[pair.first], "second": self.labels[pair.second]}
                | {"effect": pair.effect, "differs": pair.differs, "tested": _tested(pair)}
                for pair in found
            ]
            for measure, found in pairs.items()
        }

    def to_markdown(self) -> str:
        """Return the comparison as Markdown tables."""
        from ergodoku.lab.analysis.tables import markdown

        return markdown(self)

    def __rich__(self) -> object:
        from ergodoku.lab.analysis.tables import for_terminal

        return for_terminal(self)

    def __str__(self) -> str:
        return self.to_markdown()


def compare(study: Study, store: Store, by: str | None = None) -> Comparison:
    """Compare the contenders of a study over the runs that have finished so far.

    Parameters
    ----------
    study : Study
        The study.
    store : Store
        Its runs; another process may still be adding to them.
    by : str, optional
        The property that divides the puzzles into classes; see `classes_of`.
    """
    return compare_runs(study, Runs.read(store), by)


def compare_runs(study: Study, runs: Runs, by: str | None = None) -> Comparison:
    """Compare the contenders of a study over runs that are already in memory."""
    contenders = len(study.contenders)
    standings, _ = standings_of(study, runs)
    measures = runs.measures
    pairs = pairs_of(runs, contenders, measures)
    ranks: dict[str, Ranks | None] = dict.fromkeys(measures)
    if contenders > 1:
        columns, common = (runs.contender, runs.puzzle, runs.repetition), runs.common_seeds
        for measure in measures:
            ranks[measure] = rank(runs.penalised(measure), *columns, contenders, common_seeds=common)
    by, classes = class_results(study, runs, by)
    notes = notes_of(study, runs, standings)
    if contenders > MOST_PAIRS:
        notes.append(f"pairs are not tested: there are {contenders} contenders, more than {MOST_PAIRS}")
    return Comparison(
        tuple(c.label for c in study.contenders),
        tuple(c.name for c in study.contenders),
        len(study.puzzles),
        study.runs,
        len(runs),
        study.total,
        measures,
        limits_of(study),
        standings,
        pairs,
        ranks,
        by,
        classes,
        tuple(conclusions_of(standings, pairs, [(c.name, c.pairs) for c in classes], by)),
        tuple(notes),
    )


def class_results(
    study: Study, runs: Runs, by: str | None, on_clock: Runs | None = None
) -> tuple[str, tuple[ClassResult, ...]]:
    """Return the property that divides the puzzles, and the comparison in each class if there are several.

    ``on_clock`` is as in `standings_of`.
    """
    classes = classes_of(study, by)
    if classes is None:
        return "", ()
    found = []
    for k, name in enumerate(classes.names):
        here = classes.of[runs.puzzle] == k
        inside = runs.only(here)
        puzzles = int((classes.of == k).sum())
        standings = standings_of(study, inside, None if on_clock is None else on_clock.only(here))[0]
        found.append(
            ClassResult(name, puzzles, standings, pairs_of(inside, len(study.contenders), runs.measures))
        )
    return classes.by, tuple(found)


def pairs_of(runs: Runs, contenders: int, measures: Sequence[str]) -> Pairs:
    """Return the comparison of all pairs by measure; empty if there are more than `MOST_PAIRS` contenders."""
    if not 1 < contenders <= MOST_PAIRS:
        return dict.fromkeys(measures, ())
    return {measure: _pairs(runs, measure, contenders) for measure in measures}


def _pairs(runs: Runs, measure: str, contenders: int) -> tuple[Pair, ...]:
    penalised = runs.penalised(measure)
    mine = [runs.contender == k for k in range(contenders)]
    values = [penalised[m] for m in mine]
    puzzles = [runs.puzzle[m] for m in mine]
    which = list(combinations(range(contenders), 2))
    tested = [compare_pair(values[a], values[b], puzzles[a], puzzles[b]) for a, b in which]
    adjusted = holm([outcome.p for outcome in tested])
    return tuple(
        Pair(**vars(outcome), first=a, second=b, adjusted=q)
        for (a, b), outcome, q in zip(which, tested, adjusted, strict=True)
    )


def _tested(pair: Pair) -> str:
    return "puzzles" if pair.by_puzzle else "runs"


def _standing_dict(standing: Standing) -> dict[str, Any]:
    values = {name: value for name, value in asdict(standing).items() if name != "contender"}
    return values | {"rate": standing.rate}


def _ranks_dict(ranks: Ranks, labels: tuple[str, ...]) -> dict[str, Any]:
    return {
        "average": {labels[k]: float(v) for k, v in zip(ranks.contenders, ranks.average, strict=True)},
        "friedman_p": ranks.friedman,
        "blocks": ranks.blocks,
        "block": ranks.by,
    }


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
