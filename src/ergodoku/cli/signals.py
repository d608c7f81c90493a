"""Ctrl-C and SIGTERM: both interrupt a command, which keeps its finished work. No signal is lost."""

from __future__ import annotations

import signal
import sys
from types import FrameType, TracebackType
from typing import Any

from ergodoku.cli import INTERRUPTED


class CommandSignals:
    """Inside ``with``, signals raise `KeyboardInterrupt`, and the number of the last signal is recorded.

    Python drops an exception that is raised while an object is being finalised. In that case the signal is
    sent again.
    """

    def __init__(self) -> None:
        self.number = 0  # number of the last signal
        self.before: dict[int, Any] = {}

    def __enter__(self) -> CommandSignals:
        self.hook = sys.unraisablehook
        sys.unraisablehook = self._unraisable
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) not in (signal.SIG_IGN, None):  # else it is ignored on purpose
                self.before[number] = signal.signal(number, self._interrupt)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.unraisablehook = self.hook
        for number, handler in self.before.items():
            signal.signal(number, handler)

    def exit_code(self, code: int) -> int:
        """Return the exit code for the signal that interrupted the command; any other code is unchanged."""
        return 128 + self.number if code == INTERRUPTED and self.number else code

    def end(self, code: int) -> None:
        """Make sure that the process ends with this code: everything is written, so ignore further signals.

        After this call, Python shuts down, which can take half a second. But after an interrupt, threads may
        still be working, so another Ctrl-C then ends the process at once.
        """
        interrupted = code in (INTERRUPTED, 128 + signal.SIGTERM)
        for number in self.before:
            signal.signal(number, signal.SIG_DFL if interrupted else signal.SIG_IGN)
        self.before = {}

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self.number = number
        raise KeyboardInterrupt

    def _unraisable(self, dropped: Any) -> None:
        if not issubclass(dropped.exc_type, KeyboardInterrupt):
            self.hook(dropped)
            return
        from threading import Timer

        number, delay, sent = signal.Signals(self.number or signal.SIGINT), 0.01, False
        while not sent:
            try:
                Timer(delay, _send_again, [number]).start()  # by then the object should have been finalised
                sent = True
            except KeyboardInterrupt:  # it came too early (busy machine): here Python would drop it too
                delay *= 2


def _send_again(number: signal.Signals) -> None:
    import _thread
    import threading

    if hasattr(signal, "pthread_kill"):  # preferred, because it also wakes a waiting main thread
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        _thread.interrupt_main(number)
