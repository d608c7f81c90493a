"""The live view: one WebSocket per page.

`sockets` serves all sockets; `subscription` finds what is new for one viewer.
"""

from ergodoku.web.live.sockets import LiveSockets

__all__ = ["LiveSockets"]
