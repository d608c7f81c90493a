"""Any other solver, by the command that starts it: ``--solver 'NAME=COMMAND'``.

In the command, ``{puzzle}`` stands for the puzzle in line form (81 characters, ``.`` for blanks; up to
25x25), ``{file}`` for a file with the puzzle, ``{size}`` for 9 at 9x9. With neither of the first two, the
puzzle comes on stdin. ``NAME:FORMAT=COMMAND`` chooses the format of file and stdin: ``line``, ``grid``,
``integers``, ``lloyd-amos``, ``sdm``, ``json`` ...; where nothing is said it is ``line``, and ``integers``
where a digit takes more than one character. For example:

    --solver 'tdoku=solve_one {puzzle}'
    --solver 'mine:integers=python my_solver.py --size {size} {file}'
    --solver 'itself=ergodoku solve - --quiet --format line'

It may print the grid in any format that Ergodoku reads, among other lines; the last full grid counts. That
there is no solution it says as ``no solution``, ``unsolvable`` or ``unsatisfiable``. The time is that of the
whole process, its start included. At the limit the process is killed, and its children with it.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from isolated import FAILED, LIMIT, Outcome, judged

import ergodoku as eg
from ergodoku.puzzle.formats import FORMATS
from ergodoku.puzzle.puzzle import Digits

OUTPUT = 100_000  # bytes of an answer that are looked at, from its end
FLOOD = 10_000_000  # bytes that no answer needs
NO_SOLUTION = re.compile(r"no solution|unsolvable|unsatisfiable|infeasible", re.IGNORECASE)


@dataclass(frozen=True)
class External:
    """A solver by its command."""

    name: str
    command: tuple[str, ...]
    format: str = ""

    def run(self, puzzle: eg.Puzzle, limit: float, seed: int = 0) -> Outcome:
        """Start it for one puzzle; the seed is not told."""
        try:
            line = puzzle.to("line") if any("{puzzle}" in part for part in self.command) else ""
            text = _text(puzzle, self.format)
        except eg.ErgodokuError as error:
            return Outcome(FAILED, None, 0.0, str(error))
        with tempfile.TemporaryDirectory() as folder:
            file, out = Path(folder) / "puzzle.txt", Path(folder) / "answer.txt"
            file.write_text(text + "\n")
            fill = {"{puzzle}": line, "{file}": str(file), "{size}": str(puzzle.size)}
            command = [re.sub(r"\{(puzzle|file|size)\}", lambda m: fill[m[0]], part) for part in self.command]
            begin = time.perf_counter()
            with file.open() as stdin, out.open("wb") as stdout:
                try:
                    process = subprocess.Popen(
                        command, stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL, start_new_session=True
                    )
                except OSError as error:
                    return Outcome(FAILED, None, 0.0, f"{command[0]}: {error.strerror}")
                in_time = _wait(process, out, limit)
            seconds = time.perf_counter() - begin
            if not in_time and out.stat().st_size > FLOOD:
                return Outcome(FAILED, None, seconds, "it printed too much")
            if not in_time:
                return Outcome(LIMIT, None, seconds)
            with out.open("rb") as answer:
                answer.seek(max(0, out.stat().st_size - OUTPUT))
                said = answer.read().decode("utf-8", "replace")
        grid = last_grid(said, puzzle)
        if grid is None and not NO_SOLUTION.search(said):
            ended = f", exit code {process.returncode}" if process.returncode else ""
            return Outcome(FAILED, None, seconds, f"no grid in what it printed{ended}")
        return judged(puzzle, grid, None, seconds, limit)

    def close(self) -> None:
        """Nothing is left running."""


def template(text: str) -> External:
    """Read ``NAME=COMMAND`` or ``NAME:FORMAT=COMMAND``."""
    label, equals, command = text.partition("=")
    name, _, form = (part.strip() for part in label.partition(":"))
    parts = shlex.split(command)
    if not equals or not name or not parts:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=COMMAND, such as 'mine=./mine {{puzzle}}'")
    if form and not (form in FORMATS and FORMATS[form].writable):
        known = ", ".join(item.name for item in FORMATS.values() if item.writable)
        raise argparse.ArgumentTypeError(f"the format {form!r} is none of {known}")
    if shutil.which(parts[0]) is None:
        raise argparse.ArgumentTypeError(f"there is no program {parts[0]!r}")
    return External(name, tuple(parts), form)


def last_grid(said: str, puzzle: eg.Puzzle) -> Digits | None:
    """Return the last full grid in a text: one line, as many lines as the grid has rows, or all of it."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    size = puzzle.size
    for end in range(len(lines), 0, -1):
        for text in (lines[end - 1], "\n".join(lines[max(0, end - size) : end])):
            grid = _full(text, puzzle)
            if grid is not None:
                return grid
    return _full(said, puzzle)


def _text(puzzle: eg.Puzzle, format: str) -> str:
    if not format:
        with suppress(eg.ErgodokuError):
            return puzzle.to("line")
    return puzzle.to(format or "integers")


def _full(text: str, puzzle: eg.Puzzle) -> Digits | None:
    if len(text) < puzzle.layout.cells:
        return None
    numbers = re.findall(r"\d" if puzzle.size <= 9 else r"\d+", text)
    if len(numbers) == puzzle.layout.cells and not re.search(r"[A-Za-z]", text):
        return np.array([min(int(n), 255) for n in numbers], dtype=np.uint8)
    with suppress(eg.ErgodokuError):
        found = eg.parse(text, layout=puzzle.layout)
        if found.layout == puzzle.layout and found.clues == puzzle.layout.cells:
            return found.flat
    return None


def _wait(process: subprocess.Popen[bytes], out: Path, limit: float) -> bool:
    """Tell whether a process ended in time; one that floods its output is ended early."""
    # A thread waits without polling, which would round short times up.
    waiter = threading.Thread(target=process.wait, daemon=True)
    waiter.start()
    deadline = time.perf_counter() + limit
    while (left := deadline - time.perf_counter()) > 0 and out.stat().st_size <= FLOOD:
        waiter.join(min(left, 0.25))
        if not waiter.is_alive():
            break
    in_time = not waiter.is_alive()
    with suppress(ProcessLookupError, PermissionError):  # its children, too
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    waiter.join()
    return in_time
