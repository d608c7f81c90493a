"""Lists are read in blocks: memory does not grow with the file, and block borders do not matter."""

from __future__ import annotations

import gzip
import io
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats import parse, read, read_entries, source
from ergodoku.puzzle.formats.session import Session

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
def test_the_size_of_blocks_does_not_change_the_puzzles(
    form: str, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = HEAD[form] + f"{ROW[form]}\n# a comment\n\n{ROW[form]}\r\n" * 10 + ROW[form]
    monkeypatch.setattr(source, "BLOCK", len(HEAD[form]) + len(ROW[form]) * 2)
    puzzles = list(read(_Slow(content.encode(), block)))
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
    """A stream that returns a few bytes at a time, like an unbuffered pipe."""

    def __init__(self, content: bytes, most: int) -> None:
        super().__init__(content)
        self.most = most

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(self.most if size is None or size < 0 else min(size, self.most))


@pytest.mark.parametrize("most", [1, 4, 100])
@pytest.mark.parametrize("packed", [False, True])
def test_a_short_first_read_does_not_change_the_format(most: int, packed: bool) -> None:
    parts = [b"\xef\xbb\xbfpuzzle,solution\n", f"{LINE},{SOLUTION}\n".encode()]
    content = b"".join(gzip.compress(part) if packed else part for part in parts)
    (puzzle,) = read(_Slow(content, most))
    assert puzzle == parse(LINE)
    assert puzzle.solution is not None


BAD = {
    "list": LINE[:80] + "\n",
    "annotated list": f"id {LINE[:80]} 1.2\n",
    "grids": "1 . . .\n1 . . .\n. . . .\n. . . .\n\n",
    "grids without blank lines": "1 . . .\n1 . . .\n. . . .\n. . . .\n",
    "grids with labels": "Puzzle 1\n1 . . .\n. . . .\n",
    "grids with a missing cell": "1,,,2\n.,.,.,.\n3,,,\n4,,,\n\n",
    "words": "[Puzzle]\n,,,\n",
    "Lloyd and Amos": "2\n1\n1 2 3\n\n",
}


@pytest.mark.parametrize(
    "text",
    [bad * 5 for bad in BAD.values()]
    + ["[\n{},\n{},\n{},\n{},\n{}\n]", "[[1, 2], [3, 4]]\n[[1, 1, 0, 0], [0] * 3]"]
    + ["[[1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]\nnext:\n" * 5]
    + ["<opensudoku>" + "<game/>" * 5 + "</opensudoku>", "<opensudoku/>", "<opensudoku>"],
    ids=[*BAD, "JSON", "broken list", "lists", "XML", "XML without a game", "broken XML"],
)
def test_every_error_becomes_an_entry_before_more_is_read(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[PuzzleError] = []
    fail = Session.fail

    def noted(self: Session, error: PuzzleError, line: int | None = None) -> None:
        found.append(error)
        fail(self, error, line)

    monkeypatch.setattr(Session, "fail", noted)
    with read_entries(io.StringIO(text)) as listing:
        for count, entry in enumerate(listing, 1):
            assert entry.error is found[-1]
            assert len(found) == count
    assert found


def test_errors_and_puzzles_keep_their_order() -> None:
    text = "".join(f"{LINE}\n{LINE[:80]}\n{LINE[:70]}\n" for _ in range(3))
    with read_entries(io.StringIO(text)) as listing:
        entries = list(listing)
    assert [entry.line for entry in entries] == list(range(1, 10))
    assert [entry.puzzle is None for entry in entries] == [False, True, True] * 3


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
