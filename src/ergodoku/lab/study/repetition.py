"""Repeat a study: do the same runs in another folder, and compare them with the stored runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ergodoku.lab.study.store import KEY, Store
from ergodoku.lab.study.study import Study

COMPARED = ("seed", "status", "energy", "iterations")


@dataclass(frozen=True)
class Repetition:
    """How the runs of a repeated study compare with the original runs.

    Attributes
    ----------
    runs : int
        Runs that both studies have.
    different : int
        Runs with different results.
    cut : int
        Runs with different results, perhaps only because a time limit stopped one of the two. They do not
        count in ``different``.
    first : str
        A description of the first different run; empty if there is none.
    """

    runs: int
    different: int
    cut: int
    first: str


def repeated(study: Study, folder: str | Path) -> Study:
    """Start the same study in another folder: the same puzzles, contenders, seeds and limits.

    Run it like any study. If you repeat this call, it finds the study in the folder, so you can resume it.
    """
    return Study.create(
        folder,
        study.puzzles,
        study.contenders,
        runs=study.runs,
        seed=study.seed,
        time_limit=study.time_limit,
        max_iterations=study.max_iterations,
        max_evaluations=study.max_evaluations,
        traces=study.traces,
        kind=study.kind,
        extra=study.extra,
        columns=study.columns,
    )


def repetition_of(study: Study, original: Store, again: Store) -> Repetition:
    """Compare the runs of two stores of the same study."""
    old, new = (store.columns(*KEY, *COMPARED, "seconds") for store in (original, again))
    places = [np.ravel_multi_index([runs[name] for name in KEY], study.shape) for runs in (old, new)]
    old = _only(old, np.isin(places[0], places[1]))
    new = _only(new, np.isin(places[1], places[0]))
    count = len(old["seed"])
    differs = np.any([old[name] != new[name] for name in COMPARED], axis=0)
    cut = np.zeros(count, dtype=bool)
    if study.time_limit is not None:
        late = [(runs["status"] == "gave_up") & (runs["seconds"] >= study.time_limit) for runs in (old, new)]
        cut = differs & (late[0] | late[1])
    differs &= ~cut
    first = _difference(study, old, new, int(np.argmax(differs))) if differs.any() else ""
    return Repetition(count, int(differs.sum()), int(cut.sum()), first)


def _only(runs: dict[str, NDArray[Any]], wanted: NDArray[np.bool_]) -> dict[str, NDArray[Any]]:
    return {name: values[wanted] for name, values in runs.items()}


def _difference(study: Study, old: dict[str, NDArray[Any]], new: dict[str, NDArray[Any]], place: int) -> str:
    """Describe which run differs, and how."""
    puzzle, contender, repetition = (int(old[name][place]) for name in KEY)
    values = [
        f"{name} {old[name][place]} there, {new[name][place]} here"
        for name in COMPARED
        if old[name][place] != new[name][place]
    ]
    label = study.contenders[contender].label
    return f"puzzle {puzzle + 1}, method {label!r}, repetition {repetition + 1}: {', '.join(values)}"
