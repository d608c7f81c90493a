"""The comparison of a study's contenders: standings, pairs, ranks, and a conclusion in words."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ergodoku.base.errors import ErgodokuError
from ergodoku.lab.analysis.conclusions import conclusions_of, notes_of
from ergodoku.lab.analysis.pairwise import Pair, compare_pair, holm
from ergodoku.lab.analysis.ranks import Ranks, rank
from ergodoku.lab.analysis.summary import MEASURES, Runs, Standing, standing

if TYPE_CHECKING:
    from ergodoku.lab.study import Store, Study

MOST_PAIRS = 40  # contenders up to which each is tested against each


@dataclass(frozen=True, eq=False)
class Comparison:
    """How the contenders of a study compare, over all finished runs.

    Attributes
    ----------
    labels : tuple of str
        The contenders.
    puzzles, repetitions : int
        What the study asks for, with every contender.
    done : int
        The finished runs.
    limits : dict
        The limits on seconds and iterations; None where there is none.
    standings : tuple of Standing
        One for each contender, in the study's order.
    pairs : dict of str to tuple of Pair
        For each measure all pairs of contenders.
    ranks : dict of str to (Ranks or None)
        For each measure the average ranks, where there is enough to rank.
    conclusions, notes : tuple of str
        The results in words, and what to keep in mind.
    """

    labels: tuple[str, ...]
    puzzles: int
    repetitions: int
    done: int
    limits: dict[str, float | None]
    standings: tuple[Standing, ...]
    pairs: dict[str, tuple[Pair, ...]]
    ranks: dict[str, Ranks | None]
    conclusions: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def expected(self) -> int:
        """The runs that the study asks for."""
        return self.puzzles * self.repetitions * len(self.labels)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON; None for infinity (not known) and for not a number."""
        found: dict[str, Any] = {
            "runs": self.done,
            "expected_runs": self.expected,
            "puzzles": self.puzzles,
            "repetitions": self.repetitions,
            "limits": self.limits,
            "contenders": [
                {name: value for name, value in asdict(s).items() if name != "contender"} | {"rate": s.rate}
                for s in self.standings
            ],
            "pairs": {
                measure: [
                    {**asdict(pair), "first": self.labels[pair.first], "second": self.labels[pair.second]}
                    | {"effect": pair.effect, "differs": pair.differs}
                    for pair in pairs
                ]
                for measure, pairs in self.pairs.items()
            },
            "ranks": {
                measure: None if ranks is None else _ranks_dict(ranks, self.labels)
                for measure, ranks in self.ranks.items()
            },
            "conclusions": list(self.conclusions),
            "notes": list(self.notes),
        }
        cleaned: dict[str, Any] = _finite(found)
        return cleaned

    def to_markdown(self) -> str:
        """Return it as Markdown tables."""
        from ergodoku.lab.analysis.tables import markdown

        return markdown(self)

    def __rich__(self) -> object:
        from ergodoku.lab.analysis.tables import for_terminal

        return for_terminal(self)

    def __str__(self) -> str:
        return self.to_markdown()


def compare(study: Study, store: Store) -> Comparison:
    """Compare the contenders of a study over the runs that have finished so far.

    Parameters
    ----------
    study : Study
        What was asked for.
    store : Store
        Its runs; it may still be filled by another process.
    """
    return compare_runs(study, Runs.read(store))


def compare_runs(study: Study, runs: Runs) -> Comparison:
    """Compare the contenders of a study over runs that were read before."""
    contenders = range(len(study.contenders))
    labels = tuple(c.label for c in study.contenders)
    standings = tuple(standing(study, runs, k) for k in contenders)
    notes = notes_of(study, runs, standings)
    pairs: dict[str, tuple[Pair, ...]] = dict.fromkeys(MEASURES, ())
    ranks: dict[str, Ranks | None] = dict.fromkeys(MEASURES)
    if len(contenders) > MOST_PAIRS:
        notes.append(f"pairs are tested up to {MOST_PAIRS} contenders; there are {len(contenders)}")
    for measure in MEASURES if len(contenders) > 1 else ():
        if len(contenders) <= MOST_PAIRS:
            pairs[measure] = _pairs(runs, measure, len(contenders))
        try:
            penalised = runs.penalised(measure)
            ranks[measure] = rank(penalised, runs.contender, runs.puzzle, runs.repetition, len(contenders))
        except ErgodokuError as missing:
            if str(missing) not in notes:
                notes.append(str(missing))
    return Comparison(
        labels,
        len(study.puzzles),
        study.runs,
        len(runs),
        {"seconds": study.time_limit, "iterations": study.max_iterations},
        standings,
        pairs,
        ranks,
        tuple(conclusions_of(standings, pairs)),
        tuple(notes),
    )


def _pairs(runs: Runs, measure: str, contenders: int) -> tuple[Pair, ...]:
    penalised = runs.penalised(measure)
    mine = [runs.contender == k for k in range(contenders)]
    values = [penalised[m] for m in mine]
    strata = [runs.puzzle[m] for m in mine]
    which = list(combinations(range(contenders), 2))
    tested = [compare_pair(values[a], values[b], strata[a], strata[b]) for a, b in which]
    adjusted = holm([p for _, p in tested])
    return tuple(
        Pair(a, b, a12, p, q, (len(values[a]), len(values[b])))
        for (a, b), (a12, p), q in zip(which, tested, adjusted, strict=True)
    )


def _ranks_dict(ranks: Ranks, labels: tuple[str, ...]) -> dict[str, Any]:
    return {
        "average": {labels[k]: float(v) for k, v in zip(ranks.contenders, ranks.average, strict=True)},
        "friedman_p": ranks.friedman,
        "critical_difference": ranks.critical_difference,
        "blocks": ranks.blocks,
        "block": ranks.by,
    }


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
