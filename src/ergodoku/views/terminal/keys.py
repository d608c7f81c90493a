"""Single keys from the terminal, without a thread and without waiting for Enter.

Without a readable terminal there are simply no keys. Ctrl-C remains an interrupt.
"""

from __future__ import annotations

import os
import sys
import time
from types import TracebackType
from typing import Any

# The sequences that terminals send for keys without a character.
SEQUENCES = {
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1bOA": "up",
    "\x1bOB": "down",
    "\x1bOC": "right",
    "\x1bOD": "left",
}
NAMES = {" ": "space", "\r": "enter", "\n": "enter", "\x1b": "escape"}
WINDOWS = {"H": "up", "P": "down", "M": "right", "K": "left"}


def split(text: str) -> tuple[list[str], str]:
    r"""Return the keys in a terminal's input, and the unfinished sequence at its end.

    Examples
    --------
    >>> split(" s\x1b[C\x1b[5~q")
    (['space', 's', 'right', 'q'], '')
    >>> split("n\x1b[")
    (['n'], '\x1b[')
    """
    keys: list[str] = []
    while text:
        length = _length(text)
        if length == 0:
            return keys, text
        piece, text = text[:length], text[length:]
        if length == 1:
            keys.append(NAMES.get(piece, piece))
        elif piece in SEQUENCES:
            keys.append(SEQUENCES[piece])
    return keys, ""


class Keys:
    """The keyboard of the terminal, while inside ``with``.

    Keys come from stdin, or directly from the terminal if stdin supplies the puzzle.
    """

    def __init__(self) -> None:
        self.file = -1  # descriptor of the terminal; -1 if it cannot be read
        self.own = False
        self.rest = ""
        self.before: list[Any] = []

    def __enter__(self) -> Keys:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def open(self) -> None:
        """Start reading single keys, if there is a keyboard."""
        if sys.platform != "win32":
            self._open()

    def close(self) -> None:
        """Restore the previous settings of the keyboard."""
        if sys.platform != "win32" and self.file >= 0:
            import termios

            # Drop the keys that nobody has read, so that the shell does not take them for a command.
            termios.tcsetattr(self.file, termios.TCSAFLUSH, self.before)
            self._leave()

    @property
    def listens(self) -> bool:
        """Whether any keys can be read."""
        return sys.platform == "win32" or self.file >= 0

    def read(self, wait: float = 0.0) -> list[str]:
        """Return the pressed keys; wait for them ``wait`` seconds at most."""
        if sys.platform == "win32":
            return _read_windows(wait)
        if self.file < 0:
            if wait:
                time.sleep(wait)
            return []
        import select

        if not select.select([self.file], [], [], wait)[0]:
            waiting, self.rest = self.rest, ""  # nothing followed: it was the Escape key
            return ["escape"] if waiting else []
        sent = os.read(self.file, 1024)
        if not sent:  # the terminal is gone
            self._leave()
            return []
        keys, self.rest = split(self.rest + sent.decode("utf-8", "ignore"))
        return keys

    def _open(self) -> None:
        import termios
        import tty

        try:
            self.file, self.own = sys.stdin.fileno(), False
            if not os.isatty(self.file):
                self.file, self.own = os.open("/dev/tty", os.O_RDONLY), True
            self.before = termios.tcgetattr(self.file)
            tty.setcbreak(self.file, termios.TCSANOW)
        except (OSError, ValueError, AttributeError, termios.error):
            self._leave()

    def _leave(self) -> None:
        if self.own and self.file >= 0:
            os.close(self.file)
        self.file = -1


def _length(text: str) -> int:
    """Return how many characters the first key has sent, or 0 if its sequence is incomplete."""
    if text[0] != "\x1b":
        return 1
    if len(text) == 1:
        return 0
    if text[1] == "O":
        return 3 if len(text) > 2 else 0
    if text[1] != "[":
        return 1
    for k, character in enumerate(text[2:], 3):
        if "@" <= character <= "~":
            return k
    return 0


def _read_windows(wait: float) -> list[str]:  # pragma: no cover
    import msvcrt

    keyboard: Any = msvcrt  # on other systems, type checkers see this module as empty
    end = time.monotonic() + wait
    while not keyboard.kbhit():
        left = end - time.monotonic()
        if left <= 0:
            return []
        time.sleep(min(left, 0.01))
    keys = []
    while keyboard.kbhit():
        character = keyboard.getwch()
        if character == "\x03":
            raise KeyboardInterrupt
        if character in "\x00\xe0":
            keys += [WINDOWS[c] for c in keyboard.getwch() if c in WINDOWS]
        else:
            keys.append(NAMES.get(character, character))
    return keys
