"""The log of the server: one JSON object per line, on stderr."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

LOGGER = logging.getLogger("ergodoku.web")


def note(event: str, error: BaseException | None = None, **fields: Any) -> None:
    """Log an event with its fields, and with the traceback of an error if there is one."""
    if error is None:
        LOGGER.info(event, extra={"fields": fields})
    else:
        lines = traceback.format_exception(error, limit=20)
        LOGGER.error(event, extra={"fields": fields | {"trace": "".join(lines)}})


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def log_to_stderr() -> None:
    """Send our log and uvicorn's to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("ergodoku.web", "uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = ([handler] if name in ("ergodoku.web", "uvicorn") else []), False
        logger.setLevel(logging.INFO)
    logging.getLogger("uvicorn.error").propagate = True
