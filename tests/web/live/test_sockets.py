"""The live view: it sends frames, curves and statuses, and receives controls."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.websockets import WebSocket

from ergodoku.engine.run import Run
from ergodoku.methods.contender import Contender
from ergodoku.puzzle.puzzle import Puzzle
from ergodoku.web.allowance import Allowance
from ergodoku.web.limits import Limits
from ergodoku.web.live import LiveSockets, sockets
from ergodoku.web.live.sockets import WATCHED
from ergodoku.web.messages import KINDS, BadMessageError, Message, read_message
from ergodoku.web.runs import Cursor, RunRegistry
from ergodoku.web.runs.curve import LaneCurve
from tests.samples import EASY, HARD
from tests.web.conftest import Server, client_of
from tests.web.helpers import (
    EMPTY,
    NEVER,
    Page,
    cancel,
    ended,
    frame_at,
    look,
    page,
    start,
    status_of_run,
)

FIELDS = {
    "type", "run", "contender", "iteration", "seconds", "energy", "best", "temperature", "acceptance",
    "restarts", "rate", "progress", "active", "grid",
}  # fmt: skip


def test_a_viewer_receives_frames_curves_and_statuses_up_to_the_end(
    server: Server, client: httpx.Client
) -> None:
    run = start(client, puzzle=HARD, contenders=[{"method": "probing"}], paused=True, seed=1)
    with page(server) as viewer:
        viewer.subscribe(run)
        viewer.hear_until(status_of_run("paused"))
        viewer.say("resume", run)
        heard = viewer.hear_until(status_of_run("solved"))
    assert {"frame", "curve", "status"} == {message["type"] for message in heard}
    frame = [m for m in heard if m["type"] == "frame"][-1]
    assert frame.keys() >= FIELDS
    ends = [k for k, m in enumerate(heard) if m["type"] == "status" and m["status"] == "solved"]
    assert heard[ends[0]]["contender"] == 0  # order: the contender's last frame, its end, the end of the run
    assert heard.index(frame) < ends[0] < ends[-1] == len(heard) - 1
    result = heard[ends[0]]["result"]
    assert result["grid"] == "".join(map(str, frame["grid"]))


def test_a_late_viewer_receives_the_whole_curve_and_the_last_frame(
    server: Server, client: httpx.Client
) -> None:
    run = start(client, puzzle=HARD, contenders=[{"method": "probing"}], seed=1)
    with page(server) as first:
        first.subscribe(run)
        first.hear_until(status_of_run("solved"))
    with page(server) as late:
        late.subscribe(run)
        heard = late.hear_until(status_of_run("solved"))
    assert [m["type"] for m in heard] == ["frame", "curve", "status", "status"]
    curve = heard[1]
    assert curve["reset"]
    assert curve["points"][-1][2:4] == [0, 0]
    iterations = [point[0] for point in curve["points"]]
    assert iterations == sorted(set(iterations))


def test_one_step_is_one_iteration_and_shows_the_swapped_cells(server: Server, client: httpx.Client) -> None:
    run = start(client, **NEVER, paused=True)
    with page(server) as viewer:
        viewer.subscribe(run)
        before = viewer.hear_until(frame_at(0))[-1]
        for iteration in (1, 2, 3):
            viewer.say("step", run)
            frame = viewer.hear_until(frame_at(iteration))[-1]
            assert frame["iteration"] == iteration
            differ = [
                k
                for k, pair in enumerate(zip(before["grid"], frame["grid"], strict=True))
                if len(set(pair)) > 1
            ]
            assert frame["changed"] == differ
            assert len(differ) in (0, 2)
            before = frame
        viewer.say("step", run, count=40)
        assert viewer.hear_until(frame_at(43))[-1]["iteration"] == 43
        cancel(client, run)


def test_a_step_to_the_next_change_reports_how_many_iterations_it_took(
    server: Server, client: httpx.Client
) -> None:
    cold = {"schedule": "constant", "schedule.start": 0.3, "logic": "none"}
    contenders = [{"method": "annealing", "parameters": cold}]
    run = start(client, puzzle=HARD, contenders=contenders, seed=1, paused=True)
    with page(server) as viewer:
        viewer.subscribe(run)
        before = viewer.hear_until(frame_at(0))[-1]
        tried = []
        for _ in range(30):
            viewer.say("step", run, change=True)
            frame = viewer.hear_until(frame_at(before["iteration"] + 1))[-1]
            assert frame["iteration"] == before["iteration"] + frame["tried"]
            assert len(frame["changed"]) == 2
            tried.append(frame["tried"])
            before = frame
        assert max(tried) > 1  # some moves were rejected and skipped
        cancel(client, run)


def test_a_step_to_the_next_change_ends_even_if_nothing_changes(server: Server, client: httpx.Client) -> None:
    frozen = {"schedule": "constant", "schedule.start": 1e-6, "logic": "none"}
    contenders = [{"method": "annealing", "parameters": frozen}]
    run = start(client, puzzle=HARD, contenders=contenders, seed=1, paused=True)
    with page(server) as viewer:
        viewer.subscribe(run)
        viewer.say("step", run, count=5_000)
        viewer.hear_until(frame_at(5_000))
        viewer.say("step", run, count=1, change=True)
        frame = viewer.hear_until(frame_at(5_001))[-1]
        assert frame["tried"] == frame["iteration"] - 5_000 <= 10_000
        cancel(client, run)
    assert ended(client, run)["status"] == "interrupted"


def test_steps_speed_and_pauses_do_not_change_the_walk(server: Server, client: httpx.Client) -> None:
    run = start(client, puzzle=EMPTY, contenders=[{"method": "annealing"}], seed=7, paused=True)
    with page(server) as viewer:
        viewer.subscribe(run)
        viewer.say("step", run, count=3)
        viewer.hear_until(frame_at(3))
        viewer.say("speed", run, speed=300)
        viewer.say("resume", run)
        viewer.hear_until(frame_at(40))
        viewer.say("pause", run)
        viewer.hear_until(status_of_run("paused"))
        viewer.say("speed", run, speed=None)
        viewer.say("resume", run)
        result = next(m for m in viewer.hear_until(status_of_run("solved")) if "result" in m)["result"]
    alone = Run(Puzzle.parse(EMPTY), "annealing", seed=7).finish()
    assert {**result, "seconds": 0} == {**alone.to_dict(), "seconds": 0}


def test_a_paused_run_does_not_advance(server: Server, client: httpx.Client) -> None:
    run = start(client, **NEVER)
    with page(server) as viewer:
        viewer.subscribe(run)
        viewer.hear_until(frame_at(1))
        viewer.say("pause", run)
        viewer.hear_until(status_of_run("paused"))
        first = look(client, run)["contenders"][0]
        for _ in range(5):
            assert look(client, run)["contenders"][0] == first
        viewer.say("resume", run)
        viewer.hear_until(frame_at(first["iteration"] + 1))
        viewer.say("cancel", run)
        viewer.hear_until(status_of_run("interrupted"))


def test_contenders_get_equal_time_and_if_until_is_first_one_solution_ends_the_race(
    server: Server, client: httpx.Client
) -> None:
    never = NEVER["contenders"][0]
    with page(server) as viewer:
        run = start(client, puzzle=EMPTY, contenders=[never, never], seed=1)
        viewer.subscribe(run)
        viewer.hear_until(lambda m: m["type"] == "frame" and m["contender"] == 1 and m["seconds"] > 0.2)
        viewer.say("cancel", run)
        viewer.hear_until(status_of_run("interrupted"))
        first, second = (contender["result"] for contender in look(client, run)["contenders"])
        assert abs(first["seconds"] - second["seconds"]) < 0.5 * max(first["seconds"], second["seconds"])
        run = start(client, puzzle=HARD, contenders=[{"method": "probing"}, never], until="first")
        viewer.subscribe(run)
        viewer.hear_until(status_of_run("solved"))
        assert [contender["status"] for contender in look(client, run)["contenders"]] == ["solved", "gave_up"]


def test_without_its_token_a_run_can_be_neither_watched_nor_controlled(
    server: Server, client: httpx.Client
) -> None:
    run = start(client, **NEVER, paused=True)
    with page(server) as stranger:
        for token in ("", "x", run["token"][:-1]):
            stranger.say("subscribe", run, token=token)
            refused = {"type": "error", "run": run["id"], "message": "this is not the token of the run"}
            assert stranger.hear() == refused
        for kind in ("pause", "resume", "cancel", "step", "speed", "unsubscribe"):
            stranger.say(kind, run)
            assert stranger.hear()["message"].startswith("subscribe to this run first")
    assert look(client, run)["status"] == "paused"
    cancel(client, run)


def test_after_unsubscribing_no_more_messages_arrive(server: Server, client: httpx.Client) -> None:
    run = start(client, **NEVER)
    with page(server) as viewer:
        viewer.subscribe(run)
        viewer.hear_until(frame_at(1))
        viewer.say("unsubscribe", run)
        viewer.say("pause", run)
        viewer.hear_until(lambda m: m["type"] == "error")  # by now the server has read both messages
        quick = start(client, puzzle=EASY)
        viewer.subscribe(quick)
        heard = viewer.hear_until(status_of_run("solved"))
        assert {m["run"] for m in heard} == {quick["id"]}
    cancel(client, run)


def test_unsubscribing_or_disconnecting_reduces_the_number_of_viewers() -> None:
    runs = RunRegistry(Limits())
    run = runs.start(Puzzle.parse(HARD), [Contender.of("annealing")], visitor="a", paused=True)
    said = ["subscribe", "subscribe", "unsubscribe", "subscribe"]
    texts = [json.dumps({"type": kind, "run": run.id, "token": run.token}) for kind in said]
    events: list[dict[str, Any]] = [{"type": "websocket.connect"}]
    events += [{"type": "websocket.receive", "text": text} for text in texts]
    events += [{"type": "websocket.disconnect", "code": 1001}]
    counted = []

    async def receive() -> dict[str, Any]:
        counted.append(run.viewers)
        return events.pop(0)

    async def send(message: Any) -> None:
        pass

    asyncio.run(LiveSockets(runs, Limits()).serve(WebSocket({"type": "websocket"}, receive, send)))
    assert counted == [0, 0, 1, 1, 0, 1]
    assert run.viewers == 0
    runs.close(600)


def test_every_ignored_subscribe_gets_an_answer_that_names_the_run_and_says_when_to_ask_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sockets, "Allowance", partial(Allowance, clock=lambda: 0.0))  # nothing grows back
    said = [("pause", "a"), ("subscribe", "b"), ("pause", "b"), ("subscribe", "c"), ("cancel", "d")]
    texts = [json.dumps({"type": kind, "run": run}) for kind, run in said]
    texts += ["x" * 70_000, json.dumps({"type": "subscribe", "run": "e", "token": " " * 70_000})]
    assert ignored(texts) == [
        {"type": "error", "run": run, "refused": kind, "retry": 0.5, "message": IGNORED}
        for kind, run in (("pause", "a"), ("subscribe", "b"), ("subscribe", "c"))
    ]
    assert ignored(["nonsense"] * 3) == [{"type": "error", "retry": 0.5, "message": IGNORED}]


IGNORED = "too many messages; this one was ignored"


def ignored(texts: list[str]) -> list[dict[str, Any]]:
    """Return the answers to these messages from a server that has allowed two messages before them."""
    events: list[dict[str, Any]] = [{"type": "websocket.connect"}]
    events += [{"type": "websocket.receive", "text": text} for text in ("{}", "{}", *texts)]
    heard: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        if events:
            return events.pop(0)
        (viewer,) = live.viewers
        while viewer.called.is_set():  # until all answers are sent
            await asyncio.sleep(0.001)
        return {"type": "websocket.disconnect", "code": 1001}

    async def send(message: Any) -> None:
        if message["type"] == "websocket.send":
            heard.append(json.loads(message["text"]))

    limits = Limits(messages=2)
    live = LiveSockets(RunRegistry(limits), limits)
    asyncio.run(live.serve(WebSocket({"type": "websocket"}, receive, send)))
    return heard[2:]


def test_after_the_end_of_a_run_the_server_ends_the_subscription(
    server: Server, client: httpx.Client
) -> None:
    with page(server) as viewer:
        for _ in range(WATCHED + 1):
            run = start(client, puzzle=EASY)
            viewer.subscribe(run)
            viewer.hear_until(status_of_run("solved"))
        viewer.say("unsubscribe", run)
        assert viewer.hear()["message"].startswith("subscribe to this run first")
        viewer.subscribe(run)  # a page may watch a finished run again
        viewer.hear_until(status_of_run("solved"))


class Line:
    """A socket without a network; sending on it fails."""

    def __init__(self, last: str) -> None:
        self.events: list[dict[str, Any]] = [
            {"type": "websocket.connect"},
            {"type": "websocket.receive", "text": "nonsense"},
        ]
        self.last, self.tried = last, asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        if self.events:
            return self.events.pop(0)
        if self.last == "stays":
            await asyncio.Event().wait()
        return {"type": "websocket.disconnect", "code": 1001}

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            raise RuntimeError("a bug in the server")


def test_an_error_of_the_server_is_not_mistaken_for_a_disconnected_viewer() -> None:
    line = Line("stays")
    sockets = LiveSockets(RunRegistry(Limits()), Limits())
    with pytest.raises(RuntimeError, match="a bug in the server"):
        asyncio.run(sockets.serve(WebSocket({"type": "websocket"}, line.receive, line.send)))
    assert not sockets.viewers


def test_sending_to_a_disconnected_viewer_is_not_an_error() -> None:
    sockets = LiveSockets(RunRegistry(Limits()), Limits())

    async def close(message: Any) -> None:
        pass

    async def receive() -> dict[str, Any]:
        if line.events:
            return line.events.pop(0)
        await socket.close()
        await asyncio.Event().wait()
        raise AssertionError

    line = Line("stays")
    socket = WebSocket({"type": "websocket"}, receive, close)
    asyncio.run(sockets.serve(socket))
    assert not sockets.viewers


def test_a_viewer_that_reads_late_receives_the_points_of_the_curve_once_and_in_order(
    server: Server, client: httpx.Client
) -> None:
    run = start(client, **NEVER)
    with page(server) as slow, page(server) as quick:
        slow.subscribe(run)
        quick.subscribe(run)
        quick.hear_until(lambda m: m["type"] == "frame" and m["seconds"] > 0.3)
        quick.say("cancel", run)
        quick.hear_until(status_of_run("interrupted"))
        heard = slow.hear_until(status_of_run("interrupted"))
    points = [point for m in heard if m["type"] == "curve" for point in ([] if m["reset"] else m["points"])]
    assert [p[0] for p in points] == sorted({p[0] for p in points})


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    message=st.one_of(
        st.text(max_size=200),
        st.binary(max_size=200),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
            lambda inner: (
                st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4)
            ),
        ).map(json.dumps),
        st.fixed_dictionaries(
            {"type": st.sampled_from(KINDS)},
            optional={
                "run": st.text(max_size=120) | st.none() | st.integers(),
                "token": st.text(max_size=250) | st.floats(),
                "count": st.integers() | st.floats() | st.text(max_size=3),
                "speed": st.integers() | st.floats() | st.booleans(),
            },
        ).map(json.dumps),
    )
)
def test_any_bad_message_gets_an_error_and_the_socket_stays_open(talk: Page, message: str | bytes) -> None:
    talk.socket.send(message)
    *_, answer = talk.hear_until(lambda m: m["type"] == "error")
    assert answer["message"]  # the error says what is wrong


@pytest.fixture(scope="module")
def talk(server: Server) -> Any:
    """A socket that watches a paused run: without a run, the server would close it after a minute."""
    with client_of(server.url) as client, page(server) as viewer:
        run = start(client, **NEVER, paused=True)
        viewer.subscribe(run)
        yield viewer
        cancel(client, run)


@given(
    kind=st.sampled_from(KINDS),
    run=st.text(max_size=100),
    count=st.integers(1, 10_000),
    speed=st.none() | st.floats(0.01, 1e12),
)
def test_every_valid_message_is_read_correctly(kind: str, run: str, count: int, speed: float | None) -> None:
    said = {"type": kind, "run": run, "token": "t", "count": count, "speed": speed}
    said["change"] = kind == "step"
    assert read_message(json.dumps(said)) == Message(kind, run, "t", count, speed, kind == "step")


@pytest.mark.parametrize("speed", ["1e400", "-1", "0", "NaN", "true", '"fast"', "1" + "0" * 400])
def test_an_invalid_speed_is_refused(speed: str) -> None:
    with pytest.raises(BadMessageError, match="speed"):
        read_message(f'{{"type": "speed", "run": "r", "speed": {speed}}}')


@given(counts=st.lists(st.integers(1, 30), min_size=1, max_size=60))
def test_a_curve_stays_bounded_and_a_viewer_can_always_reconstruct_it(counts: list[int]) -> None:
    curve, cursor, seen, iteration = LaneCurve(50), Cursor(), [], 0
    for count in counts:
        for _ in range(count):
            iteration += 1
            curve.add((iteration, 0.0, 1, 1, None, 0.0))
        reset, points, cursor = curve.read(cursor)
        seen = points if reset else seen + points
        assert seen == curve.points
        assert len(seen) <= 50
        assert [p[0] for p in seen] == sorted({p[0] for p in seen})
