"""The oracle in a process of its own: ``python -m ergodoku.puzzle.exact.prove``, puzzle as JSON on stdin.

A search that drags on asks it for a proof that there is no solution. In another process it takes no time
from the search, and can be ended at once.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress

from ergodoku.puzzle.puzzle import Puzzle


class Proof:
    """A proof under way that a puzzle has no solution."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ergodoku.puzzle.exact.prove"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):  # a process that could not start proves nothing
            self.process.stdin.write(puzzle.to("json") + "\n")
            self.process.stdin.close()

    def unsolvable(self) -> bool:
        """Tell whether it is proved by now that there is no solution."""
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
        if self.process.stdout is not None:
            self.process.stdout.close()


def main() -> None:
    """Read a puzzle, and print ``none`` if it has no solution."""
    from ergodoku.puzzle.exact.oracle import count_solutions
    from ergodoku.puzzle.formats import parse

    if hasattr(os, "nice"):
        os.nice(5)
    print(count_solutions(parse(sys.stdin.read()), limit=1).solutions)


if __name__ == "__main__":
    main()
