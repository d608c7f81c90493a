"""Settings that hold for every test."""

import atexit
import os
import shutil
import signal
import tempfile

import pytest
from hypothesis import settings

# Kernels are compiled in the first example that needs them, so a deadline would measure the compiler.
settings.register_profile("ergodoku", deadline=None)
settings.load_profile("ergodoku")
# Whoever is started in the background ignores Ctrl-C, and so would all that the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)
# Races remember paces; what other tests measured, and older versions, must not decide who wins.
if "ERGODOKU_TESTS" not in os.environ.get("XDG_CACHE_HOME", ""):
    os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="ERGODOKU_TESTS")
    atexit.register(shutil.rmtree, os.environ["XDG_CACHE_HOME"], ignore_errors=True)
# Files whose tests share something that takes long to make, such as the site.
FIRST = ("test_site", "test_packaging", "test_benchmarks", "test_examples", "test_cluster", "test_kill")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put them first: there, one worker has each of them whole, and none is left over for the end.

    Workers take tests from each other's end, so what stands in the middle may be made twice.
    """
    items.sort(key=lambda item: FIRST.index(item.path.stem) if item.path.stem in FIRST else len(FIRST))
