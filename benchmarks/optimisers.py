"""General optimisers on the cost function: numbers as digits (vector) beside sorted numbers (keys).

    python benchmarks/optimisers.py                                  all (minutes, most of them Optuna's)
    python benchmarks/optimisers.py --only cma,pymoo --evaluations 5000 --seeds 10

Every optimiser of examples/optimisers.py gets the same number of evaluations, from seeds 0, 1, 2 ..., on each
puzzle without any logic. A cell shows how many seeds were solved, and the median of the lowest costs.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import statistics
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np

import ergodoku as eg

EXAMPLES = Path(__file__).parents[1] / "examples" / "optimisers.py"
NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


class Counted:
    """A cost function that knows the lowest cost that it has told, and after how many evaluations."""

    def __init__(self, cost: eg.Objective) -> None:
        self.cost, self.evaluations, self.lowest, self.at = cost, 0, np.inf, 0

    def __call__(self, x: Any) -> Any:
        """Return what the cost function returns."""
        costs = self.cost(x)
        for cost in np.atleast_1d(costs):
            self.evaluations += 1
            if cost < self.lowest:
                self.lowest, self.at = float(cost), self.evaluations
        return costs

    def __getattr__(self, name: str) -> Any:
        return getattr(self.cost, name)


def main() -> None:
    spec = importlib.util.spec_from_file_location("optimisers_example", EXAMPLES)
    examples = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(examples)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default=",".join(examples.OPTIMISERS), help="some optimisers")
    parser.add_argument("--puzzles", default="4x4,6x6,9x9", help="some puzzles")
    parser.add_argument("--evaluations", type=int, default=2000)
    parser.add_argument("--seeds", type=int, default=5)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    puzzles = {**examples.PUZZLES, "9x9": NINE}
    rows = []
    print(f"{'puzzle':<8}{'optimiser':<24}{'vector':>18}{'keys':>18}")
    for puzzle in options.puzzles.split(","):
        for name in options.only.split(","):
            cells = []
            for variant in ("vector", "keys"):
                cost = eg.objective(puzzles[puzzle], logic="none", variant=variant)
                began, runs = time.perf_counter(), []
                for seed in range(options.seeds):
                    runs.append(Counted(cost))
                    examples.OPTIMISERS[name](runs[-1], options.evaluations, seed)
                rows.append(
                    {
                        "puzzle": puzzle,
                        "optimiser": name,
                        "variant": variant,
                        "evaluations": options.evaluations,
                        "lowest": [run.lowest for run in runs],
                        "at": [run.at for run in runs],
                        "seconds": round(time.perf_counter() - began, 3),
                    }
                )
                solved = sum(run.lowest == 0 for run in runs)
                cells.append(f"{solved}/{len(runs)}, {statistics.median(run.lowest for run in runs):g}")
            print(f"{puzzle:<8}{name:<24}{cells[0]:>18}{cells[1]:>18}", flush=True)
    print(json.dumps({"python": sys.version.split()[0], "version": eg.__version__, "rows": rows}))


if __name__ == "__main__":
    main()
