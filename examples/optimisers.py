"""Solve a puzzle with any optimiser: one cost function, five libraries, two ways to read a vector.

    python examples/optimisers.py           a 4x4 and a 6x6, as random keys
    python examples/optimisers.py vector    the same puzzles, with each number as a digit

This needs the libraries of the extra ``optimisers``: pip install "ergodoku[optimisers]". Each function below
shows how to use one library: it gets the cost function, the maximum number of evaluations, and a seed, and
returns the best vector.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

import ergodoku as eg

PUZZLES = {"4x4": "1... .... ...2 ....", "6x6": ".4.... 6.2.5. .2.163 31.... ..3216 ....45"}
Vector = Any  # an array of floats


def differential_evolution(cost: eg.Objective, evaluations: int, seed: int) -> Vector:
    """SciPy: passes a whole generation at a time, one vector per column."""
    from scipy.optimize import differential_evolution

    rng = np.random.default_rng(seed)
    population = np.stack([cost.x0(rng) for _ in range(20)])
    return differential_evolution(
        lambda columns: cost(columns.T),
        cost.bounds,
        init=population,
        strategy="rand1bin",
        mutation=0.3,
        recombination=0.2,
        maxiter=evaluations // len(population) - 1,
        tol=0,
        polish=False,
        vectorized=True,
        updating="deferred",
        rng=rng,
        callback=lambda intermediate_result: bool(intermediate_result.fun == 0),
    ).x


def dual_annealing(cost: eg.Objective, evaluations: int, seed: int) -> Vector:
    """SciPy: without its local search, which needs gradients, and this cost function has none."""
    from scipy.optimize import dual_annealing

    return dual_annealing(
        cost,
        cost.bounds,
        maxfun=evaluations,
        no_local_search=True,
        rng=seed,
        callback=lambda x, value, context: bool(value == 0),
    ).x


def nevergrad(cost: eg.Objective, evaluations: int, seed: int) -> Vector:
    """Nevergrad: ask for a vector, tell its cost."""
    import nevergrad as ng

    low, high = cost.bounds.T
    vector = ng.p.Array(init=cost.x0(seed)).set_bounds(low, high)
    vector.random_state.seed(seed)
    optimiser = ng.optimizers.PortfolioDiscreteOnePlusOne(vector, budget=evaluations)
    for _ in range(evaluations):
        candidate = optimiser.ask()
        loss = cost(candidate.value)
        optimiser.tell(candidate, loss)
        if loss == 0:
            return candidate.value
    return optimiser.provide_recommendation().value


def pymoo(cost: eg.Objective, evaluations: int, seed: int) -> Vector:
    """Pymoo: passes a whole generation at a time, one vector per row."""
    from pymoo.algorithms.soo.nonconvex.ga import GA
    from pymoo.core.callback import Callback
    from pymoo.core.problem import Problem
    from pymoo.optimize import minimize

    class Puzzle(Problem):
        def _evaluate(self, x: Vector, out: dict[str, Any], *_: object, **__: object) -> None:
            out["F"] = cost(x)

    class StopWhenSolved(Callback):
        def notify(self, algorithm: Any) -> None:
            if algorithm.opt.get("F").min() == 0:
                algorithm.termination.terminate()

    low, high = cost.bounds.T
    problem = Puzzle(n_var=cost.dimension, n_obj=1, xl=low, xu=high)
    return minimize(problem, GA(pop_size=50), ("n_eval", evaluations), seed=seed, callback=StopWhenSolved()).X


def cma(cost: eg.Objective, evaluations: int, seed: int) -> Vector:
    """CMA-ES: restarts with a larger population when it has converged."""
    import cma

    low, high = cost.bounds.T
    options = {
        "bounds": [low, high],
        "seed": seed + 1,  # with 0, cma takes its seed from the clock
        "maxfevals": evaluations,
        "ftarget": 0.5,
        "verbose": -9,
    }
    rng = np.random.default_rng(seed)
    spread = 0.3 * float(high[0] - low[0])
    best: list[Vector] = []  # fmin2 returns the best vector of the last restart, not of all restarts
    lowest = np.inf

    def remembered_cost(x: Vector) -> float:
        nonlocal lowest
        value = float(cost(x))
        if value < lowest:
            best[:], lowest = [np.array(x)], value
        return value

    cma.fmin2(remembered_cost, lambda: cost.x0(rng), spread, options, restarts=9, bipop=True)
    return best[0]


def optuna(cost: eg.Objective, evaluations: int, seed: int) -> Vector:
    """Optuna: each number is a parameter of a trial."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(sampler=optuna.samplers.NSGAIISampler(population_size=20, seed=seed))

    def trial_cost(trial: optuna.Trial) -> float:
        return float(cost([trial.suggest_float(str(k), *bound) for k, bound in enumerate(cost.bounds)]))

    def stop_when_solved(study: optuna.Study, trial: optuna.trial.FrozenTrial) -> None:
        if trial.value == 0:
            study.stop()

    study.optimize(trial_cost, n_trials=evaluations, callbacks=[stop_when_solved])
    return np.array([study.best_params[str(k)] for k in range(cost.dimension)])


OPTIMISERS: dict[str, Callable[[eg.Objective, int, int], Vector]] = {
    "differential_evolution": differential_evolution,
    "dual_annealing": dual_annealing,
    "nevergrad": nevergrad,
    "pymoo": pymoo,
    "cma": cma,
    "optuna": optuna,
}


def main(variant: str = "keys") -> None:
    warnings.simplefilter("ignore")  # these libraries print warnings about each other
    for name, text in PUZZLES.items():
        cost = eg.objective(text, logic="none", variant=variant)
        print(f"{name} with {cost.dimension} empty cells, variant {variant}:")
        for optimiser, optimise in OPTIMISERS.items():
            began = time.perf_counter()
            best = cost(optimise(cost, 2_000, 1))
            state = "solved" if best == 0 else f"cost {best:g}"
            print(f"  {optimiser:<24} {state:<8} {time.perf_counter() - began:6.2f} s")


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["keys"], ["vector"]):
        print(f"error: {' '.join(sys.argv[1:])!r} is not a variant; choose keys or vector", file=sys.stderr)
        sys.exit(2)
    try:
        main(*sys.argv[1:])
    except ModuleNotFoundError as error:
        sys.exit(f'error: this example needs {error.name}: pip install "ergodoku[optimisers]"')
