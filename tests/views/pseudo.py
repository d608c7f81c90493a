"""A pseudo-terminal that runs a program, and an emulator that reproduces its screen."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import pyte

from tests.cli.run import zygote
from tests.cli.zygote import Command

ENTER, LEAVE, SHOW_CURSOR = b"\x1b[?1049h", b"\x1b[?1049l", b"\x1b[?25h"
PATIENCE = 1800.0  # seconds until a test gives up; long, because kernels may have to be compiled
# Acts as a shell: gives the terminal to the program, and takes it back when the program is stopped.
SHELL = """
import os, signal, subprocess, sys
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
def take_terminal():  # before the program begins, however slow this process is
    os.tcsetpgrp(0, os.getpgrp())
command = [sys.executable, "-m", "ergodoku", *sys.argv[1:]]
child = subprocess.Popen(command, process_group=0, preexec_fn=take_terminal)
_, status = os.waitpid(child.pid, os.WUNTRACED)
os.tcsetpgrp(0, os.getpgrp())
assert os.WIFSTOPPED(status)
input("stopped: press Enter")
os.tcsetpgrp(0, child.pid)
os.kill(child.pid, signal.SIGCONT)
sys.exit(child.wait())
"""


class Terminal:
    """Run ``ergodoku`` (or other Python) in a pseudo-terminal of a given size."""

    def __init__(
        self, *arguments: object, columns: int = 80, lines: int = 24, python: bool = False, **env: str
    ) -> None:
        self.screen = pyte.Screen(columns, lines)
        self.emulator = pyte.ByteStream(self.screen)
        self.sent = b""  # everything the program has written
        self.ours, theirs = pty.openpty()
        self.before = termios.tcgetattr(self.ours)
        _resize(self.ours, columns, lines)
        words = [*map(str, arguments)]
        clean = {
            k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES", "COLORTERM")
        }
        clean |= {"TERM": "xterm-256color", "PYTHONUTF8": "1", **env}
        self.child: Command | subprocess.Popen[bytes] = (
            subprocess.Popen(
                [sys.executable, *words],
                stdin=theirs,
                stdout=theirs,
                stderr=theirs,
                start_new_session=True,
                preexec_fn=_take_terminal,
                env=clean,
            )
            if python
            else zygote().start(words, str(Path.cwd()), clean, [theirs] * 3)
        )
        os.close(theirs)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.child.poll() is None:
            self.child.kill()
        self.child.wait(PATIENCE)
        os.close(self.ours)

    @property
    def text(self) -> str:
        """The text on the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def restored(self) -> bool:
        """Whether the program restored the screen, the cursor and the keyboard."""
        left = self.sent.rpartition(ENTER)[2]
        return LEAVE in left and SHOW_CURSOR in left and termios.tcgetattr(self.ours) == self.before

    def press(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C as in a terminal: the line discipline turns it into a signal."""
        os.write(self.ours, b"\x03")

    def resize(self, columns: int, lines: int) -> None:
        self.screen.resize(lines, columns)
        _resize(self.ours, columns, lines)
        os.killpg(self.child.pid, signal.SIGWINCH)

    def until(self, *words: str) -> str:
        """Read until the screen shows all words; return its text."""
        return self.until_true(lambda text: all(word in text for word in words), words)

    def until_true(self, wanted: Callable[[str], bool], what: object = "") -> str:
        """Read until the screen's text satisfies ``wanted``; return it, even if the frame is incomplete."""
        end = time.monotonic() + PATIENCE
        while not wanted(self.text):
            assert time.monotonic() < end, f"{what} are not on the screen:\n{self.text}"
            assert self._read(0.1), f"the program ended without {what}:\n{self.text}"
        return self.text

    def end(self) -> int:
        """Read until the program ends, and return its exit code."""
        end = time.monotonic() + PATIENCE
        while self._read(0.1):
            assert time.monotonic() < end, f"the program does not end:\n{self.text}"
        return self.child.wait(PATIENCE)

    def pump(self, seconds: float) -> None:
        """Read for some time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and self._read(left):
            pass

    def _read(self, wait: float) -> bool:
        if not select.select([self.ours], [], [], wait)[0]:
            return True
        try:
            sent = os.read(self.ours, 1 << 16)
        except OSError:  # on Linux, this means that the program has ended
            return False
        self.sent += sent
        for k, part in enumerate(sent.split(LEAVE)):
            if k:  # the emulator has no alternate screen: clear the screen here instead
                self.screen.reset()
            self.emulator.feed(part)
        return bool(sent)


def _resize(file: int, columns: int, lines: int) -> None:
    fcntl.ioctl(file, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


def _take_terminal() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
