"""General optimisers on the cost function: numbers as digits (vector) compared with sorted numbers (keys).

    python benchmarks/optimisers.py                                  all (minutes, mostly for Optuna)
    python benchmarks/optimisers.py --only cma,pymoo --evaluations 5000 --seeds 10
    python benchmarks/optimisers.py --only external --puzzles 9x9 --evaluations 300000     the long run

Every optimiser of examples/optimisers.py gets the same number of evaluations. Run k has seed k and its own
generated puzzle, the same for both variants, without logic. The settings were chosen on other puzzles. A cell
shows how many runs were solved, and the median of the lowest costs.
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
from machine import names_in, told

import ergodoku as eg

EXAMPLES = Path(__file__).parents[1] / "examples" / "optimisers.py"
CLUES = {"4x4": 5, "6x6": 16, "9x9": 30}
GENERATED = 2  # seed of the puzzles


class Counted:
    """A cost function that remembers the lowest cost it has returned, and after how many evaluations."""

    def __init__(self, cost: eg.Objective) -> None:
        self.cost, self.evaluations, self.lowest, self.at = cost, 0, np.inf, 0

    def __call__(self, x: Any) -> Any:
        """Return the cost, and remember it if it is the lowest."""
        costs = self.cost(x)
        for cost in np.atleast_1d(costs):
            self.evaluations += 1
            if cost < self.lowest:
                self.lowest, self.at = float(cost), self.evaluations
        return costs

    def __getattr__(self, name: str) -> Any:
        return getattr(self.cost, name)


def external(cost: Counted, evaluations: int, seed: int) -> None:
    """Run the method `External` with its defaults, including restarts."""
    search = eg.External(variant=cost.variant).start(cost.landscape.reduction, seed)
    search.advance(evaluations)
    cost.lowest, cost.at = search.best, search.best_iteration


def main() -> None:
    spec = importlib.util.spec_from_file_location("optimisers_example", EXAMPLES)
    examples = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(examples)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--only", default=",".join(examples.OPTIMISERS), help="optimisers, separated by commas"
    )
    parser.add_argument("--puzzles", default=",".join(CLUES), help="sizes, separated by commas")
    parser.add_argument("--evaluations", type=int, default=2000)
    parser.add_argument("--seeds", type=int, default=5)
    options = parser.parse_args()
    optimisers = {**examples.OPTIMISERS, "external": external}
    names = names_in(options.only, optimisers, "optimiser")
    puzzles = names_in(options.puzzles, CLUES, "puzzle of size")
    warnings.simplefilter("ignore")
    rows = []
    print(f"{'puzzle':<8}{'optimiser':<24}{'digits':>18}{'keys':>18}")
    for puzzle in puzzles:
        for name in names:
            cells = []
            recipe = eg.Recipe(eg.Layout.of(int(puzzle.split("x")[0])), clues=CLUES[puzzle])
            for variant in ("vector", "keys"):
                began, runs = time.perf_counter(), []
                for seed in range(options.seeds):
                    generated = eg.generate(recipe, seed=GENERATED, index=seed)
                    runs.append(Counted(eg.objective(generated, logic="none", variant=variant)))
                    optimisers[name](runs[-1], options.evaluations, seed)
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
    sys.exit(told(main))
