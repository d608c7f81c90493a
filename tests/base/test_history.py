"""A bounded history: evenly spaced, from the first item to the newest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ergodoku.base.history import BoundedHistory


def filled(most: int, count: int) -> BoundedHistory[int]:
    history = BoundedHistory[int](most)
    for number in range(count):
        history.append(number)
    return history


@given(most=st.integers(2, 40), count=st.integers(1, 2_000))
def test_items_are_evenly_spaced_and_bounded(most: int, count: int) -> None:
    history = filled(most, count)
    distance = 2**history.generation
    assert history.kept == list(range(0, count, distance))
    assert len(history.kept) <= most
    assert len(history.kept) > most // 2 or history.generation == 0


@given(most=st.integers(2, 40), count=st.integers(1, 2_000))
def test_the_first_and_the_newest_item_are_present_exactly_once(most: int, count: int) -> None:
    history = filled(most, count)
    items = list(history)
    assert items[0] == 0
    assert items[-1] == history.newest == count - 1
    assert items == sorted(set(items))
    assert len(history) == len(items)


@given(most=st.integers(2, 12), count=st.integers(1, 300))
def test_a_reader_that_starts_again_at_each_new_generation_misses_nothing(most: int, count: int) -> None:
    history = BoundedHistory[int](most)
    seen: list[int] = []
    generation = 0
    for number in range(count):
        history.append(number)
        if history.generation != generation:
            seen, generation = [], history.generation
        seen += history.kept[len(seen) :]
        assert seen == history.kept


def test_an_empty_history_has_no_newest_item() -> None:
    history = BoundedHistory[int](4)
    assert list(history) == []
    assert len(history) == 0
    with pytest.raises(IndexError):
        _ = history.newest


def test_a_history_must_keep_at_least_two_items() -> None:
    with pytest.raises(ValueError, match="at least 2"):
        BoundedHistory[int](1)
