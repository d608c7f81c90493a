"""The live view: one WebSocket per page.

`sockets` serves them; `subscription` works out what is new for one viewer.
"""

from ergodoku.web.live.sockets import Live

__all__ = [
    "Live",
]
