"""Archives: studies in one ZIP file that anyone can open and repeat.

The file holds each study below ``studies/``: its ``study.toml`` and its runs. ``archive.toml`` lists them.
"""

from __future__ import annotations

import shutil
import sqlite3
import tomllib
import zipfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from ergodoku.base.errors import StudyError
from ergodoku.base.files import whole
from ergodoku.lab.study.database import address_of, database_errors
from ergodoku.lab.study.folder import DEFINITION, RUNS, load_study
from ergodoku.lab.study.validation import TUNE
from ergodoku.methods.toml import dump

ENDING = ".zip"
LIST, STUDIES = "archive.toml", "studies"
FORMAT = 1  # version of the archive format
DATE = (1980, 1, 1, 0, 0, 0)  # a fixed date for all files, so the same study gives the same archive
BLOCK = 2**20  # bytes to copy at a time
FILES = (".sqlite", ".toml")  # extensions of the files of a study
LONGEST_LIST = 2**20  # size of the largest list of studies that is read, in bytes
LONGEST_TEXT = 2**26  # TOML files up to this size in bytes are unpacked: half a million puzzles
USUAL = 20  # a larger TOML file may have up to this many times the size of the archive
RATIO, FREE = 100, 2**26  # all files may take 100 times the size of the archive (5 is usual), plus 64 MB


def is_archive(path: Path) -> bool:
    """Return whether a path names an archive rather than the folder of a study."""
    return path.suffix.lower() == ENDING and not path.is_dir()


def write_archive(path: Path, folders: Sequence[Path], others: Mapping[str, Path | str]) -> None:
    """Write studies into an archive, even while they are running.

    Parameters
    ----------
    path : Path
        The file; its name must end in ``.zip``.
    folders : sequence of Path
        The folders of the studies.
    others : mapping
        Other files to add, by their names in the archive: each is the path of a file, or its text.
    """
    check_place(path)
    names = [folder.resolve().name for folder in folders]
    files: dict[str, Path | str] = {LIST: dump({"format": FORMAT, "studies": names}), **others}
    try:
        with TemporaryDirectory() as place:
            for number, (name, folder) in enumerate(zip(names, folders, strict=True)):
                copies = _study_files(folder, Path(place) / str(number))
                files |= {f"{STUDIES}/{name}/{inner}": file for inner, file in copies}
            with whole(path) as part, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
                for inner, content in files.items():
                    _add(archive, inner, content)
    except OSError as error:
        raise StudyError(
            f"cannot write the archive {str(path)!r}: {error.strerror or error}", "choose another file"
        ) from None


def check_place(path: Path) -> None:
    """Raise an error if a name for an archive does not end in .zip, or its folder does not exist.

    Raises
    ------
    StudyError
        If no archive can be written there.
    """
    if path.suffix.lower() != ENDING:
        raise StudyError(f"the archive {str(path)!r} does not end in {ENDING}", f"end its name in {ENDING}")
    if not path.parent.is_dir():
        raise StudyError(
            f"cannot write the archive {str(path)!r}: there is no folder {str(path.parent)!r}",
            "choose another folder",
        )


@contextmanager
def study_folders(paths: Sequence[Path]) -> Iterator[list[Path]]:
    """Yield the folders of studies; archives are unpacked into folders that exist only in the `with` block.

    Raises
    ------
    StudyError
        If an archive cannot be read, or holds no study.
    """
    with TemporaryDirectory() as place:
        found: list[Path] = []
        for number, path in enumerate(paths):
            found += _unpacked(path, Path(place) / str(number)) if is_archive(path) else [path]
        yield found


