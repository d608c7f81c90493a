"""A study as plain values: the contents of ``study.toml``, and the difference between two studies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isqrt
from pathlib import Path
from typing import Any

from ergodoku.base.numbers import counted
from ergodoku.lab.study import contenders
from ergodoku.lab.study.study import Study
from ergodoku.lab.study.validation import validated
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Puzzle

VERSION = 2  # version of the folder's format
OLD = 1  # the format of 0.1.0: readable, but with other seeds than this version, and without CPU times


def definition(study: Study) -> dict[str, Any]:
    """Return a study as plain values, to store it in ``study.toml`` and to compare it with another study."""
    limits = {
        "seconds": study.time_limit,
        "iterations": study.max_iterations,
        "evaluations": study.max_evaluations,
    }
    return {
        "version": VERSION,
        "kind": study.kind,
        "runs": study.runs,
        "seed": study.seed,
        "traces": study.traces,
        "limits": {name: value for name, value in limits.items() if value is not None},
        "extra": study.extra,
        "contenders": [contenders.to_entry(contender) for contender in study.contenders],
        "puzzles": [_puzzle_entry(study, k) for k in range(len(study.puzzles))],
    }


def identity(study: Study) -> dict[str, Any]:
    """Return the values that determine the runs: the definition without the extra columns of the puzzles."""
    return definition(replace(study, columns={}))


def defined(values: Mapping[str, Any], folder: Path) -> Study:
    """Return the study that values from `definition` describe."""
    limits = values.get("limits", {})
    return validated(
        Study(
            folder,
            tuple(_puzzle(entry) for entry in values["puzzles"]),
            tuple(contenders.from_entry(entry) for entry in values["contenders"]),
            values["runs"],
            values["seed"],
            limits.get("seconds"),
            limits.get("iterations"),
            limits.get("evaluations"),
            bool(values["traces"]),
            values["kind"],
            values.get("extra", {}),
            _columns(values["puzzles"]),
        )
    )


def difference(there: Any, here: Any, where: str = "", sides: tuple[str, str] = ("there", "here")) -> str:
    """Describe the first difference between two sets of plain values (an empty text if they are equal)."""
    if isinstance(there, dict) and isinstance(here, dict):
        for key in [*there, *(key for key in here if key not in there)]:
            if found := difference(there.get(key), here.get(key), f"{where}.{key}".lstrip("."), sides):
                return found
        return ""
    if isinstance(there, list | tuple) and isinstance(here, list | tuple):
        if len(there) != len(here):
            return f"{where} has {counted(len(there), 'value')} {sides[0]}, {len(here)} {sides[1]}"
        for number, (old, new) in enumerate(zip(there, here, strict=True), 1):
            if found := difference(old, new, f"{where} {number}", sides):
                return found
        return ""
    return "" if there == here else f"{where} is {_short(there)} {sides[0]}, {_short(here)} {sides[1]}"


def _puzzle_entry(study: Study, place: int) -> dict[str, Any]:
    puzzle = study.puzzles[place]
    layout, digits = puzzle.layout, puzzle.flat.tolist()
    if layout.size <= 9:
        givens = "".join(str(digit) if digit else "." for digit in digits)
    else:
        givens = " ".join(map(str, digits))
    entry: dict[str, Any] = {"name": puzzle.name, "layout": layout.kind}
    if layout.box:
        entry["box"] = f"{layout.box[0]}x{layout.box[1]}"
    elif layout.kind == "jigsaw":
        entry["regions"] = " ".join(map(str, layout.regions.tolist()))
    columns = {name: values[place] for name, values in study.columns.items()}
    return entry | {"givens": givens} | ({"columns": columns} if columns else {})


def _puzzle(entry: Mapping[str, Any]) -> Puzzle:
    cells = entry["givens"].split() if " " in entry["givens"] else entry["givens"]
    if "box" in entry:
        rows, columns = map(int, entry["box"].split("x"))
        layout = Layout.of(box=(rows, columns), kind=entry["layout"])
    elif entry["layout"] == "latin":
        layout = Layout.of(isqrt(len(cells)), kind="latin")
    else:
        labels = entry["regions"].split()
        size = round(len(labels) ** 0.5)
        layout = Layout.jigsaw([labels[k : k + size] for k in range(0, len(labels), size)])
    return Puzzle(layout, [0 if cell == "." else int(cell) for cell in cells], entry["name"])


def _columns(entries: Sequence[Mapping[str, Any]]) -> dict[str, tuple[str, ...]]:
    names = dict.fromkeys(name for entry in entries for name in entry.get("columns", {}))
    return {name: tuple(str(entry.get("columns", {}).get(name, "-")) for entry in entries) for name in names}


def _short(value: object) -> str:
    text = "missing" if value is None else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
