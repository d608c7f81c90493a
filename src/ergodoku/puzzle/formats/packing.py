"""Packed files: gzip, and zstd where the package for it is installed."""

from __future__ import annotations

import gzip
import sys
import zlib
from importlib import import_module
from typing import IO, Any, cast

from ergodoku.base.errors import ErgodokuError

GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
"""The first bytes of packed files."""
PACKED = (".gz", ".zst")
"""The endings of their names."""
DAMAGED = "the packed file is damaged or cut off"


def unpacked(head: bytes, stream: IO[bytes]) -> IO[bytes] | None:
    """Return what is in a packed stream, or ``None`` if its first bytes show that it is not packed."""
    if head.startswith(GZIP):
        return cast(IO[bytes], gzip.GzipFile(fileobj=stream))
    return cast(IO[bytes], zstd().ZstdFile(stream)) if head.startswith(ZSTD) else None


def packer(name: str, stream: IO[bytes]) -> IO[bytes] | None:
    """Return a file that packs what is written to it, or ``None`` if the ending asks for none.

    The same text always gives the same bytes.
    """
    if name.lower().endswith(".gz"):
        return cast(IO[bytes], gzip.GzipFile("", "wb", fileobj=stream, mtime=0, compresslevel=6))
    if name.lower().endswith(".zst"):
        checked = {zstd().CompressionParameter.checksum_flag: 1}  # so that damage is noticed
        return cast(IO[bytes], zstd().ZstdFile(stream, "wb", options=checked))
    return None


def without_packing(name: str) -> str:
    """Return a file name in lower case, without the ending that asks for packing."""
    name = name.lower()
    return next((name.removesuffix(ending) for ending in PACKED if name.endswith(ending)), name)


def is_damage(error: Exception) -> bool:
    """Tell whether an error of reading means that a packed file is damaged."""
    return isinstance(error, EOFError | zlib.error | gzip.BadGzipFile) or type(error).__name__ == "ZstdError"


def zstd() -> Any:
    """Return Python's module for zstd, or the same one for older versions of Python.

    Raises
    ------
    ErgodokuError
        If it is not installed.
    """
    try:
        return import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
    except ImportError:
        raise ErgodokuError("zstd files need the extra tables", 'pip install "ergodoku[tables]"') from None
