"""Write new golden values: run ``python -m tests.golden.make`` in the root of the repository.

The golden values record the state of every walk after a number of iterations. They may change only if you
change a walk on purpose. In that case, commit the new file together with the change, and mention it in the
CHANGELOG.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from ergodoku.engine.run import Run
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations
from ergodoku.puzzle.formats import parse
from ergodoku.puzzle.generate import Recipe, generate
from ergodoku.puzzle.layout import Layout
from tests.samples import HARD, NAMES, general, sample

PATH = Path(__file__).with_name("walks.json")
ITERATIONS = 20_000


def walk(text: str, method: str, replicas: int) -> dict[str, object]:
    """Return the state of a run after `ITERATIONS` iterations."""
    run = Run(parse(text), method, seed=2026, replicas=replicas, stop=Iterations(ITERATIONS))
    result = run.finish()
    search = run.searches[run.leader] if run.searches else None
    return {
        "status": result.status,
        "replica": result.replica,
        "iterations": result.iterations,
        "best": result.energy,
        "energy": search.energy if search else result.energy,
        "accepted": search.accepted if search else 0,
        "reheats": search.restarts if search else 0,
        "grid": hashlib.sha256(result.grid.tobytes()).hexdigest()[:16],
    }


def values(puzzles: dict[str, str]) -> dict[str, dict[str, dict[str, object]]]:
    """Return the golden values of all methods on some puzzles."""
    return {
        name: {
            f"{method}, {replicas} replica{'s' * (replicas > 1)}": walk(text, method, replicas)
            for method in NAMES
            for replicas in (1, 3)
        }
        for name, text in puzzles.items()
    }


def main() -> None:
    """Write the file; it includes the puzzles, so that it depends on nothing else."""
    chosen = {
        "hard 9x9": solve(HARD).puzzle,
        "diagonal 9x9": sample("diagonal-9"),
        "windows 9x9": sample("windows-9"),
        "latin 7x7": sample("latin-7", 0.2),
        "balanced latin 20x20": generate(
            Recipe(Layout.of(20, kind="latin"), fraction=0.58, pattern="balanced"), seed=1
        ),
        "general 16x16": general(16, 0.4),
        "general 25x25": general(25, 0.45),
    }
    puzzles = {name: puzzle.to("json") for name, puzzle in chosen.items()}
    content = {"puzzles": puzzles, "walks": values(puzzles)}
    PATH.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
