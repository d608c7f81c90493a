"""The check of a tuning: default against tuned method, on puzzles or seeds not used for tuning."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from ergodoku.base.errors import ParameterError
from ergodoku.lab.study import DEFINITION, Study, method_identity
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import Method
from ergodoku.methods.parameters import as_dict, flatten
from ergodoku.methods.registry import method_of

BEST = "best.toml"  # the best method of a tuning so far


def check_study(study: Study, tuned: Method, runs: int, folder: Path | None = None) -> Study:
    """Return a study that compares the default of a tuning with a tuned method, on the check's puzzles.

    The study has one contender if the two methods are the same. If no puzzles were reserved, it uses the
    tuning puzzles.
    """
    default = study.contenders[0]
    kept = study.extra.get("kept") or range(1, len(study.puzzles) + 1)
    places = [number - 1 for number in kept]
    contenders = [default, Contender.of(default.name, as_dict(tuned), "tuned")]
    return Study.create(
        folder or study.folder / f"{_folder_name(tuned)}-{runs}",
        [study.puzzles[k] for k in places],
        contenders[:1] if tuned == default.method else contenders,
        runs=runs,
        seed=study.seed + 1,  # another seed, so the runs differ from those of the tuning
        time_limit=study.time_limit,
        max_iterations=study.max_iterations,
        max_evaluations=study.max_evaluations,
        columns={name: [values[k] for k in places] for name, values in study.columns.items()},
    )


def best_method(study: Study) -> Method:
    """Return the best method of a tuning so far, or its default if there is none yet."""
    try:
        return method_of(str(study.folder / BEST))
    except ParameterError:
        return study.contenders[0].method


def check_folder(study: Study) -> Path | None:
    """Return the folder of the check of a tuning's best method; None if there is no check yet."""
    # A folder without study.toml is unfinished: the process was killed while it made the folder.
    found = (path.parent for path in study.folder.glob(f"{_folder_name(best_method(study))}-*/{DEFINITION}"))
    # The name ends with the number of runs: of several checks, choose the one with the most runs.
    return max(found, key=lambda path: int(path.name.rpartition("-")[2]), default=None)


def changes(before: Method, after: Method) -> list[tuple[str, str, str]]:
    """Return the parameters that differ: name, value before, value after; a dash if missing."""
    old, new = ({p.name: _shown(p.value) for p in flatten(method)} for method in (before, after))
    names = [*new, *(name for name in old if name not in new)]
    return [(n, old.get(n, "-"), new.get(n, "-")) for n in names if old.get(n) != new.get(n)]


def _shown(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value).lower()


def _folder_name(tuned: Method) -> str:
    return f"check-{hashlib.blake2b(method_identity(tuned).encode(), digest_size=4).hexdigest()}"
