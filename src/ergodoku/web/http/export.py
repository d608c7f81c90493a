"""Exports: the outcome of a contender as JSON, its trace as CSV, its picture or animation; few at a time."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

from ergodoku.base.errors import PuzzleError
from ergodoku.web.runs import BusyError, SideProcess, SideProcessError, by_file

if TYPE_CHECKING:
    from ergodoku.engine.result import Result
    from ergodoku.methods.method import Method
    from ergodoku.puzzle.generate import Recipe
    from ergodoku.puzzle.puzzle import Puzzle
    from ergodoku.web.limits import Limits
    from ergodoku.web.runs import ServerRun

TYPES = {"csv": "text/csv", "gif": "image/gif", "json": "application/json", "png": "image/png"}
EXPORT_SECONDS = 60.0
GENERATE_SECONDS = 20.0


class Exports:
    """Makes files and new puzzles in side processes, no more at a time than the limit says."""

    def __init__(self, limits: Limits) -> None:
        self.processes = tuple(SideProcess() for _ in range(limits.exports))
        self.idle = list(self.processes)

    async def export(self, run: ServerRun, contender: int, kind: str) -> Response:
        """Return one contender of a run as a file."""
        if contender >= len(run.lanes):
            raise HTTPException(404, f"the run has no contender {contender}; they count from 0")
        lane = run.lanes[contender]
        if lane.result is None:
            raise HTTPException(409, "this contender has no outcome; wait for its end, or cancel the run")
        try:
            content = await self._make(lane.result, lane.contender.method, kind)
        except SideProcessError as error:
            raise BusyError(503, f"the file could not be made: {error}", 5) from None
        name = f"ergodoku-{lane.contender.label}-{run.seed}.{kind}"
        headers = {"content-disposition": f'attachment; filename="{_plain(name)}"'}
        return Response(content, media_type=TYPES[kind], headers=headers)

    async def generate(self, recipe: Recipe, seed: int) -> Puzzle:
        """Return a new puzzle."""
        try:
            puzzle: Puzzle = await self._do("generated", recipe, seed, seconds=GENERATE_SECONDS)
        except SideProcessError as error:
            raise PuzzleError(
                f"no such puzzle was made: {error}", "ask for more clues, or for another difficulty"
            ) from None
        return puzzle

    def close(self) -> None:
        """End the side processes."""
        for process in self.processes:
            process.close()

    async def _make(self, result: Result, method: Method, kind: str) -> bytes:
        if kind == "gif":
            made: bytes = await self._do("animation", result, method, seconds=EXPORT_SECONDS)
        elif kind == "png":
            made = await self._do("picture", result, seconds=EXPORT_SECONDS)
        else:
            made = await asyncio.to_thread(_as_csv if kind == "csv" else _as_json, result)
        return made

    async def _do(self, job: str, *arguments: object, seconds: float) -> Any:
        if not self.idle:
            raise BusyError(503, "the server is making something for someone else", 2)
        process = self.idle.pop()
        try:
            return await process.do(job, *arguments, seconds=seconds)
        finally:
            self.idle.append(process)


def _as_json(result: Result) -> bytes:
    """Return the outcome with its trace."""
    columns = result.trace.to_dict()
    trace = {name: [None if v != v else v for v in values] for name, values in columns.items()}
    return json.dumps(result.to_dict() | {"trace": trace}, allow_nan=False).encode()


def _as_csv(result: Result) -> bytes:
    """Return the trace, one row per point."""
    return by_file(result.trace.to_csv, ".csv")


def _plain(name: str) -> str:
    return "".join(c if c.isascii() and (c.isalnum() or c in "-._") else "_" for c in name)
