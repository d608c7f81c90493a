"""The folder of a study: ``study.toml``, which says all that is needed to repeat it, and ``runs.sqlite``."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

from ergodoku._version import __version__
from ergodoku.base.errors import StudyError
from ergodoku.base.files import whole
from ergodoku.lab.study.store import Store
from ergodoku.lab.study.study import Contender, Study
from ergodoku.methods.toml import dump
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Puzzle

VERSION = 1  # of the folder's format
DEFINITION, RUNS = "study.toml", "runs.sqlite"


def begin(study: Study) -> None:
    """Make the folder of a study, or see that the one there is of the same study."""
    folder = study.folder
    if (folder / DEFINITION).exists():
        there, about = load(folder)
        if found := difference(definition(there), definition(study)):
            raise StudyError(f"{str(folder)!r} holds another study: {found}", "choose another folder")
        if about.get("ergodoku") != __version__:
            raise StudyError(
                f"the study in {str(folder)!r} was begun with ergodoku {about.get('ergodoku')}, "
                f"and this is {__version__}",
                "go on with that version, or choose another folder: results of two versions do not mix",
            )
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StudyError(f"cannot make {str(folder)!r}: {error.strerror}", "choose another folder") from None
    with Store(folder / RUNS, create=True) as store:  # before study.toml: with that the study has begun
        if len(store):
            raise StudyError(
                f"{str(folder)!r} holds runs, but no {DEFINITION}", "put it back, or choose another folder"
            )
    write_whole(folder / DEFINITION, dump(definition(study) | {"made": surroundings()}))


def load(folder: Path) -> tuple[Study, dict[str, Any]]:
    """Return the study of a folder, and what it was begun with."""
    path = folder / DEFINITION
    try:
        text = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise StudyError(
            f"{str(folder)!r} is no study: it has no {DEFINITION}", "give the folder of a study"
        ) from None
    except OSError as error:
        raise StudyError(f"cannot read {str(path)!r}: {error.strerror}", "check the folder") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise StudyError(f"{str(path)!r} is damaged: {error}", "restore it from a copy") from None
    if text.get("version") != VERSION:
        made = text.get("made")
        wrote = made.get("ergodoku") if isinstance(made, dict) else None
        raise StudyError(
            f"the study in {str(folder)!r} has format version {text.get('version')!r}, not {VERSION}",
            f"open it with ergodoku {wrote}" if wrote else "open it with the version that wrote it",
        )
    try:
        limits = text.get("limits", {})
        study = Study(
            folder,
            tuple(_read_puzzle(entry) for entry in text["puzzles"]),
            tuple(
                Contender.of(Contender(entry["label"], entry["method"], entry["parameters"]))
                for entry in text["contenders"]
            ),
            text["runs"],
            text["seed"],
            limits.get("seconds"),
            limits.get("iterations"),
            bool(text["traces"]),
            text["kind"],
            text.get("extra", {}),
        ).checked()
        return study, dict(text["made"])
    except (KeyError, TypeError, ValueError) as error:
        raise StudyError(f"{str(path)!r} is damaged: {error}", "restore it from a copy") from error


def definition(study: Study) -> dict[str, Any]:
    """Return a study as plain values: what must be the same when it goes on."""
    limits = {"seconds": study.time_limit, "iterations": study.max_iterations}
    return {
        "version": VERSION,
        "kind": study.kind,
        "runs": study.runs,
        "seed": study.seed,
        "traces": study.traces,
        "limits": {name: value for name, value in limits.items() if value is not None},
        "extra": study.extra,
        "contenders": [
            {"label": c.label, "method": c.method, "parameters": c.parameters} for c in study.contenders
        ],
        "puzzles": [_write_puzzle(puzzle) for puzzle in study.puzzles],
    }


def surroundings() -> dict[str, Any]:
    """Return what a study is begun with: versions and machine."""
    from importlib.metadata import version

    return {
        "ergodoku": __version__,
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "platform": platform.platform(),
        "cpu": _cpu(),
        "cores": os.cpu_count() or 1,
    }


def usual_name(study: Study) -> str:
    """Return the name of the folder of a study that nobody named: the same for the same study."""
    text = json.dumps(definition(study), sort_keys=True)
    return f"study-{hashlib.blake2b(text.encode(), digest_size=4).hexdigest()}"


def moved(study: Study) -> str:
    """Name the first thing in which versions or machine differ from those that a study was begun with."""
    return difference(load(study.folder)[1], surroundings())


def difference(there: Any, here: Any, where: str = "") -> str:
    """Name the first thing in which two definitions differ, or return an empty text."""
    if isinstance(there, dict) and isinstance(here, dict):
        for key in [*there, *(key for key in here if key not in there)]:
            if found := difference(there.get(key), here.get(key), f"{where}.{key}".lstrip(".")):
                return found
        return ""
    if isinstance(there, list | tuple) and isinstance(here, list | tuple):
        if len(there) != len(here):
            return f"{where}: {len(there)} there, {len(here)} here"
        for number, (old, new) in enumerate(zip(there, here, strict=True), 1):
            if found := difference(old, new, f"{where} {number}"):
                return found
        return ""
    return "" if there == here else f"{where} is {_short(there)} there, {_short(here)} here"


def write_whole(path: Path, text: str) -> None:
    """Write a text as a file that is either whole or not there."""
    try:
        with whole(path) as part:
            part.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise StudyError(
            f"cannot write {str(path)!r}: {error.strerror}", "make room, or choose another folder"
        ) from None


def _write_puzzle(puzzle: Puzzle) -> dict[str, Any]:
    layout, digits = puzzle.layout, puzzle.flat.tolist()
    if layout.size <= 9:
        givens = "".join(str(digit) if digit else "." for digit in digits)
    else:
        givens = " ".join(map(str, digits))
    entry: dict[str, Any] = {"name": puzzle.name, "layout": layout.kind}
    if layout.box:
        entry["box"] = f"{layout.box[0]}x{layout.box[1]}"
    else:
        entry["regions"] = " ".join(map(str, layout.regions.tolist()))
    return entry | {"givens": givens}


def _read_puzzle(entry: dict[str, Any]) -> Puzzle:
    if "box" in entry:
        rows, columns = map(int, entry["box"].split("x"))
        layout = Layout.of(box=(rows, columns), kind=entry["layout"])
    else:
        labels = entry["regions"].split()
        size = round(len(labels) ** 0.5)
        layout = Layout.jigsaw([labels[k : k + size] for k in range(0, len(labels), size)])
    cells = entry["givens"] if layout.size <= 9 else entry["givens"].split()
    return Puzzle(layout, [0 if cell == "." else int(cell) for cell in cells], entry["name"])


def _short(value: object) -> str:
    text = "missing" if value is None else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _cpu() -> str:
    """Return the name of the processor, as far as the system tells."""
    if sys.platform == "linux":
        with suppress(OSError):
            for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
                if line.startswith(("model name", "Model")):
                    return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
