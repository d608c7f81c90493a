"""Limit how fast each visitor may check and make puzzles."""

from __future__ import annotations

import ipaddress
import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.requests import Request

from ergodoku.web.allowance import Allowance
from ergodoku.web.http.hosts import plain_address
from ergodoku.web.runs import BusyError

if TYPE_CHECKING:
    from ergodoku.web.limits import Limits

SAVED = 5.0  # a visitor may make this many seconds' worth of checks at once
MAKING = 10  # a new puzzle counts as this many checks
REMEMBERED = 10_000  # number of visitors to remember; those idle longest are forgotten first


class Visitors:
    """The allowance of each visitor.

    Parameters
    ----------
    limits : Limits
        Limits the checks per second.
    clock : callable
        Returns the time in seconds.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.most = limits.checks, max(MAKING, SAVED * limits.checks)
        self.clock = clock
        self.known: dict[str, Allowance] = {}

    def admit(self, visitor: str, turns: int) -> None:
        """Take turns from a visitor's allowance, or raise `BusyError`."""
        # Move the visitor to the end, so that the first one in the dictionary is the one idle longest.
        allowance = self.known.pop(visitor, None) or Allowance(self.rate, self.most, self.clock)
        self.known[visitor] = allowance
        if len(self.known) > REMEMBERED:
            del self.known[next(iter(self.known))]
        if not allowance.take(turns):
            wait = math.ceil(allowance.seconds_until(turns))
            raise BusyError(429, "you sent too many requests", wait)

    # The next two methods run in the event loop, so they need no lock.

    async def may_check(self, request: Request) -> None:
        """Admit a request to check a puzzle."""
        self.admit(visitor_of(request), 1)

    async def may_make(self, request: Request) -> None:
        """Admit a request to make a puzzle."""
        self.admit(visitor_of(request), MAKING)


def visitor_of(request: Request) -> str:
    """Return a text that identifies a visitor: the IPv4 address, or the network of an IPv6 address.

    With IPv6 a visitor usually has 2^64 addresses, and could otherwise pretend to be many visitors.
    """
    address = plain_address(request.client.host) if request.client else ""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    return address if found.version == 4 else str(ipaddress.ip_network((found, 64), strict=False))
