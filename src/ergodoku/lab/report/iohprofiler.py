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
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ergodoku._version import __version__
from ergodoku.base.errors import StudyError
from ergodoku.base.files import whole
from ergodoku.lab.study import unpack_descents
from ergodoku.methods.parameters import as_dict

if TYPE_CHECKING:
    from ergodoku.lab.analysis import Runs
    from ergodoku.lab.study import Store, Study

FORMAT = "0.3.18"  # we write files in the format of this version of IOHexperimenter
HEADER = "evaluations raw_y\n"
COUNTED = "states of the search: the start, then one for each iteration"
MOST_PUZZLES = 65_535  # other programs number functions with 16 bits


def write_iohprofiler(study: Study, store: Store, runs: Runs, folder: Path) -> int:
    """Write the finished searches, and return how many runs had no search because logic solved them.

    Raises
    ------
    StudyError
        If there are too many puzzles, or if the runs come from a version that did not store their descents.
    """
    if len(study.puzzles) > MOST_PUZZLES:
        raise StudyError(
            f"IOHprofiler allows at most {MOST_PUZZLES:,} puzzles, but this study has {len(study.puzzles):,}",
            "divide it into smaller studies",
        )
    names = safe_names([contender.label for contender in study.contenders])
    order = np.lexsort((runs.repetition, runs.puzzle, runs.contender))
    cell = runs.contender[order] * len(study.puzzles) + runs.puzzle[order]
    starts = np.flatnonzero(np.diff(cell, prepend=-1))
    without = 0
    for rows in np.split(order, starts[1:]) if len(order) else []:
        contender, puzzle = int(runs.contender[rows[0]]), int(runs.puzzle[rows[0]])
        found = _searches(store, runs, rows, contender, puzzle)
        without += len(rows) - len(found)
        if found:
            _write_cell(study, contender, puzzle, found, folder / names[contender])
    return without


class _Search(NamedTuple):
    """One run as text: its records, its first and last energy, and its entry for the JSON file."""

    text: str
    first: int
    last: int
    listed: dict[str, Any]


def _searches(
    store: Store, runs: Runs, rows: NDArray[np.int64], contender: int, puzzle: int
) -> list[_Search]:
    """Return a contender's runs on a puzzle, with their records; runs without a search are left out."""
    packed = store.packed_descents(puzzle, contender)
    blobs = [blob for blob in (packed[k] for k in runs.repetition[rows].tolist()) if blob is not None]
    if len(blobs) < len(rows):
        raise StudyError(
            "IOHprofiler needs the descents of runs, but an older version did not store them",
            "run the study again in another folder",
        )
    count, iteration, energy = unpack_descents(blobs)
    evaluation, best = (iteration + 1).tolist(), energy.tolist()
    lines = [f"{x} {y}\n" for x, y in zip(evaluation, best, strict=True)]
    ends = zip(runs.iterations[rows].astype(np.int64).tolist(), runs.energy[rows].tolist(), strict=True)
    found, begin = [], 0
    for points, (iterations, left) in zip(count.tolist(), ends, strict=True):
        if points == 0:  # logic solved it
            continue
        stop, text, last = begin + points, "".join(lines[begin : begin + points]), begin + points - 1
        reached = {"evals": evaluation[last], "y": float(best[last]), "x": []}
        if evaluation[last] <= iterations:
            text += f"{iterations + 1} {left}\n"
        listed = {"instance": 1, "evals": iterations + 1, "best": reached}
        found.append(_Search(HEADER + text, best[begin], best[last], listed))
        begin = stop
    return found


def _write_cell(study: Study, contender: int, puzzle: int, found: list[_Search], folder: Path) -> None:
    number, empty = puzzle + 1, int(np.count_nonzero(study.puzzles[puzzle].flat == 0))
    name = _safe(study.puzzles[puzzle].name) or f"puzzle{number}"
    scenarios = []
    for track, searches in enumerate(_tracks(found), 1):
        more = "" if track == 1 else f"_{track}"
        data = Path(f"data_f{number}_{name}") / f"IOHprofiler_f{number}_DIM{empty}{more}.dat"
        (folder / data).parent.mkdir(parents=True, exist_ok=True)
        with whole(folder / data, sync=False) as part:
            part.write_text("".join(s.text for s in searches), encoding="utf-8", newline="\n")
        listed = [search.listed for search in searches]
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


def _tracks(found: list[_Search]) -> list[list[_Search]]:
    """Divide runs among files so that no run starts with the energy at which the previous run ended.

    iohinspector drops a record with the same energy as the previous record, even if a new run starts there.
    One file is nearly always enough.
    """
    tracks: list[list[_Search]] = []
    for search in found:
        track = next((track for track in tracks if track[-1].last != search.first), None)
        if track is None:
            tracks.append([search])
        else:
            track.append(search)
    return tracks


def _info(study: Study, contender: int) -> str:
    chosen = study.contenders[contender]
    return f"ergodoku {__version__} {chosen.name} {json.dumps(as_dict(chosen.method), sort_keys=True)}"


def safe_names(labels: Sequence[str]) -> list[str]:
    """Return a file name for each contender; all differ on any file system."""
    names: list[str] = []
    for number, label in enumerate(labels, 1):
        name = _safe(label) or f"contender{number}"
        while name.lower() in {other.lower() for other in names}:
            name = f"{name}-{number}"
        names.append(name)
    return names


def _safe(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9.=-]+", "-", text).strip("-.")[:60]
