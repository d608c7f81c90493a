"""A portfolio: its members, and lists of names that are refused."""

from __future__ import annotations

import pytest

from ergodoku.base.errors import ParameterError
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations
from ergodoku.methods.portfolio import Portfolio
from ergodoku.methods.registry import find
from tests.samples import HARD, reduced, sample


def test_each_name_is_a_member_with_its_own_replica() -> None:
    method = Portfolio(" lewis, tabu,focused,")
    assert method.members == tuple(find(name).method for name in ("lewis", "tabu", "focused"))
    assert method.replicas_for(9) == 3
    reduction = reduced(sample("classic-9"))
    assert [method.start(reduction, 1, k).active for k in range(4)] == [
        "annealing",
        "tabu",
        "focused",
        "annealing",
    ]


def test_the_result_names_the_member_that_solved_the_puzzle() -> None:
    result = solve(HARD, Portfolio("tabu,probing"), seed=1, stop=Iterations(100_000))
    assert (result.solved, result.replica, result.found_by) == (True, 1, "probing")


def test_a_scipy_optimiser_returns_when_another_member_has_won() -> None:
    method = Portfolio("differential_evolution,probing")
    for seed in range(3):  # if the optimiser did not stop when told to, two workers would never end
        one, two = (solve(HARD, method, seed=seed, workers=workers) for workers in (1, 2))
        assert one.found_by == two.found_by == "probing"
        assert one.solved
        assert (one.iterations, one.grid.tolist()) == (two.iterations, two.grid.tolist())


@pytest.mark.parametrize(
    ("names", "what"),
    [
        (" , ", "a portfolio without methods"),
        ("focused,portfolio", "a portfolio inside a portfolio"),
        ("focused,fokused", "there is no method 'fokused'"),
    ],
)
def test_an_invalid_list_of_names_is_refused(names: str, what: str) -> None:
    with pytest.raises(ParameterError, match=what):
        Portfolio(names)
