"""``--output``: a file is either complete or as it was before."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

import ergodoku as eg
from ergodoku.base.errors import ErgodokuError
from ergodoku.cli.output import open_output
from ergodoku.puzzle.formats.packing import packer
from tests.cli.run import Run, ergodoku
from tests.samples import BEYOND_LOGIC_UNSOLVABLE, EASY

ENDINGS = {"--trace": ".csv", "--plot": ".svg", "--gif": ".gif"}


def test_a_command_can_write_to_the_file_that_it_reads(tmp_path: Path) -> None:
    file = tmp_path / "puzzles"
    file.write_text(f"{EASY}\n{EASY}\n")
    assert ergodoku("convert", file, "--to", "csv", "--output", file).returncode == 0
    assert ergodoku("solve", file, "--output", file, "--quiet").returncode == 0
    lines = file.read_text().splitlines()
    assert len(lines) == 2
    assert all(len(line) == 81 and line.isdigit() for line in lines)
    assert list(tmp_path.iterdir()) == [file]


def test_an_error_leaves_an_old_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "old"
    file.write_text("as it was")

    def write_half() -> None:
        with open_output(file) as out:
            out.stream.write("the first half")
            raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        write_half()
    assert file.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("command", ["solve", "check", "convert --to line", "generate --clues 30 --seed 1"])
def test_a_dash_as_output_means_stdout(tmp_path: Path, command: str) -> None:
    given = () if command.startswith("generate") else (EASY,)
    usual = ergodoku(*command.split(), *given, cwd=tmp_path)
    dashed = ergodoku(*command.split(), *given, "--output", "-", cwd=tmp_path)
    assert usual.returncode == dashed.returncode == 0
    assert dashed.stdout == usual.stdout != ""
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("ending", [".gz", ".zst"])
@pytest.mark.parametrize("command", ["solve", "check", "convert"])
def test_a_table_whose_end_is_missing_is_reported_after_many_problems_and_keeps_the_old_file(
    run: Run, tmp_path: Path, command: str, ending: str
) -> None:
    table, old, kept = tmp_path / f"in.csv{ending}", tmp_path / "out.csv", tmp_path / "out.csv.part"
    noise = random.Random(1)
    rows = ["a bad row,"] * 25 + [f"{EASY},{noise.randbytes(200).hex()}" for _ in range(1000)]
    with table.open("wb") as stream, packer(ending, stream) as packed:
        packed.write("\n".join(["puzzle,note", *rows]).encode())
    table.write_bytes(table.read_bytes()[:-9000])
    old.write_text("as it was")
    code, out, err = run(command, table, "--output", old)
    assert (code, out) == (2, "")
    assert ("there are more problems" in err) is (command != "convert")  # convert adds no error column
    assert err.endswith(
        f"the finished part is in {str(kept)!r}\n"
        f"error: {table}: the compressed file is damaged or incomplete; "
        "get a new copy, or uncompress as much of it as possible\n"
    )
    assert old.read_text() == "as it was"
    assert len(kept.read_text().splitlines()) > 500
    assert sorted(tmp_path.iterdir()) == [table, old, kept]


def test_a_table_with_a_wrong_checksum_is_damaged_so_resuming_is_not_advised(
    run: Run, tmp_path: Path
) -> None:
    table, kept = tmp_path / "in.csv.gz", tmp_path / "out.csv.part"
    packed = bytearray(gzip.compress("\n".join(["puzzle", *[EASY] * 6000]).encode()))
    packed[-8] ^= 1
    table.write_bytes(packed)
    code, out, err = run("solve", table, "--output", tmp_path / "out.csv")
    assert (code, out) == (2, "")
    assert f"the finished part is in {str(kept)!r}\n" in err
    assert "damaged" in err
    assert sorted(tmp_path.iterdir()) == [table, kept]


@pytest.mark.parametrize("name", ["solved.sdm", "s" * 251 + ".sdm"], ids=["short", "long"])
def test_ctrl_c_in_a_list_keeps_the_solutions_and_the_old_file(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    solve_many = eg.solve_many

    def two_and_ctrl_c(*arguments: object, **options: object) -> Iterator[eg.Result]:
        yield from islice(solve_many(*arguments, **options), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr("ergodoku.engine.batch.solve_many", two_and_ctrl_c)
    puzzles, old, kept = tmp_path / "puzzles.sdm", tmp_path / name, tmp_path / f"{name[:250]}.part"
    puzzles.write_text(f"{EASY}\n" * 3)
    old.write_text("as it was")
    code, out, err = run("solve", puzzles, "--output", old)
    assert (code, out) == (130, "")
    assert (
        err == "interrupted after 2 puzzles, 2 solved\n"
        f"the finished part is in {str(kept)!r}; continue with --resume\n"
    )
    assert old.read_text() == "as it was"
    assert len(kept.read_text().splitlines()) == 2
    notes = kept.with_name(f"{name[:248]}.resume")
    assert sorted(tmp_path.iterdir()) == sorted([puzzles, old, kept, notes])


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["text", "json"])
def test_ctrl_c_writes_the_best_grid_to_a_part_file_and_keeps_the_old_file(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, form: list[str]
) -> None:
    advance = eg.Run.advance

    def one_and_ctrl_c(self: eg.Run) -> bool:
        advance(self)
        raise KeyboardInterrupt

    monkeypatch.setattr(eg.Run, "advance", one_and_ctrl_c)
    old, kept, trace = tmp_path / "solved.txt", tmp_path / "solved.txt.part", tmp_path / "trace.csv"
    old.write_text("as it was")
    unsolvable = ["--method", "annealing", "--output", old, "--trace", trace, *form]
    code, out, err = run("solve", BEYOND_LOGIC_UNSOLVABLE, *unsolvable)
    assert (code, out) == (130, "")
    said, how = err.splitlines()[-2:]
    assert said == f"the finished part is in {str(kept)!r}"
    assert how.startswith("interrupted at energy ")
    assert old.read_text() == "as it was"
    text = json.loads(kept.read_text())["grid"] if form else kept.read_text().strip()
    assert len(text) == 81
    assert sorted(tmp_path.iterdir()) == [old, kept, trace]


def test_a_search_that_hits_its_limit_writes_the_best_grid(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "best.txt"
    limited = ["--method", "annealing", "--max-iterations", 10, "--output", file]
    assert run("solve", BEYOND_LOGIC_UNSOLVABLE, *limited)[0] == 1
    assert len(file.read_text().strip()) == 81


def test_ctrl_c_before_anything_is_written_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), open_output(tmp_path / "new"):
        raise KeyboardInterrupt
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("option", ["--trace", "--plot", "--gif"])
def test_the_solution_is_written_even_if_another_file_cannot_be(tmp_path: Path, option: str) -> None:
    solved, full = tmp_path / "solved.sdm", tmp_path / f"run{ENDINGS[option]}"
    full.symlink_to("/dev/full")
    done = ergodoku("solve", EASY, "--output", solved, option, full)
    assert done.returncode == 2
    assert "No space left on device" in done.stderr
    assert eg.parse(solved.read_text()).clues == 81


def test_a_name_that_is_too_long_is_reported_before_the_search(tmp_path: Path) -> None:
    done = ergodoku("solve", EASY, "--output", tmp_path / ("n" * 256))
    assert (done.returncode, done.stdout) == (2, "")
    assert "File name too long; choose another --output" in done.stderr


def test_a_single_bad_puzzle_creates_no_file_and_changes_none(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    old.write_text("as it was")
    for file in (new, old):
        assert ergodoku("convert", f"55{EASY[2:]}", "--to", "sdm", "--output", file).returncode == 2
    assert not new.exists()
    assert old.read_text() == "as it was"


def test_links_and_permissions_are_kept(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to(file)
    with open_output(link) as out:
        out.stream.write("new")
    assert link.is_symlink()
    assert file.read_text() == "new"
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_device_is_written_directly_and_a_folder_is_refused(tmp_path: Path) -> None:
    with open_output(Path("/dev/null")) as out:
        out.stream.write("gone")
    assert Path("/dev/null").is_char_device()
    with pytest.raises(ErgodokuError, match="Is a directory; choose another --output"), open_output(tmp_path):
        pass


@pytest.mark.parametrize("command", ["solve", "check"])
def test_a_file_that_would_be_compressed_twice_is_refused(run: Run, tmp_path: Path, command: str) -> None:
    (tmp_path / "in.csv").write_text(f"id,puzzle\n1,{EASY}\n")
    out = tmp_path / "out.csv.gz.ZST"
    code, _, err = run(command, tmp_path / "in.csv", "-o", out)
    advice = "leave out '.gz' or '.zst' from its name"
    assert (code, err) == (2, f"error: {str(out)!r} would be compressed twice; {advice}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]
