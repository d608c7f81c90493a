"""The oracle in a separate process.

A long search requests a proof that there is no solution. In another process, the proof takes no time from the
search and can be stopped at once. The puzzle arrives as a line of JSON on stdin, which stays open. The
process ends when stdin closes. The system closes it however the parent ends, even after ``kill -9``.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from contextlib import suppress

from ergodoku.base.children import python_command
from ergodoku.puzzle.puzzle import Puzzle


class Proof:
    """A running proof that a puzzle has no solution."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.process = subprocess.Popen(
            python_command(__name__),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):  # the process could not start: there will be no proof
            self.process.stdin.write(puzzle.to("json") + "\n")
            self.process.stdin.flush()  # leave it open: closing it ends the process

    def unsolvable(self) -> bool:
        """Return whether the process has already proved that there is no solution."""
        if self.process.poll() is None or self.process.stdout is None or self.process.stdout.closed:
            return False
        said = self.process.stdout.read().strip()
        self.process.stdout.close()
        return said == "none"

    def end(self) -> None:
        """Stop the process, whatever it is doing."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):  # the process died before it read the puzzle
                    pipe.close()


def main() -> None:
    """Read a puzzle, and print ``none`` if it has no solution."""
    line = sys.stdin.readline()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    from ergodoku.puzzle.exact.oracle import count_solutions
    from ergodoku.puzzle.formats import parse

    if hasattr(os, "nice"):
        os.nice(5)
    print(count_solutions(parse(line), limit=1).solutions)


def _end_with_parent() -> None:
    while os.read(0, 1024):  # blocks until the parent closes the pipe or ends
        pass
    os._exit(1)
