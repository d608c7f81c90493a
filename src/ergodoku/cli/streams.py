"""Safe standard streams for every command: the originals may be closed, full, not UTF-8, or broken pipes.

stdout carries data. If it cannot be written, the command fails; if its reader closes the pipe, the command
ends quietly. stderr carries messages. If they cannot be written, they are dropped and the command continues.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from collections.abc import Callable
from types import TracebackType
from typing import IO, Any, TextIO

from ergodoku.base.errors import ErgodokuError
from ergodoku.cli import BROKEN_PIPE


class Streams:
    """Replaces `sys.stdin`, `sys.stdout` and `sys.stderr` by safe streams inside ``with``."""

    def __enter__(self) -> None:
        self.before = sys.stdin, sys.stdout, sys.stderr
        # The order matters: the next file that is opened gets the number of a closed stream.
        sys.stdin = sys.stdin or open(_nothing(os.O_RDONLY), encoding="utf-8")
        # Open a closed stdout for reading, so that writing to it still fails.
        sys.stdout = _safe(sys.stdout, os.O_RDONLY, _refuse_for("stdout"), PLAIN)
        sys.stderr = _safe(sys.stderr, os.O_WRONLY, _drop, "backslashreplace")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.stderr.flush()
        sys.stdin, sys.stdout, sys.stderr = self.before


def text_stream(file: io.FileIO, name: str, *, packed: bool = False) -> TextIO:
    """Return a file as a text stream whose errors say that ``name`` cannot be written.

    If the reader closes the pipe, the command ends quietly. With ``packed``, the text is compressed as the
    extension of the name says. Bytes of the input that were not UTF-8 are written unchanged.
    """
    raw: io.RawIOBase = _Guarded(file, _refuse_for(repr(name)))
    if packed:
        raw = _Packed(io.BufferedWriter(raw), name)
    return io.TextIOWrapper(
        io.BufferedWriter(raw, 1 << 16), encoding="utf-8", errors="surrogateescape", newline="\n"
    )


class _Packed(io.RawIOBase):
    """Compresses the data that is written; without data the file stays empty."""

    def __init__(self, file: io.BufferedWriter, name: str) -> None:
        self.file, self.name = file, name
        self.packer: IO[bytes] | None = None

    def write(self, data: Any) -> int:
        if self.packer is None:
            from ergodoku.puzzle.formats.packing import packer

            self.packer = packer(self.name, self.file)
            assert self.packer is not None
        return self.packer.write(data)

    def writable(self) -> bool:
        return True

    def close(self) -> None:
        if not self.closed:
            if self.packer is not None:
                self.packer.close()
            self.file.close()
        super().close()


class _Guarded(io.RawIOBase):
    """A raw stream that calls ``failed`` on the first failed write, and then drops all data."""

    def __init__(self, raw: io.RawIOBase, failed: Callable[[OSError], None]) -> None:
        self.raw, self.failed = raw, failed
        self.lost = False

    def write(self, data: object) -> int | None:
        if not self.lost:
            try:
                while (count := self.raw.write(data)) is None:  # type: ignore[arg-type]
                    _wait_for(self.raw)
                return count
            except OSError as error:
                self.lost = True
                self.failed(error)
        return len(data)  # type: ignore[arg-type]

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self.raw.fileno()

    def isatty(self) -> bool:
        return self.raw.isatty()

    def close(self) -> None:
        super().close()
        if self.raw.fileno() > 2:
            self.raw.close()


def _safe(stream: TextIO | None, flags: int, failed: Callable[[OSError], None], errors: str) -> TextIO:
    """Return a stream to the same target; it can write every character, and calls ``failed`` on an error.

    A closed stream is replaced by the null device, opened with ``flags``.
    """
    raw: Any = None
    if stream is None:
        raw = io.FileIO(_nothing(flags), "w", closefd=False)
    else:
        try:
            stream.fileno()
        except (OSError, AttributeError):  # not a real file, for example captured in a test
            return stream
        stream.flush()
        raw = getattr(stream.buffer, "raw", stream.buffer)
    return io.TextIOWrapper(
        io.BufferedWriter(_Guarded(raw, failed)),
        encoding=stream.encoding if stream else "utf-8",
        errors=errors,
        line_buffering=bool(stream and (stream.line_buffering or getattr(stream, "write_through", False))),
    )


def _wait_for(raw: io.RawIOBase) -> None:
    """Wait until a pipe can take more data: another program may have made it non-blocking."""
    import select

    select.select([], [raw], [])


def _nothing(flags: int) -> int:
    """Open the null device, and return its file number; child processes inherit it."""
    number = os.open(os.devnull, flags)
    os.set_inheritable(number, True)
    return number


def _refuse_for(name: str) -> Callable[[OSError], None]:
    def refuse(error: OSError) -> None:
        if isinstance(error, BrokenPipeError):
            raise SystemExit(BROKEN_PIPE)
        why = "it is closed" if error.errno == errno.EBADF else error.strerror or str(error)
        raise ErgodokuError(f"cannot write to {name}: {why}", "write to another place") from None

    return refuse


def _drop(error: OSError) -> None:
    pass


def _plain(error: UnicodeError) -> tuple[bytes, int]:
    """Write ``?`` for characters that the encoding lacks; bytes that cannot be decoded stay as they are."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    low = (ord(character) - 0xDC00 for character in text)
    return bytes(code if 0x80 <= code <= 0xFF else ord("?") for code in low), error.end


PLAIN = "ergodoku-plain"
codecs.register_error(PLAIN, _plain)
