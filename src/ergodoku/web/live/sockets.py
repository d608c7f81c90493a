"""The live view: one WebSocket per page, which carries frames to the page and controls to the server.

Nothing is queued for a viewer. Several times a second the server collects what is new for the viewer: the
newest frame of each lane, the points of the curves after the viewer's cursor, and changed statuses. So a slow
viewer misses frames, but costs neither memory nor search time. A viewer that reads nothing is disconnected.
"""

from __future__ import annotations

import asyncio
import math
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ergodoku.web.allowance import Allowance
from ergodoku.web.live.subscription import Subscription
from ergodoku.web.messages import BadMessageError, Message, read_message, write_message

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from ergodoku.web.limits import Limits
    from ergodoku.web.runs import RunRegistry

SEND_SECONDS = 10.0  # a viewer that reads nothing for this long is disconnected
IDLE_SECONDS = 60.0  # a socket that watches nothing for this long is closed
WATCHED = 8  # maximum number of runs on one socket
PATIENCE = 200  # number of ignored messages in a row before the socket is closed
SHORT = 1000  # characters; a message that came too fast is not read if it is longer
TRY_AGAIN, POLICY = 1013, 1008


class LiveSockets:
    """All sockets."""

    def __init__(self, runs: RunRegistry, limits: Limits) -> None:
        self.runs, self.limits = runs, limits
        self.viewers: set[Viewer] = set()

    async def serve(self, socket: WebSocket) -> None:
        """Serve one socket until it closes."""
        await socket.accept()
        if len(self.viewers) >= self.limits.sockets:
            await socket.close(TRY_AGAIN, "too many viewers; try again later")
            return
        viewer = Viewer(socket, self.runs, self.limits)
        self.viewers.add(viewer)
        try:
            await viewer.serve()
        finally:
            self.viewers.discard(viewer)
            viewer.leave()


class Viewer:
    """One socket: the runs that it watches, and its allowance of messages."""

    def __init__(self, socket: WebSocket, runs: RunRegistry, limits: Limits) -> None:
        self.socket, self.runs, self.limits = socket, runs, limits
        self.subscribed: dict[str, Subscription] = {}
        self.replies: list[str] = []
        self.called = asyncio.Event()
        self.idle_since = asyncio.get_running_loop().time()
        self.allowance, self.refused = Allowance(limits.messages, max(1.0, limits.messages)), 0

    async def serve(self) -> None:
        """Send and receive until either ends, or until the socket has been idle for too long."""
        parts = (self._send(), self._receive(), self._close_if_idle())
        tasks = [asyncio.create_task(part) for part in parts]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            if (error := task.exception()) is not None and not self._is_gone(error):
                raise error

    def leave(self) -> None:
        """End all subscriptions."""
        for run_id in list(self.subscribed):
            self._forget(run_id)

    async def _send(self) -> None:
        while True:
            await self.called.wait()
            texts, self.replies = self.replies, []
            for run_id, subscription in list(self.subscribed.items()):
                texts += subscription.messages()
                if subscription.done:
                    self._forget(run_id)  # no more messages will come
            if texts:
                async with asyncio.timeout(SEND_SECONDS):
                    for text in texts:
                        await self.socket.send_text(text)
            if not self.subscribed and not self.replies:
                self.called.clear()
            await asyncio.sleep(self._until_next())

    def _until_next(self) -> float:
        """Return the seconds until the next tick; all viewers share ticks, so the server wakes less often.

        A search makes a frame at the start of each interval. The tick comes half an interval later: the frame
        is ready by then.
        """
        interval = 1 / self.limits.frames
        return interval - (asyncio.get_running_loop().time() + interval / 2) % interval

    async def _receive(self) -> None:
        while True:
            event = await self.socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            if not self.allowance.take():
                self.refused += 1
                if self.refused > PATIENCE:
                    await self.socket.close(POLICY, "too many messages")
                    return
                self._refuse(event.get("text"))
                continue
            self.refused = 0
            about: dict[str, Any] = {}
            try:
                message = read_message(event.get("text"))
                about = {"run": message.run}
                self._obey(message)
            except BadMessageError as error:
                self._reply({"type": "error", **about, "message": str(error)})

    def _refuse(self, text: str | None) -> None:
        """Answer the first ignored message of a series, and each `subscribe`, so a page can repeat it."""
        about: dict[str, Any] = {}
        if text is not None and len(text) <= SHORT:
            with suppress(BadMessageError):
                message = read_message(text)
                about = {"run": message.run, "refused": message.type}
        if self.refused == 1 or about.get("refused") == "subscribe":
            retry = math.ceil(1000 * self.allowance.seconds_until(1)) / 1000
            words = "too many messages; this one was ignored"
            self._reply({"type": "error", **about, "retry": retry, "message": words})

    async def _close_if_idle(self) -> None:
        clock = asyncio.get_running_loop().time
        while self.subscribed or clock() - self.idle_since < IDLE_SECONDS:
            await asyncio.sleep(IDLE_SECONDS / 4)
        await self.socket.close(POLICY, "this socket watches no run")

    def _obey(self, message: Message) -> None:
        kind, run_id = message.type, message.run
        if kind == "subscribe":
            self._subscribe(run_id, message.token)
            return
        if run_id not in self.subscribed:
            raise BadMessageError("subscribe to this run first, with its token")
        run = self.subscribed[run_id].run
        if kind == "unsubscribe":
            self._forget(run_id)
        elif kind == "pause":
            run.pause()
        elif kind == "resume":
            run.resume()
        elif kind == "step":
            run.step(message.count, message.change)
        elif kind == "speed":
            run.set_speed(message.speed)
        elif kind == "steer":
            run.steer(message.temperature)
        elif kind == "cancel":
            run.cancel()
        self.called.set()

    def _subscribe(self, run_id: str, token: str) -> None:
        run = self.runs.find(run_id)
        if run is None:
            raise BadMessageError("there is no such run")
        if not self.runs.may(run, token):
            raise BadMessageError("this is not the token of the run")
        if run_id not in self.subscribed:
            if len(self.subscribed) >= WATCHED:
                raise BadMessageError(f"a page may watch at most {WATCHED} runs; unsubscribe from one")
            run.watch(1)
        self.subscribed[run_id] = Subscription(run)
        self.called.set()

    def _forget(self, run_id: str) -> None:
        self.subscribed.pop(run_id).run.watch(-1)
        self.idle_since = asyncio.get_running_loop().time()

    def _reply(self, message: dict[str, Any]) -> None:
        if len(self.replies) < PATIENCE:  # drop replies to a viewer that reads nothing
            self.replies.append(write_message(message))
        self.called.set()

    def _is_gone(self, error: BaseException) -> bool:
        """Return whether an error only means that the viewer has disconnected."""
        from starlette.websockets import WebSocketDisconnect, WebSocketState

        if isinstance(error, WebSocketDisconnect | TimeoutError | ConnectionError):
            return True
        # Sending on a closed connection raises a RuntimeError; any other RuntimeError is a bug.
        states = (self.socket.client_state, self.socket.application_state)
        return isinstance(error, RuntimeError) and WebSocketState.DISCONNECTED in states
