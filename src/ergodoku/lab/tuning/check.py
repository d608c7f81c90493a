"""The check of a tuning: default against tuned method, on seeds that were never tuned on."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from ergodoku.base.errors import ParameterError, StudyError
from ergodoku.lab.study import Study, method_identity
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import Method
from ergodoku.methods.parameters import as_dict, flatten
from ergodoku.methods.registry import method_of

BEST = "best.toml"  # the best method of a tuning so far


def check_study(study: Study, tuned: Method, runs: int) -> Study | None:
    """Return a study that compares the default of a tuning with a tuned method; None if they are the same."""
    default = study.contenders[0]
    if tuned == default.method:
        return None
    return Study.create(
        study.folder / f"{_folder_name(tuned)}-{runs}",
        study.puzzles,
        [default, Contender.of(default.name, as_dict(tuned), "tuned")],
        runs=runs,
        seed=study.seed + 1,  # none of its runs was tuned on
        time_limit=study.time_limit,
        max_iterations=study.max_iterations,
        max_evaluations=study.max_evaluations,
    )


def check_folder(study: Study) -> Path:
    """Return the folder where the best method of a tuning is compared with its default."""
    default = study.contenders[0].method
    try:
        tuned = method_of(str(study.folder / BEST))
    except ParameterError:
        tuned = default
    found = study.folder.glob(f"{_folder_name(tuned)}-*")
    folder = max(found, key=lambda path: int(path.name.rpartition("-")[2]), default=None)  # the most runs
    if folder is None:
        what = "has found nothing better than the default" if tuned == default else "has not ended yet"
        raise StudyError(
            f"the tuning in {str(study.folder)!r} {what}, so there is nothing to report",
            "run the tuning again, with more `trials` if need be",
        )
    return folder


def changes(before: Method, after: Method) -> list[tuple[str, str, str]]:
    """Return the parameters that differ: name, value before, value after; a dash for a missing one."""
    old, new = ({p.name: _shown(p.value) for p in flatten(method)} for method in (before, after))
    names = [*new, *(name for name in old if name not in new)]
    return [(n, old.get(n, "-"), new.get(n, "-")) for n in names if old.get(n) != new.get(n)]


def _shown(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value).lower()


def _folder_name(tuned: Method) -> str:
    return f"check-{hashlib.blake2b(method_identity(tuned).encode(), digest_size=4).hexdigest()}"
