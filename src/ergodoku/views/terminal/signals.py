"""Signals during a live view: the terminal is restored before Ctrl-Z or SIGTERM takes effect."""

from __future__ import annotations

import signal
import threading
import time
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from ergodoku.views.terminal.keys import Keys


class Signals:
    """Signal handlers, active inside ``with``; the view calls `stop_if_asked` between frames.

    SIGTERM raises `SystemExit`, so every ``with`` and ``finally`` can clean up. Ctrl-Z only sets a flag, and
    the view stops the program when it is not drawing. Ctrl-C raises `KeyboardInterrupt` as usual, and also
    sets a flag: Python drops an exception that is raised while it finalises an object.

    Parameters
    ----------
    console : Console
        The console, on its alternate screen.
    keys : Keys
        The keyboard.
    """

    def __init__(self, console: Console, keys: Keys) -> None:
        self.console, self.keys = console, keys
        self.asked = self.interrupted = False
        self.before: dict[int, Any] = {}

    def __enter__(self) -> Signals:
        if threading.current_thread() is threading.main_thread():  # other threads cannot set handlers
            if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:  # keep any other handler: it cleans up too
                self._set(signal.SIGTERM, _end)
            self._set(signal.SIGINT, self._interrupt)
            if hasattr(signal, "SIGTSTP"):
                self._set(signal.SIGTSTP, self._note)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self.before.items():
            signal.signal(number, handler)
        self.before = {}

    def stop_if_asked(self) -> float:
        """After Ctrl-Z, stop until the shell resumes the program. Return the seconds spent stopped, or 0."""
        if not self.asked:
            return 0.0
        self.asked = False
        began = time.perf_counter()
        self.keys.close()
        self.console.show_cursor(True)
        self.console.set_alt_screen(False)
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)  # the program stops here, and resumes here
        signal.signal(signal.SIGTSTP, self._note)
        self.console.set_alt_screen(True)
        self.console.show_cursor(False)
        self.keys.open()
        return time.perf_counter() - began

    def _set(self, number: int, handler: Any) -> None:
        before = signal.getsignal(number)
        if before is not None and before != signal.SIG_IGN:  # the parent process may want the signal ignored
            self.before[number] = before
            signal.signal(number, handler)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.asked = True

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self.interrupted = True
        raise KeyboardInterrupt


def _end(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
