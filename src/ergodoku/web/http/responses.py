"""The responses of the server: their data types for the OpenAPI document, and a run as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel
from starlette.responses import JSONResponse

if TYPE_CHECKING:
    from ergodoku.web.runs import Lane, ServerRun


class Json(JSONResponse):
    """JSON in plain ASCII, so that any characters that a client sent can be sent back."""

    def render(self, content: Any) -> bytes:
        """Return the text."""
        return json.dumps(content, allow_nan=False, separators=(",", ":")).encode("ascii")


class Health(BaseModel):
    """The state of the server."""

    status: str
    version: str
    running: int
    queued: int


class Started(BaseModel):
    """A run that was started or queued."""

    id: str
    token: str
    status: str
    contenders: int
    position: int | None = None


class Another(BaseModel):
    """Whether another solution was found; if not, there may still be one that a brief look misses."""

    another: bool


class Fault(BaseModel):
    """What is wrong, what to do about it, and the cells at fault."""

    error: str
    remedy: str
    cells: list[int]


_MEANINGS = {
    400: "The request cannot be read.",
    403: "The token is wrong, or the request comes from another site.",
    404: "There is no such run.",
    408: "The request took too long.",
    409: "The contender has no outcome yet, or failed.",
    413: "The body is too large.",
    421: "The server does not accept that host name.",
    422: "The puzzle, the method or a parameter cannot be used.",
    429: "The visitor has too many runs, or sends too many requests; see Retry-After.",
    503: "The server is busy; see Retry-After.",
}


def refused(status: int, error: str, remedy: str = "", headers: Mapping[str, str] | None = None) -> Json:
    """Return a `Fault` without cells as a response."""
    return Json({"error": error, "remedy": remedy, "cells": []}, status, headers=headers)


def faults(*codes: int) -> dict[int | str, dict[str, Any]]:
    """Return the descriptions of error codes for the OpenAPI document."""
    return {code: {"model": Fault, "description": _MEANINGS[code]} for code in codes}


def run_dict(run: ServerRun) -> dict[str, Any]:
    """Return the state of a run."""
    status, message = run.outcome()
    told: dict[str, Any] = {"id": run.id, "status": status, "seed": run.seed}
    if (position := run.position) is not None:
        told["position"] = position
    if message:
        told["message"] = message
    return told | {"contenders": [_lane_dict(lane) for lane in run.lanes]}


def _lane_dict(lane: Lane) -> dict[str, Any]:
    status, message, result = lane.outcome()
    told: dict[str, Any] = {"method": lane.contender.name, "status": status}
    if message:
        told["message"] = message
    if (frame := lane.frame) is not None:
        told |= {
            name: value for name, value in frame.content.items() if name not in ("type", "run", "contender")
        }
        told["grid"] = frame.grid.ravel().tolist()
    if result is not None:
        told["result"] = result.to_dict()
    return told
