"""Combine several studies: merged into a new folder, or side by side for a report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from ergodoku.base.errors import StudyError
from ergodoku.lab.study.definition import definition, difference
from ergodoku.lab.study.folder import RUNS, create_folder, load_study
from ergodoku.lab.study.store import RunRow, Store
from ergodoku.lab.study.study import Study
from ergodoku.lab.study.tasks import method_identity, puzzle_identity
from ergodoku.lab.study.validation import EXPLORE, TUNE, validated
from ergodoku.methods.contender import Contender

SAME = ("kind", "seed", "traces", "limits", "extra")


@dataclass(frozen=True)
class SideBySide(Study):
    """Several studies in one: a contender may lack puzzles or repetitions that other contenders have.

    Attributes
    ----------
    planned : int
        The sum of the studies' numbers of runs.
    seeds : tuple of int
        The different seeds of the studies.
    """

    planned: int = 0
    seeds: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """The total number of runs; the studies share none, because their contenders are separate."""
        return self.planned


def merge_studies(folders: Sequence[str | Path], target: str | Path) -> Study:
    """Merge several studies into a new study with all their puzzles, contenders and repetitions.

    The studies must have the same seed, limits and version, so a run that several of them share is the same
    in each; it is stored once. Runs that no study has done are still missing; run the new study to do
    them.

    Raises
    ------
    StudyError
        If the studies cannot be merged, or the target already holds a study.
    """
    studies = _loaded(folders)
    first, target = studies[0], Path(target)
    if (target / "study.toml").exists():
        raise StudyError(f"{str(target)!r} already holds a study", "choose another folder")
    versions = {str(folder): load_study(Path(folder))[1].get("ergodoku") for folder in folders}
    for study in studies[1:]:
        one, other = ({name: definition(s)[name] for name in SAME} for s in (first, study))
        if found := difference(one, other, sides=("in the first", "in the second")):
            where = f"{str(first.folder)!r} and {str(study.folder)!r} cannot be merged: {found}"
            raise StudyError(where, "report on them side by side instead")
        if versions[str(study.folder)] != versions[str(first.folder)]:
            raise StudyError(
                f"{str(first.folder)!r} and {str(study.folder)!r} come from different versions of ergodoku",
                "report on them side by side instead",
            )
    contenders = {method_identity(c.method): c for s in reversed(studies) for c in reversed(s.contenders)}
    merged = validated(_union(studies, list(reversed(contenders.values())), target))
    merged = create_folder(merged)
    places = {method_identity(c.method): k for k, c in enumerate(merged.contenders)}
    with merged.store() as store:
        for study in studies:
            _copy(study, merged, [places[method_identity(c.method)] for c in study.contenders], store)
    return merged


def side_by_side(folders: Sequence[str | Path], target: Path) -> SideBySide:
    """Put studies side by side in a folder, with every contender of every study, to compare them.

    If several studies share a label, the name of each study's folder is added to it. The result is for
    reading only: it has no ``study.toml``.
    """
    studies = _loaded(folders)
    labels = [contender.label for study in studies for contender in study.contenders]
    contenders: list[Contender] = []
    for study in studies:
        for contender in study.contenders:
            twice = labels.count(contender.label) > 1
            label = f"{contender.label} ({study.folder.name})" if twice else contender.label
            contenders.append(replace(contender, label=label))
    if len({contender.label for contender in contenders}) < len(contenders):
        raise StudyError("two of the studies are in folders of the same name", "rename one of the folders")
    union = _union(studies, contenders, target)
    seeds = tuple(dict.fromkeys(study.seed for study in studies))
    together = SideBySide(**vars(union), planned=sum(study.total for study in studies), seeds=seeds)
    start = 0
    with Store.create(target / RUNS) as store:
        for study in studies:
            _copy(study, together, range(start, start + len(study.contenders)), store)
            start += len(study.contenders)
    return together


def _loaded(folders: Sequence[str | Path]) -> list[Study]:
    studies = [Study.open(folder) for folder in folders]
    if len(studies) < 2:
        raise StudyError("there is only one study to combine", "give two or more studies")
    for study in studies:
        if study.kind == TUNE:
            raise StudyError(
                f"{str(study.folder)!r} holds a tuning, and tunings cannot be combined",
                "report on each tuning alone, or compare the tuned methods (best.toml) in a new study",
            )
        if study.kind == EXPLORE and any(s.extra != study.extra for s in studies):
            raise StudyError(
                f"{str(study.folder)!r} is a study of kind {study.kind!r} that does not match the others",
                "combine it only with studies of the same kind that have the same parameters and values",
            )
    return studies


def _union(studies: Sequence[Study], contenders: Sequence[Contender], target: Path) -> Study:
    """Return a study with all puzzles; a limit that is not the same in all studies is dropped."""
    first = studies[0]
    places: dict[str, tuple[int, int]] = {}
    for s, study in enumerate(studies):
        for p, puzzle in enumerate(study.puzzles):
            places.setdefault(puzzle_identity(puzzle), (s, p))
    names = dict.fromkeys(chain.from_iterable(study.columns for study in studies))
    columns = {
        name: tuple(
            studies[s].columns[name][p] if name in studies[s].columns else "-" for s, p in places.values()
        )
        for name in names
    }
    limits: dict[str, Any] = {
        name: getattr(first, name) if len({getattr(study, name) for study in studies}) == 1 else None
        for name in ("time_limit", "max_iterations", "max_evaluations")
    }
    return replace(
        first,
        folder=target,
        puzzles=tuple(studies[s].puzzles[p] for s, p in places.values()),
        contenders=tuple(contenders),
        runs=max(study.runs for study in studies),
        traces=all(study.traces for study in studies),
        columns=columns,
        **limits,
    )


def _copy(study: Study, target: Study, contenders: Sequence[int], store: Store) -> None:
    """Copy a study's runs into the store of ``target``, with the puzzle and contender numbers used there."""
    numbers = {puzzle_identity(puzzle): k for k, puzzle in enumerate(target.puzzles)}
    puzzles = [numbers[puzzle_identity(puzzle)] for puzzle in study.puzzles]

    def rows(old: Store) -> Iterator[RunRow]:
        for row in old.rows():
            yield row._replace(puzzle=puzzles[row.puzzle], contender=contenders[row.contender])

    with study.store() as old, old.snapshot():
        store.add_many(rows(old))
