"""The benchmarks run, use equal limits and check every solution; each page is made from its record."""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ergodoku as eg
from tests.cli.run import ergodoku

ROOT = Path(__file__).parent.parent
SOLVER = """
import sys
givens = [int(c) if c != "." else 0 for c in (sys.argv[1] if len(sys.argv) > 1 else sys.stdin.read()).strip()]
size = round(len(givens) ** 0.5)
box = round(size ** 0.5)

def free(cell, digit):
    row, column = divmod(cell, size)
    top, left = row // box * box, column // box * box
    return all(
        givens[row * size + k] != digit and givens[k * size + column] != digit
        and givens[(top + k // box) * size + left + k % box] != digit
        for k in range(size)
    )

def fill(cell=0):
    while cell < len(givens) and givens[cell]:
        cell += 1
    if cell == len(givens):
        return True
    for digit in range(1, size + 1):
        if free(cell, digit):
            givens[cell] = digit
            if fill(cell + 1):
                return True
            givens[cell] = 0
    return False

print("searching ...")
print("".join(map(str, givens)) if fill() else "no solution")
print("done")
"""
OTHERS = {
    "nonsense": "print('42 is the answer')",
    "wrong": "print('1234' * 4)",
    "hanging": "import time; time.sleep(600)",
    "flooding": "while True: print('12' * 1000)",
}


FORKED = """
import runpy, sys
path = {path!r}
sys.argv[0] = path
sys.path[:0] = [{folder!r}]
runpy.run_path(path, run_name="__main__")
"""


