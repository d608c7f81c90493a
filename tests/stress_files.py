"""Damaged files: ``ergodoku convert`` and ``check`` read them or report an error, with little memory."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import numpy as np

from ergodoku.puzzle.formats import FORMATS, write_text
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Puzzle
from tests.puzzle.formats.test_roundtrip import carried, full_grid
from tests.soak_checks import require

WRITABLE = [name for name, item in FORMATS.items() if item.writable]
BOXES = ((2, 2), (3, 2), (3, 3), (2, 5), (4, 4), (5, 5))
COMMANDS = (
    ["convert", "FILE", "--to", "json"],
    ["convert", "FILE", "--to", "line"],
    ["check", "FILE", "--json", "--time-limit", "2"],
)
MEMORY = 1 << 30  # bytes of address space; Python and its libraries take half of it
LONGEST = 300.0  # seconds
DAMAGES = ("cut", "flips", "nonsense", "long line", "many lines", "twice", "none")


def read_damaged(rng: np.random.Generator, folder: Path) -> str:
    """Damage a file of puzzles, and read it."""
    path = folder / "puzzles"
    damage = DAMAGES[rng.integers(len(DAMAGES))]
    path.write_bytes(damaged(text_of(rng), damage, rng))
    words = [str(path) if word == "FILE" else word for word in COMMANDS[rng.integers(len(COMMANDS))]]
    done = subprocess.run(
        [sys.executable, "-m", "ergodoku", *words],
        capture_output=True,
        timeout=LONGEST,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
    )
    err = done.stderr.decode(errors="replace")[-2000:]
    require(done.returncode in (0, 2), f"{words[0]}, {damage}: exit code {done.returncode}: {err}")
    require("Traceback" not in err, f"{words[0]}, {damage}: {err}")
    require("not enough memory" not in err, f"{words[0]}, {damage}: {err}")
    require(done.returncode == 0 or "error: " in err, f"{words[0]}, {damage}: exit code 2 without a reason")
    return "files " + ("read" if done.returncode == 0 else "refused")


def text_of(rng: np.random.Generator) -> bytes:
    """Return a file with a few puzzles in a random format."""
    box = BOXES[rng.integers(len(BOXES))]
    layout = Layout.of(box=box)
    fits = [name for name in WRITABLE if carried(Puzzle(layout, np.zeros(layout.cells, dtype=int)), name)]
    name = fits[rng.integers(len(fits))]
    texts = []
    for _ in range(rng.integers(1, 20)):
        digits = np.concatenate([[0], rng.permutation(layout.size) + 1])[full_grid(box)]
        texts.append(write_text(Puzzle(layout, digits * (rng.random(layout.cells) < 0.5)), name))
    return ("\n".join(texts) + "\n").encode()


def damaged(content: bytes, damage: str, rng: np.random.Generator) -> bytes:
    """Return a file with one kind of damage."""
    place = int(rng.integers(len(content)))
    if damage == "cut":
        return content[:place]
    if damage == "flips":
        flipped = bytearray(content)
        for k in rng.integers(len(content), size=rng.integers(1, 20)):
            flipped[k] ^= 1 << int(rng.integers(8))
        return bytes(flipped)
    if damage == "nonsense":
        return content[:place] + rng.bytes(int(rng.integers(1, 1000))) + content[place:]
    if damage == "long line":
        piece = content[place : place + int(rng.integers(1, 5))].replace(b"\n", b" ") or b"."
        return content[:place] + piece * (30_000_000 // len(piece)) + content[place:]
    if damage == "many lines":
        line = content[: content.index(b"\n") + 1][int(rng.integers(3)) :]
        return content[:place] + line * (300_000 // max(1, len(line))) + content[place:]
    if damage == "twice":
        return content[:place] + content
    return content
