"""External optimisers as searches.

`external` is the method. `optimiser` runs an external optimiser in a thread.
"""

from ergodoku.methods.external.external import ENTRIES, External

__all__ = [
    "ENTRIES",
    "External",
]
