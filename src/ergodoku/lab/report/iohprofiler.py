"""The runs of a study in the format of IOHprofiler, for IOHanalyzer and iohinspector.

A folder per contender (the algorithm) holds a JSON file and a folder with a ``.dat`` file per puzzle (the
function). The dimension is the number of empty cells, the value is the best energy, an evaluation is an
iteration, and there is one instance. Each run begins with a header and, at evaluation 1, with the puzzle as
given, whose energy is its number of empty cells; what a search has before its second iteration is put at 2.

References
----------
C. Doerr, H. Wang, F. Ye, S. van Rijn, T. Bäck: IOHprofiler: a benchmarking and profiling tool for iterative
optimization heuristics. 2018. https://doi.org/10.48550/arXiv.1810.05281
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku._version import __version__
from ergodoku.base.errors import StudyError
from ergodoku.base.files import whole
from ergodoku.methods.parameters import as_dict

if TYPE_CHECKING:
    from ergodoku.lab.analysis import Runs
    from ergodoku.lab.study import Store, Study

FORMAT = "0.3.18"  # of IOHexperimenter, whose files these are like
HEADER = "evaluations raw_y\n"
MOST_PUZZLES = 65_535  # readers number functions with 16 bits
Point = tuple[int, int]  # evaluation, best energy


def write_iohprofiler(study: Study, store: Store, runs: Runs, folder: Path) -> int:
    """Write all runs that have ended, and return how many files were written.

    Where traces were stored, each improvement of the best energy is a point, as far as the thinned trace
    shows it. Otherwise a run has two points: its beginning and its end.
    """
    if len(study.puzzles) > MOST_PUZZLES:
        raise StudyError(
            f"IOHprofiler knows {MOST_PUZZLES:,} functions at most, and here are {len(study.puzzles):,}",
            "make smaller studies for it",
        )
    names = safe_names([contender.label for contender in study.contenders])
    files = 0
    order = np.lexsort((runs.repetition, runs.puzzle, runs.contender))
    cell = runs.contender[order] * len(study.puzzles) + runs.puzzle[order]
    starts = np.flatnonzero(np.diff(cell, prepend=-1))
    for rows in np.split(order, starts[1:]) if len(order) else []:
        contender, puzzle = int(runs.contender[rows[0]]), int(runs.puzzle[rows[0]])
        _write_cell(study, store, runs, rows.tolist(), contender, puzzle, folder / names[contender])
        files += 2
    return files


def improvements(points: Iterable[Point]) -> list[Point]:
    """Return the points where the best energy falls, and the last point.

    Examples
    --------
    >>> improvements([(1, 40), (10, 40), (20, 12), (30, 12)])
    [(1, 40), (20, 12), (30, 12)]
    """
    kept: list[Point] = []
    last: Point | None = None
    for last in points:
        if kept and last[0] == kept[-1][0]:
            kept[-1] = min(kept[-1], last)
        elif not kept or last[1] < kept[-1][1]:
            kept.append(last)
    if last is not None and last[0] > kept[-1][0]:
        kept.append((last[0], kept[-1][1]))
    return kept


def _write_cell(
    study: Study, store: Store, runs: Runs, rows: Sequence[int], contender: int, puzzle: int, folder: Path
) -> None:
    number, empty = puzzle + 1, int(np.count_nonzero(study.puzzles[puzzle].flat == 0))
    name = _safe(study.puzzles[puzzle].name) or f"puzzle{number}"
    data = Path(f"data_f{number}_{name}") / f"IOHprofiler_f{number}_DIM{empty}.dat"
    (folder / data).parent.mkdir(parents=True, exist_ok=True)
    listed: list[dict[str, Any]] = []
    with (
        whole(folder / data, sync=False) as part,
        part.open("w", encoding="utf-8", newline="\n") as stream,
    ):
        for row in rows:
            points = _points(study, store, runs, row, empty)
            stream.write(HEADER + "".join(f"{x} {y}\n" for x, y in points))
            best = next(point for point in points if point[1] == points[-1][1])
            listed.append(
                {
                    "instance": 1,
                    "evals": points[-1][0],
                    "best": {"evals": best[0], "y": float(best[1]), "x": []},
                }
            )
    about = {
        "version": FORMAT,
        "suite": "ergodoku",
        "function_id": number,
        "function_name": name,
        "maximization": False,
        "algorithm": {"name": study.contenders[contender].label, "info": _info(study, contender)},
        "attributes": HEADER.split(),
        "scenarios": [{"dimension": empty, "path": data.as_posix(), "runs": listed}],
    }
    with whole(folder / f"IOHprofiler_f{number}_{name}.json", sync=False) as part:
        part.write_text(json.dumps(about) + "\n", encoding="utf-8")


def _points(study: Study, store: Store, runs: Runs, row: int, empty: int) -> list[Point]:
    """Return the points of one run.

    None but the first is at evaluation 1, where readers see a new run begin; and none has one point alone,
    which readers that compare neighbours would take for the end of the run before.
    """
    end = max(2, int(runs.iterations[row])), int(runs.energy[row])
    history: list[Point] = []
    if study.traces:
        trace = store.trace((int(runs.puzzle[row]), int(runs.contender[row]), int(runs.repetition[row])))
        if trace is not None:
            noted = zip(trace.iteration.tolist(), trace.best.tolist(), strict=True)
            history = [(max(2, iteration), best) for iteration, best in noted if iteration <= end[0]]
    start = max([empty, end[1], *(best for _, best in history[:1])])
    return improvements([(1, start), *history, end])


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
