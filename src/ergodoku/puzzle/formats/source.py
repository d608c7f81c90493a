"""Read a file, a pipe or a string in blocks of complete lines, in constant memory."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike, fspath
from pathlib import Path
from typing import IO, Any, cast

from ergodoku.base.errors import ErgodokuError, InputError, PuzzleError, UnreadableError
from ergodoku.puzzle.boards import kind_of
from ergodoku.puzzle.formats.packing import DAMAGED, is_damage, unpacked
from ergodoku.puzzle.formats.parquet import PARQUET, ParquetText
from ergodoku.puzzle.formats.session import Session

BLOCK = 1 << 18
LONGEST_LINE = 1 << 20

Readable = str | PathLike[str] | IO[str] | IO[bytes]


class Source:
    """The bytes of a file: look at the first block, then read the whole file block by block.

    The file can be read only once, with one of the methods `chunks`, `blocks` and `lines`.

    Attributes
    ----------
    head : bytes
        The first block, uncompressed and without a byte order mark; for a Parquet file, its table as text.
    parquet : ParquetText or None
        The table, if the file is a Parquet file.
    utf8_only : bool
        Whether bytes that are not UTF-8 end the reading with an error. By default each reader decides
        what to do with them.
    """

    utf8_only = False

    def __init__(self, stream: IO[Any], session: Session, path: Path | None = None) -> None:
        self._stream: Any = stream
        self._file, self._session = stream, session
        self.parquet: ParquetText | None = None
        self.head = self._first()
        if self.head.startswith(PARQUET):
            if path is None:
                raise PuzzleError("a Parquet file cannot be read from a stream", "give the name of the file")
            self._stream = self.parquet = ParquetText(path)
            self.head = self._first()
        elif (content := unpacked(self.head, cast(IO[bytes], _Rejoined(self.head, stream)))) is not None:
            self._stream = content
            self.head = self._first()
        self._macintosh = b"\r" in self.head and b"\n" not in self.head
        for mark, text in _BINARY.items():
            if self.head.startswith(mark):
                raise PuzzleError(f"this is {text}, not UTF-8 text", _CONVERT.get(text, _TO_TEXT))
        self.head = self._unix(self.head.removeprefix(b"\xef\xbb\xbf"))
        if b"\0" in self.head:
            raise PuzzleError("this is a binary file, not text", "give a text file with puzzles")
        if not self.head.strip():
            raise PuzzleError("there is no puzzle: the input is empty", "give at least one puzzle")

    def share(self) -> float | None:
        """Return the share of the file that has been read, from 0 to 1; ``None`` if its size is unknown."""
        try:
            size = os.fstat(self._file.fileno()).st_size
            return self._file.tell() / size if size else None
        except (OSError, ValueError, AttributeError):
            return None

    def chunks(self) -> Iterator[bytes]:
        """Yield the bytes in chunks of any length."""
        chunk, self.head = self.head, b""
        while chunk:
            yield chunk
            chunk = self._unix(self._read())

    def blocks(self) -> Iterator[tuple[int, bytes]]:
        """Yield blocks of complete lines, each as the number of its first line and its bytes.

        A line that is too long for any puzzle is reported and replaced by a blank line.
        """
        number, carry, skipping = 1, b"", False
        for chunk in self.chunks():
            cut = chunk.rfind(b"\n") + 1
            if not cut and (skipping or len(carry) + len(chunk) <= LONGEST_LINE):
                carry = b"" if skipping else carry + chunk
                continue
            if not cut:
                self._session.fail(_too_long(), line=number)
                carry, skipping = b"", True
                continue
            block = chunk[chunk.find(b"\n") : cut] if skipping else carry + chunk[:cut]
            carry, skipping = chunk[cut:], False
            self._check(block, number)
            yield number, block
            number += block.count(b"\n")
        if carry:
            self._check(carry, number)
            yield number, carry + b"\n"

    def _check(self, block: bytes, number: int) -> None:
        """Raise an error if a block, which starts at line ``number``, is not UTF-8 but has to be."""
        if not self.utf8_only or block.isascii():
            return
        try:
            block.decode()
        except UnicodeDecodeError as error:
            line = number + block.count(b"\n", 0, error.start)
            place = PuzzleError("", source=self._session.source, line=line).place
            # Not a PuzzleError, which would be reported as one bad row.
            raise InputError(
                f"{place}: this text is not UTF-8, and a Parquet file can hold only UTF-8",
                'save the input as "CSV UTF-8", or write a .csv file',
            ) from None

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield the number and the text of each line; bytes that are not UTF-8 become U+FFFD."""
        for number, block in self.blocks():
            for line in block.split(b"\n")[:-1]:
                yield number, line.rstrip(b"\r").decode(errors="replace")
                number += 1

    def _unix(self, data: bytes) -> bytes:
        return data.replace(b"\r", b"\n") if self._macintosh else data

    def _first(self) -> bytes:
        """Return the first block. It must be complete, because the format is detected from it."""
        head, self._ended = bytearray(), False
        while len(head) < BLOCK and (data := self._read()):
            head += data  # an unbuffered pipe may return a few bytes at a time
        return bytes(head)

    def _read(self) -> bytes:
        if self._ended:  # reading again would make a terminal wait for more input
            return b""
        try:
            data = self._stream.read(BLOCK)
        except ErgodokuError:
            raise
        except Exception as error:  # zstd has its own errors
            if isinstance(error, OSError | UnicodeError | ValueError) or is_damage(error):
                raise _unreadable(error) from error
            raise
        self._ended = not data
        return data.encode(errors="replace") if isinstance(data, str) else bytes(data or b"")


