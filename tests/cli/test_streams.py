"""Every command with streams that are closed, full, not UTF-8, or pipes without a reader."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

import pytest

from ergodoku.cli.commands import COMMANDS
from tests.cli.run import PATIENCE, ergodoku, zygote
from tests.samples import EASY

FEW = ["--max-iterations", "100", "--study"]
LINES = {
    "solve": ["solve", EASY],
    "watch": ["watch", EASY, "--method", "auto"],
    "race": ["race", EASY, "--methods", "focused,annealing", "--json"],
    "compare": ["compare", EASY, "--methods", "focused,annealing", "--runs", "2", *FEW, "compared"],
    "explore": ["explore", EASY, "-m", "annealing", "--vary", "end=0.1,0.2", "--runs", "1", *FEW, "explored"],
    "tune": ["tune", EASY, "-m", "focused", "--trials", "1", "--check", "1", *FEW, "tuned"],
    "report": ["report", "explored", "--formats", "none"],
    "study": ["study", "show", "compared"],
    "methods": ["methods", "lewis"],
    "generate": ["generate", "--seed", "1"],
    "check": ["check", EASY, "--json"],
    "convert": ["convert", EASY, "--to", "line"],
    "serve": ["serve", "--port", "0"],
    "help": ["--help"],
}
ENDLESS = {"serve"}  # ends only if it cannot print its address
CLOSED, FULL = "closed", "full"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a finished study of each kind, so that commands only show it again."""
    made = tmp_path_factory.mktemp("streams")
    for name in ("compare", "explore", "tune"):
        assert ergodoku(*LINES[name], cwd=made).returncode == 0
    return made


def test_every_command_is_tested() -> None:
    assert set(COMMANDS) <= LINES.keys()


@pytest.mark.parametrize("name", LINES.keys())
@pytest.mark.parametrize(("fault", "why"), [(CLOSED, "it is closed"), (FULL, "No space left on device")])
def test_a_stdout_that_cannot_be_written_gives_a_one_line_error(
    folder: Path, name: str, fault: str, why: str
) -> None:
    code, _, said = run_with(LINES[name], folder, out=fault)
    assert code == 2
    assert f"error: cannot write to stdout: {why}; write to another place\n" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("name", LINES.keys())
def test_a_command_ends_quietly_when_its_reader_closes_the_pipe(folder: Path, name: str) -> None:
    code, _, said = run_with(LINES[name], folder, out="left")
    assert code == 141
    assert "error" not in said
    assert "Traceback" not in said


@pytest.mark.parametrize("name", sorted(LINES.keys() - ENDLESS))
@pytest.mark.parametrize("fault", [CLOSED, FULL])
def test_a_command_succeeds_even_if_its_messages_cannot_be_written(
    folder: Path, name: str, fault: str
) -> None:
    code, out, _ = run_with(LINES[name], folder, err=fault)
    assert (code, len(out.splitlines())) == (0, lines_of(name, folder))


@pytest.mark.parametrize("fault", [CLOSED, FULL])
def test_an_output_file_is_written_even_if_stdout_and_stderr_are_closed_or_full(
    tmp_path: Path, fault: str
) -> None:
    for k, line in enumerate([LINES["solve"], LINES["generate"], LINES["convert"]]):
        file = tmp_path / f"{k}.txt"
        assert run_with([*line, "--output", str(file)], tmp_path, out=fault, err=fault)[0] == 0
        assert len(file.read_text()) == 82


def test_a_closed_stdin_counts_as_empty_input(tmp_path: Path) -> None:
    with tempfile.TemporaryFile() as err:
        files = [None, err.fileno(), err.fileno()]
        assert zygote().start(["solve", "-"], str(tmp_path), os.environ, files).wait(PATIENCE) == 2
        assert b"the input is empty" in os.pread(err.fileno(), 1000, 0)


def test_a_full_non_blocking_pipe_loses_no_output(tmp_path: Path) -> None:
    (tmp_path / "long.sdm").write_text(f"{EASY}\n" * 5000)
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with Path(os.devnull).open("w+") as nothing, os.fdopen(reading) as pipe:
        files = [nothing.fileno(), writing, nothing.fileno()]
        line = ["convert", "long.sdm", "--to", "line"]
        command = zygote().start(line, str(tmp_path), os.environ, files)
        while command.poll() is None and select.select([], [writing], [], 0)[1]:
            time.sleep(0.01)  # until the pipe is full
        os.close(writing)
        assert len(list(pipe)) == 5000
    assert command.wait(PATIENCE) == 0


@pytest.mark.parametrize(
    "line", [["methods", "lewis"], ["report", "explored", "--formats", "none", "--output", "gr\udcfc\xdf"]]
)
def test_a_stream_without_unicode_gets_plain_characters(folder: Path, line: list[str]) -> None:
    """The bytes of a file name that are not valid text are printed unchanged."""
    done = subprocess.run(
        [sys.executable, "-m", "ergodoku", *line],
        cwd=folder,
        env=os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "1"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False)
    assert b"?" in done.stdout
    assert (b"gr\xfc?" in done.stdout) == (line[0] == "report")


def test_an_unknown_matplotlib_backend_does_not_prevent_a_picture(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ergodoku", "convert", EASY, "--plot", str(tmp_path / "puzzle.svg")]
    subprocess.run(command, env=os.environ | {"MPLBACKEND": "nope"}, check=True)
    assert (tmp_path / "puzzle.svg").stat().st_size > 1000


@cache
def lines_of(name: str, folder: Path) -> int:
    """Return how many lines a command prints when its streams work."""
    code, out, _ = run_with(LINES[name], folder)
    assert (code, bool(out)) == (0, True)
    return len(out.splitlines())


def run_with(line: list[str], folder: Path, *, out: str = "", err: str = "") -> tuple[int, str, str]:
    """Run a command, and return exit code, stdout and stderr.

    ``out`` and ``err`` name the faults of the streams; the text of a faulty stream is empty.
    """
    with sink(out) as stdout, sink(err) as stderr, Path(os.devnull).open() as nothing:
        code = (
            zygote().start(line, str(folder), os.environ, [nothing.fileno(), stdout, stderr]).wait(PATIENCE)
        )
        sound = [None if fault else file for file, fault in ((stdout, out), (stderr, err))]
        seen = ["" if file is None else os.pread(file, 1 << 20, 0).decode() for file in sound]
    return code, *seen


@contextmanager
def sink(fault: str) -> Iterator[int | None]:
    """Yield the descriptor of a working file, a full device or a pipe without a reader; None if closed."""
    with ExitStack() as files:
        if fault == CLOSED:
            yield None
        elif fault == FULL:
            yield files.enter_context(Path("/dev/full").open("wb")).fileno()
        elif fault:
            reading, writing = os.pipe()
            os.close(reading)
            files.callback(os.close, writing)
            yield writing
        else:
            yield files.enter_context(tempfile.TemporaryFile()).fileno()