def run(script: str, *arguments: str | Path, code: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a script as a user would, in a forked process, and check its exit code."""
    path = ROOT / "benchmarks" / script
    done = ergodoku(*arguments, script=FORKED.format(path=str(path), folder=str(path.parent)))
    assert done.returncode == code, done.stderr
    return done


def measured(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a benchmark in a new process; it may miss its bar here, where speed does not count."""
    command = [sys.executable, ROOT / "benchmarks" / script, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr
    return done


def module(name: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Import a script."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    return importlib.import_module(name)


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """One comparison of all solvers, with a good external solver and bad ones."""
    folder = tmp_path_factory.mktemp("compared")
    arguments: list[str | Path] = []
    for name, text in {"inline": SOLVER, "stdin": SOLVER, **OTHERS}.items():
        file = folder / f"{name}.py"
        file.write_text(text)
        tail = " {puzzle}" if name == "inline" else ""
        arguments += ["--solver", f"{name}={shlex.join([sys.executable, str(file)])}{tail}"]
    done = run(
        "against.py", "--classes", "4@40x1", "--limit", "5", "--json", folder / "found.json", *arguments
    )
    found = json.loads((folder / "found.json").read_text())
    return {"table": done.stdout, "found": found, **{row["solver"]: row for row in found["rows"]}}


@pytest.mark.parametrize("name", ["ergodoku", "CaDiCaL", "CP-SAT", "py-sudoku", "inline", "stdin"])
def test_every_solver_solves_a_small_puzzle(compared: dict[str, Any], name: str) -> None:
    row = compared[name]
    assert row["solved"] == row["runs"] == (3 if name == "ergodoku" else 1)
    assert 0 < row["solve"] <= row["total"] <= row["worst"]


def test_building_time_is_listed_where_it_can_be_measured(compared: dict[str, Any]) -> None:
    assert all(compared[name]["build"] > 0 for name in ("ergodoku", "CaDiCaL", "CP-SAT", "py-sudoku"))
    assert compared["inline"]["build"] is None


@pytest.mark.parametrize(
    ("name", "failed", "note"),
    [
        ("nonsense", 1, "no grid in its output"),
        ("wrong", 1, "a digit occurs twice|givens were changed"),
        ("hanging", 0, "$"),
        ("flooding", 1, "the solver printed too much"),
    ],
)
def test_a_solver_that_prints_nonsense_or_hangs_has_not_solved_the_puzzle(
    compared: dict[str, Any], name: str, failed: int, note: str
) -> None:
    row = compared[name]
    assert (row["solved"], row["failed"]) == (0, failed)
    assert row["total"] == compared["found"]["limit"]
    assert re.match(note, row["note"])


def test_the_table_has_a_row_for_every_solver_and_marks_the_best(compared: dict[str, Any]) -> None:
    lines = [line for line in compared["table"].splitlines() if line.startswith("|")]
    assert len(lines) == 2 + len(compared["found"]["rows"])
    assert sum("**" in line for line in lines) == 1
    assert "> 5.0 s" in next(line for line in lines if "hanging" in line)


def test_a_proof_that_there_is_no_solution_counts_as_solved(tmp_path: Path) -> None:
    solvers = ("--solvers", "CaDiCaL,CP-SAT,py-sudoku")
    done = run("against.py", "--classes", "none9x1", "--limit", "60", *solvers, "--json", tmp_path / "a.json")
    rows = json.loads((tmp_path / "a.json").read_text())["rows"]
    assert [row["solved"] for row in rows] == [1, 1, 1]
    assert "9x9 with no solution" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["--classes", "9at40"], "'9at40' is not a class"),
        (["--solver", "mine=no-such-program"], "no program"),
    ],
)
def test_bad_input_is_reported_in_one_line(arguments: list[str], what: str) -> None:
    done = run("against.py", *arguments, code=2)
    assert what in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "command",
    [
        "bars.py --only nosuch",
        "bars.py --only hard9 --data /nosuch",
        "bars.py --only clues17 --data /nosuch",
        "nine.py --only nosuch",
        "nine.py --only hard --data /nosuch",
        "ants.py /nosuch",
        "methods.py --only nosuch",
        "stopping.py --only nosuch",
        "memory.py --only nosuch",
        "load.py nosuch",
        "optimisers.py --only nosuch",
        "optimisers.py --puzzles 5x5",
        "growth.py --from /nosuch.json",
        "growth.py --from ../pyproject.toml",
        "peers.py nofile.txt",
        "peers.py nofile.txt --solvers nosuch",
        "latin.py --solvers nosuch",
        "latin.py --solvers py-sudoku",
        "hard.py --solvers CaDiCaL,nosuch",
        "puzzles.py /nosuch.sdm",
        "reading.py /nosuch.sdm",
        "rows.py /nosuch.sdm",
        "../examples/optimisers.py wrong",
        "../examples/solve_csv.py",
        "../docs/images/make_published.py",
        "../docs/images/make_published.py /nosuch",
    ],
)
def test_a_script_reports_wrong_arguments_in_one_line_with_exit_code_2(command: str) -> None:
    script, *words = command.split()
    done = run(script, *words, code=2)
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: ")
    assert done.stdout == ""


def test_an_error_message_offers_only_solvers_and_options_that_the_script_has() -> None:
    hard = run("hard.py", "--solvers", "nosuch", code=2).stderr
    assert hard.endswith("choose from ergodoku, CaDiCaL, CP-SAT, puzzles\n")
    latin = run("latin.py", "--solvers", "py-sudoku", code=2).stderr
    assert latin.endswith("choose from ergodoku, CaDiCaL, CP-SAT\n")
    assert "or name your own with --solver" in run("against.py", "--solvers", "nosuch", code=2).stderr


