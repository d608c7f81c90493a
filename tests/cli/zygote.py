"""Run commands in forked processes, which start in milliseconds instead of a second.

One process imports the command line and loads the kernels that nearly every command needs. For each command
it forks a process with its own arguments, folder, environment, stdin, stdout and stderr. Tests that depend
on how the interpreter starts or ends do not use forked processes.
"""

from __future__ import annotations

import atexit
import fcntl
import io
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import termios
import threading
import traceback
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 1 << 17  # maximum size of a message, in bytes


class Zygote:
    """The tests' end of the connection to the process from which commands are forked."""

    def __init__(self) -> None:
        self._orders, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-m", __name__, str(theirs.fileno())]
        with theirs:
            self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], cwd=ROOT)

    def start(
        self,
        arguments: Sequence[str],
        folder: str,
        environment: Mapping[str, str],
        files: Sequence[int | None],
        script: str = "",
    ) -> Command:
        """Start a command with these files as stdin, stdout and stderr; None closes a stream.

        A terminal becomes the controlling terminal of the command. With a script, run the script, which
        starts the command itself.
        """
        order = {
            "arguments": arguments,
            "folder": folder,
            "environment": dict(environment),
            "closed": [number for number, file in enumerate(files) if file is None],
            "script": script,
        }
        news, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            given = [theirs.fileno() if file is None else file for file in files]
            socket.send_fds(self._orders, [json.dumps(order).encode()], [*given, theirs.fileno()])
        return Command(news)

    def end(self) -> None:
        """End the process."""
        self._orders.close()
        self._process.wait()


class Command:
    """A started command: its process id, and its exit code when it has ended."""

    def __init__(self, news: socket.socket) -> None:
        self._news = news
        self.pid = int(news.recv(LONGEST))
        self._code: int | None = None

    def poll(self) -> int | None:
        """Return the exit code, or None while the command is running."""
        if self._code is None and select.select([self._news], [], [], 0)[0]:
            return self.wait(1)
        return self._code

    def wait(self, timeout: float) -> int:
        """Wait for the exit code."""
        if self._code is None:
            self._news.settimeout(timeout)
            self._code = int(self._news.recv(LONGEST))
            self._news.close()
        return self._code

    def send_signal(self, number: int) -> None:
        """Send a signal to the command."""
        os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill the command."""
        self.send_signal(signal.SIGKILL)


def wait_for_orders(orders: socket.socket) -> dict[str, Any] | None:
    """Fork a process for each order, and return the order in that process.

    The original process returns None when there are no more orders.
    """
    # Nothing waits for the keepers below when they end, so let the system remove them.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        message, files, _, _ = socket.recv_fds(orders, LONGEST, 4)
        if not message:
            return None
        if os.fork() == 0:  # the keeper: it reports the exit code of the command
            orders.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            *theirs, number = files
            news = socket.socket(fileno=number)
            child = os.fork()
            if child == 0:
                news.close()
                take(theirs)
                return dict(json.loads(message))
            news.send(str(child).encode())
            for file in theirs:
                os.close(file)
            _, status = os.waitpid(child, 0)
            news.send(str(os.waitstatus_to_exitcode(status)).encode())
            os._exit(0)
        for file in files:
            os.close(file)


def take(files: Sequence[int]) -> None:
    """Turn the files into stdin, stdout and stderr; a terminal becomes the controlling terminal."""
    for ours, theirs in enumerate(files):
        os.dup2(theirs, ours)
        os.close(theirs)
    os.setsid()
    if os.isatty(0):
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def obey(order: dict[str, Any]) -> None:
    """Run the command line in this process, and end the process."""
    os.environ.clear()
    os.environ.update(order["environment"])
    os.chdir(order["folder"])
    sys.argv = ["ergodoku", *order["arguments"]]
    for name in filter(None, os.environ.get("HIDDEN", "").split(",")):  # make the package look uninstalled
        assert name not in sys.modules
        sys.modules[name] = None  # type: ignore[assignment]
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, "utf-8", "backslashreplace", closefd=False)  # noqa: SIM115
    for number in order["closed"]:
        os.close(number)
        setattr(sys, ("stdin", "stdout", "stderr")[number], None)  # as Python does for a closed stream
    code = 0
    try:
        if order["script"]:
            exec(order["script"], {"__name__": "__main__"})
        else:
            runpy.run_module("ergodoku", run_name="__main__")
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except BaseException:
        traceback.print_exc()
        code = 1
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    if sys.stdout is not None:
        sys.stdout.flush()
    os._exit(code)  # a normal shutdown of the interpreter takes half a second


def load() -> None:
    """Import the modules of the commands, and load the kernels of the default method."""
    os.environ["MPLBACKEND"] = "agg"
    import matplotlib.backends.backend_agg
    import matplotlib.backends.backend_svg  # noqa: F401
    import scipy.stats  # noqa: F401

    import ergodoku as eg
    import ergodoku.lab.report
    import ergodoku.views.plots
    from ergodoku.cli.commands import command_line
    from tests.samples import EASY, HARD

    with suppress(SystemExit), redirect_stdout(io.StringIO()):
        command_line()(["check", EASY])

    for line in (EASY, HARD):
        puzzle = eg.Puzzle.parse(line)
        eg.solve(puzzle, seed=0, stop=eg.Seconds(10), workers=1)
        eg.count_solutions(puzzle)


if __name__ == "__main__":
    load()
    if order := wait_for_orders(socket.socket(fileno=int(sys.argv[1]))):
        obey(order)
