"""The installed package is complete: page and commands are there, and a missing extra is explained."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from ergodoku import __version__
from tests.cli.run import ergodoku
from tests.samples import EASY

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "ergodoku"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the sdist, and the wheel from it; return their folder."""
    folder = tmp_path_factory.mktemp("dist")
    build(ROOT, folder)
    return folder


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into its own environment; return the folder of its commands.

    Dependencies come from the environment of this Python, but Ergodoku itself does not. Its sources are not
    on the path. An editable install is a .pth file, which has no effect outside its own environment.
    """
    place = tmp_path_factory.mktemp("clean")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True)
    commands = place / ("Scripts" if os.name == "nt" else "bin")
    (wheel,) = built.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--python", commands / "python", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", wheel], check=True, env=clean())
    (own,) = place.glob("lib/python*/site-packages") if os.name != "nt" else place.glob("Lib/site-packages")
    (own / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return commands


def test_the_wheel_has_every_file_of_the_package(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("ergodoku/")}
    wanted = {
        path.relative_to(SOURCE.parent).as_posix()
        for path in SOURCE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert inside == wanted
    assert {"ergodoku/py.typed", "ergodoku/web/static/index.html"} <= inside


def test_the_sdist_has_the_files_for_the_tests_and_builds_the_same_wheel(built: Path, tmp_path: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    names = {name.partition("/")[2] for name in names_in(sdist)}
    wanted = {"LICENSE", "README.md", "CHANGELOG.md", "pyproject.toml", "constraints.txt", "Makefile"}
    wanted |= {"jsconfig.json", "Containerfile"}  # `make lint` reads jsconfig.json
    assert wanted | {"tests/test_packaging.py", "examples/annealing.ipynb"} <= names
    assert not any(name.endswith((".pyc", ".nbi", ".nbc")) for name in names)
    build(ROOT, tmp_path, "--wheel")
    (from_sdist,), (from_tree,) = built.glob("*.whl"), tmp_path.glob("*.whl")
    assert contents(from_sdist) == contents(from_tree)


def test_the_commands_are_installed(installed: Path) -> None:
    assert run(installed / "ergodoku", "--version").stdout == f"ergodoku {__version__}\n"
    assert run(installed / "python", "-m", "ergodoku", "--version").stdout == f"ergodoku {__version__}\n"
    where = run(installed / "python", "-c", "import ergodoku; print(ergodoku.__file__)").stdout.strip()
    assert Path(where).is_relative_to(installed.parent)


def test_the_page_is_served_with_its_files(installed: Path) -> None:
    with served(installed / "ergodoku") as address:
        page = httpx.get(address, timeout=600)
        assert page.status_code == 200
        assert "Ergodoku" in page.text
        files = [p.relative_to(SOURCE / "web" / "static") for p in (SOURCE / "web" / "static").rglob("*.js")]
        assert files
        script = httpx.get(f"{address}/static/{files[0].as_posix()}", timeout=600)
        assert script.status_code == 200
        assert script.text == (SOURCE / "web" / "static" / files[0]).read_text(encoding="utf-8")


def test_completion_is_installed_and_completes(installed: Path, tmp_path: Path) -> None:
    home = clean() | {"HOME": str(tmp_path), "PATH": f"{installed}{os.pathsep}{os.environ['PATH']}"}
    for option in ("--show-completion", "--install-completion"):
        done = subprocess.run(
            ["bash", "-c", f"ergodoku {option}; exit $?"],
            env=home,
            capture_output=True,
            text=True,
            check=True,
        )
        assert "ergodoku" in done.stdout
    assert "ergodoku" in (tmp_path / ".bashrc").read_text()
    asked = home | {"_ERGODOKU_COMPLETE": "complete_bash", "COMP_WORDS": "ergodoku so", "COMP_CWORD": "1"}
    assert run(installed / "ergodoku", env=asked).stdout.split() == ["solve"]


@pytest.mark.parametrize(
    ("hidden", "arguments", "extra"),
    [
        ("fastapi", "serve --port 0", "web"),
        ("uvicorn", "serve --port 0", "web"),
        ("websockets", "serve --port 0", "web"),
        ("ifaddr", "serve --port 0", "web"),
        ("imageio_ffmpeg", f"solve {EASY} --gif search.mp4 -q", "video"),
        ("imageio_ffmpeg", f"solve {EASY} --gif search.webm -q", "video"),
        ("distributed", f"compare {EASY} -m auto,probing --runs 1 --cluster tcp://127.0.0.1:1 -q", "cluster"),
        ("optuna", f"tune {EASY} -m annealing -q", "tune"),
        ("polars", "solve table.parquet", "tables"),
        ("polars", f"solve {EASY} --output solved.parquet", "tables"),
        ("backports,compression", "solve list.sdm.zst", "tables"),
        ("backports,compression", f"solve {EASY} --output solved.csv.zst", "tables"),
    ],
)
def test_a_missing_extra_gives_one_line_that_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hidden: str, arguments: str, extra: str
) -> None:
    monkeypatch.setenv("HIDDEN", hidden)
    (tmp_path / "table.parquet").write_bytes(b"PAR1 and more")
    (tmp_path / "list.sdm.zst").write_bytes(b"\x28\xb5\x2f\xfd and more")
    done = ergodoku(*arguments.split(), cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: ")
    assert f'pip install "ergodoku[{extra}]"' in line
    assert done.stdout == ""


def test_a_report_without_the_extra_lab_names_the_extra_and_writes_everything_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HIDDEN", "polars,scikit_posthocs,pandas")
    compared = ergodoku("compare", EASY, "-m", "auto,probing", "--runs", 2, "--study", "study", cwd=tmp_path)
    reported = ergodoku("report", "study", cwd=tmp_path)
    assert (compared.returncode, reported.returncode) == (0, 0), compared.stderr + reported.stderr
    assert reported.stderr.count('pip install "ergodoku[lab]"') == 1  # for Parquet
    report = tmp_path / "study" / "report"
    assert (report / "report.html").exists()
    assert not (report / "runs.parquet").exists()


def test_solving_needs_no_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    extras = "fastapi,uvicorn,websockets,imageio_ffmpeg,polars,scikit_posthocs,dask,distributed,optuna,pandas"
    monkeypatch.setenv("HIDDEN", extras)
    done = ergodoku("solve", EASY, "--quiet")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("534678912")


def build(source: Path, target: Path, *options: str) -> None:
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", target, *options, source]
    subprocess.run(command, check=True, capture_output=True, env=clean())


def names_in(sdist: Path) -> list[str]:
    with tarfile.open(sdist) as archive:
        return archive.getnames()


def contents(wheel: Path) -> dict[str, bytes]:
    archive = zipfile.ZipFile(wheel)
    return {name: archive.read(name) for name in archive.namelist()}


def clean() -> dict[str, str]:
    """Return the environment without variables that lead to our sources."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


@contextmanager
def served(command: Path) -> Iterator[str]:
    """Start the server on a free port, and yield its address."""
    with subprocess.Popen(
        [command, "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=clean(),
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().removeprefix("Ergodoku at ").strip().rstrip("/")
        finally:
            process.kill()  # the server may be compiling kernels, and would finish that first


def run(*command: object, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*map(str, command)], env=env or clean(), capture_output=True, text=True, timeout=1200, check=True
    )