PROGRAMS = sorted(
    path.name for path in (ROOT / "benchmarks").glob("*.py") if "__main__" in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("script", PROGRAMS)
def test_every_program_describes_itself_with_help(script: str) -> None:
    tree = ast.parse((ROOT / "benchmarks" / script).read_text(encoding="utf-8"))
    first = (ast.get_docstring(tree) or "").splitlines()[0]
    assert first in " ".join(run(script, "--help").stdout.split())


def test_the_hard_classes_are_run_with_their_bars_and_goals(tmp_path: Path) -> None:
    done = run(
        "records.py", "--only", "25@46", "--count", "2", "--limit", "20", "--json", tmp_path / "r.json"
    )
    (row,) = json.loads((tmp_path / "r.json").read_text())["rows"]
    assert (row["solved"], row["count"], len(row["runs"])) == (2, 2, 2)
    assert all(0 < each["seconds"] < 20 and each["energy"] == 0 for each in row["runs"])
    line = done.stdout.splitlines()[-1]
    assert line.startswith("| 25x25 at 46 % | 20 s | 2 of 2 |")
    assert "all, median 12 ms | all, median 6.0 ms" in line


def test_the_time_of_an_unsolved_puzzle_counts_as_the_limit(tmp_path: Path) -> None:
    done = run(
        "records.py", "--only", "49@54", "--count", "1", "--limit", "0.3", "--json", tmp_path / "r.json"
    )
    (row,) = json.loads((tmp_path / "r.json").read_text())["rows"]
    assert (row["solved"], row["median"], row["bar_met"]) == (0, 0.3, False)
    assert re.search(r"\| 0 of 1 \| over 300 ms \| .* \| over 300 ms \|", done.stdout)


def test_cpu_times_of_hard_classes_are_stored_and_the_page_is_made_from_them(tmp_path: Path) -> None:
    file, page = tmp_path / "r.json", tmp_path / "r.md"
    run("records.py", "--cpu", "--only", "25@46", "--count", "1", "--json", file)
    first = json.loads(file.read_text())
    run("records.py", "--cpu", "--only", "25@46", "--count", "2", "--json", file)
    second = json.loads(file.read_text())
    (before,), (row,) = first["rows"], second["rows"]
    assert (first["clock"], before["count"], row["count"]) == ("CPU", 1, 2)
    assert row["runs"][0] == before["runs"][0]  # the stored puzzle was not run again
    assert all(each["seconds"] == each["cpu_seconds"] > 0 for each in row["runs"])
    done = run("records.py", "--from", file, "--page", page)
    assert done.stdout in page.read_text()
    assert "Puzzles that were not run: 28 of 25x25 at 46 %, 20 of 36x36 at 52 %, " in page.read_text()
    done = run("records.py", "--only", "25@46", "--json", file, code=2)
    assert "was measured with another clock" in done.stderr


def test_the_records_page_is_made_from_its_record(tmp_path: Path) -> None:
    record, page = ROOT / "benchmarks" / "results" / "records.json", tmp_path / "records.md"
    run("records.py", "--from", record, "--page", page)
    assert page.read_bytes() == (ROOT / "docs" / "records.md").read_bytes()


def test_two_versions_are_compared_on_the_same_puzzles(tmp_path: Path) -> None:
    file = tmp_path / "v.json"
    done = measured("versions.py", str(ROOT), "--only", "25@35", "--seeds", "1", "--json", str(file))
    (row,) = json.loads(file.read_text())
    old, new = row["old"], row["new"]
    assert old["solved"] == new["solved"] == row["runs"] == 8
    assert old["iterations"] == new["iterations"]  # both are this version, so the walks are the same
    assert row["low"] <= row["ratio"] <= row["high"]
    *_, line, _, bar = done.stdout.splitlines()
    assert line.startswith("| 25@35 | 8 | 8 |")
    met = row["ratio"] <= 1.1
    assert bar.endswith("10 % longer: met" if met else "10 % longer: MISSED by 25@35")
    assert done.returncode == int(not met)
    done = run("versions.py", tmp_path, code=2)
    assert "has no src/ergodoku" in done.stderr


def test_a_class_that_is_not_in_the_list_is_reported_in_one_line() -> None:
    done = run("records.py", "--only", "9@40", code=2)
    assert "'9@40' is not one of the hard classes" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_latin_squares_are_compared_with_exact_solvers_and_stored(tmp_path: Path) -> None:
    words = ("latin.py", "--only", "20@42-balanced", "--count", "1", "--record", tmp_path / "latin.json")
    done = run(*words)
    assert "| order | holes | pattern | ergodoku | CaDiCaL | CP-SAT |" in done.stdout
    assert "| 20 | 168 (42 %) | balanced |" in done.stdout
    assert done.stdout.count("1 of 1, ") == 3
    assert run(*words).stdout == done.stdout  # stored figures are not measured again
    assert "choose from 20@42" in run("latin.py", "--only", "9@9", code=2).stderr


def test_a_record_of_latin_squares_is_not_continued_under_other_conditions(tmp_path: Path) -> None:
    record, page = tmp_path / "new" / "latin.json", tmp_path / "latin.md"
    page.write_text((ROOT / "docs" / "latin.md").read_text())
    words = ("latin.py", "--only", "20@42", "--solvers", "ergodoku", "--record", record, "--page", page)
    run(*words, "--count", "2", "--limit", "10")
    assert "2 squares of each class, 10 s of CPU time for each" in page.read_text()
    found = json.loads(record.read_text())
    assert (found["count"], found["limit"]) == (2, 10)
    before = record.read_bytes()
    done = run(*words, "--count", "3", "--limit", "10", code=2)
    assert "latin.json was measured with count 2, not 3" in done.stderr
    done = run(*words, "--count", "2", "--limit", "5", code=2)
    assert "latin.json was measured with limit 10.0, not 5.0" in done.stderr
    assert record.read_bytes() == before
    del found["count"], found["limit"]  # as in older records
    record.write_text(json.dumps(found))
    assert "with count 2, not 3" in run(*words, "--count", "3", "--limit", "10", code=2).stderr
    run(*words, "--count", "2", "--limit", "10")
    assert "2 squares of each class, 10 s of CPU time for each" in page.read_text()


def test_the_figures_of_latin_squares_go_to_their_page_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["latin.py", "--page"])
    assert module("latin", monkeypatch).asked().page == ROOT / "docs" / "latin.md"


