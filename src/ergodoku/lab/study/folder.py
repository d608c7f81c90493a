"""The folder of a study: ``study.toml`` with everything needed to repeat it, and ``runs.sqlite``."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ergodoku._version import __version__
from ergodoku.base.errors import ParameterError, StudyError
from ergodoku.base.files import whole
from ergodoku.lab.study.definition import OLD, VERSION, defined, definition, difference, identity
from ergodoku.lab.study.environment import environment
from ergodoku.lab.study.lock import locked
from ergodoku.lab.study.store import Store
from ergodoku.lab.study.study import Study
from ergodoku.methods.registry import ENTRIES
from ergodoku.methods.toml import dump

DEFINITION, RUNS = "study.toml", "runs.sqlite"


def create_folder(study: Study) -> Study:
    """Make the folder of a study, or extend the study in it; return the resulting study."""
    folder = study.folder
    if not (folder / DEFINITION).exists():
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StudyError(
                f"cannot make {str(folder)!r}: {error.strerror}", "choose another folder"
            ) from None
        with locked(folder):
            if not (folder / DEFINITION).exists():  # another process may have started a study by now
                _start(study)
                return study
    return _grow(study)


def load_study(folder: Path) -> tuple[Study, dict[str, Any]]:
    """Return the study of a folder, and the environment in which it started."""
    values = _values(folder)
    _check_methods(values, folder)
    try:
        return defined(values, folder), dict(values["made"])
    except (KeyError, TypeError, ValueError) as error:
        raise StudyError(
            f"{str(folder / DEFINITION)!r} is damaged: {error}", "restore it from a copy"
        ) from error


def _values(folder: Path) -> dict[str, Any]:
    """Return the contents of ``study.toml``; raise an error if it is unreadable or of an unknown version."""
    path = folder / DEFINITION
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise StudyError(
            f"{str(folder)!r} is not a study: it has no {DEFINITION}", "give the folder of a study"
        ) from None
    except OSError as error:
        raise StudyError(f"cannot read {str(path)!r}: {error.strerror}", "check the folder") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise StudyError(f"{str(path)!r} is damaged: {error}", "restore it from a copy") from None
    if values.get("version") not in (OLD, VERSION):
        made = values.get("made")
        wrote = made.get("ergodoku") if isinstance(made, dict) else None
        raise StudyError(
            f"the study in {str(folder)!r} has format version {values.get('version')!r}, not {VERSION}",
            f"open it with ergodoku {wrote}" if wrote else "open it with the version that wrote it",
        )
    return values


def _check_methods(values: Mapping[str, Any], folder: Path) -> None:
    """Raise an error if the study uses a method of another package that is missing or cannot be loaded."""
    found = values.get("contenders")
    entries = [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []
    names = [name for entry in entries if isinstance(name := entry.get("method"), str)]
    study = f"the study {folder.resolve().name!r}"
    for name in dict.fromkeys(names):
        try:
            known = name in ENTRIES
        except ParameterError as error:
            raise StudyError(f"{study} cannot be opened: {error.what}", error.remedy) from error
        if not known:
            raise StudyError(
                f"{study} uses the method {name!r}, which is not installed",
                "install the package that provides it",
            )


def default_name(study: Study) -> str:
    """Return a folder name computed from the study, so the same study finds its folder again."""
    text = json.dumps(identity(study), sort_keys=True)
    return f"study-{hashlib.blake2b(text.encode(), digest_size=4).hexdigest()}"


def environment_change(study: Study) -> str:
    """Return the first change in the environment since the study started; empty if there is none."""
    return difference(load_study(study.folder)[1], environment())


def write_whole(path: Path, text: str) -> None:
    """Write a text file that is either complete or absent."""
    try:
        with whole(path) as part:
            part.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise StudyError(
            f"cannot write {str(path)!r}: {error.strerror}", "free some disk space, or choose another folder"
        ) from None


def _start(study: Study) -> None:
    """Write the files of a new study; the caller holds the lock of the folder."""
    folder = study.folder
    with Store.create(folder / RUNS) as store:  # before study.toml: that file marks the folder as a study
        if len(store):
            raise StudyError(
                f"{str(folder)!r} holds runs, but no {DEFINITION}", "put it back, or choose another folder"
            )
    write_definition(study, environment(), folder)


def _grow(study: Study) -> Study:
    """Return the study in the folder, extended to the given study; if it grew, write its new definition."""
    larger, _, extended = _extended(study)
    if extended:  # otherwise do not lock: the folder may be read-only, or in use by another process
        with locked(study.folder):
            larger, made, _ = _extended(study)  # again: another process may have extended it by now
            write_definition(larger, made, study.folder)
    return larger


def _extended(study: Study) -> tuple[Study, dict[str, Any], bool]:
    """Return the study in the folder, extended to the given study; its environment; and whether it grew."""
    from ergodoku.lab.study.growth import grown

    folder = str(study.folder)
    there, made = load_study(study.folder)
    if _values(study.folder)["version"] == OLD:
        raise StudyError(
            f"the study in {folder!r} started with ergodoku 0.1.0, which used other seeds than this version",
            "you can report on it, but not add to it: start in another folder",
        )
    larger = grown(there, study)
    if made.get("ergodoku") != __version__:
        raise StudyError(
            f"the study in {folder!r} started with ergodoku {made.get('ergodoku')}; this is {__version__}",
            "resume it with that version, or choose another folder: results of two versions do not mix",
        )
    return larger, made, definition(larger) != definition(there)


def write_definition(study: Study, made: Mapping[str, Any], folder: Path) -> None:
    """Write ``study.toml`` into a folder: everything needed to repeat a study."""
    write_whole(folder / DEFINITION, dump(definition(study) | {"made": dict(made)}))
