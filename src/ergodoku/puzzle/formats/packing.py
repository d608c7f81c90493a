"""Compressed files: gzip, and zstd if its package is installed."""

from __future__ import annotations

import gzip
import sys
import zlib
from importlib import import_module
from typing import IO, Any, cast

from ergodoku.base.errors import ErgodokuError

GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
"""The first bytes of compressed files."""
PACKED = (".gz", ".zst")
"""The extensions of compressed files."""
DAMAGED = "the compressed file is damaged or incomplete"


def unpacked(head: bytes, stream: IO[bytes]) -> IO[bytes] | None:
    """Return a stream of the uncompressed bytes, or ``None`` if the first bytes are not compressed."""
    if head.startswith(GZIP):
        return cast(IO[bytes], gzip.GzipFile(fileobj=stream))
    return cast(IO[bytes], zstd().ZstdFile(stream)) if head.startswith(ZSTD) else None


def packer(name: str, stream: IO[bytes]) -> IO[bytes] | None:
    """Return a file that compresses its content, or ``None`` if the name does not end with .gz or .zst.

    The same text always gives the same bytes.
    """
    if name.lower().endswith(".gz"):
        return cast(IO[bytes], gzip.GzipFile("", "wb", fileobj=stream, mtime=0, compresslevel=6))
    if name.lower().endswith(".zst"):
        checked = {zstd().CompressionParameter.checksum_flag: 1}  # so that damage can be detected
        return cast(IO[bytes], zstd().ZstdFile(stream, "wb", options=checked))
    return None


def without_packing(name: str) -> str:
    """Return a file name in lower case, without .gz or .zst at its end."""
    name = name.lower()
    return next((name.removesuffix(ending) for ending in PACKED if name.endswith(ending)), name)


def is_damage(error: Exception) -> bool:
    """Return whether an error while reading means that a compressed file is damaged."""
    return isinstance(error, EOFError | zlib.error | gzip.BadGzipFile) or type(error).__name__ == "ZstdError"


def zstd() -> Any:
    """Return Python's zstd module, or its backport in older versions of Python.

    Raises
    ------
    ErgodokuError
        If it is not installed.
    """
    try:
        return import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
    except ImportError:
        raise ErgodokuError('zstd files need the extra "tables"', 'pip install "ergodoku[tables]"') from None
