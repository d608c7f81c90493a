"""The messages for a viewer depend on what it has already seen."""

from __future__ import annotations

import json
from typing import Any

import ergodoku as eg
from ergodoku.web.http.responses import run_dict
from ergodoku.web.limits import Limits
from ergodoku.web.live.subscription import Subscription
from ergodoku.web.runs import ServerRun
from ergodoku.web.runs.slots import Slots
from tests.web.runs.running import HOT, PUZZLE


def frames(subscription: Subscription) -> list[dict[str, Any]]:
    messages = [json.loads(text) for text in subscription.messages()]
    return [message for message in messages if message["type"] == "frame"]


def statuses(subscription: Subscription) -> list[dict[str, Any]]:
    messages = [json.loads(text) for text in subscription.messages()]
    return [message for message in messages if message["type"] == "status" and message["contender"] == 0]


def steps(run: ServerRun, *, to_change: bool) -> None:
    """Do one step and show it, as the worker does."""
    assert run.worker is not None
    run.step(to_change=to_change)
    [(number, tried)] = run.worker.player.turn()
    run.lanes[number].show(tried=tried)


def test_a_viewer_that_missed_frames_gets_the_newest_frame_but_no_list_of_changes() -> None:
    run = ServerRun(PUZZLE, HOT, Limits(), Slots(1, 1), paused=True)
    viewer = Subscription(run)
    for _ in range(3):
        steps(run, to_change=False)
    assert [(frame["iteration"], "changed" in frame) for frame in frames(viewer)] == [(3, False)]
    assert frames(viewer) == []
    steps(run, to_change=False)
    assert [(frame["iteration"], len(frame["changed"])) for frame in frames(viewer)] == [(4, 2)]


def test_a_result_is_never_sent_or_returned_before_the_final_status() -> None:
    run = ServerRun(PUZZLE, HOT, Limits(), Slots(1, 1), paused=True)
    viewer, lane = Subscription(run), run.lanes[0]
    steps(run, to_change=False)
    # This is the state while the worker ends the lane: it writes the result and the message, then the status.
    lane.result, lane.message = eg.solve(PUZZLE), "the time limit was reached"
    [message] = statuses(viewer)
    assert message["status"] == "running"
    assert not {"result", "message"} & {*message, *run_dict(run)["contenders"][0]}
    lane.status = "gave_up"
    [message] = statuses(viewer)
    assert (message["status"], message["message"]) == ("gave_up", lane.message)
    assert message["result"] == run_dict(run)["contenders"][0]["result"] == lane.result.to_dict()


def test_the_status_of_a_paused_run_comes_after_everything_about_its_contenders() -> None:
    run = ServerRun(PUZZLE, HOT, Limits(), Slots(1, 1), paused=True)
    steps(run, to_change=False)
    run.status = "paused"
    messages = [json.loads(text) for text in Subscription(run).messages()]
    assert [m["status"] for m in messages if m["type"] == "status"] == ["running", "paused"]
    assert messages[-1]["contender"] is None


def test_a_run_whose_contenders_have_all_ended_is_not_reported_as_running() -> None:
    run = ServerRun(PUZZLE, HOT, Limits(), Slots(1, 1), paused=True)
    viewer, lane = Subscription(run), run.lanes[0]
    steps(run, to_change=False)
    # This is the state while the worker ends the run: the lane has ended, the status is still the old one.
    lane.result, lane.status, run.status = eg.solve(PUZZLE), "solved", "running"
    messages = [json.loads(text) for text in viewer.messages()]
    assert [m["status"] for m in messages if m["type"] == "status"] == ["solved"]
    run.status = "solved"
    [message] = [json.loads(text) for text in viewer.messages()]
    assert (message["contender"], message["status"], viewer.done) == (None, "solved", True)


def test_a_step_to_the_next_change_is_sent_with_the_frame_before_it_unless_the_viewer_has_that() -> None:
    run = ServerRun(PUZZLE, HOT, Limits(), Slots(1, 1), paused=True)
    viewer = Subscription(run)
    for _ in range(3):
        steps(run, to_change=False)
    steps(run, to_change=True)
    before, step = frames(viewer)
    assert (before["iteration"], "changed" in before) == (3, False)
    assert (step["iteration"] - 3, len(step["changed"])) == (step["tried"], 2)
    steps(run, to_change=True)
    [step] = frames(viewer)  # the viewer has seen the previous frame
    assert len(step["changed"]) == 2
