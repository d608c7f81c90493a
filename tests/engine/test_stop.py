"""Stop conditions: they combine, return their progress, and can be used for several runs."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ergodoku.base.errors import ParameterError
from ergodoku.engine.batch import solve_many
from ergodoku.engine.race import race
from ergodoku.engine.run import Run
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Both, Either, Flag, Iterations, Moment, Seconds, Stagnation, Stop, stop_of
from tests.samples import endless, trap

moments = st.builds(
    lambda iteration, seconds, share: Moment(iteration, seconds, int(share * iteration)),
    st.integers(0, 10**9),
    st.floats(0, 1e6),
    st.floats(0, 1),
)
simple = st.one_of(
    st.builds(Iterations, st.integers(0, 10**9)),
    st.builds(Seconds, st.floats(0, 1e6)),
    st.builds(Stagnation, st.integers(0, 10**9)),
    st.booleans().map(lambda up: Flag(lambda: up)),
)
conditions = st.recursive(
    simple, lambda inner: st.builds(Either, inner, inner) | st.builds(Both, inner, inner)
)


@given(conditions, moments)
def test_progress_lies_between_0_and_1(stop: Stop, moment: Moment) -> None:
    assert 0 <= stop.progress(moment) <= 1


@given(conditions, conditions, moments)
def test_either_stops_at_the_first_condition_and_both_at_the_last(
    first: Stop, second: Stop, moment: Moment
) -> None:
    ends = [first.progress(moment) >= 1, second.progress(moment) >= 1]
    assert ((first | second).progress(moment) >= 1) == any(ends)
    assert ((first & second).progress(moment) >= 1) == all(ends)


@given(conditions, moments)
def test_ahead_never_skips_the_iteration_at_which_a_condition_is_met(stop: Stop, moment: Moment) -> None:
    """As long as only the iteration changes, a condition is not met before its next check."""
    if stop.progress(moment) >= 1:
        return
    ahead = stop.ahead(moment)
    assert ahead > 0
    if ahead > 1 and not math.isinf(ahead):
        later = Moment(moment.iteration + int(ahead) - 1, moment.seconds, moment.best_iteration)
        assert stop.progress(later) < 1


@pytest.mark.parametrize("count", [1, 2, 4095, 4096, 4097, 12_345])
@pytest.mark.parametrize("method", ["annealing", "auto", "focused", "lewis"])
def test_an_iteration_limit_is_exact(count: int, method: str) -> None:
    for replicas in (1, 3):
        result = solve(endless(), method, stop=Iterations(count), replicas=replicas, seed=1)
        assert (result.status, result.iterations) == ("gave_up", count)


@pytest.mark.parametrize(
    "stop", [Iterations(0), Seconds(0), Stagnation(0), Flag(lambda: True)], ids=lambda s: type(s).__name__
)
def test_a_limit_of_0_gives_up_before_the_first_iteration(stop: Stop) -> None:
    result = solve(trap(), "lewis", stop=stop)
    assert (result.status, result.iterations) == ("gave_up", 0)


def test_a_time_limit_ends_a_run() -> None:
    assert solve(trap(), "lewis", stop=Seconds(0.02)).status == "gave_up"


def test_stagnation_ends_a_run_exactly_the_given_number_of_iterations_after_its_best_energy() -> None:
    free = solve(trap(), "lewis", stop=Iterations(100_000), seed=3)
    first = int(free.trace.iteration[np.flatnonzero(free.trace.best == free.energy)[0]])
    ends = {
        Run(trap(), "lewis", stop=Stagnation(50_000), seed=3, slice_iterations=length).finish().iterations
        for length in (None, 50, 333, 100_000)
    }
    assert len(ends) == 1
    assert 0 <= first - (ends.pop() - 50_000) < int(free.trace.iteration[1])


def test_a_flag_is_an_event_or_a_function() -> None:
    event = threading.Event()
    assert Flag(event).progress(Moment(0, 0, 0)) == 0
    event.set()
    assert Flag(event).progress(Moment(0, 0, 0)) == 1
    assert Flag(lambda: None).progress(Moment(0, 0, 0)) == 0  # type: ignore[arg-type, return-value]
    asked: list[int] = []
    result = solve(trap(), "lewis", stop=Flag(lambda: len(asked) >= 3 or asked.append(1) is not None))
    assert result.status == "gave_up"


def test_an_event_set_in_another_thread_ends_a_run() -> None:
    event = threading.Event()
    timer = threading.Timer(0.05, event.set)
    timer.start()
    assert solve(trap(), "lewis", stop=Flag(event)).status == "gave_up"
    timer.join()


def test_a_condition_can_be_used_for_several_runs() -> None:
    stop = Iterations(5000) | Stagnation(4000) & Iterations(2000)
    first, second = (solve(trap(), "lewis", stop=stop, seed=1) for _ in range(2))
    assert first.iterations == second.iterations > 0


@pytest.mark.parametrize("kind", [Iterations, Seconds, Stagnation])
@pytest.mark.parametrize("bad", [-1, math.nan, "10", None, True, [1]])
def test_an_impossible_limit_is_refused(kind: type[Stop], bad: object) -> None:
    with pytest.raises(ParameterError, match="number, 0 or more") as error:
        kind(bad)  # type: ignore[call-arg]
    assert kind.__name__.lower() in error.value.what


def test_numpy_numbers_are_accepted() -> None:
    assert solve(trap(), "lewis", stop=Iterations(np.int64(100))).iterations == 100  # type: ignore[arg-type]


@pytest.mark.parametrize("function", [lambda x: True, str.upper, Moment])
def test_a_function_that_needs_arguments_cannot_be_a_flag(function: Callable[..., bool]) -> None:
    with pytest.raises(ParameterError, match=rf"{function.__name__} needs arguments; give a function"):
        Flag(function)


def test_functions_with_optional_arguments_or_without_a_signature_are_flags() -> None:
    functions: list[Callable[[], bool]] = [lambda x=False: x, lambda *xs: bool(xs), bool]  # type: ignore[misc]
    for function in functions:
        assert Flag(function).progress(Moment(0, 0, 0)) == 0


def test_the_class_event_cannot_be_a_flag() -> None:
    with pytest.raises(ParameterError, match=r"flag is the class Event; write Event\(\)"):
        Flag(threading.Event)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "example"),
    [(Seconds, "Seconds(10)"), (Stagnation, "Stagnation(5000)"), (Flag, "Flag(function)")],
)
def test_a_class_instead_of_a_condition_is_refused_with_an_example(kind: type[Stop], example: str) -> None:
    with pytest.raises(ParameterError, match=f"stop is the class {kind.__name__}") as error:
        stop_of(kind)  # type: ignore[arg-type]
    assert error.value.remedy == f"write {example}"
    with pytest.raises(ParameterError, match=f"{kind.__name__} is a class") as error:
        Seconds(1) | kind
    assert error.value.remedy == f"write {example}"


@pytest.mark.parametrize(
    ("other", "remedy"),
    [
        (5, "write Seconds(5) or Iterations(5)"),
        (0.5, "write Seconds(0.5)"),
        ("x", "give a condition such as Seconds(10) or Iterations(5000)"),
        (-1, "give a condition such as Seconds(10) or Iterations(5000)"),
        (math.inf, "write Seconds(inf)"),
    ],
)
def test_the_error_for_an_object_that_is_not_a_condition_says_what_to_write(
    other: object, remedy: str
) -> None:
    with pytest.raises(ParameterError, match="is not a stop condition") as error:
        Seconds(1) | other  # type: ignore[operator]
    assert error.value.remedy == remedy


def test_only_conditions_can_be_combined() -> None:
    with pytest.raises(ParameterError, match="is not a stop condition"):
        Iterations(5) | 5  # type: ignore[operator]
    with pytest.raises(ParameterError, match="is not a stop condition"):
        Iterations(5) & None  # type: ignore[operator]
    with pytest.raises(ParameterError, match="5 is not a stop condition"):
        5 | Seconds(1)
    with pytest.raises(ParameterError, match="None is not a stop condition"):
        None & Seconds(1)


def test_your_own_condition_needs_only_the_method_progress() -> None:
    class Good(Stop):
        def progress(self, moment: Moment) -> float:
            return float(moment.iteration >= 1)

    assert solve(trap(), "lewis", stop=Good()).iterations > 0


def test_limits_are_combined_into_one_condition() -> None:
    assert stop_of(None) is None
    assert stop_of(5) == Seconds(5)
    assert stop_of(Iterations(3), time_limit=5) == Iterations(3) | Seconds(5)
    assert stop_of(None, time_limit=5) == Seconds(5)
    assert stop_of(None, max_iterations=7) == Iterations(7)
    assert stop_of(None, 5, 7) == Seconds(5) | Iterations(7)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stop": "10"}, "stop is '10'"),
        ({"stop": True}, "stop is True"),
        ({"stop": lambda: True}, r"stop is a function; write Flag\(function\)"),
        ({"stop": -1}, "stop is -1"),
        ({"time_limit": "5"}, "`time_limit` is '5'"),
        ({"max_iterations": -5}, "`max_iterations` is -5"),
        ({"max_iterations": 1.5}, r"`max_iterations` is 1\.5; give a whole number"),
        ({"callbacks": None}, "callbacks is None"),
        ({"callbacks": 5}, "callbacks is 5"),
        ({"callbacks": [None]}, "callbacks contains None; give objects with any of on_start, on_slice"),
        ({"replicas": 10**9}, "replicas is 1000000000; give a whole number from 1 to 5,000"),
    ],
    ids=[
        "text",
        "bool",
        "function",
        "negative",
        "time as text",
        "no iterations",
        "half an iteration",
        "none",
        "number",
        "nothing to call",
        "replicas",
    ],
)
def test_the_error_names_an_invalid_limit(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        solve(trap(), "lewis", **options)


@pytest.mark.parametrize("kind", [Iterations, Stagnation])
def test_a_count_must_be_a_whole_number(kind: Any) -> None:
    with pytest.raises(ParameterError, match=r"is 1\.5; give a whole number"):
        kind(1.5)


@pytest.mark.parametrize("options", [{"stop": 10**400}, {"time_limit": 10**400}])
def test_a_time_that_no_float_can_hold_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match="is too large; leave it out for no limit"):
        solve(trap(), "lewis", **options)
    with pytest.raises(ParameterError, match="is not a stop condition"):
        Seconds(1) | 10**400  # type: ignore[operator]


def test_a_flag_must_be_an_event_or_a_function() -> None:
    with pytest.raises(ParameterError, match="flag is False"):
        Flag(False)  # type: ignore[arg-type]


def test_every_entry_point_accepts_limits_as_keywords() -> None:
    assert Run(trap(), "lewis", max_iterations=100, time_limit=60).finish().iterations == 100
    assert solve(trap(), "lewis", max_iterations=100).iterations == 100
    assert solve(trap(), "lewis", stop=Iterations(100), time_limit=60).iterations == 100
    assert [r.iterations for r in solve_many([trap()] * 2, "lewis", max_iterations=50)] == [50, 50]
    assert [r.iterations for r in race(trap(), ["lewis", "cool"], max_iterations=50)] == [50, 50]
