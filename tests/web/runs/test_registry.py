"""The registry of runs without a network: slots, the queue, limits, and when runs are deleted."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from ergodoku.web.runs import BusyError, RunRegistry, ServerRun, server_run
from tests.samples import EASY, HARD
from tests.web.helpers import PATIENCE, until
from tests.web.runs.running import LIMITS, QUICK, begin, end_of


def test_waiting_runs_start_in_order(runs: RunRegistry) -> None:
    first, second, third = begin(runs), begin(runs, visitor="b"), begin(runs, visitor="c")
    assert (first.status, second.status, third.status) == ("running", "queued", "queued")
    assert (first.position, second.position, third.position) == (None, 1, 2)
    assert (runs.running, runs.queued) == (1, 2)
    first.cancel()
    assert end_of(first) == "interrupted"
    until(lambda: second.status, lambda status: status == "running")
    assert third.position == 1


def test_a_waiting_run_can_be_cancelled(runs: RunRegistry) -> None:
    begin(runs)
    waiting = begin(runs)
    waiting.cancel()
    assert end_of(waiting) == "interrupted"
    assert runs.queued == 0


def test_a_paused_run_frees_its_slot_and_waits_for_one_when_it_is_resumed(runs: RunRegistry) -> None:
    first, second = begin(runs), begin(runs, visitor="b")
    first.pause()
    until(lambda: second.status, lambda status: status == "running")
    assert first.status == "paused"
    first.resume()
    until(lambda: first.position, lambda position: position == 1)
    second.cancel()
    until(lambda: first.status, lambda status: status == "running")


def test_an_unwatched_run_gives_its_slot_to_a_watched_run(
    runs: RunRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    forgotten, second = begin(runs), begin(runs, visitor="b")
    monkeypatch.setattr(server_run, "UNWATCHED", 0.0)  # a run without viewers counts as unwatched at once
    until(lambda: shown(forgotten), lambda iteration: iteration > 0)
    assert (forgotten.status, second.status) == ("running", "queued")  # nobody watches the second run either
    second.watch(1)
    until(lambda: second.status, lambda status: status == "running")
    until(lambda: forgotten.status, lambda status: status == "queued")
    assert forgotten.position == 1
    second.cancel()
    assert end_of(second) == "interrupted"
    before = shown(forgotten)
    until(lambda: shown(forgotten), lambda iteration: iteration > before)  # it continues where it was


def test_a_run_whose_state_was_just_requested_keeps_its_slot(
    runs: RunRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_run, "UNWATCHED", 1e6)  # a slow machine may compile for a minute
    first = begin(runs)
    first.seen_at -= 1e7
    assert not first.watched
    first.watch(0)
    second = begin(runs, visitor="b")
    second.watch(1)
    before = shown(first)
    until(lambda: shown(first), lambda iteration: iteration > before)
    assert (first.status, second.status) == ("running", "queued")


def test_a_run_in_slow_motion_keeps_its_slot_until_it_is_paused(runs: RunRegistry) -> None:
    slow = begin(runs, speed=20.0)
    until(lambda: shown(slow), lambda iteration: iteration > 2)
    waiting = begin(runs, visitor="b", speed=20.0)
    assert (slow.status, waiting.status, waiting.position) == ("running", "queued", 1)
    before = shown(slow)
    until(lambda: shown(slow), lambda iteration: iteration > before)
    assert (waiting.status, waiting.lanes[0].frame) == ("queued", None)
    slow.pause()
    until(lambda: shown(waiting), lambda iteration: iteration > 2)
    assert (slow.status, waiting.status) == ("paused", "running")


def test_slow_motion_and_full_speed_do_not_wait_for_each_other(runs: RunRegistry) -> None:
    full, slow = begin(runs), begin(runs, visitor="b", speed=20.0)
    assert (full.status, slow.status, slow.position) == ("running", "running", None)
    slow.set_speed(None)
    until(lambda: slow.status, lambda status: status == "queued")
    slow.set_speed(20.0)
    until(lambda: slow.status, lambda status: status == "running")


def shown(run: ServerRun) -> int:
    """Return the iteration of the last frame."""
    frame = run.lanes[0].frame
    return -1 if frame is None else int(frame.content["iteration"])


def test_the_runs_of_a_visitor_and_of_the_server_are_limited(runs: RunRegistry) -> None:
    begin(runs)
    begin(runs)
    with pytest.raises(BusyError) as enough:
        begin(runs)
    assert (enough.value.status, enough.value.retry > 0) == (429, True)
    begin(runs, visitor="b")
    begin(runs, visitor="b")
    begin(runs, visitor="c", speed=1.0)  # in slow motion it starts at once, so it takes no place in the queue
    with pytest.raises(BusyError) as full:
        begin(runs, visitor="d")
    assert full.value.status == 503


def test_a_finished_run_does_not_count_towards_the_limit_of_a_visitor(runs: RunRegistry) -> None:
    for _ in range(LIMITS.visitor + 1):
        assert end_of(begin(runs, QUICK, EASY)) == "solved"


def test_no_run_starts_after_the_registry_is_closed(runs: RunRegistry) -> None:
    running = begin(runs)
    runs.close(PATIENCE)
    assert running.status == "interrupted"
    with pytest.raises(BusyError):
        begin(runs)


def test_a_run_whose_thread_cannot_start_is_refused_and_holds_no_slot(
    runs: RunRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    for unfinished in (0, 1):  # 0: the refused run would get the slot; 1: it would have to queue
        with monkeypatch.context() as patch:
            patch.setattr(threading.Thread, "start", cannot_start)
            with pytest.raises(BusyError) as refused:
                begin(runs)
        assert (refused.value.status, refused.value.retry > 0) == (503, True)
        assert (runs.running, runs.queued, len(runs.runs)) == (unfinished, 0, unfinished)
        run = begin(runs)
        assert run.position == (1 if unfinished else None)


def cannot_start(thread: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")


def test_finished_runs_are_deleted_if_they_are_too_old_or_too_many() -> None:
    few = RunRegistry(replace(LIMITS, kept=2))
    done = []
    for _ in range(4):
        done.append(begin(few, QUICK, EASY))
        end_of(done[-1])
    assert [few.find(run.id) is not None for run in done] == [False, False, True, True]
    young = RunRegistry(replace(LIMITS, keep=0.0))
    run = begin(young, QUICK, EASY)
    end_of(run)
    until(lambda: young.find(run.id), lambda found: found is None)


def test_two_runs_have_different_ids_and_tokens(runs: RunRegistry) -> None:
    first, second = begin(runs, QUICK, HARD), begin(runs, QUICK, HARD)
    assert first.id != second.id
    assert first.token != second.token
    assert runs.may(first, first.token)
    assert not runs.may(first, second.token)
