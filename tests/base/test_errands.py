"""Each errand is done once, by a helper or by the thread that needs the result."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from ergodoku.base.errands import Errand, Helpers

NO_THREADS = """
import threading
from ergodoku.base.errands import Errand, Helpers

def refuse(self):
    raise RuntimeError("can't start new thread")

threading.Thread.start = refuse
helpers = Helpers()
errands = [helpers.send(Errand(lambda k=k: (k, threading.current_thread().name))) for k in range(3)]
print([errand.result() for errand in errands])
"""


def test_another_thread_does_the_work() -> None:
    here = threading.get_ident()
    begun = threading.Event()

    def work() -> int:
        begun.set()
        return threading.get_ident()

    errand = Helpers().send(Errand(work))
    assert begun.wait(600)
    assert errand.result() != here


def test_all_errands_are_done_and_helper_threads_are_reused() -> None:
    helpers, before = Helpers(), {*threading.enumerate()}
    for _ in range(50):
        errands = [helpers.send(Errand(lambda k=k: k * k)) for k in range(5)]  # type: ignore[misc]
        assert [errand.result() for errand in errands] == [0, 1, 4, 9, 16]
    assert len({*threading.enumerate()} - before) < 50


def test_result_raises_the_error_of_the_work() -> None:
    def fail() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        Helpers().send(Errand(fail)).result()


def test_the_thread_that_needs_a_result_does_an_errand_that_has_not_begun() -> None:
    assert Errand(threading.get_ident).result() == threading.get_ident()


def test_abandon_waits_for_a_helper_that_has_begun() -> None:
    begun, go_on, done = threading.Event(), threading.Event(), []

    def work() -> None:
        begun.set()
        go_on.wait()
        done.append(True)

    errand = Helpers().send(Errand(work))
    assert begun.wait(600)
    threading.Timer(0.05, go_on.set).start()
    errand.abandon()
    assert done


def test_an_errand_can_be_abandoned_after_its_error_was_raised() -> None:
    begun = threading.Event()

    def fail() -> None:
        begun.set()
        raise ValueError("no")

    errand = Helpers().send(Errand(fail))
    assert begun.wait(600)  # a helper does the work, not this thread
    with pytest.raises(ValueError, match="no"):
        errand.result()
    errand.abandon()  # must not wait


def test_an_abandoned_errand_is_never_begun() -> None:
    done: list[bool] = []
    errand = Errand(lambda: done.append(True))
    errand.abandon()
    errand.help(lambda: None)
    assert not done


def test_an_errand_that_was_interrupted_can_be_abandoned() -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    errand = Errand(interrupted)
    with pytest.raises(KeyboardInterrupt):
        errand.result()
    errand.abandon()


def test_without_helper_threads_the_calling_thread_does_the_work() -> None:
    done = subprocess.run([sys.executable, "-c", NO_THREADS], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[(0, 'MainThread'), (1, 'MainThread'), (2, 'MainThread')]"
