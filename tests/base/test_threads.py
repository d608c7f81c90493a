"""A pool with fewer threads than requested does the same work."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from ergodoku.base.threads import Interruption, Threads

# Leave address space for only a few threads: each needs a stack and a memory arena.
LITTLE_SPACE = """
import resource, threading
from ergodoku.base.threads import Threads
with open("/proc/self/statm") as sizes:
    used = int(sizes.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + {room}, resource.RLIM_INFINITY))
gate = threading.Event()
with Threads(200) as pool:
    done = [pool.submit(gate.wait) for _ in range(400)]
    gate.set()
    print(all(future.result() for future in done), 0 < len(pool._threads) < 200)
"""


def test_a_pool_returns_results_in_the_order_of_the_items() -> None:
    with Threads(4) as pool:
        assert list(pool.map(abs, range(-10, 0))) == list(range(10, 0, -1))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits address space in this way")
def test_if_the_system_refuses_some_threads_the_others_do_the_work_and_there_is_one_warning() -> None:
    done = in_little_space(200 << 20)
    assert (done.returncode, done.stdout) == (0, "True True\n"), done.stderr
    assert done.stderr.count("RuntimeWarning: the system allows") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits address space in this way")
def test_without_any_thread_there_is_a_clear_error() -> None:
    done = in_little_space(1 << 20)
    assert done.returncode == 1
    assert "ErgodokuError: the system cannot start a thread" in done.stderr


def in_little_space(room: int) -> subprocess.CompletedProcess[str]:
    script = LITTLE_SPACE.format(room=room)
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)


def test_every_item_is_worked_on_once_and_an_error_stops_the_other_threads() -> None:
    seen: list[int] = []
    interrupted = threading.Event()
    with Threads(3) as pool:
        pool.share(seen.append, range(100), interrupted)
        assert sorted(seen) == list(range(100))
        assert not interrupted.is_set()
        with pytest.raises(ZeroDivisionError):
            pool.share(lambda item: 1 // item if item == 0 else interrupted.wait(), range(50), interrupted)
    assert interrupted.is_set()


def test_there_are_never_more_threads_than_items() -> None:
    interrupted, seen = threading.Event(), list[int]()
    with Threads(30_000) as pool:
        pool.share(seen.append, [], interrupted)
        pool.share(seen.append, range(3), interrupted)
        assert sorted(seen) == [0, 1, 2]
        assert len(pool._threads) <= 3


def test_kernels_can_see_an_interruption() -> None:
    interrupted = Interruption()
    flag = interrupted.flag
    assert (interrupted.is_set(), flag.tolist()) == (False, [0])
    interrupted.set()
    assert (interrupted.is_set(), flag.tolist()) == (True, [1])
