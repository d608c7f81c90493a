"""``ergodoku serve``: the web page."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from ergodoku.puzzle.errors import PuzzleError


def _limit(name: str, help: str) -> Any:
    return typer.Option(
        f"--limit-{name}",
        envvar=f"ERGODOKU_LIMIT_{name.upper()}",
        show_envvar=False,
        metavar="N",
        help=help,
        rich_help_panel="Limits",
    )


def serve(
    host: Annotated[
        str, typer.Option(envvar="ERGODOKU_HOST", help="Where to listen; 127.0.0.1 is this machine alone.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(envvar="ERGODOKU_PORT", min=0, max=65535, help="The port; 0 takes a free one.")
    ] = 8000,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            envvar="ERGODOKU_ALLOW_HOST",
            metavar="NAME",
            help="A name the server goes by, behind a proxy, say; may be repeated.",
        ),
    ] = None,
    size: Annotated[int | None, _limit("size", "Largest size of a puzzle. [36]")] = None,
    body: Annotated[int | None, _limit("body", "Bytes of a request or a message. [65536]")] = None,
    running: Annotated[int | None, _limit("running", "Searches at the same time. [cores - 1]")] = None,
    queue: Annotated[int | None, _limit("queue", "Runs that wait or rest. [20]")] = None,
    visitor: Annotated[int | None, _limit("visitor", "Unfinished runs of a visitor. [2]")] = None,
    lanes: Annotated[int | None, _limit("lanes", "Methods in a race. [6]")] = None,
    seconds: Annotated[float | None, _limit("seconds", "Seconds of searching in a run. [60]")] = None,
    life: Annotated[float | None, _limit("life", "Seconds of a run, pauses included. [1800]")] = None,
    keep: Annotated[float | None, _limit("keep", "Seconds to keep a finished run. [600]")] = None,
    kept: Annotated[int | None, _limit("kept", "Finished runs kept. [100]")] = None,
    population: Annotated[int | None, _limit("population", "Largest population. [5000]")] = None,
    sockets: Annotated[int | None, _limit("sockets", "Open WebSockets. [200]")] = None,
    frames: Annotated[float | None, _limit("frames", "Frames a second to a viewer. [30]")] = None,
    messages: Annotated[float | None, _limit("messages", "Messages a second from a viewer. [20]")] = None,
    exports: Annotated[int | None, _limit("exports", "Exports at the same time. [1]")] = None,
) -> None:
    """Serve the web page: type a puzzle, and watch it being solved.

    The address is printed; open it in a browser. Ctrl-C ends it. Every option is also an environment
    variable: ERGODOKU_HOST, ERGODOKU_PORT, ERGODOKU_LIMIT_SIZE ... The log goes to stderr, one JSON object
    per line. The HTTP interface is described at /docs.

    \b
    Examples:
      ergodoku serve
      ergodoku serve --port 0 --limit-seconds 10
      ergodoku serve --host 0.0.0.0 --limit-visitor 1 --limit-running 4
    """
    given = {
        name: value
        for name, value in locals().items()
        if name not in ("host", "port", "allow_host") and value is not None
    }
    try:
        import fastapi  # noqa: F401
        import uvicorn  # noqa: F401
        import websockets  # noqa: F401
    except ImportError:
        raise PuzzleError(
            'the web page needs fastapi, uvicorn and websockets: pip install "ergodoku[web]"'
        ) from None
    from ergodoku.web.limits import Limits
    from ergodoku.web.server import serve as listen

    def ready(address: str) -> None:
        print(f"Ergodoku at {address}", flush=True)
        if host not in ("127.0.0.1", "localhost", "::1"):
            print("note: other machines can reach it, and anyone may start searches", file=sys.stderr)

    names = frozenset(name.lower() for name in allow_host) if allow_host else None
    listen(host, port, Limits(**given), names, ready)