@pytest.mark.parametrize(
    ("name", "function", "text", "what"),
    [
        ("peers", "chosen", "nobody", "no solver 'nobody' here; choose from ergodoku"),
        ("external", "template", "mine", "not NAME=COMMAND"),
        ("external", "template", "mine:morse=true", "format 'morse'"),
    ],
)
def test_an_unknown_solver_is_an_error(
    monkeypatch: pytest.MonkeyPatch, name: str, function: str, text: str, what: str
) -> None:
    script = module(name, monkeypatch)
    with pytest.raises((eg.PuzzleError, argparse.ArgumentTypeError), match=what):
        getattr(script, function)(text)


def test_a_watched_run_is_compared_with_an_unwatched_one() -> None:
    done = measured("watching.py", "--turns", "1", "--iterations", "200000")
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["wall"] > 0 < found["processor"]
    assert done.stdout.count("watched keeps") == 2


def test_the_speed_of_a_study_and_of_its_store_is_measured() -> None:
    found = json.loads(measured("lab.py", "1", "1000").stdout.splitlines()[-1])
    assert all(overhead["run_ms"] > 0 < overhead["share"] for overhead in found["overhead"].values())
    assert found["store"]["megabytes_on_disk"] > 0


def test_the_cpu_time_of_a_study_includes_its_worker_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    busy = [sys.executable, "-c", "import time\nwhile time.process_time() < 0.2: pass"]
    _, cpu_seconds = module("lab", monkeypatch).timed(lambda: subprocess.run(busy, check=True))
    assert cpu_seconds >= 0.2


@pytest.mark.parametrize("row", ["report", "study"])
def test_a_study_is_made_before_a_row_of_the_memory_table_reads_it(
    row: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    memory, commands = module("memory", monkeypatch), []

    def measured(words: list[str]) -> tuple[int, int]:
        commands.append(words[0])
        if words[0] == "compare":
            Path(words[words.index("--study") + 1]).mkdir()
        return (0 if Path("s").is_dir() else 2), 10**6

    monkeypatch.chdir(tmp_path)  # the script changes the current folder; monkeypatch changes it back
    monkeypatch.setattr(memory, "prepare", lambda: None)
    monkeypatch.setattr(memory, "measured", measured)
    monkeypatch.setattr(sys, "argv", ["memory.py", "--only", row])
    memory.main()
    assert commands == ["compare", row]
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith(f"| {row}")]
    assert line.endswith("| 1 MB | 0 |")


