"""Other Python processes: they import only what this process can import."""

from __future__ import annotations

import sys


def python_command(module: str) -> list[str]:
    """Return the command that calls ``main`` of a module in a new Python process.

    By default, Python would look for modules in the current folder first. That folder may belong to a
    stranger, and its ``json.py`` would be executed. The new process looks only where this process does.
    """
    places = [place for place in sys.path if isinstance(place, str)]  # Python ignores anything else
    start = f"import sys; sys.path[:] = {places!r}; from {module} import main; main()"
    return [sys.executable, "-P", "-c", start]
