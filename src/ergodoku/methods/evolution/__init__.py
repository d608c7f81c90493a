"""Evolution on cell vectors.

`evolution` is the method. `vectors` has the kernels that make each generation from the previous one.
"""

from ergodoku.methods.evolution.evolution import ENTRIES, Evolution

__all__ = [
    "ENTRIES",
    "Evolution",
]
