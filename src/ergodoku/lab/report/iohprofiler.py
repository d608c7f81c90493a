"""The searches of a study in the format of IOHprofiler, for IOHanalyzer and iohinspector.

A folder per contender (the algorithm) holds a JSON file and a ``.dat`` file per puzzle (the function). The
dimension is the number of empty cells, and the value is the best energy. An evaluation is a state of the
search: the first is the start, and each iteration makes the next. So a run of n iterations has n + 1
evaluations. A run has a record for its start, one for each energy that it reached, and one for its end.

References
----------
C. Doerr, H. Wang, F. Ye, S. van Rijn, T. Bäck: IOHprofiler: a benchmarking and profiling tool for iterative
optimization heuristics. 2018. https://doi.org/10.48550/arXiv.1810.05281
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ergodoku._version import __version__
from ergodoku.base.errors import StudyError
from ergodoku.base.files import whole
from ergodoku.methods.parameters import as_dict

if TYPE_CHECKING:
    from ergodoku.lab.analysis import Runs
    from ergodoku.lab.study import Store, Study

FORMAT = "0.3.18"  # of IOHexperimenter, whose files these are like
HEADER = "evaluations raw_y\n"
COUNTED = "states of the search: the start, then one for each iteration"
MOST_PUZZLES = 65_535  # readers number functions with 16 bits
Record = tuple[int, int]  # evaluation, best energy


def write_iohprofiler(study: Study, store: Store, runs: Runs, folder: Path) -> int:
    """Write the searches that have ended, and return how many runs had no search, as logic solved them.

    Raises
    ------
    StudyError
        If there are too many puzzles, or if the runs come from a version that did not store their descents.
    """
    if len(study.puzzles) > MOST_PUZZLES:
        raise StudyError(
            f"IOHprofiler knows {MOST_PUZZLES:,} functions at most, and here are {len(study.puzzles):,}",
            "make smaller studies for it",
        )
    names = safe_names([contender.label for contender in study.contenders])
    order = np.lexsort((runs.repetition, runs.puzzle, runs.contender))
    cell = runs.contender[order] * len(study.puzzles) + runs.puzzle[order]
    starts = np.flatnonzero(np.diff(cell, prepend=-1))
    without = 0
    for rows in np.split(order, starts[1:]) if len(order) else []:
        contender, puzzle = int(runs.contender[rows[0]]), int(runs.puzzle[rows[0]])
        found = list(_searches(store, runs, rows))
        without += len(rows) - len(found)
        if found:
            _write_cell(study, contender, puzzle, found, folder / names[contender])
    return without


def _searches(store: Store, runs: Runs, rows: NDArray[np.int64]) -> Iterator[list[Record]]:
    """Yield the records of each run that has a search."""
    names = (runs.puzzle, runs.contender, runs.repetition)
    keys = zip(*(column[rows].tolist() for column in names), strict=True)
    ends = zip(runs.iterations[rows].astype(np.int64).tolist(), runs.energy[rows].tolist(), strict=True)
    for (iterations, energy), descent in zip(ends, store.descents(keys), strict=True):
        if descent is None:
            raise StudyError(
                "IOHprofiler needs the descents of runs, and an older version did not store them",
                "run the study again in another folder",
            )
        records = list(zip((descent.iteration + 1).tolist(), descent.energy.tolist(), strict=True))
        if records and records[-1][0] <= iterations:
            records.append((iterations + 1, energy))
        if records:
            yield records


def _write_cell(study: Study, contender: int, puzzle: int, found: list[list[Record]], folder: Path) -> None:
    number, empty = puzzle + 1, int(np.count_nonzero(study.puzzles[puzzle].flat == 0))
    name = _safe(study.puzzles[puzzle].name) or f"puzzle{number}"
    scenarios = []
    for track, searches in enumerate(_tracks(found), 1):
        more = "" if track == 1 else f"_{track}"
        data = Path(f"data_f{number}_{name}") / f"IOHprofiler_f{number}_DIM{empty}{more}.dat"
        (folder / data).parent.mkdir(parents=True, exist_ok=True)
        with whole(folder / data, sync=False) as part:
            lines = (HEADER + "".join([f"{x} {y}\n" for x, y in records]) for records in searches)
            part.write_text("".join(lines), encoding="utf-8", newline="\n")
        listed = [_listed(records) for records in searches]
        scenarios.append({"dimension": empty, "path": data.as_posix(), "runs": listed})
    about = {
        "version": FORMAT,
        "suite": "ergodoku",
        "function_id": number,
        "function_name": name,
        "maximization": False,
        "algorithm": {"name": study.contenders[contender].label, "info": _info(study, contender)},
        "experiment_attributes": [{"counted": COUNTED}],
        "attributes": HEADER.split(),
        "scenarios": scenarios,
    }
    with whole(folder / f"IOHprofiler_f{number}_{name}.json", sync=False) as part:
        part.write_text(json.dumps(about) + "\n", encoding="utf-8")


def _tracks(found: list[list[Record]]) -> list[list[list[Record]]]:
    """Divide runs among files such that none begins with the energy that the run before it ended with.

    iohinspector drops a record whose energy is that of the record before it, also if a new run begins there.
    Nearly always one file is enough.
    """
    tracks: list[list[list[Record]]] = []
    for records in found:
        fitting = (track for track in tracks if track[-1][-1][1] != records[0][1])
        track = next(fitting, None)
        if track is None:
            tracks.append([records])
        else:
            track.append(records)
    return tracks


def _listed(records: list[Record]) -> dict[str, Any]:
    """Return what the JSON file says of a run: its length, and when it found its best energy."""
    best = records[-1] if len(records) < 2 or records[-1][1] < records[-2][1] else records[-2]
    found = {"evals": best[0], "y": float(best[1]), "x": []}
    return {"instance": 1, "evals": records[-1][0], "best": found}


def _info(study: Study, contender: int) -> str:
    chosen = study.contenders[contender]
    return f"ergodoku {__version__} {chosen.name} {json.dumps(as_dict(chosen.method), sort_keys=True)}"


def safe_names(labels: Sequence[str]) -> list[str]:
    """Return the name of a file or folder for each contender; two never share one, on any file system."""
    names: list[str] = []
    for number, label in enumerate(labels, 1):
        name = _safe(label) or f"contender{number}"
        while name.lower() in {other.lower() for other in names}:
            name = f"{name}-{number}"
        names.append(name)
    return names


def _safe(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9.=-]+", "-", text).strip("-.")[:60]
