"""Exports: the outcome of a lane as JSON, its course as CSV, its picture and its animation; few at a time."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.responses import Response

from ergodoku.web.runs import BusyError

if TYPE_CHECKING:
    from ergodoku.engine.result import Result
    from ergodoku.web.course import Course
    from ergodoku.web.limits import Limits

T = TypeVar("T")
TYPES = {"csv": "text/csv", "gif": "image/gif", "json": "application/json", "png": "image/png"}


class Exports:
    """Work that is too long for the loop: in a thread, and no more at a time than the limit says."""

    def __init__(self, limits: Limits) -> None:
        self.limits, self.active = limits, 0

    async def run(self, work: Callable[[], T]) -> T:
        """Do one piece of work, or raise `BusyError`."""
        if self.active >= self.limits.exports:
            raise BusyError(503, "the server is making something for someone else", 2)
        self.active += 1
        try:
            return await asyncio.to_thread(work)
        finally:
            self.active -= 1

    async def export(self, course: Course, lane: int, kind: str) -> Response:
        """Return one lane of a run as a file."""
        if lane >= len(course.lanes):
            raise HTTPException(404, f"the run has {len(course.lanes)} lanes, counted from 0")
        result = course.lanes[lane].result
        if result is None:
            raise HTTPException(409, "the run has not ended yet; wait for it, or cancel it")
        content = await self.run(lambda: make(result, kind))
        name = f"ergodoku-{course.lanes[lane].name}-{course.seed}.{kind}"
        headers = {"content-disposition": f'attachment; filename="{_plain(name)}"'}
        return Response(content, media_type=TYPES[kind], headers=headers)

    def close(self) -> None:
        """Take no more work."""


def make(result: Result, kind: str) -> bytes:
    """Return a result in one of the kinds of `TYPES`."""
    makers: dict[str, Callable[[Any], bytes]] = {"csv": _csv, "gif": _gif, "json": _json, "png": _png}
    return makers[kind](result)


def _json(result: Result) -> bytes:
    return json.dumps(result.to_dict() | {"trace": _trace(result)}, allow_nan=False).encode()


def _csv(result: Result) -> bytes:
    stream = io.StringIO(newline="")
    columns = result.trace.to_dict()
    writer = csv.writer(stream)
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return stream.getvalue().encode()


def _gif(result: Result) -> bytes:
    return _by_file(lambda path: result.save_gif(path), ".gif")


def _png(result: Result) -> bytes:
    def save(path: Path) -> None:
        axes = result.plot()  # type: ignore[attr-defined]
        figure = getattr(axes, "figure", axes)
        figure.savefig(path, dpi=150)

    return _by_file(save, ".png")


def _by_file(save: Callable[[Path], object], suffix: str) -> bytes:
    with tempfile.TemporaryDirectory(prefix="ergodoku-") as folder:
        path = Path(folder) / f"export{suffix}"
        save(path)
        return path.read_bytes()


def _trace(result: Result) -> dict[str, list[float | None]]:
    columns = result.trace.to_dict()
    return {name: [None if v != v else v for v in values] for name, values in columns.items()}


def _plain(name: str) -> str:
    return "".join(c if c.isascii() and (c.isalnum() or c in "-._") else "_" for c in name)
