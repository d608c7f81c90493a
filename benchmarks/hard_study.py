"""The record of `hard` as an archive for `ergodoku report`: a study of our runs, and all CSV files.

The record does not store the puzzles; they are generated again from their seed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from hard_record import OWN, Table
from isolated import SOLVED
from peers import OURS

import ergodoku as eg
from ergodoku.lab.analysis.sweep_study import begin_sweep
from ergodoku.lab.study import RunRow, Study, write_archive

METHOD = "auto"


def write_study(record: Path, folder: Path) -> Study:
    """Make a study in a folder from our runs of a record."""
    table = Table(record / f"{OURS}.csv", OWN)
    if not table.rows:
        raise eg.StudyError(f"the record in {str(record)!r} has no runs of {OURS}", "measure it first")
    sizes, percents = (sorted({key[place] for key in table.rows}) for place in (0, 1))
    vary = [f"size={','.join(map(str, sizes))}", f"fraction={','.join(f'{p / 100:g}' for p in percents)}"]
    count = 1 + max(key[2] for key in table.rows)
    seed, limit = table.about["puzzle_seed"], table.about["limit"]
    study = begin_sweep(folder, METHOD, vary, count=count, runs=1, seed=seed, time_limit=limit)
    places = [(n, p, k) for n in sizes for p in percents for k in range(count)]
    rows = []
    for task in study.tasks():
        if (row := table.rows.get(places[task.puzzle])) is None:
            continue
        seconds, solved = float(row["seconds"]), row["status"] == SOLVED
        rows.append(
            RunRow(
                *task[:3],
                str(task.seed),
                "solved" if solved else "gave_up",
                int(row["energy"]),
                int(row["iterations"]),
                int(row["evaluations"]),
                seconds,
                seconds,
                row["found_by"],
                0.0,
                "",
            )
        )
    with study.store() as store:
        store.add_many(rows)
    return study


def archive_record(record: Path, path: Path) -> None:
    """Write an archive of a record."""
    with TemporaryDirectory() as place:
        folder = Path(place) / "hard"
        write_study(record, folder)
        write_archive(path, [folder], {file.name: file for file in sorted(record.glob("*.csv"))})
    print(f"wrote {path.name}; `ergodoku report {path.name}` opens it", file=sys.stderr)
