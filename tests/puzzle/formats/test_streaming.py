"""Lists are read in blocks: memory does not grow with the file, and block borders do not matter."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from ergodoku.puzzle.formats import parse, read, source

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROW = {"sdm": LINE, "csv": f"{LINE},{SOLUTION}", "annotated": f"id {LINE} 1.2"}
HEAD = {"sdm": "", "csv": "quizzes,solutions\n", "annotated": ""}


def peak(file: Path) -> int:
    tracemalloc.start()
    try:
        for _ in read(file):
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("form", ROW)
def test_memory_does_not_grow_with_the_file(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "BLOCK", 1 << 14)
    peaks = []
    for count in (1_000, 3_000):
        file = tmp_path / f"{count}.txt"
        file.write_text(HEAD[form] + (ROW[form] + "\n") * count)
        peaks.append(peak(file))
    assert peaks[1] < 1.1 * peaks[0]


@pytest.mark.parametrize("form", ROW)
@pytest.mark.parametrize("block", [1, 7, 82, 83, 1000])
def test_the_size_of_blocks_does_not_change_the_puzzles(form: str, block: int) -> None:
    content = HEAD[form] + f"{ROW[form]}\n# a comment\n\n{ROW[form]}\r\n" * 10 + ROW[form]
    stream = _Slow(content.encode(), max(block, len(HEAD[form]) + len(ROW[form]) * 2))
    stream.later = block
    puzzles = list(read(stream))
    assert len(puzzles) == 21
    assert set(puzzles) == {parse(LINE)}


def test_lines_that_are_too_long_are_skipped_wherever_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "BLOCK", 1000)
    monkeypatch.setattr(source, "LONGEST_LINE", 2000)
    lines = [LINE, LINE, "5" * 5000, LINE, "6" * 3000, LINE[:-1], LINE]
    errors = []
    puzzles = list(read(io.StringIO("\n".join(lines)), on_error=errors.append))
    assert len(puzzles) == 4
    assert [e.line for e in errors] == [3, 5, 6]


class _Slow(io.BytesIO):
    """A stream that returns a few bytes at a time, after a first part that shows the format."""

    def __init__(self, content: bytes, first: int) -> None:
        super().__init__(content)
        self.size, self.later = first, first

    def read(self, size: int | None = -1, /) -> bytes:
        data, self.size = super().read(self.size), self.later
        return data


@pytest.mark.parametrize(
    ("size", "row"),
    [
        (25, lambda k: "." * k + chr(ord("A") + k) + "." * (24 - k)),
        (25, lambda k: " ".join("." * k + chr(ord("A") + k) + "." * (24 - k))),
        (16, lambda k: " ".join(f"{k + 1 if j == k else 0:>3}" for j in range(16))),
    ],
    ids=["letters", "spaced", "padded"],
)
def test_more_than_a_thousand_grids_without_blank_lines_between_them_are_read(
    size: int, row: Callable[[int], str]
) -> None:
    rows = [row(k) for k in range(size)]
    found = list(read(io.StringIO("\n".join(rows * 1_600))))
    assert len(found) == 1_600
    assert all(puzzle == found[0] for puzzle in found)
