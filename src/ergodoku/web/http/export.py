"""Exports: the outcome of a contender as JSON, its trace as CSV, its picture or animation; few at a time."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

from ergodoku.base.errors import PuzzleError
from ergodoku.web.runs import SHORT, BusyError, SideProcess, SideProcessError, by_file

if TYPE_CHECKING:
    from ergodoku.engine.result import Result
    from ergodoku.puzzle.generate import Recipe
    from ergodoku.puzzle.puzzle import Puzzle
    from ergodoku.web.limits import Limits
    from ergodoku.web.runs import Lane, ServerRun

TYPES = {
    "gif": "image/gif",
    "mp4": "video/mp4",
    "png": "image/png",
    "csv": "text/csv",
    "json": "application/json",
}
FILMS = ("gif", "mp4")
EXPORT_SECONDS = 60.0
PATIENCE, LOOK = 30.0, 0.05  # seconds that a job waits for its turn, and between two looks
MOST_WAITING = 20
GENERATE_SECONDS = 20.0


class Exports:
    """Makes files and new puzzles in side processes, no more at a time than the limit says."""

    def __init__(self, limits: Limits) -> None:
        self.processes = tuple(SideProcess() for _ in range(limits.exports))
        self.idle = list(self.processes)
        self.waiting = 0

    async def export(self, run: ServerRun, contender: int, kind: str, name: str = "") -> Response:
        """Return one contender of a run as a file; a film says the name of the puzzle."""
        lane = _ended(run, contender)
        try:
            content = await self._make(lane, kind, name)
        except SideProcessError as error:
            raise BusyError(503, f"the file could not be made: {error}", 5) from None
        name = f"ergodoku-{lane.contender.label}-{run.seed}.{kind}"
        headers = {"content-disposition": f'attachment; filename="{_plain(name)}"'}
        return Response(content, media_type=TYPES[kind], headers=headers)

    async def replay(self, run: ServerRun, contender: int) -> dict[str, Any]:
        """Return the boards of one contender, each as its difference from the one before."""
        lane = _ended(run, contender)
        await self._film(lane)
        if lane.film is None:
            raise HTTPException(409, "this contender kept no boards: there was no search")
        return lane.film.to_dict()

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

    async def _film(self, lane: Lane) -> None:
        """Get more boards of a short run, once; those seen live are enough for a long one."""
        result = lane.result
        if lane.filmed or result is None or result.iterations == 0 or result.seconds >= SHORT:
            return
        with suppress(SideProcessError):  # those that were seen have to do
            method = lane.contender.method
            film = await self._do("film", result, method, seconds=EXPORT_SECONDS)
            lane.film = film or lane.film
        lane.filmed = True

    async def _make(self, lane: Lane, kind: str, name: str) -> bytes:
        result = lane.result
        assert result is not None
        if kind in FILMS:
            await self._film(lane)
            caption = ", ".join(word for word in (name, f"seed {result.seed}") if word)
            shown = replace(result, keyframes=lane.film.boards() if lane.film else [])
            made: bytes = await self._do("animation", shown, kind, caption, seconds=EXPORT_SECONDS)
        elif kind == "png":
            made = await self._do("picture", result, seconds=EXPORT_SECONDS)
        else:
            made = await asyncio.to_thread(_as_csv if kind == "csv" else _as_json, result)
        return made

    async def _do(self, job: str, *arguments: object, seconds: float) -> Any:
        """Return what a job makes; it waits for its turn, but not for ever, and not behind too many."""
        deadline = time.monotonic() + PATIENCE
        while not self.idle:
            if time.monotonic() >= deadline or self.waiting >= MOST_WAITING:
                raise BusyError(503, "the server is making something for someone else", 2)
            self.waiting += 1
            try:
                await asyncio.sleep(LOOK)
            finally:
                self.waiting -= 1
        process = self.idle.pop()
        try:
            return await process.do(job, *arguments, seconds=seconds)
        finally:
            self.idle.append(process)


def _ended(run: ServerRun, contender: int) -> Lane:
    if contender >= len(run.lanes):
        raise HTTPException(404, f"the run has no contender {contender}; they count from 0")
    lane = run.lanes[contender]
    if lane.result is None:
        raise HTTPException(409, "this contender has no outcome; wait for its end, or cancel the run")
    return lane


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
