"""``ergodoku serve``: serve the web page."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from ergodoku.base.errors import ErgodokuError
from ergodoku.web.limits import PREFIX, Limits


def _limit(name: str) -> Any:
    limit = Limits.__dataclass_fields__[name]
    return typer.Option(
        f"--limit-{name}",
        envvar=f"{PREFIX}{name.upper()}",
        show_envvar=False,
        metavar="N",
        help=f"{limit.metadata['help']} [{limit.default:g}]",
        rich_help_panel="Limits",
    )


def serve(
    host: Annotated[
        str,
        typer.Option(
            envvar="ERGODOKU_HOST",
            metavar="NAME",
            help="Address to listen on; 127.0.0.1 allows only this machine.",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            envvar="ERGODOKU_PORT",
            metavar="N",
            min=0,
            max=65535,
            help="Port to listen on; 0 picks a free one.",
        ),
    ] = 8000,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            envvar="ERGODOKU_ALLOW_HOST",
            metavar="NAME",
            help="Another host name under which browsers may reach the server, such as the name of a proxy; "
            "may be repeated.",
        ),
    ] = None,
    behind_proxy: Annotated[
        bool,
        typer.Option(
            "--behind-proxy",
            envvar="ERGODOKU_BEHIND_PROXY",
            help="Identify visitors by X-Forwarded-For. Make sure that only your proxy can reach this port.",
        ),
    ] = False,
    size: Annotated[int | None, _limit("size")] = None,
    body: Annotated[int | None, _limit("body")] = None,
    running: Annotated[int | None, _limit("running")] = None,
    slow: Annotated[int | None, _limit("slow")] = None,
    queue: Annotated[int | None, _limit("queue")] = None,
    visitor: Annotated[int | None, _limit("visitor")] = None,
    checks: Annotated[float | None, _limit("checks")] = None,
    contenders: Annotated[int | None, _limit("contenders")] = None,
    seconds: Annotated[float | None, _limit("seconds")] = None,
    life: Annotated[float | None, _limit("life")] = None,
    keep: Annotated[float | None, _limit("keep")] = None,
    kept: Annotated[int | None, _limit("kept")] = None,
    population: Annotated[int | None, _limit("population")] = None,
    sockets: Annotated[int | None, _limit("sockets")] = None,
    frames: Annotated[float | None, _limit("frames")] = None,
    messages: Annotated[float | None, _limit("messages")] = None,
    exports: Annotated[int | None, _limit("exports")] = None,
) -> None:
    """Serve the web page: type a puzzle, and watch the search.

    Open the printed address in a browser. Ctrl-C stops the server. Every option is also an environment
    variable: ERGODOKU_HOST, ERGODOKU_PORT, ERGODOKU_LIMIT_SIZE and so on. The log goes to stderr, one JSON
    object per line. The HTTP interface is described at /docs.

    \b
    Examples:
      ergodoku serve
      ergodoku serve --port 0 --limit-seconds 10
      ergodoku serve --host 0.0.0.0 --limit-visitor 1 --limit-running 4
      ergodoku serve --behind-proxy --allow-host sudoku.example.org
    """
    given = {
        name: value
        for name, value in locals().items()
        if name in Limits.__dataclass_fields__ and value is not None
    }
    try:
        import fastapi  # noqa: F401
        import ifaddr  # noqa: F401
        import uvicorn  # noqa: F401
        import websockets  # noqa: F401
    except ImportError:
        raise ErgodokuError(
            'the web page needs fastapi, uvicorn, websockets and ifaddr: pip install "ergodoku[web]"'
        ) from None
    from ergodoku.web.http import LOOPBACK
    from ergodoku.web.server import serve as serve_page

    def ready(addresses: list[str]) -> None:
        for address in addresses:
            print(f"Ergodoku at {address}", flush=True)
        if host not in LOOPBACK:
            print("note: other machines can reach the server, and anyone can start searches", file=sys.stderr)

    serve_page(host, port, Limits(**given), allow_host or (), behind_proxy, ready)
