"""Check that a study is valid before anything is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ergodoku.base.arguments import whole_number
from ergodoku.base.errors import StudyError
from ergodoku.base.numbers import counted
from ergodoku.engine.stop import Seconds
from ergodoku.lab.study.tasks import method_identity, puzzle_identity

if TYPE_CHECKING:
    from ergodoku.lab.study.study import Study

KINDS = COMPARE, EXPLORE, TUNE = "compare", "explore", "tune"


def validated(study: Study) -> Study:
    """Return the study with its numbers converted for storage, or raise an error that says what is wrong."""
    if not study.puzzles:
        raise StudyError("the study has no puzzles", "give at least one")
    if not study.contenders:
        raise StudyError("the study has no methods", "name at least one, such as focused")
    if study.kind not in KINDS:
        raise StudyError(f"there is no study of kind {study.kind!r}", f"choose {' or '.join(KINDS)}")
    if study.time_limit is None and study.max_iterations is None and study.max_evaluations is None:
        raise StudyError(
            "a study without limits might never end", "limit the time, the iterations or the evaluations"
        )
    if study.time_limit == 0:
        raise StudyError("the time limit is 0", "give a number above 0")
    labels = [contender.label for contender in study.contenders]
    _all_different("method", labels, labels)
    # a method named twice has labels such as lewis and lewis 2
    written = [base if (base := re.sub(r" \d+$", "", label)) in labels else label for label in labels]
    _all_different("method", written, [method_identity(c.method) for c in study.contenders])
    names = [f"{p.name or 'puzzle'} (number {k})" for k, p in enumerate(study.puzzles, 1)]
    _all_different("puzzle", names, [puzzle_identity(p) for p in study.puzzles])
    for name, values in study.columns.items():
        if len(values) != len(study.puzzles):
            raise StudyError(
                f"the column {name!r} has {counted(len(values), 'value')} "
                f"for {counted(len(study.puzzles), 'puzzle')}",
                "give one value for each puzzle",
            )
    time_limit = study.time_limit
    return replace(
        study,
        runs=whole_number("runs", study.runs, 1),
        seed=whole_number("seed", study.seed, 0),
        time_limit=None if time_limit is None else float(Seconds(time_limit).limit),
        max_iterations=_count("max_iterations", study.max_iterations),
        max_evaluations=_count("max_evaluations", study.max_evaluations),
    )


def _count(name: str, value: int | None) -> int | None:
    return None if value is None else whole_number(name, value, 1)


def _all_different(what: str, names: Sequence[str], identities: Sequence[str]) -> None:
    """Raise an error for duplicates: their runs would be the same and count twice."""
    first: dict[str, str] = {}
    for name, identity in zip(names, identities, strict=True):
        if identity in first:
            problem = "appears twice" if first[identity] == name else f"is the same as {first[identity]!r}"
            raise StudyError(f"the {what} {name!r} {problem}", "remove one of them")
        first[identity] = name
