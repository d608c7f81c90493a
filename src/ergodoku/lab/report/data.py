"""The data of a report: runs and puzzles as CSV and Parquet, and the table of puzzles for the page."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import ErgodokuError, StudyError
from ergodoku.base.files import whole
from ergodoku.base.numbers import NOTHING, number
from ergodoku.lab.analysis import Table, instances
from ergodoku.lab.study import TUNE, Store, Study
from ergodoku.lab.tuning import check_folder

SHOWN = 200  # rows of the table of puzzles on the page; the file has all rows
BLOCK = 100_000  # rows of a CSV file to convert to text at a time


def write_runs(study: Study, store: Store, target: Path, by: str | None = None) -> None:
    """Write one row per run as CSV, then as Parquet; raise `ImportError` if polars is missing.

    ``by`` is as in `named`.
    """
    columns = named(study, store.columns(), by)
    write_csv(target / "runs.csv", columns)
    _write_parquet(target / "runs.parquet", columns)


def export_runs(study: Study, path: Path) -> None:
    """Write one row per run into a file: CSV, or Parquet if its name ends in ``.parquet``."""
    if study.kind == TUNE:  # the runs of its trials are not stored
        checked = check_folder(study)
        raise StudyError(
            f"{str(study.folder)!r} is a tuning, which does not store the runs of its trials",
            "write a report, whose trials.csv has all trials"
            + ("" if checked is None else f", or export the runs of the final check, {str(checked)!r}"),
        )
    if path.suffix.lower() not in (".csv", ".parquet"):
        raise StudyError(f"{str(path)!r} is neither .csv nor .parquet", "choose one of these extensions")
    with study.store() as store:
        columns = named(study, store.columns())
    try:
        if path.suffix.lower() == ".csv":
            write_csv(path, columns)
        else:
            _write_parquet(path, columns)
    except ImportError:
        raise ErgodokuError('Parquet needs polars: pip install "ergodoku[lab]"') from None
    except OSError as error:
        raise StudyError(
            f"cannot write {str(path)!r}: {error.strerror or error}", "choose another file"
        ) from None


def _write_parquet(path: Path, columns: Mapping[str, NDArray[Any]]) -> None:
    import polars

    file = BytesIO()
    polars.DataFrame(dict(columns)).write_parquet(file)
    with whole(path) as part:
        part.write_bytes(file.getvalue())


def named(study: Study, columns: dict[str, NDArray[Any]], by: str | None = None) -> dict[str, NDArray[Any]]:
    """Return the columns, with names of puzzles and contenders and the properties of each puzzle added.

    ``by`` names the property that divides the puzzles into classes. It is added if it is not there yet.
    Numbers of puzzles start at 1. If a property of the puzzles has the same name as one of the columns, the
    property gets the prefix ``puzzle_``.
    """
    names = np.array([p.name or f"puzzle {k}" for k, p in enumerate(study.puzzles, 1)])
    labels = np.array([contender.label for contender in study.contenders])
    puzzle, contender = columns["puzzle"], columns["contender"]
    first = {"puzzle": puzzle + 1, "puzzle_name": names[puzzle], "contender": labels[contender]}
    found = first | {key: values for key, values in columns.items() if key not in first}
    properties = instances(study, by)
    known = {f"puzzle_{key}" if key in found else key: values for key, values in properties.items()}
    return found | {key: values[puzzle] for key, values in known.items()}


def write_csv(path: Path, columns: Mapping[str, NDArray[Any]]) -> None:
    """Write columns as a CSV file, in blocks to save memory."""
    count = len(next(iter(columns.values())))
    with whole(path) as part, part.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(columns)
        for start in range(0, count, BLOCK):
            block = (values[start : start + BLOCK].tolist() for values in columns.values())
            writer.writerows(zip(*block, strict=True))


def puzzle_table(columns: Mapping[str, NDArray[Any]], time: str = "seconds") -> tuple[Table, str]:
    """Return the first rows of the table of puzzles, and a caption.

    ``time`` is the measure of time: ``seconds`` on the clock, or ``cpu_seconds``.
    """
    unit = "CPU s" if time == "cpu_seconds" else "s"
    heads = (
        "puzzle",
        "name",
        "contender",
        "solved",
        f"median {unit}",
        f"ERT {unit}",
        "median iterations",
        "ERT iterations",
    )
    measures = (f"median_{time}", f"ert_{time}", "median_iterations", "ert_iterations")
    count = len(columns["puzzle"])
    rows = tuple(
        (
            str(columns["puzzle"][k]),
            str(columns["puzzle_name"][k]),
            str(columns["contender"][k]),
            f"{columns['solved'][k]:,}/{columns['runs'][k]:,}",
            *(_known(float(columns[name][k])) for name in measures),
        )
        for k in range(min(count, SHOWN))
    )
    text = "Each contender on each puzzle; a dash means that too few runs were solved to know the value."
    text += f" Times are {'CPU times' if time == 'cpu_seconds' else 'times on the clock'}."
    if count > SHOWN:
        text = f"The first {SHOWN} of {count:,} rows; all are in puzzles.csv. {text}"
    return Table("Puzzles", heads, rows, 3), text


def _known(value: float) -> str:
    return number(value) if math.isfinite(value) else NOTHING
