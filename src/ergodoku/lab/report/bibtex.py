"""The BibTeX entry for citing the program."""

from __future__ import annotations

from ergodoku._version import __version__

YEAR = 2026  # year of this version


def bibtex() -> str:
    """Return the entry; its key is ``ergodoku``."""
    return (
        "@software{ergodoku,\n"
        "  author  = {{The Ergodoku developers}},\n"
        "  title   = {Ergodoku: {Sudoku} of any size by stochastic optimisation},\n"
        f"  version = {{{__version__}}},\n"
        f"  year    = {{{YEAR}}},\n"
        "}\n"
    )
