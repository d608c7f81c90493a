"""Compiled kernels on disk: numba's cache, with checksums and a fallback folder.

A kernel is recompiled when its own file changes, and also when it uses a function or constant of another
file that has changed. Numba alone would not notice the second case.

A faulty cache never stops a kernel. If a file is damaged, the kernel is recompiled. If neither the package's
folder nor the home folder is writable, kernels are stored in a private temporary folder. If they cannot be
stored at all, they stay in memory. The first time each of these happens, a warning reports it.
"""

from __future__ import annotations

import io
import os
import stat
import tempfile
import warnings
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import CodeType
from typing import Any

import numba.core.caching
import numpy as np

from ergodoku.base.interrupts import uninterrupted

caching: Any = numba.core.caching  # numba has no type hints
CHOOSE = "set NUMBA_CACHE_DIR to a writable folder"
DIGITS = 4  # bytes per checksum


def cache_for(function: Callable[..., Any]) -> Any:
    """Return the cache of a kernel: files if a folder is writable, otherwise memory."""
    try:
        return KernelCache(function)
    except (OSError, RuntimeError):  # numba raises these if it finds no folder
        return MemoryOnly()


class KernelCache(caching.FunctionCache):  # type: ignore[misc]
    """The files of one kernel."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._impl_class = _Impl
        super().__init__(function)
        locator = self._impl.locator
        # Use names that differ from numba's own files, which have no checksum.
        name = f"{self._impl.filename_base}.checked"
        self._cache_file = _CheckedFiles(self._cache_path, name, locator.get_source_stamp())

    def _index_key(self, sig: object, codegen: object) -> tuple[object, ...]:
        return (*super()._index_key(sig, codegen), fingerprint(self._py_func))

    def load_overload(self, sig: object, target_context: object) -> Any:
        """Load a compiled kernel."""
        with uninterrupted():  # the first kernel imports many parts of numba
            return super().load_overload(sig, target_context)

    def save_overload(self, sig: object, data: object) -> None:
        """Store a compiled kernel on disk, or keep it in memory if that fails."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            self.disable()
            _warn(f"compiled kernels cannot be stored in {self._cache_path}: {error.strerror or error}")
        else:
            if isinstance(self._impl.locator, _TemporaryFolder):
                _warn(f"compiled kernels are stored in {self._cache_path}: no other folder is writable")


def fingerprint(function: Callable[..., Any]) -> int:
    """Return a number that changes with the code or constants of a kernel or of any function it calls."""
    found: dict[Callable[..., Any], int] = {}
    left = [function]
    while left:
        if (one := left.pop()) not in found:
            found[one], called = _own_fingerprint(one)
            left += called
    return zlib.crc32(repr(sorted(found.values())).encode())


@cache
def _own_fingerprint(function: Callable[..., Any]) -> tuple[int, list[Callable[..., Any]]]:
    """Return the fingerprint of one function alone, and the functions it calls."""
    code, known, called = function.__code__, function.__globals__, []
    literals = [c for c in code.co_consts if c != function.__doc__ and not isinstance(c, CodeType)]
    parts = [code.co_code, repr(code.co_names).encode(), repr(literals).encode()]
    for name in code.co_names:
        value = known.get(name)
        if isinstance(value, int | float | tuple | np.generic):
            parts.append(f"{name}={value!r}".encode())
        elif (inner := getattr(value, "py_func", None)) is not None:
            called.append(inner)
    return zlib.crc32(b"".join(parts)), called


class MemoryOnly(caching.NullCache):  # type: ignore[misc]
    """A cache without files."""

    def save_overload(self, sig: object, cres: object) -> None:
        """Warn that the next process must compile again."""
        _warn("compiled kernels cannot be stored: no folder is writable")


class _TemporaryFolder(caching.UserWideCacheLocator):  # type: ignore[misc]
    """A temporary folder for this user only: anyone who can write to a cache can run code in our process."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        super().__init__(function, file)
        user = os.getuid() if hasattr(os, "getuid") else "user"
        self.folder = os.path.join(tempfile.gettempdir(), f"ergodoku-{user}")  # noqa: PTH118
        self._cache_path = os.path.join(self.folder, self.get_suitable_cache_subpath(file))  # noqa: PTH118

    def ensure_cache_path(self) -> None:
        """Create the folder, or refuse a folder that others can write to."""
        os.makedirs(self.folder, mode=0o700, exist_ok=True)  # noqa: PTH103
        if hasattr(os, "getuid"):
            found = os.lstat(self.folder)
            if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
                raise PermissionError(f"{self.folder} is not private")
        super().ensure_cache_path()


class _Impl(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (*caching.CompileResultCacheImpl._locator_classes, _TemporaryFolder)


class _CheckedFiles(caching.IndexDataCacheFile):  # type: ignore[misc]
    """Files that end with a checksum of their content. Pickle ignores the checksum when it reads a file."""

    def _load_index(self) -> Any:
        return super()._load_index() if self._intact(self._index_path) else {}

    def _load_data(self, name: str) -> Any:
        return super()._load_data(name) if self._intact(self._data_path(name)) else None

    def _intact(self, path: str) -> bool:
        """Return whether a file is unchanged since it was written; a missing file counts as intact."""
        try:
            with open(path, "rb") as stream:  # noqa: PTH123
                data = stream.read()
        except FileNotFoundError:
            return True
        except OSError:
            data = b""
        if zlib.crc32(data[:-DIGITS]).to_bytes(DIGITS, "big") == data[-DIGITS:]:
            return True
        _warn(f"a compiled kernel in {self._cache_path} is damaged and is recompiled", remedy="")
        return False

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
        with super()._open_for_write(filepath) as stream:
            whole = io.BytesIO()
            yield whole
            data = whole.getvalue()
            stream.write(data + zlib.crc32(data).to_bytes(DIGITS, "big"))


_said: set[str] = set()


def _warn(what: str, remedy: str = CHOOSE) -> None:
    kind = what.partition(" in ")[0]
    if kind not in _said:
        _said.add(kind)
        warnings.warn(f"{what}; {remedy}" if remedy else what, RuntimeWarning, stacklevel=2)