def _study_files(folder: Path, place: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files of a study with their names; copy databases, as other processes may write to them."""
    study, _ = load_study(folder)
    tuning = study.kind == TUNE  # a tuning also has trials and a best method
    place.mkdir(parents=True)
    for database in sorted(folder.glob("*.sqlite" if tuning else RUNS)):
        _copy_database(database, place / database.name)
        yield database.name, place / database.name
    # Copy study.toml after the runs: it is extended before runs are added, so it covers all copied runs.
    for path in sorted(folder.glob("*.toml" if tuning else DEFINITION)):
        yield path.name, path
    if tuning:  # each check of a tuning is a study inside the tuning's folder
        for inner in sorted(path.parent for path in folder.glob(f"*/{DEFINITION}")):
            for name, file in _study_files(inner, place / inner.name):
                yield f"{inner.name}/{name}", file


def _copy_database(source: Path, target: Path) -> None:
    with database_errors(source):
        address = address_of(source, "ro")
        with closing(sqlite3.connect(address, uri=True)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)


def _add(archive: zipfile.ZipFile, name: str, content: Path | str) -> None:
    info = zipfile.ZipInfo(name, DATE)
    info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
    with archive.open(info, "w", force_zip64=True) as target:
        if isinstance(content, str):
            target.write(content.encode())
            return
        with content.open("rb") as source:
            shutil.copyfileobj(source, target, BLOCK)


def _unpacked(path: Path, place: Path) -> list[Path]:
    """Unpack the studies of an archive, and return their folders."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = _listed(path, archive)
            files = [info for info in archive.infolist() if _is_of_study(info.filename, names)]
            texts = [info.file_size for info in files if info.filename.endswith(".toml")]
            allowed = RATIO * path.stat().st_size + FREE
            longest = max(LONGEST_TEXT, USUAL * path.stat().st_size)
            if max(texts) > longest or sum(info.file_size for info in files) > allowed:
                raise _too_large(path)
            for info in files:
                archive.extract(info, place)
    except StudyError:
        raise
    except FileNotFoundError:
        raise StudyError(f"there is no archive {str(path)!r}", "check its name") from None
    except OSError as error:
        raise StudyError(
            f"cannot unpack {str(path)!r}: {error.strerror or error}", "free some disk space"
        ) from None
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, ValueError) as error:
        raise StudyError(f"the archive {str(path)!r} is damaged: {error}", "get a new copy") from None
    folders = [place / STUDIES / name for name in names]
    if len(folders) == 1:  # name it after the file: then studies of several archives have different names
        folders = [folders[0].rename(place / path.stem)]
    return folders


def _is_of_study(name: str, studies: Collection[str]) -> bool:
    """Return whether a name in an archive is a file of one of these studies."""
    parts = PurePosixPath(name).parts
    return (
        len(parts) in (3, 4)  # 4 for the check of a tuning: a folder inside the tuning's folder
        and parts[0] == STUDIES
        and parts[1] in studies
        and ".." not in parts
        and name.endswith(FILES)
    )


def _too_large(path: Path) -> StudyError:
    return StudyError(
        f"the files in the archive {str(path)!r} are too large for studies",
        "give an archive that a report wrote",
    )


def _listed(path: Path, archive: zipfile.ZipFile) -> list[str]:
    """Return the names of the studies in an archive."""
    if LIST not in archive.namelist():
        raise StudyError(
            f"{str(path)!r} is not an archive of studies: it has no {LIST}",
            "give an archive that a report wrote",
        )
    if archive.getinfo(LIST).file_size > LONGEST_LIST:
        raise _too_large(path)
    values = tomllib.loads(archive.read(LIST).decode())
    if values.get("format") != FORMAT:
        raise StudyError(
            f"the archive {str(path)!r} has format {values.get('format')!r}, not {FORMAT}",
            "open it with the version of ergodoku that wrote it",
        )
    names = values.get("studies")
    there = {
        path.parts[1]
        for path in map(PurePosixPath, archive.namelist())
        if path.match(f"{STUDIES}/*/{DEFINITION}") and ".." not in path.parts
    }
    if not isinstance(names, list) or not names or not set(names) <= there:
        raise ValueError(f"{LIST} does not list its studies")
    return [str(name) for name in names]
