"""The guard checks host, origin and size of every request, and adds security headers to every response."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ergodoku.web.http.hosts import LOOPBACK, plain_address
from ergodoku.web.http.responses import refused

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from ergodoku.web.limits import Limits

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
BODY_SECONDS = 15.0
POLICY = "; ".join(
    [
        "default-src 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class Guard:
    """Refuses requests that are too large or too slow, or that name an unknown host.

    Pages of other sites may not change anything, nor open a WebSocket. Programs other than browsers may: they
    send no origin.

    Parameters
    ----------
    app : ASGI application
        The application to guard.
    limits : Limits
        Limits the size of a body.
    hosts : frozenset of str
        The accepted host names of the server, without ports, in lower case. The address at which a request
        arrives is always accepted. All other names are refused: another site could point its name to this
        machine.
    behind_proxy : bool
        Take the visitor's address from ``X-Forwarded-For`` (its last entry, which the proxy adds), and the
        scheme of links to the page from ``X-Forwarded-Proto``.
    """

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits,
        hosts: frozenset[str] = LOOPBACK,
        *,
        behind_proxy: bool = False,
    ) -> None:
        self.app, self.limits, self.hosts, self.behind_proxy = app, limits, hosts, behind_proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or one socket."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]
        }
        if self.behind_proxy:
            scope = _forwarded(scope, headers)
        problem = self._problem(scope, headers)
        if scope["type"] == "websocket":
            if problem:
                await send({"type": "websocket.close", "code": 1008, "reason": problem[1]})
            else:
                await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                extra = HEADERS | {"cache-control": "no-cache" if _kept(scope["path"]) else "no-store"}
                message["headers"] = [
                    *message["headers"],
                    *((k.encode(), v.encode()) for k, v in extra.items() if k.encode() not in present),
                ]
            await send(message)

        if problem is None:
            body, problem = await self._body(receive, headers)
        if problem:
            await refused(*problem)(scope, receive, send_with_headers)
            return
        if scope["method"] == "HEAD":  # answered like GET; uvicorn leaves the body out
            scope = {**scope, "method": "GET"}
        await self.app(scope, _replay(body, receive), send_with_headers)

    def _problem(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        name = _name(host)
        if not name or (name not in self.hosts and name != _arrived_at(scope)):
            return 421, "this server does not accept that host name; see --allow-host"
        unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE
        origin = headers.get("origin")
        if unsafe and origin is not None and _site(origin) != host.lower():
            return 403, "requests from other sites are not allowed"
        return None

    async def _body(self, receive: Receive, headers: dict[str, str]) -> tuple[bytes, tuple[int, str] | None]:
        """Return the body and None, or no bytes and the problem: too large, too slow or incomplete."""
        too_large = (413, f"the request is larger than {self.limits.body} bytes")
        length = headers.get("content-length", "0")
        if length.isdecimal() and int(length[:20]) > self.limits.body:
            return b"", too_large
        body = bytearray()
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        return b"", (400, "the request ended early")
                    body += message.get("body", b"")
                    if len(body) > self.limits.body:
                        return b"", too_large
                    if not message.get("more_body", False):
                        return bytes(body), None
        except TimeoutError:
            return b"", (408, "the request took too long")


def _forwarded(scope: Scope, headers: dict[str, str]) -> Scope:
    """Return the scope with the address and scheme of the visitor instead of those of the proxy."""
    client = plain_address(headers.get("x-forwarded-for", "").rpartition(",")[2].strip())
    scope = {**scope, "client": (client, 0)} if client else scope
    secure = headers.get("x-forwarded-proto", "").rpartition(",")[2].strip().lower() == "https"
    return {**scope, "scheme": "https"} if secure and scope["type"] == "http" else scope


def _arrived_at(scope: Scope) -> str:
    """Return the address of this machine at which a request arrived."""
    server = scope.get("server")
    return plain_address(server[0]) if server else ""


def _replay(body: bytes, receive: Receive) -> Receive:
    told = False

    async def again() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _kept(path: str) -> bool:
    return path == "/" or path.startswith(("/static/", "/docs"))


def _name(host: str) -> str:
    """Return the name of a host without its port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _site(origin: str) -> str:
    """Return host and port of an origin; empty for ``null`` and for an invalid origin."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return ""
    return parts.netloc.lower() if parts.scheme in ("http", "https") else ""
