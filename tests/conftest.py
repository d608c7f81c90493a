"""Settings that hold for every test."""

import atexit
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

# Kernels are compiled in the first example that needs them, so a deadline would measure the compiler.
settings.register_profile("ergodoku", deadline=None)
settings.load_profile("ergodoku")
# A process that is started in the background ignores Ctrl-C, and so do its children. Undo this for the tests.
signal.signal(signal.SIGINT, signal.default_int_handler)
# Races store paces. Use an empty cache, so that paces from earlier tests or versions cannot decide a race.
if "ERGODOKU_TESTS" not in os.environ.get("XDG_CACHE_HOME", ""):
    os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="ERGODOKU_TESTS")
    atexit.register(shutil.rmtree, os.environ["XDG_CACHE_HOME"], ignore_errors=True)
# Files whose tests share a fixture that takes a long time to make, such as the site.
FIRST = ("test_site", "test_packaging", "test_benchmarks", "test_examples", "test_cluster", "test_kill")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the files of `FIRST` first: each stays on one worker, and no slow file is left for the end.

    Workers steal tests from the end of each other's queue. A file in the middle could be split between two
    workers, and its fixture would be made twice.
    """
    items.sort(key=lambda item: FIRST.index(item.path.stem) if item.path.stem in FIRST else len(FIRST))


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder that contains a stranger's modules and Numba settings."""
    folder = tmp_path / "hostile"
    folder.mkdir()
    for name in ("json", "multiprocessing", "numba"):
        (folder / f"{name}.py").write_text("print('executed')\nraise SystemExit")
    (folder / ".numba_config.yaml").write_text("cache_dir: hostile\ncache_locator_classes: a.B")
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place])  # "" means the current folder
    return folder
