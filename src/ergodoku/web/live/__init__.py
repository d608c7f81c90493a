"""The live view: one WebSocket per page.

`sockets` serves all of them; `subscription` finds out what is new for one viewer.
"""

from ergodoku.web.live.sockets import LiveSockets

__all__ = ["LiveSockets"]
