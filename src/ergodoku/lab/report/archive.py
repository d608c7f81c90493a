"""A study and its report in one file, for others to read, open and repeat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ergodoku.lab.report.repeat import archive_commands
from ergodoku.lab.study import load_study, write_archive

LEFT_OUT = ("iohprofiler/",)  # thousands of small files; a new report on the archive writes them again
REPORT = "report"


def pack_report(
    path: Path, folders: Sequence[Path], report: Path, written: Mapping[str, str], commands: Sequence[str]
) -> None:
    """Write an archive with studies and their report.

    Parameters
    ----------
    path : Path
        The archive to write.
    folders : sequence of Path
        The folders of the studies.
    report : Path
        The folder of their report.
    written : mapping
        The names of the report's files, with descriptions. A key may hold several names, separated by commas;
        the name of a folder ends in a slash. Other files in the folder are left out.
    commands : sequence of str
        The commands that repeat the study when you run them in the folder ``repeat`` of the report.
    """
    others: dict[str, Path | str] = {"README.md": _readme(path, folders, written, commands)}
    for name in (name for names in written for name in names.split(", ") if name not in LEFT_OUT):
        others |= {f"{REPORT}/{inner}": file for inner, file in _files(report, name)}
    write_archive(path, folders, others)


def _files(folder: Path, name: str) -> Iterator[tuple[str, Path]]:
    """Yield a file, or all files of a folder, with their names in the archive."""
    place = folder / name
    for file in sorted(place.rglob("*")) if name.endswith("/") else [place]:
        if file.is_file():
            yield file.relative_to(folder).as_posix(), file


def _readme(path: Path, folders: Sequence[Path], written: Mapping[str, str], commands: Sequence[str]) -> str:
    lines = [
        f"# {path.stem}",
        "",
        "A study of Sudoku search, with its report. To read the report, open `report/report.html`.",
        "To write it again from the runs, or to repeat every run and compare, install Ergodoku and run:",
        "",
        "```sh",
        *archive_commands(path.name),
        "```",
        "",
        "Or unpack the archive, and run these commands in the folder `report/repeat`:",
        "",
        "```sh",
        *commands,
        "```",
        "",
        "| file | contents |",
        "|---|---|",
    ]
    for folder in folders:
        name = folder.resolve().name
        lines += [
            f"| `studies/{name}/study.toml` | puzzles, methods with all parameters, seed, limits, versions, "
            "machine |",
            f"| `studies/{name}/runs.sqlite` | every run with its seed |",
        ]
    lines += [
        f"| {', '.join(f'`{REPORT}/{name}`' for name in names.split(', '))} | {what} |"
        for names, what in written.items()
        if names not in LEFT_OUT
    ]
    for folder in folders:
        lines += ["", f"`studies/{folder.resolve().name}` was made with:", ""]
        lines += [f"- {name}: {value}" for name, value in load_study(folder)[1].items()]
    return "\n".join([*lines, ""])
