"""Any other solver, given by the command that starts it: ``--solver 'NAME=COMMAND'``.

In the command, ``{puzzle}`` is replaced by the puzzle in line form (for a 9x9, 81 characters with ``.`` for
blanks; only up to 25x25), ``{file}`` by the path of a file with the puzzle, and ``{size}`` by its size, such
as 9. Without ``{puzzle}`` and ``{file}``, the solver gets the puzzle on stdin. ``NAME:FORMAT=COMMAND``
chooses the format of the file or stdin: ``line``, ``grid``, ``integers``, ``lloyd-amos``, ``sdm``, ``json``
... The default is ``line``, or ``integers`` if a digit takes more than one character. For example:

    --solver 'tdoku=solve_one {puzzle}'
    --solver 'mine:integers=python my_solver.py --size {size} {file}'
    --solver 'itself=ergodoku solve - --quiet --format line'

The solver may print the grid in any format that Ergodoku reads, among other lines; the last full grid counts.
To report that there is no solution, it prints ``no solution``, ``unsolvable`` or ``unsatisfiable``. The whole
process is timed, including its start. At the limit the process and its children are killed.
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

OUTPUT = 100_000  # read at most this many bytes from the end of the output
FLOOD = 10_000_000  # no solver needs to print more bytes than this
NO_SOLUTION = re.compile(r"no solution|unsolvable|unsatisfiable|infeasible", re.IGNORECASE)


@dataclass(frozen=True)
class External:
    """A solver that is started by a command."""

    name: str
    command: tuple[str, ...]
    format: str = ""

    def run(self, puzzle: eg.Puzzle, limit: float, seed: int = 0) -> Outcome:
        """Run the solver on one puzzle, and return how it ended; the solver does not get the seed."""
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
                return Outcome(FAILED, None, seconds, "the solver printed too much")
            if not in_time:
                return Outcome(LIMIT, None, seconds)
            with out.open("rb") as answer:
                answer.seek(max(0, out.stat().st_size - OUTPUT))
                said = answer.read().decode("utf-8", "replace")
        grid = last_grid(said, puzzle)
        if grid is None and not NO_SOLUTION.search(said):
            ended = f", exit code {process.returncode}" if process.returncode else ""
            return Outcome(FAILED, None, seconds, f"no grid in its output{ended}")
        return judged(puzzle, grid, None, seconds, limit)

    def close(self) -> None:
        """Do nothing: no process is running between puzzles."""


def template(text: str) -> External:
    """Read ``NAME=COMMAND`` or ``NAME:FORMAT=COMMAND``."""
    label, equals, command = text.partition("=")
    name, _, form = (part.strip() for part in label.partition(":"))
    parts = shlex.split(command)
    if not equals or not name or not parts:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=COMMAND, such as 'mine=./mine {{puzzle}}'")
    if form and not (form in FORMATS and FORMATS[form].writable):
        known = ", ".join(item.name for item in FORMATS.values() if item.writable)
        raise argparse.ArgumentTypeError(f"there is no format {form!r}; choose from {known}")
    if shutil.which(parts[0]) is None:
        raise argparse.ArgumentTypeError(f"there is no program {parts[0]!r}")
    return External(name, tuple(parts), form)


def last_grid(said: str, puzzle: eg.Puzzle) -> Digits | None:
    """Return the last full grid in a text, or None.

    The grid may be on one line, have one line per row, or take up the whole text.
    """
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
    """Return whether a process ended by itself; kill it at the limit, or when it has printed too much."""
    # Wait in a thread: polling would make short times look longer.
    waiter = threading.Thread(target=process.wait, daemon=True)
    waiter.start()
    deadline = time.perf_counter() + limit
    while (left := deadline - time.perf_counter()) > 0 and out.stat().st_size <= FLOOD:
        waiter.join(min(left, 0.25))
        if not waiter.is_alive():
            break
    in_time = not waiter.is_alive()
    with suppress(ProcessLookupError, PermissionError):  # kills its children too
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    waiter.join()
    return in_time
