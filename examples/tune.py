"""Tune a method: let Optuna find the temperature and the patience that solve some puzzles soonest.

    python examples/tune.py                 takes about a minute
    python examples/tune.py --trials 5      a quick try

On the command line, ``ergodoku tune puzzles.sdm --method annealing`` does the same. This needs Optuna:
pip install "ergodoku[tune]".
"""

from __future__ import annotations

import argparse
import sys
import tempfile

import ergodoku as eg
from ergodoku.lab.study import executor_for
from ergodoku.lab.tuning import Tuning
from ergodoku.methods.registry import to_toml


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=40)
    trials = parser.parse_args().trials
    puzzles = list(eg.generate_many(3, eg.Recipe(clues=32), seed=1))
    default = eg.Annealing(
        schedule=eg.Constant(0.6), reheat=eg.Reheat(how="restart", watch="improvement"), logic="none"
    )
    with tempfile.TemporaryDirectory() as folder, executor_for() as executor:
        tuning = Tuning.create(
            folder,
            puzzles,
            default,
            runs=5,
            ranges={"schedule.start": "log:0.1:2", "reheat.after": "log:100:100000"},
            only=("schedule.start", "reheat.after"),
            measure="iterations",
            time_limit=None,
            max_iterations=100_000,
        )
        best = tuning.run(trials, executor, lambda tally: print(f"trial {tally.done}: best {tally.best}"))
    print(f"\n{to_toml(best)}")
    for name, method in (("before", default), ("tuned", best)):
        # Compare on seeds that were not used for tuning.
        runs = [
            eg.solve(puzzle, method, seed=seed, stop=eg.Iterations(100_000))
            for puzzle in puzzles
            for seed in range(1000, 1010)
        ]
        spent = sum(run.iterations for run in runs) / max(1, sum(run.solved for run in runs))
        print(
            f"{name:<7} {sum(run.solved for run in runs)} of {len(runs)} solved, "
            f"{spent:,.0f} iterations per solution"
        )


if __name__ == "__main__":
    try:
        main()
    except eg.ErgodokuError as error:  # Optuna may be missing
        sys.exit(f"error: {error}")
