"""Serve the files of the page, and no other files."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from html import escape
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse

CARD = "/static/card.png"  # the picture that other sites show with a link to the page
FOLDER = Path(__file__).parent.parent / "static"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}


def static_file(name: str) -> FileResponse:
    """Return a file by its name. Only listed files are found: a client's text never becomes a path.

    The page requests its files at addresses that contain the `edition`. A file of one edition never changes,
    so browsers may keep it.
    """
    first, _, rest = name.partition("/")
    name = rest if first.startswith("@") else name
    known = files()
    if name not in known:
        raise HTTPException(404, "there is no such file")
    path = known[name]
    kept = {"cache-control": "public, max-age=31536000, immutable"} if first == edition() else None
    return FileResponse(path, media_type=TYPES[path.suffix], headers=kept)


def page_at(address: str) -> str:
    """Return the page with the full address of its picture; sites that preview a link to the page need it."""
    text = files()["index.html"].read_text(encoding="utf-8").replace(CARD, f"{escape(address)}{CARD[1:]}")
    for folder in ("css", "js"):
        text = text.replace(f'"/static/{folder}/', f'"/static/{edition()}/{folder}/')
    return text


@lru_cache(maxsize=1)
def edition() -> str:
    """Return a name that changes whenever a file of the page changes."""
    content = hashlib.blake2b(digest_size=8)
    for name, path in files().items():
        content.update(name.encode() + path.read_bytes())
    return f"@{content.hexdigest()}"


@lru_cache(maxsize=1)
def files() -> dict[str, Path]:
    """Return all files of the page by name, as found at the first request."""
    return {
        path.relative_to(FOLDER).as_posix(): path
        for path in sorted(FOLDER.rglob("*"))
        if path.suffix in TYPES and path.is_file() and not path.is_symlink()
    }
