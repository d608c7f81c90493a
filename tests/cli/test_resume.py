"""``solve --resume``: a resumed run writes the same file as a run that was never interrupted."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

import polars as pl
import pytest

import ergodoku as eg
from ergodoku.cli.output import open_output
from ergodoku.cli.resume import Journal
from tests.cli.run import PATIENCE, Run, ergodoku, zygote
from tests.cli.test_rows import UNSOLVABLE
from tests.cli.zygote import Command
from tests.samples import EASY, HARD

ROWS = 12_000


def table(folder: Path, name: str) -> Path:
    """Write a table with all kinds of rows."""
    rng, file = random.Random(1), folder / name
    kinds = [EASY, UNSOLVABLE, EASY[1:], f"55{EASY[2:]}"]
    puzzles = [rng.choice(kinds) if rng.random() < 0.01 else HARD for _ in range(ROWS)]
    frame = pl.DataFrame({"id": range(ROWS), "puzzle": puzzles})
    if file.suffix == ".parquet":
        frame.write_parquet(file)
    elif file.suffix == ".csv":
        frame.write_csv(file)
    else:
        file.write_text("\n".join(puzzles))
    return file


def started(folder: Path, *words: object) -> Command:
    with Path(os.devnull).open("rb") as nothing, (folder / "said").open("wb") as said:
        files = [nothing.fileno(), said.fileno(), said.fileno()]
        return zygote().start([*map(str, words)], str(folder), os.environ, files)


@pytest.mark.parametrize(
    ("source", "output", "kills"),
    [
        ("in.csv", "out.csv", 6),
        ("in.csv", "out.csv.gz", 3),
        ("in.csv", "out.csv.zst", 3),
        ("in.parquet", "out.parquet", 4),
        ("in.sdm", "out.sdm", 2),
        ("in.sdm", "out.jsonl", 2),
    ],
)
def test_kills_at_random_moments_do_not_change_the_final_file(
    tmp_path: Path, source: str, output: str, kills: int
) -> None:
    file = table(tmp_path, source)
    words = ["solve", file, "--seed", 3, "--workers", 1, "--output"]
    whole, out = tmp_path / f"whole.{output.partition('.')[2]}", tmp_path / output
    assert ergodoku(*words, whole, "-q").returncode == 2
    part, rng = tmp_path / f"{output}.part", random.Random(output)
    length = whole.stat().st_size if source.endswith("sdm") else 170 * ROWS
    for moment in sorted(rng.uniform(0, 0.9) for _ in range(kills)):
        command = started(tmp_path, *words, out, "--resume", "-q")
        while command.poll() is None and not (part.exists() and part.stat().st_size >= moment * length):
            time.sleep(0.001)
        with suppress(ProcessLookupError):  # on a busy machine the command may have ended already
            command.kill()
        command.wait(PATIENCE)
        if out.exists():
            break
    else:
        done = ergodoku(*words, out, "--resume")
        assert done.returncode == 2
        assert f"of {ROWS:,} puzzles solved" in done.stderr.splitlines()[-1]
    if output.endswith("jsonl"):  # skip the seconds, which differ between runs
        assert [line.partition('"seconds"')[0] for line in out.read_text().splitlines()] == [
            line.partition('"seconds"')[0] for line in whole.read_text().splitlines()
        ]
    else:
        assert out.read_bytes() == whole.read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {source, output, whole.name, "said"}


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_signals_keep_the_finished_part_and_its_path_is_printed(
    tmp_path: Path, number: int, code: int
) -> None:
    file, part, notes = tmp_path / "in.csv", tmp_path / "out.csv.part", tmp_path / "out.csv.resume"
    file.write_text("puzzle\n" + f"{HARD}\n" * 100_000)
    command = started(tmp_path, "solve", file, "--output", "out.csv", "--workers", 1)
    while not notes.exists():
        time.sleep(0.001)
    command.send_signal(number)
    assert command.wait(PATIENCE) == code
    said = (tmp_path / "said").read_text().splitlines()
    assert said[-1] == f"the finished part is in {str(part)!r}; continue with --resume"
    assert part.read_text().endswith(",solved,\n")


def test_after_an_interrupted_write_the_part_has_exactly_the_rows_counted_in_the_journal(
    tmp_path: Path,
) -> None:
    out = tmp_path / "out.csv"
    journal = Journal({}, resume=False)

    def interrupted() -> None:
        with open_output(out, journal) as output:
            for count in range(1, 4):
                output.write(f"row {count}, é\n")
                output.note(count, {})
            output.stream.write("row 3, é\nrow")  # as if a write had been interrupted and repeated
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert journal.last is not None
    assert journal.last.entries == 3
    assert (tmp_path / "out.csv.part").read_text() == "row 1, é\nrow 2, é\nrow 3, é\n"


@pytest.mark.parametrize("replaced", [True, False])
def test_ctrl_c_while_the_first_notes_are_written_still_offers_to_resume(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], replaced: bool
) -> None:
    replace, calls = Path.replace, []

    def interrupted(file: Path, target: Path) -> None:
        calls.append(file)
        if replaced or len(calls) > 1:
            replace(file, target)
        if len(calls) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)

    def write() -> None:
        with open_output(tmp_path / "out.csv", Journal({}, resume=False)) as output:
            output.write("row 1\n")
            output.note(1, {})

    with pytest.raises(KeyboardInterrupt):
        write()
    assert capsys.readouterr().err.endswith("continue with --resume\n")
    assert json.loads((tmp_path / "out.csv.resume").read_text())["entries"] == 1
    assert (tmp_path / "out.csv.part").read_text() == "row 1\n"


def test_a_finished_part_is_not_overwritten(run: Run, halfway: Path) -> None:
    words, part = ["solve", halfway / "in.sdm", "--output", halfway / "out.sdm"], halfway / "out.sdm.part"
    text = part.read_text()
    for command in (words, ["generate", "--output", halfway / "out.sdm"]):
        code, _, err = run(*command)
        assert (code, part.read_text()) == (2, text)
        assert "an earlier command left 2 puzzles in" in err
        assert "continue with --resume, or delete that file to start over" in err
    part.unlink()
    assert run(*words)[0] == 0
    assert sorted(path.name for path in halfway.iterdir()) == ["in.sdm", "out.sdm"]


@pytest.mark.parametrize("format", ["grid", "json", "tsv"])
def test_every_format_can_be_resumed(run: Run, halfway: Path, format: str) -> None:
    words = ["solve", halfway / "in.sdm", "--format", format, "--output"]
    assert run(*words, halfway / "whole")[0] == 0
    half(run, *words, halfway / "out")
    assert run(*words, halfway / "out", "--resume")[0] == 0
    assert (halfway / "out").read_bytes() == (halfway / "whole").read_bytes()


@pytest.fixture
def halfway(run: Run, tmp_path: Path) -> Path:
    """Return a folder with a half-solved list."""
    (tmp_path / "in.sdm").write_text(f"{EASY}\n{HARD}\n{EASY}\n{HARD}\n")
    half(run, "solve", tmp_path / "in.sdm", "--output", tmp_path / "out.sdm")
    return tmp_path


def half(run: Run, *words: object) -> None:
    """Run a command, and interrupt it after two puzzles."""
    solve_many = eg.solve_many

    def two_and_ctrl_c(*arguments: object, **options: object) -> Iterator[eg.Result]:
        yield from islice(solve_many(*arguments, **options), 2)
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ergodoku.engine.batch.solve_many", two_and_ctrl_c)
        patch.setattr("ergodoku.cli.output.PAUSE", 0.0)
        assert run(*words)[0] == 130


def test_resuming_with_another_input_or_other_options_is_refused(run: Run, halfway: Path) -> None:
    words = ["solve", halfway / "in.sdm", "--output", halfway / "out.sdm", "--resume"]
    code, _, err = run(*words, "--seed", 1)
    assert (code, "--seed was 0 and is 1; give the same input and options, or delete" in err) == (2, True)
    assert "--method has changed" in run(*words, "--method", "focused")[2]
    (halfway / "in.sdm").write_text(f"{EASY}\n" * 4)
    assert "the input has changed" in run(*words)[2]
    (halfway / "in.sdm").write_text(f"{EASY}\n{HARD}\n{EASY}\n{HARD}\n")
    assert run(*words)[0] == 0
    assert len((halfway / "out.sdm").read_text().splitlines()) == 4
    assert sorted(path.name for path in halfway.iterdir()) == ["in.sdm", "out.sdm"]


def test_a_truncated_part_or_damaged_notes_are_refused(run: Run, halfway: Path) -> None:
    words = ["solve", halfway / "in.sdm", "--output", halfway / "out.sdm", "--resume"]
    part, notes = halfway / "out.sdm.part", halfway / "out.sdm.resume"
    part.write_bytes(part.read_bytes()[:-1])
    code, _, err = run(*words)
    assert (code, "has become shorter; delete it to start over" in err) == (2, True)
    for text in ("{", "[]", "{}", "[" * 100_000):
        notes.write_text(text)
        assert run(*words)[2] == f"error: {str(notes)!r} is damaged or was edited; delete it to start over\n"
    part.unlink()
    notes.unlink()
    assert run(*words)[0] == 0


@pytest.mark.parametrize(
    "change",
    [
        {"entries": "x"},
        {"entries": -1},
        {"size": 5.5},
        {"size": "a"},
        {"size": -3},
        {"counts": 5},
        {"question": {}},
    ],
    ids=str,
)
def test_edited_notes_are_refused(run: Run, halfway: Path, change: dict[str, object]) -> None:
    part, notes = halfway / "out.sdm.part", halfway / "out.sdm.resume"
    before = part.read_bytes()
    notes.write_text(json.dumps(json.loads(notes.read_text()) | change))
    for more in ([], ["--resume"]):
        code, out, err = run("solve", halfway / "in.sdm", "--output", halfway / "out.sdm", *more)
        assert (code, out) == (2, "")
        assert err == f"error: {str(notes)!r} is damaged or was edited; delete it to start over\n"
    assert part.read_bytes() == before


def test_ctrl_c_while_the_file_is_compressed_loses_nothing(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    (tmp_path / "in.sdm").write_text(f"{EASY}\n{HARD}\n")
    words = ["solve", tmp_path / "in.sdm", "--output"]
    assert run(*words, tmp_path / "whole.csv.gz")[0] == 0
    with monkeypatch.context() as patch:
        patch.setattr("shutil.copyfileobj", interrupt)
        assert run(*words, tmp_path / "out.csv.gz")[0] == 130
    assert not (tmp_path / "out.csv.gz").exists()
    code, _, err = run(*words, tmp_path / "out.csv.gz", "--resume")
    assert (code, err.splitlines()) == (0, ["resuming after 2 puzzles", "2 of 2 puzzles solved"])
    assert (tmp_path / "out.csv.gz").read_bytes() == (tmp_path / "whole.csv.gz").read_bytes()


def test_a_second_process_cannot_write_to_the_same_file(run: Run, tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    with (tmp_path / "out.sdm.part").open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        code, _, err = run("solve", EASY, "--output", tmp_path / "out.sdm")
    assert (code, "another process is writing" in err) == (2, True)
    assert run("solve", EASY, "--output", tmp_path / "out.sdm")[0] == 0


def test_resume_needs_an_input_file_and_an_output_file(run: Run, tmp_path: Path) -> None:
    assert "--resume needs an --output file; name the file" in run("solve", EASY, "--resume")[2]
    done = ergodoku("solve", "-", "--output", tmp_path / "out", "--resume", stdin=EASY)
    assert (done.returncode, "a stream cannot be read again" in done.stderr) == (2, True)
    assert run("solve", EASY, "--output", tmp_path / "out", "--resume")[0] == 0


def test_a_resumed_command_also_stops_at_text_that_a_parquet_file_cannot_hold(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file, out = tmp_path / "in.csv", tmp_path / "out.parquet"
    rows = [f"{EASY},".encode()] * 3000 + [f"{EASY},caf".encode() + b"\xe9"]
    file.write_bytes(b"\n".join([b"puzzle,note", *rows, b""]))
    monkeypatch.setattr("ergodoku.puzzle.formats.source.BLOCK", 1000)
    words = ["solve", file, "--output", out, "--workers", 1]
    half(run, *words)
    assert (tmp_path / "out.parquet.part").exists()
    code, _, err = run(*words, "--resume")
    assert (code, "resuming after" in err, out.exists()) == (2, True, False)
    assert "line 3002: this text is not UTF-8" in err
    assert "continue with --resume" not in err
