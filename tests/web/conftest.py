"""Real servers to test against, in separate processes, on free ports of this machine."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest


@dataclass
class Server:
    """A server under test."""

    url: str
    process: subprocess.Popen[str]
    log: Path

    @property
    def live(self) -> str:
        """The address of the WebSocket."""
        return self.url.replace("http://", "ws://") + "/api/live"

    def stop(self) -> int:
        """End the server with SIGTERM, as an operating system does, and return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(600)


@contextmanager
def serving(log: Path, *flags: str) -> Iterator[Server]:
    """Run a server with some options."""
    command = [sys.executable, "-m", "ergodoku", "serve", "--port", "0", *flags]
    with (
        log.open("w", encoding="utf-8") as stream,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stream, text=True) as process,
    ):
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("Ergodoku at http://127.0.0.1:"), log.read_text(encoding="utf-8")
        server = Server(line.removeprefix("Ergodoku at ").strip().rstrip("/"), process, log)
        try:
            yield server
        finally:
            server.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with high limits, so that tests do not disturb each other."""
    flags = ["--limit-running", "4", "--limit-visitor", "100", "--limit-queue", "100"]
    flags += ["--limit-keep", "6000", "--limit-kept", "1000"]  # tests share runs that have ended
    flags += [
        "--limit-checks",
        "10000",
        "--limit-messages",
        "10000",
        "--limit-seconds",
        "200",  # long enough for a test on a very busy machine
        "--limit-exports",
        "2",  # otherwise the replay of a test might wait for the film of another test, or be refused
    ]
    with serving(tmp_path_factory.mktemp("server") / "log", *flags) as running:
        yield running


TIGHT = {
    "size": 9, "body": 2000, "running": 1, "slow": 1, "queue": 2, "visitor": 2, "contenders": 2,
    "seconds": 0.5,
    "sockets": 2, "messages": 3, "frames": 10, "population": 50, "kept": 3,
}  # fmt: skip


@pytest.fixture(scope="session")
def tight(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with low limits; every test must end its runs."""
    flags = [f"--limit-{name}={value}" for name, value in TIGHT.items()]
    with serving(tmp_path_factory.mktemp("tight") / "log", *flags) as running:
        yield running


def client_of(url: str) -> httpx.Client:
    """Return a client that loads no certificates: nothing is encrypted here, and loading them is slow."""
    return httpx.Client(base_url=url, timeout=600, verify=False)


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with client_of(server.url) as opened:
        yield opened
