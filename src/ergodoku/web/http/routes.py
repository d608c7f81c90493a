"""The HTTP interface: every address with its parameters and its response."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Depends, FastAPI, Header, Path, Query, Request
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.exceptions import HTTPException

from ergodoku._version import __version__
from ergodoku.base.errors import ErgodokuError
from ergodoku.web.http.disconnects import while_connected
from ergodoku.web.http.docs import STYLE, docs_page
from ergodoku.web.http.export import TYPES, Exports
from ergodoku.web.http.method_forms import describe_methods
from ergodoku.web.http.puzzles import describe, fault, read_puzzle, recipe_of, seeds_of
from ergodoku.web.http.requests import PuzzleAsked, RecipeAsked, RunAsked, SeedsAsked
from ergodoku.web.http.responses import Another, Health, Started, faults, run_dict
from ergodoku.web.http.samples import samples
from ergodoku.web.http.static_files import page_at, static_file
from ergodoku.web.http.visitors import Visitors, visitor_of
from ergodoku.web.limits import Limits
from ergodoku.web.runs import RunRegistry, ServerRun, contenders_of

Token = Annotated[str, Query(max_length=200, description="Token of the run, if not in the header.")]
Bearer = Annotated[str, Header(max_length=300, description="'Bearer ' followed by the token of the run.")]
RunId = Annotated[str, Path(max_length=100)]
Contender = Annotated[int, Query(ge=0, le=63, description="Number of the contender, from 0.")]


def add_pages(app: FastAPI, runs: RunRegistry) -> None:
    """Add the page, the description of the interface, and the health check."""

    @app.get("/", include_in_schema=False)
    def page(request: Request) -> HTMLResponse:
        return HTMLResponse(page_at(str(request.base_url)))

    @app.get("/static/{path:path}", include_in_schema=False)
    def file(path: str) -> FileResponse:
        return static_file(path)

    @app.get("/docs", include_in_schema=False)
    def docs() -> HTMLResponse:
        return HTMLResponse(docs_page(app.openapi()))

    @app.get("/docs/style.css", include_in_schema=False)
    def style() -> Response:
        return Response(STYLE, media_type="text/css")

    @app.get("/healthz", tags=["server"])
    async def health() -> Health:
        """Return the status of the server and the number of its runs."""
        return Health(status="ok", version=__version__, running=runs.running, queued=runs.queued)


def add_puzzles(app: FastAPI, limits: Limits, exports: Exports) -> None:
    """Add the addresses for methods and samples, and for checking and making puzzles."""
    visitors = Visitors(limits)

    @app.get("/api/methods", tags=["methods"])
    def methods() -> dict[str, Any]:
        """Return all methods with their parameters, defaults and ranges, and the limits of this server."""
        return describe_methods(limits)

    @app.get("/api/samples", tags=["puzzles"])
    def sample_puzzles() -> dict[str, Any]:
        """Return sample puzzles."""
        return {"samples": [sample for sample in samples() if sample["size"] <= limits.size]}

    @app.post(
        "/api/puzzles/check",
        tags=["puzzles"],
        responses=faults(403, 422, 429),
        dependencies=[Depends(visitors.may_check)],
    )
    def check(asked: PuzzleAsked) -> dict[str, Any]:
        """Read a puzzle in any format; return its description, or what is wrong with it and where."""
        try:
            return describe(read_puzzle(asked.puzzle, asked.box, asked.layout, limits))
        except ErgodokuError as error:
            return {"valid": False, **fault(error)}

    @app.post(
        "/api/puzzles/seeds",
        tags=["puzzles"],
        responses=faults(403, 422, 429),
        dependencies=[Depends(visitors.may_check)],
    )
    def seeds(asked: SeedsAsked) -> dict[str, Any]:
        """Return the seeds that ``ergodoku compare`` uses, as text: JavaScript numbers have only 53 bits."""
        puzzle = read_puzzle(asked.puzzle, asked.box, asked.layout, limits)
        return {"seeds": [str(seed) for seed in seeds_of(puzzle, asked.runs, asked.seed)]}

    @app.post(
        "/api/puzzles/generate",
        tags=["puzzles"],
        responses=faults(403, 422, 429, 503),
        dependencies=[Depends(visitors.may_make)],
    )
    async def generate(asked: RecipeAsked, request: Request) -> dict[str, Any]:
        """Make a new puzzle."""
        recipe, seed = recipe_of(asked, limits)
        puzzle = await while_connected(request, exports.generate(recipe, seed))
        return describe(puzzle) | {"seed": seed}


def add_runs(app: FastAPI, limits: Limits, runs: RunRegistry, exports: Exports) -> None:
    """Add the addresses to start, look up, cancel and export runs."""

    def mine(run_id: str, token: str, authorization: str) -> ServerRun:
        run = runs.find(run_id)
        if run is None:
            raise HTTPException(404, "there is no such run; the server may have deleted it already")
        said = authorization.removeprefix("Bearer ").strip() or token
        if not runs.may(run, said):
            raise HTTPException(403, "this is not the token of the run")
        return run

    @app.post(
        "/api/runs",
        tags=["runs"],
        status_code=201,
        response_model_exclude_none=True,
        responses=faults(403, 422, 429, 503) | {202: {"model": Started, "description": "The run is queued."}},
    )
    def start(asked: RunAsked, request: Request, response: Response) -> Started:
        """Start a run (201), or queue it (202); all other requests about the run need the returned token."""
        puzzle = read_puzzle(asked.puzzle, asked.box, asked.layout, limits)
        run = runs.start(
            puzzle,
            contenders_of([(each.method, each.parameters) for each in asked.contenders], limits),
            visitor=visitor_of(request),
            seed=asked.seed,
            seconds=min(asked.time_limit or limits.seconds, limits.seconds),
            until=asked.until,
            paused=asked.paused,
            watchable=asked.watchable,
            steering=asked.steering,
            speed=asked.speed,
        )
        position = run.position
        response.status_code = 201 if position is None else 202
        status = "queued" if position is not None else run.status
        return Started(
            id=run.id,
            token=run.token,
            status=status,
            contenders=len(run.lanes),
            position=position,
        )

    known = faults(403, 404, 422)

    @app.get("/api/runs/{run_id}", tags=["runs"], responses=known)
    def look(run_id: RunId, token: Token = "", authorization: Bearer = "") -> dict[str, Any]:
        """Return the state of a run, or its outcome."""
        run = mine(run_id, token, authorization)
        run.watch(0)
        return run_dict(run)

    @app.delete("/api/runs/{run_id}", tags=["runs"], responses=known)
    def cancel(run_id: RunId, token: Token = "", authorization: Bearer = "") -> dict[str, Any]:
        """Cancel a run; delete it if it has ended."""
        run = mine(run_id, token, authorization)
        runs.drop(run)
        return {"id": run.id, "status": run.status}

    @app.get("/api/runs/{run_id}/replay", tags=["runs"], responses=faults(403, 404, 409, 422, 503))
    async def replay(
        run_id: RunId,
        request: Request,
        token: Token = "",
        authorization: Bearer = "",
        contender: Contender = 0,
    ) -> dict[str, Any]:
        """Return the boards of a contender that has ended: iterations, energies, and differences of cells.

        The differences (``deltas``) are bytes in base64, one row per board: its cells minus the cells of the
        previous board, modulo 256.
        """
        run = mine(run_id, token, authorization)
        return await while_connected(request, exports.replay(run, contender))

    @app.get("/api/runs/{run_id}/another", tags=["runs"], responses=faults(403, 404, 409, 422, 503))
    async def another(
        run_id: RunId,
        request: Request,
        token: Token = "",
        authorization: Bearer = "",
        contender: Contender = 0,
    ) -> Another:
        """Look briefly for a second solution of a solved puzzle; if there is one, a clue may be missing."""
        run = mine(run_id, token, authorization)
        return Another(another=await while_connected(request, exports.another(run, contender)))

    @app.get(
        "/api/runs/{run_id}/export.{kind}",
        tags=["runs"],
        response_class=Response,
        responses=faults(403, 404, 409, 422, 503)
        | {200: {"content": {media: {} for media in TYPES.values()}, "description": "The file."}},
    )
    async def export(
        run_id: RunId,
        kind: Annotated[str, Path(pattern="^(gif|mp4|png|csv|json)$")],
        request: Request,
        token: Token = "",
        authorization: Bearer = "",
        contender: Contender | Literal["all"] = 0,
        name: Annotated[str, Query(max_length=60, description="Name of the puzzle in a film.")] = "",
    ) -> Response:
        """Return the animation, the picture, the trace or the outcome of a contender that has ended.

        With ``contender=all``, the file is about all contenders of a race.
        """
        run = mine(run_id, token, authorization)
        who = None if contender == "all" else contender
        return await while_connected(request, exports.export(run, who, kind, name))