@pytest.mark.parametrize(
    ("films", "met"), [([(3.0, 10), (1.0, 999)], True), ([(3.1, 10)], False), ([(1.0, 1000)], False)]
)
def test_animations_meet_their_bar_only_if_none_takes_too_long_or_is_too_large(
    films: list[tuple[float, float]], met: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert module("animation", monkeypatch).bar_of(films).met is met


def test_the_columns_of_the_table_of_methods_are_wide_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    methods = module("methods", monkeypatch)
    assert len(methods.cell_of(100, 100, 0.0001234, 1.234e12)) < methods.WIDTH


def test_growth_is_measured_and_drawn(tmp_path: Path) -> None:
    places = ("--sizes", "4,9", "--percents", "40,60", "--more-sizes", "", "--count", "2")
    run("growth.py", *places, "--json", tmp_path / "g.json", "--figure", tmp_path / "g.svg")
    found = json.loads((tmp_path / "g.json").read_text())
    assert [(p["size"], p["percent"], p["solved"]) for p in found["points"]] == [
        (4, 40, 2), (4, 60, 2), (9, 40, 2), (9, 60, 2)
    ]  # fmt: skip
    assert all(0 < p["low"] <= p["median"] <= p["high"] < found["limit"] for p in found["points"])
    run("growth.py", "--from", tmp_path / "g.json", "--figure", tmp_path / "again.svg")
    assert (tmp_path / "again.svg").read_bytes() == (tmp_path / "g.svg").read_bytes()


def test_the_benchmarks_page_is_made_from_its_record(tmp_path: Path) -> None:
    page = tmp_path / "benchmarks.md"
    run("release.py", "--remake", "--page", page, "--figure", tmp_path / "growth.svg")
    assert page.read_bytes() == (ROOT / "docs" / "benchmarks.md").read_bytes()
    assert (tmp_path / "growth.svg").stat().st_size < 100_000
    record = ROOT / "benchmarks" / "results" / f"{eg.__version__}.json"
    assert record.stat().st_size < 50_000
    for part in json.loads(record.read_text())["parts"].values():
        assert {"version", "commit", "date", "machine", "python"} <= set(part["about"])


def test_measuring_one_part_again_leaves_the_others_unchanged(tmp_path: Path) -> None:
    files = ("--results", tmp_path / "r.json", "--page", tmp_path / "p.md", "--figure", tmp_path / "f.svg")
    record = json.loads((ROOT / "benchmarks" / "results" / f"{eg.__version__}.json").read_text())
    for part in record["parts"].values():
        part["quick"] = True
    (tmp_path / "r.json").write_text(json.dumps(record))
    run("release.py", *files, "--quick", "--only", "growth")
    after = json.loads((tmp_path / "r.json").read_text())["parts"]
    assert after["growth"]["found"]["points"] != record["parts"]["growth"]["found"]["points"]
    assert {**after, "growth": None} == {**record["parts"], "growth": None}
    assert "quick test" in (tmp_path / "p.md").read_text()


def test_a_quick_test_does_not_replace_a_full_record(tmp_path: Path) -> None:
    about = {"version": "0", "commit": "0", "date": "", "machine": "", "python": "", "packages": {}}
    part = {"command": "", "quick": False, "minutes": 1, "about": about, "found": {"rows": []}}
    (tmp_path / "r.json").write_text(json.dumps({"release": "0", "parts": {"methods": part}}))
    done = run("release.py", "--results", tmp_path / "r.json", "--quick", "--only", "growth", code=2)
    assert "the record of a full run" in done.stderr
