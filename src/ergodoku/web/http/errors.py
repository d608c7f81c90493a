"""Turn errors into messages for clients; the messages never contain a traceback."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from ergodoku.base.errors import ErgodokuError
from ergodoku.web.http.puzzles import fault
from ergodoku.web.http.responses import Json, refused
from ergodoku.web.runs import BusyError


def handle_errors(app: FastAPI) -> None:
    """Answer every error with a `Fault`."""

    @app.exception_handler(BusyError)
    def busy(request: Request, error: BusyError) -> Json:
        return refused(error.status, error.what, error.remedy, {"Retry-After": str(error.retry)})

    @app.exception_handler(ErgodokuError)
    def unusable(request: Request, error: ErgodokuError) -> Json:
        return Json(fault(error), 422)

    @app.exception_handler(RequestValidationError)
    def invalid(request: Request, error: RequestValidationError) -> Json:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first.get("loc", ())[1:])
        if first.get("type") == "json_invalid":
            said = f"the body is not JSON; the error is at character {where}"
        else:
            said = f"{where or 'body'}: {first.get('msg', '')}"
        return refused(422, said, "see /docs")

    @app.exception_handler(HTTPException)
    def http(request: Request, error: HTTPException) -> Json:
        return refused(error.status_code, str(error.detail), headers=error.headers)

    @app.exception_handler(Exception)
    def failed(request: Request, error: Exception) -> Json:
        return refused(500, "the server failed; its log says why")
