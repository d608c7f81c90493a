"""How to repeat a study: its puzzles and methods as files, and the commands that use them."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ergodoku.base.errors import ErgodokuError, StudyError
from ergodoku.lab.analysis import is_sweep
from ergodoku.lab.report.iohprofiler import safe_names
from ergodoku.lab.study import COMPARE, EXPLORE, TUNE, puzzle_identity, write_definition, write_whole
from ergodoku.methods.registry import method_of, to_toml

if TYPE_CHECKING:
    from ergodoku.lab.study import Study
    from ergodoku.puzzle.layout import Layout
    from ergodoku.puzzle.puzzle import Puzzle

PUZZLES, REGIONS = "puzzles.txt", "regions.txt"


@dataclass(frozen=True)
class Repeat:
    """The commands that repeat a study when you run them in ``folder``.

    ``exact`` is true if the repeated runs give the same results.
    """

    folder: str
    commands: tuple[str, ...]
    exact: bool


def write_repeat(
    study: Study, made: Mapping[str, Any], folder: Path, trials: int = 0, check: int | None = None
) -> Repeat:
    """Write the puzzles and methods of a study into a folder, and return the commands that repeat it.

    Some studies cannot be described on the command line, for example studies with puzzles of several
    layouts. Their commands use ``study.toml``, which is always written. For a tuning, the commands need the
    number of trials and, if there is a check, its number of runs per puzzle.
    """
    folder.mkdir(parents=True, exist_ok=True)
    write_definition(study, made, folder)
    install = _install(made, "lab,tune" if study.kind == TUNE else "lab")
    try:
        if is_sweep(study):
            words = ["ergodoku", "explore", *_values(study, folder), *_generated(study)]
        elif study.kind == TUNE:
            words = ["ergodoku", "tune", *_puzzles(study, folder), *_tuned(study, folder)]
            words += ["--trials", str(max(1, trials)), *([] if check is None else ["--check", str(check)])]
        elif study.kind == EXPLORE:
            words = ["ergodoku", "explore", *_puzzles(study, folder), *_values(study, folder)]
        else:
            words = ["ergodoku", "compare", *_puzzles(study, folder), "--methods", _methods(study, folder)]
    except ErgodokuError:
        commands = (install, "ergodoku study repeat . --study again", "ergodoku report again")
    else:
        words += ["--runs", str(study.runs), "--seed", str(study.seed)]
        words += [] if study.time_limit is None else ["--time-limit", _plain(study.time_limit)]
        words += [] if study.max_iterations is None else ["--max-iterations", str(study.max_iterations)]
        if study.max_evaluations is not None:
            words += ["--max-evaluations", str(study.max_evaluations)]
        words += ["--traces"] if study.traces else []
        words += ["--study", "again"]
        commands = (install, shlex.join(words), "ergodoku report again")
    return Repeat(folder.name, commands, exact=study.time_limit is None)


def write_repeats(studies: Mapping[str, tuple[Study, Mapping[str, Any]]], folder: Path) -> Repeat:
    """Write the definition of each named study into a separate folder, and return commands for all.

    Each study keeps its own seed, limits and number of runs.
    """
    commands = list(dict.fromkeys(_install(made, "lab") for _, made in studies.values()))
    for name, (study, made) in studies.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        write_definition(study, made, folder / name)
        commands.append(shlex.join(["ergodoku", "study", "repeat", name, "--study", f"again/{name}"]))
    commands.append(shlex.join(["ergodoku", "report", *(f"again/{name}" for name in studies)]))
    exact = all(study.time_limit is None for study, _ in studies.values())
    return Repeat(folder.name, tuple(commands), exact)


def _install(made: Mapping[str, Any], extras: str) -> str:
    """Return how to install the version that made a study: a comment, so that readers can paste all lines."""
    version = made.get("ergodoku", "")
    package = f'pip install "ergodoku[{extras}]=={version}", or ".[{extras}]" in its source'
    return f"# with ergodoku {version}: {package}"


def archive_commands(name: str) -> tuple[str, str]:
    """Return two commands: to write a report on an archive, and to repeat its studies."""
    return f"ergodoku report {shlex.quote(name)}", f"ergodoku study repeat {shlex.quote(name)}"


def _tuned(study: Study, folder: Path) -> list[str]:
    """Return the arguments of ``tune``; write the method to a file if its name alone does not define it."""
    contender, extra = study.contenders[0], study.extra
    method = contender.name
    if method_of(method) != contender.method:
        method = "default.toml"
        write_whole(folder / method, to_toml(contender.method))
    words = ["--method", method, *(["--only", ",".join(extra["only"])] if extra["only"] else [])]
    words += [word for text in extra["ranges"] for word in ("--range", text)]
    return [*words, "--measure", extra["measure"], "--split", _plain(extra["split"])]


def _generated(study: Study) -> list[str]:
    """Return the arguments that generate the puzzles of a sweep."""
    words = ["--count", str(study.extra["count"])]
    words += ["--fraction", _plain(study.extra["fraction"])] if "fraction" in study.extra else []
    given = [name for name in ("box", "size", "layout") if name in study.extra]
    return words + [word for name in given for word in (f"--{name}", str(study.extra[name]))]


def _puzzles(study: Study, folder: Path) -> list[str]:
    """Write the puzzles into files, and return the arguments that read them."""
    layouts = list(dict.fromkeys(puzzle.layout for puzzle in study.puzzles))
    if len(layouts) == 1:
        _write_puzzles(study.puzzles, folder / PUZZLES, layouts[0].box, layouts[0])
        return [PUZZLES, *_layout(layouts[0], folder)]
    if study.kind != COMPARE:
        raise StudyError("puzzles of several layouts", "use one layout")
    names = []
    for layout in layouts:  # the command gets no layout: it derives the layout from the size of the puzzles
        names.append(f"puzzles-{layout.size}x{layout.size}.txt")
        alike = [puzzle for puzzle in study.puzzles if puzzle.layout == layout]
        _write_puzzles(alike, folder / names[-1], None, None)
    return names


def _write_puzzles(
    puzzles: Sequence[Puzzle], path: Path, box: tuple[int, int] | None, layout: Layout | None
) -> None:
    """Write puzzles of one size into a file, and check that reading it gives the same puzzles."""
    from ergodoku.puzzle.formats import read, write_text

    form = "line" if puzzles[0].size <= 25 else "integers"
    write_whole(path, "\n".join(write_text(p, form, digits_only=True).strip() for p in puzzles) + "\n")
    again = list(read(path, box=box, layout=layout))
    if [puzzle_identity(p) for p in again] != [puzzle_identity(p) for p in puzzles]:
        raise StudyError("the puzzles are different when they are read back", "use another format")


def _layout(layout: Layout, folder: Path) -> list[str]:
    if layout.kind == "latin":
        return ["--layout", "latin"]
    if layout.box is None:
        size, labels = layout.size, layout.regions.tolist()
        rows = [" ".join(str(label) for label in labels[k : k + size]) for k in range(0, size * size, size)]
        write_whole(folder / REGIONS, "\n".join(rows) + "\n")
        return ["--layout", f"jigsaw:{REGIONS}"]
    box = ["--box", f"{layout.box[0]}x{layout.box[1]}"]
    return box if layout.kind == "classic" else [*box, "--layout", layout.kind]


def _methods(study: Study, folder: Path) -> str:
    """Write each contender into a file, and return the value of ``--methods``."""
    parts = []
    for contender, name in zip(
        study.contenders, safe_names([c.label for c in study.contenders]), strict=True
    ):
        path = folder / f"{name}.toml"
        write_whole(path, to_toml(contender.method))
        if method_of(str(path)) != contender.method:
            raise StudyError("the method is different when it is read back", "use a listed method")
        if "," in contender.label or "=" in name or contender.label != contender.label.strip():
            raise StudyError("the label would be read differently", "use another label")
        parts.append(path.name if contender.label == name else f"{contender.label}={path.name}")
    return ",".join(parts)


def _plain(number: float) -> str:
    """Return a number with all its digits, without a trailing .0."""
    return repr(number).removesuffix(".0")


def _values(study: Study, folder: Path) -> list[str]:
    """Return the arguments of ``explore`` for the method and its values; write a method file if needed."""
    extra = study.extra
    if "preset" in extra:
        return ["--preset", extra["preset"]]
    method = extra["method"]
    if "parameters" in extra:
        method = f"{safe_names([method])[0]}.toml"
        write_whole(folder / method, to_toml(method_of(extra["method"], extra["parameters"])))
    pairs = [word for text in extra.get("set", ()) for word in ("--set", text)]
    return ["--method", method, *pairs, *(word for text in extra["vary"] for word in ("--vary", text))]
