"""Input that expands too far or never ends is refused before it fills the memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import lzstring
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats import parse
from ergodoku.puzzle.formats.expand import LONGEST_TEXT, expand

MEGABYTE = 1 << 20
LONG_ROW = "1 " * (MEGABYTE // 8) + "\n"
PEAK = """
import resource, sys
from ergodoku.puzzle.formats import parse, read
parse("." * 81)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
errors = []
puzzles = list(read(sys.argv[1], on_error=errors.append))
assert not puzzles and len(errors) == 1, len(errors)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def bomb(codes: int) -> str:
    """Return an f-puzzles address in which each code expands to one character more than the previous code."""
    bits = "00" + f"{ord('1'):08b}"[::-1]
    for code in range(4, codes):
        bits += f"{code:0{max(3, code.bit_length())}b}"[::-1]
    bits += "0" * (-len(bits) % 6)
    symbols = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    data = "".join(symbols[int(bits[k : k + 6], 2)] for k in range(0, len(bits), 6))
    return f"https://f-puzzles.com/?load={data}"


@pytest.mark.parametrize(
    ("head", "part", "count"),
    [
        pytest.param(bomb(25_000), "", 1, id="f-puzzles: 312 million characters"),
        pytest.param("<opensudoku>", "<a>", MEGABYTE, id="XML: open tags"),
        pytest.param("<opensudoku><game data='", "." * MEGABYTE, 32, id="XML: a long tag"),
        pytest.param("[", "\n[],", 2 * MEGABYTE, id="JSON: empty arrays"),
        pytest.param("[", "[1,1,1,1]\n", 400_000, id="lists: short rows"),
        pytest.param("[Puzzle]\n", LONG_ROW, 200, id="grid: long rows"),
        pytest.param("3\n1\n", LONG_ROW, 200, id="Lloyd and Amos: long rows"),
    ],
)
def test_reading_a_huge_file_takes_little_memory(head: str, part: str, count: int, tmp_path: Path) -> None:
    pytest.importorskip("resource")
    file = tmp_path / "large"
    with file.open("w") as stream:
        stream.write(head)
        stream.writelines(part for _ in range(count))
    run = subprocess.run([sys.executable, "-c", PEAK, file], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    kilobyte = 1 if sys.platform == "darwin" else 1024
    assert int(run.stdout) * kilobyte < 150 * MEGABYTE


@pytest.mark.parametrize("kind", [pl.String, pl.Categorical, pl.Binary])
@pytest.mark.parametrize("name", ["puzzle", "note"])
def test_reading_a_small_parquet_file_with_huge_values_takes_little_memory(
    kind: pl.DataType, name: str, tmp_path: Path
) -> None:
    pytest.importorskip("resource")
    file = tmp_path / "large.parquet"
    values = pl.repeat("." * MEGABYTE, 500, eager=True).cast(kind)
    pl.DataFrame({"puzzle": ["." * 81] * 500}).with_columns(values.alias(name)).write_parquet(file)
    assert file.stat().st_size < 10_000
    script = PEAK.replace("len(errors) == 1", "len(errors) == 500").replace(
        "import res", "import polars, res"
    )
    run = subprocess.run([sys.executable, "-c", script, file], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    kilobyte = 1 if sys.platform == "darwin" else 1024
    assert int(run.stdout) * kilobyte < 150 * MEGABYTE


def test_an_address_that_expands_too_far_is_refused() -> None:
    with pytest.raises(PuzzleError, match="expands to more than"):
        parse(bomb(2_000))


def test_text_that_is_not_too_long_is_expanded() -> None:
    text = "ab" * 1_000
    assert len(text) < LONGEST_TEXT
    assert expand(lzstring.LZString().compressToBase64(text)) == text


@given(st.text(st.characters(max_codepoint=0xD7FF), min_size=1, max_size=300))
def test_text_compressed_by_lz_string_is_expanded(text: str) -> None:
    data = lzstring.LZString().compressToBase64(text)
    assert expand(data) == text
    with pytest.raises(ValueError, match="too early"):
        expand(data.rstrip("=")[:-2])


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"givens":' * 100_000, "[\n" * 100_000])
def test_json_that_is_nested_too_deeply_is_refused(deep: str) -> None:
    with pytest.raises(PuzzleError, match="nested too deeply"):
        parse(deep)


def test_xml_with_too_many_different_names_is_refused() -> None:
    with pytest.raises(PuzzleError, match="tags"):
        parse("<opensudoku>" + "".join(f"<a{k}/>" for k in range(2_000)) + "</opensudoku>")


@pytest.mark.parametrize("line", ["Puzzle 1", "#D text", "=====\nPuzzle 1"])
def test_a_description_that_is_too_long_is_refused(line: str) -> None:
    grid = "\n1...\n....\n....\n....\n"
    assert parse(f"{line}\n" * 1_000 + grid).clues == 1
    with pytest.raises(PuzzleError, match="the description up to here has more than"):
        parse(f"{line}\n" * 50_000 + grid)
