"""Extend a study: add runs, puzzles or contenders, and keep the numbers of the existing ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from ergodoku.base.errors import StudyError
from ergodoku.lab.study.definition import definition, difference
from ergodoku.lab.study.study import Study
from ergodoku.lab.study.tasks import method_identity, puzzle_identity
from ergodoku.lab.study.validation import EXPLORE, TUNE, validated
from ergodoku.methods.contender import Contender
from ergodoku.methods.parameters import as_dict

T = TypeVar("T")
FIXED = ["kind", "seed", "traces", "limits"]
LIMITS = {  # what messages call the limits
    "limits.seconds": "the time limit",
    "limits.iterations": "the limit on iterations",
    "limits.evaluations": "the limit on evaluations",
}
LARGER = "include everything that the study holds, or choose another folder"


def grown(there: Study, asked: Study) -> Study:
    """Return the study of a folder, extended to the larger study that was asked for.

    Existing puzzles and contenders keep their numbers, because stored runs refer to these numbers. New ones
    follow.

    Raises
    ------
    StudyError
        If the new study lacks something that the folder holds, or changes something that must stay the same;
        the message names it.
    """
    folder = str(there.folder)
    before, after = definition(there), definition(asked)
    if there.kind == TUNE:  # all trials must use the same puzzles and runs, so nothing may change
        names = list(before)
    else:
        names = FIXED if there.kind == EXPLORE else [*FIXED, "extra"]
    found = difference({n: before[n] for n in names}, {n: after[n] for n in names})
    if not found and there.kind == EXPLORE:
        found = difference(_without_values(there), _without_values(asked), "extra")
    if found:
        for name, words in LIMITS.items():
            found = found.replace(name, words)
        raise StudyError(
            f"{folder!r} holds another study: {found}", "give the same value, or choose another folder"
        )
    if asked.runs < there.runs:
        raise StudyError(f"{folder!r} has more runs: {there.runs} there, {asked.runs} here", LARGER)
    names = [f"puzzle {k}" for k in range(1, len(there.puzzles) + 1)]
    new_puzzles = _added(folder, there.puzzles, asked.puzzles, puzzle_identity, names)
    labels = [contender.label for contender in there.contenders]
    if there.kind != EXPLORE:  # an exploration rounds values for its labels: one label may mean two values
        _refuse_changes(there, asked)
    new = _added(
        folder, there.contenders, asked.contenders, _method, [f"method {label!r}" for label in labels]
    )
    contenders = _relabelled(there, asked)
    return validated(
        replace(
            there,
            runs=asked.runs,
            puzzles=(*there.puzzles, *(asked.puzzles[k] for k in new_puzzles)),
            contenders=(*contenders, *(asked.contenders[k] for k in new)),
            columns=_columns(there, asked, new_puzzles),
            extra=asked.extra,
        )
    )


def _added(
    folder: str, there: Sequence[T], asked: Sequence[T], identity: Callable[[T], str], names: Sequence[str]
) -> list[int]:
    """Return the positions of new items; raise an error if an existing item is missing from the new study."""
    known = {identity(one): name for one, name in zip(there, names, strict=True)}
    wanted = [identity(one) for one in asked]
    if missing := known.keys() - set(wanted):
        first = next(name for key, name in known.items() if key in missing)
        raise StudyError(f"{folder!r} holds {first}, which this command leaves out", LARGER)
    return [k for k, key in enumerate(wanted) if key not in known]


def _refuse_changes(there: Study, asked: Study) -> None:
    """Raise an error if a label stands for another method, or other parameters, than in the folder."""
    wanted = {contender.label: contender for contender in asked.contenders}
    kept = {_method(contender) for contender in asked.contenders}
    for old in there.contenders:
        new = wanted.get(old.label)
        if new is None or _method(old) in kept:
            continue
        if old.name == new.name:
            found = difference(as_dict(old.method), as_dict(new.method))
        else:
            found = f"its method is {old.name!r} there, {new.name!r} here"
        raise StudyError(
            f"the contender {old.label!r} is different in {str(there.folder)!r}: {found}",
            f"repeat {old.label!r} unchanged and give the new one another label, or choose another folder",
        )


def _relabelled(there: Study, asked: Study) -> list[Contender]:
    """Return the existing contenders; labels may change only in an exploration, which generates them."""
    labels = {_method(contender): contender.label for contender in asked.contenders}
    for contender in there.contenders:
        label = labels[_method(contender)]
        if label != contender.label and there.kind != EXPLORE:
            raise StudyError(
                f"{str(there.folder)!r} calls a method {contender.label!r}, but here it is called {label!r}",
                f"use the label {contender.label!r}, or choose another folder",
            )
    return [replace(contender, label=labels[_method(contender)]) for contender in there.contenders]


def _columns(there: Study, asked: Study, new: Sequence[int]) -> dict[str, tuple[str, ...]]:
    found = {}
    for name in {**there.columns, **asked.columns}:
        old = there.columns.get(name, ("-",) * len(there.puzzles))
        more = asked.columns.get(name, ("-",) * len(asked.puzzles))
        found[name] = (*old, *(more[k] for k in new))
    return found


def _method(contender: Contender) -> str:
    return method_identity(contender.method)


def _without_values(study: Study) -> dict[str, object]:
    """Return the ``extra`` of an exploration without the tried values, because values may be added."""
    names = [text.partition("=")[0] for text in study.extra.get("vary", ())]
    return {**study.extra, "vary": names, "count": 0}
