"""Evolution on cell vectors.

`evolution` is the method; `vectors` holds the kernels that make one generation from the last.
"""

from ergodoku.methods.evolution.evolution import ENTRIES, Evolution

__all__ = [
    "ENTRIES",
    "Evolution",
]
