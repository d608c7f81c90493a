"""Other people's optimisers as searches.

`external` is the method; `optimiser` is the thread that such an optimiser runs in.
"""

from ergodoku.methods.external.external import ENTRIES, External

__all__ = [
    "ENTRIES",
    "External",
]
