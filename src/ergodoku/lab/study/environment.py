"""The environment in which a study started: versions and machine, because times depend on them."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from ergodoku._version import __version__

PACKAGES = ("numba", "numpy", "scipy", "python-sat")  # the packages that take part in a run


def environment() -> dict[str, Any]:
    """Return the versions and the machine in use."""
    from importlib.metadata import version

    found = commit()
    return {
        "ergodoku": __version__,
        **({"commit": found} if found else {}),
        "python": platform.python_version(),
        **{name: version(name) for name in PACKAGES},
        "platform": platform.platform(),
        "cpu": processor(),
        "cores": os.cpu_count() or 1,
        "memory": f"{memory()} GB",
    }


def commit() -> str:
    """Return the commit of the source, with a plus if the package has changed since; empty if unknown.

    It is known for a checkout, and for a package that was installed from a repository. For a release, the
    version is enough.
    """
    from importlib.metadata import PackageNotFoundError, distribution

    root = Path(__file__).resolve().parents[4]
    if (root / ".git").exists():
        with suppress(OSError, subprocess.CalledProcessError):
            return _git(root, "rev-parse", "HEAD")[:10] + ("+" if _git(root, "status", "-s", "src") else "")
    with suppress(PackageNotFoundError, ValueError, KeyError):
        origin = json.loads(distribution("ergodoku").read_text("direct_url.json") or "{}")
        return str(origin["vcs_info"]["commit_id"])[:10]
    return ""


def memory() -> int:
    """Return the main memory in GB, or 0 if unknown."""
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)
    except (AttributeError, ValueError, OSError):
        return 0


def processor() -> str:
    """Return the name of the processor, as far as the system reports it."""
    if sys.platform == "linux":
        with suppress(OSError):
            for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
                if line.startswith(("model name", "Model")):
                    return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _git(root: Path, *arguments: str) -> str:
    command = ["git", "-C", str(root), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
