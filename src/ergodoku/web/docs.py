"""The page about the HTTP interface: made from the OpenAPI document, without anything off the host."""

from __future__ import annotations

import json
from html import escape
from typing import Any

METHODS = ("get", "post", "delete")


def docs_page(document: dict[str, Any]) -> str:
    """Return the OpenAPI document as HTML."""
    return "TODO" + escape(json.dumps(document))


def docs_style() -> str:
    """Return the style of the page."""
    return ""
