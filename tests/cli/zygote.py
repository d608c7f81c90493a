"""The command line in processes that are forked, not started: each costs milliseconds instead of a second.

One process imports the command line and loads the kernels that nearly every command needs. For each command
it forks a process that gets arguments, folder, environment, stdin, stdout and stderr of its own. What
depends on the start or the end of the interpreter is tested without it.
"""

from __future__ import annotations

import atexit
import io
import json
import os
import runpy
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Sequence
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 1 << 17  # bytes of a message


class Zygote:
    """Where commands are forked from, seen from the tests."""

    def __init__(self, timeout: float) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.settimeout(timeout)
        command = [sys.executable, "-m", __name__, str(theirs.fileno())]
        with theirs:
            self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], cwd=ROOT)

    def run(self, arguments: Sequence[str], folder: str, files: Sequence[int]) -> int:
        """Give a command with these files as stdin, stdout and stderr, and return its exit code."""
        order = {"arguments": arguments, "folder": folder, "environment": dict(os.environ)}
        socket.send_fds(self._control, [json.dumps(order).encode()], files)
        return int(self._control.recv(LONGEST))

    def end(self) -> None:
        """Let it go, when no more commands come."""
        self._control.close()
        self._process.wait()


def wait_for_orders(control: socket.socket) -> dict[str, Any] | None:
    """Return an order in each process that is forked to obey it, and None in the first when all is over."""
    while True:
        message, files, _, _ = socket.recv_fds(control, LONGEST, 3)
        if not message:
            return None
        child = os.fork()
        if child == 0:
            for ours, theirs in enumerate(files):
                os.dup2(theirs, ours)
                os.close(theirs)
            control.close()
            return dict(json.loads(message))
        for file in files:
            os.close(file)
        _, status = os.waitpid(child, 0)
        control.send(str(os.waitstatus_to_exitcode(status)).encode())


def obey(order: dict[str, Any]) -> None:
    """Be the command line from here on."""
    os.environ.clear()
    os.environ.update(order["environment"])
    os.chdir(order["folder"])
    sys.argv = ["ergodoku", *order["arguments"]]
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, "utf-8", "backslashreplace", closefd=False)  # noqa: SIM115
    code = 0
    try:
        runpy.run_module("ergodoku", run_name="__main__")
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except BaseException:
        traceback.print_exc()
        code = 1
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    os._exit(code)  # an interpreter that takes itself apart needs half a second


def load() -> None:
    """Import what commands import, and load the kernels of the default method."""
    import ergodoku as eg
    from ergodoku.cli.main import app
    from tests.samples import EASY, HARD

    with suppress(SystemExit), redirect_stdout(io.StringIO()):
        app(["check", EASY])

    for line in (EASY, HARD):
        puzzle = eg.Puzzle.parse(line)
        eg.solve(puzzle, seed=0, stop=eg.Seconds(10), workers=1)
        eg.count_solutions(puzzle)


if __name__ == "__main__":
    load()
    if order := wait_for_orders(socket.socket(fileno=int(sys.argv[1]))):
        obey(order)
