"""Exports: the outcome of a contender as JSON, its trace as CSV, its picture or its animation.

Other jobs for the side processes are here too: boards for a replay, new puzzles, other solutions.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

from ergodoku.base.errors import PuzzleError
from ergodoku.web.http.outcomes import (
    as_csv,
    as_json,
    as_race_csv,
    as_race_json,
    by_name,
    caption,
    plain_name,
)
from ergodoku.web.runs import SHORT, BusyError, SideProcess, SideProcessError

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
PATIENCE, LOOK = 30.0, 0.05  # seconds: longest wait for an idle process, and time between two checks
MOST_WAITING = 20
GENERATE_SECONDS = 20.0


class Exports:
    """Makes files and new puzzles in side processes; the number of processes is limited."""

    def __init__(self, limits: Limits) -> None:
        self.processes = tuple(SideProcess() for _ in range(limits.exports))
        self.idle = list(self.processes)
        self.waiting = 0

    async def export(self, run: ServerRun, contender: int | None, kind: str, name: str = "") -> Response:
        """Return one contender of a run, or all of them, as a file; a film shows the name of the puzzle."""
        lanes = _all_ended(run) if contender is None else [_ended(run, contender)]
        alone = contender is not None or len(run.lanes) == 1
        try:
            making = self._make(lanes[0], kind, name) if alone else self._make_race(lanes, kind, name)
            content = await making
        except SideProcessError as error:
            raise BusyError(503, f"the file could not be made: {error}", 5) from None
        label = lanes[0].contender.label if alone else "race"
        file = plain_name(f"ergodoku-{label}-{run.seed}.{kind}")
        headers = {"content-disposition": f'attachment; filename="{file}"'}
        return Response(content, media_type=TYPES[kind], headers=headers)

    async def replay(self, run: ServerRun, contender: int) -> dict[str, Any]:
        """Return the boards of one contender, each as its difference from the previous board."""
        lane = _ended(run, contender)
        await self._film(lane)
        if lane.film is None:
            raise HTTPException(409, "this contender kept no boards: there was no search")
        return lane.film.to_dict()

    async def another(self, run: ServerRun, contender: int) -> bool:
        """Return whether a brief look finds a second solution, different from the contender's."""
        result = _ended(run, contender).result
        try:
            found: bool = await self._do("another", result, seconds=EXPORT_SECONDS)
        except SideProcessError as error:
            raise BusyError(503, f"the search for another solution failed: {error}", 5) from None
        return found

    async def generate(self, recipe: Recipe, seed: int) -> Puzzle:
        """Return a new puzzle."""
        try:
            puzzle: Puzzle = await self._do("generated", recipe, seed, seconds=GENERATE_SECONDS)
        except SideProcessError as error:
            raise PuzzleError(
                f"the puzzle could not be made: {error}", "try more clues, or another difficulty"
            ) from None
        return puzzle

    async def close(self) -> None:
        """End the side processes."""
        for process in self.processes:
            await process.end()

    async def _film(self, lane: Lane) -> None:
        """Run a short run again, once, to get more boards; a long run has enough from the live view."""
        result = lane.result
        if lane.filmed or result is None or result.iterations == 0 or result.seconds >= SHORT:
            return
        with suppress(SideProcessError):  # if this fails, use the boards of the live view this time
            method = lane.contender.method
            film = await self._do("film", result, method, seconds=EXPORT_SECONDS)
            lane.film = film or lane.film
            lane.filmed = True

    async def _make(self, lane: Lane, kind: str, name: str) -> bytes:
        result = lane.result
        assert result is not None
        made: bytes
        if kind in FILMS:
            shown = await self._with_boards(lane)
            words = caption(name, result)
            made = await self._do("animation", shown, kind, words, seconds=EXPORT_SECONDS)
        elif kind == "png":
            made = await self._do("picture", result, seconds=EXPORT_SECONDS)
        elif kind == "csv":
            made = await asyncio.to_thread(as_csv, result)
        else:
            made = await asyncio.to_thread(as_json, result)
        return made

    async def _make_race(self, lanes: list[Lane], kind: str, name: str) -> bytes:
        """Return all contenders in one file."""
        results = by_name(lanes)
        made: bytes
        if kind in FILMS:
            shown = dict(zip(results, [await self._with_boards(lane) for lane in lanes], strict=True))
            words = caption(name, next(iter(results.values())))
            made = await self._do("race_animation", shown, kind, words, seconds=EXPORT_SECONDS)
        elif kind == "png":
            made = await self._do("race_picture", results, seconds=EXPORT_SECONDS)
        elif kind == "csv":
            made = await asyncio.to_thread(as_race_csv, results)
        else:
            made = await asyncio.to_thread(as_race_json, results)
        return made

    async def _with_boards(self, lane: Lane) -> Result:
        """Return the result with the boards of its replay."""
        await self._film(lane)
        assert lane.result is not None
        return replace(lane.result, keyframes=lane.film.boards() if lane.film else [])

    async def _do(self, job: str, *arguments: object, seconds: float) -> Any:
        """Return the result of a job; raise `BusyError` if the wait is too long or the queue is full."""
        deadline = time.monotonic() + PATIENCE
        while not self.idle:
            if time.monotonic() >= deadline or self.waiting >= MOST_WAITING:
                raise BusyError(503, "the server is busy with other exports and new puzzles", 2)
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
        raise HTTPException(404, f"the run has no contender {contender}; contenders are numbered from 0")
    lane = run.lanes[contender]
    if lane.result is None:
        raise HTTPException(409, "this contender has no outcome; wait until it ends, or cancel the run")
    return lane


def _all_ended(run: ServerRun) -> list[Lane]:
    """Return the lanes of a run that have an outcome; a lane that failed has none."""
    if not all(lane.ended for lane in run.lanes):
        raise HTTPException(409, "the race is not over; wait until it ends, or cancel it")
    lanes = [lane for lane in run.lanes if lane.result is not None]
    if not lanes:
        raise HTTPException(409, "no contender of this run has an outcome")
    return lanes