@contextmanager
def opened(source: Readable, session: Session) -> Iterator[Source]:
    """Open a path, or use a stream directly (and leave it open)."""
    if isinstance(source, str | PathLike):
        try:
            file = Path(source).open("rb")  # noqa: SIM115 - catch only the errors of this call
        except (OSError, ValueError) as error:
            raise _unreadable(error) from error
        with file:
            yield Source(file, session, Path(source))
    else:
        yield Source(source, session)


def text_source(text: str | bytes, session: Session) -> Source:
    """Return a string or bytes as a source."""
    data = text.encode(errors="replace") if isinstance(text, str) else text
    return Source(io.BytesIO(data), session)


def source_name(source: Readable) -> str:
    """Return the name of a source for errors: its path, or the name of the stream.

    Raises
    ------
    PuzzleError
        If it is neither a path nor an open file.
    """
    if isinstance(source, str | PathLike):
        return fspath(source)
    if not hasattr(source, "read"):
        raise PuzzleError(
            f"the source is {kind_of(source)}", "give a path or an open file; parse takes text and lists"
        )
    name = getattr(source, "name", "")
    return name if isinstance(name, str) else ""


class _Rejoined(io.RawIOBase):
    """A stream that starts with the bytes that were already read from it."""

    def __init__(self, head: bytes, stream: IO[bytes]) -> None:
        self._head, self._stream = head, stream

    def read(self, size: int = -1) -> bytes:
        """Return the next ``size`` bytes, and fewer only at the end: gzip relies on this."""
        while size < 0 or len(self._head) < size:
            more = self._stream.read(size)
            if not more:
                break
            self._head += more
        part = self._head if size < 0 else self._head[:size]
        self._head = self._head[len(part) :]
        return part


_UTF16 = "UTF-16 text"
_BINARY = {
    b"\xff\xfe": _UTF16,
    b"\xfe\xff": _UTF16,
    b"PK\x03\x04": "a zip file",
    b"%PDF": "a PDF file",
    b"\x89PNG": "a picture",
    b"GIF8": "a picture",
    b"\xff\xd8\xff": "a picture",
}


_TO_TEXT = "convert it to plain text first"
_CONVERT = {_UTF16: 'save it as UTF-8; a spreadsheet calls this "CSV UTF-8"'}


def _too_long() -> PuzzleError:
    return PuzzleError(
        f"the line is longer than {LONGEST_LINE:,} characters, too long for any puzzle",
        "write one puzzle per line, 81 characters for a 9x9 grid",
    )


def _unreadable(error: Exception) -> UnreadableError:
    if is_damage(error):
        return UnreadableError(DAMAGED, "get a new copy, or uncompress as much of it as possible")
    if isinstance(error, OSError):
        return UnreadableError(
            f"cannot read the input: {error.strerror or error}", "give a readable text file"
        )
    return UnreadableError(f"cannot read the input: {error}", "give a text file in UTF-8")
