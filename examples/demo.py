"""Generate a puzzle, show it, and show what logic makes of it: ``make demo``."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Console

import ergodoku as eg
from ergodoku.puzzle.show import as_table


def main(console: Console) -> None:
    console.print("Generating a 9x9 that is beyond logic (the first run compiles, a few seconds)")
    puzzle = eg.generate(eg.Recipe(clues=25, difficulty="beyond logic"), seed=7)
    reduction = eg.reduce(puzzle)
    console.print(Columns([as_table(puzzle), as_table(puzzle, reduction.puzzle.flat)], padding=(0, 4)))
    console.print(
        f"{puzzle.clues} givens (bold), {reduction.puzzle.clues - puzzle.clues} digits found by logic."
    )
    for rule, steps in reduction.steps.items():
        console.print(f"  {rule:<18} {steps:>3}")
    verdict = eg.count_solutions(puzzle)
    console.print(
        f"The exact oracle says: {verdict.solutions} solution. The puzzle is {eg.difficulty(puzzle)}."
    )
    console.print("\nTry next:")
    console.print("  .venv/bin/ergodoku generate --box 4x4")
    console.print("  .venv/bin/ergodoku generate --count 5 --clues 26 | .venv/bin/ergodoku check -")


if __name__ == "__main__":
    main(Console(highlight=False))
