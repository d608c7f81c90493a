"""Solve a hard 9x9 and three huge puzzles while you watch: ``make demo``."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from rich.columns import Columns
from rich.console import Console

import ergodoku as eg
from ergodoku.base.compiled import on_compiling
from ergodoku.puzzle.show import as_table

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


class Line:
    """One line of progress, rewritten while the search runs."""

    def __init__(self, console: Console) -> None:
        self.console, self.last = console, 0.0

    def on_snapshot(self, snapshot: eg.Snapshot) -> None:
        if self.console.is_terminal and time.perf_counter() - self.last > 0.05:
            self.last = time.perf_counter()
            text = (
                f"energy {snapshot.energy:>4}  best {snapshot.best:>4}  {snapshot.iteration:>12,} iterations"
            )
            sys.stdout.write(f"\r  {text}")
            sys.stdout.flush()

    def on_end(self, run: eg.Run) -> None:
        if self.last:
            sys.stdout.write("\r\x1b[2K")


def main(console: Console) -> None:
    on_compiling(lambda: console.print("Compiling kernels. This happens once and takes a few seconds ..."))
    puzzle = eg.parse(HARD)
    eg.solve(puzzle)
    result = eg.solve(puzzle, seed=1, callbacks=[Line(console)])
    console.print("\nA 9x9 known as the hardest for people, and its solution:\n")
    console.print(Columns([as_table(puzzle), as_table(puzzle, result.grid.ravel())], padding=(0, 4)))
    console.print(
        f"Found by {result.found_by}: {result.iterations:,} choices in {result.seconds * 1e3:.1f} ms.",
        soft_wrap=True,
    )
    for size in (25, 49, 64):
        monster = eg.generate(eg.Recipe(eg.Layout.of(size), fraction=0.45 if size < 64 else 0.4), seed=1)
        result = eg.solve(monster, seed=1, stop=eg.Seconds(60), callbacks=[Line(console)])
        console.print(
            f"A {size}x{size} with {monster.clues:,} of {size * size:,} cells given: {result.status} by "
            f"{result.found_by}, {result.iterations:,} iterations, {result.seconds:.2f} s.",
            soft_wrap=True,
        )
    ours = Path(sys.prefix) == Path.cwd() / ".venv"  # true for `make demo`
    console.print("\nTry next:")
    for command, what in (
        (f"solve {EASY}", ""),
        ("generate --clues 26 --seed 7 --output puzzle.txt", "generate your own puzzle"),
        ("watch puzzle.txt", "watch annealing solve it"),
        ("race puzzle.txt --methods cool,genes,evolve --time-limit 10", "three methods side by side"),
        ("serve", "the same on a web page"),
    ):
        note = f"  # {what}" if what else ""
        console.print(f"  {'.venv/bin/' if ours else ''}ergodoku {command}{note}", soft_wrap=True)


if __name__ == "__main__":
    main(Console(highlight=False))
