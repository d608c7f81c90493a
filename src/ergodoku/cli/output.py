"""The output of a command: stdout, or a file that appears only when it is complete.

Until then the text grows in ``FILE.part``. At the end the text is compressed or converted to Parquet, if the
extension of the file says so.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, TextIO

from ergodoku.base.errors import ErgodokuError, InputError, ParameterError, UnreadableError

if TYPE_CHECKING:
    from ergodoku.cli.resume import Done, Journal

PARQUET = ".parquet"
PAUSE = 0.1
"""Minimum time between two saves of the progress, in seconds."""


@dataclass
class Output:
    """An open output.

    Attributes
    ----------
    stream : TextIO
        Where to write the text.
    done : Done or None
        How far an earlier run got, if this run resumes it.
    source : Path, optional
        The Parquet file from which the rows come. A Parquet output keeps the column types of this file.
    added : sequence of str
        The columns of the output that do not come from ``source``.
    types : dict
        The types of columns that are not text: int or float.
    """

    stream: TextIO
    journal: Journal | None = None
    done: Done | None = None
    source: Path | None = None
    added: Sequence[str] = ()
    types: dict[str, type] = field(default_factory=dict)
    written: int = 0
    """Number of bytes written so far."""
    last: Done | None = None
    """The progress at the last call of `note`."""
    _noted: float = 0.0
    _recent: list[tuple[int, str]] = field(default_factory=list)

    def write(self, text: str) -> None:
        """Write a complete row, line or grid."""
        if self.journal is not None:
            self._recent.append((self.written, text))
        self.stream.write(text)
        self.written += len(text) if text.isascii() else len(text.encode(errors="surrogateescape"))

    def note(self, entries: int, counts: dict[str, dict[str, int]], *, finished: bool = False) -> None:
        """Record how much is written; for ``--resume``, save this to disk up to ten times a second."""
        from ergodoku.cli.resume import Done

        self.last, now = Done(entries, self.written, counts, finished), time.monotonic()
        if self.journal is not None and (now - self._noted > PAUSE or finished):
            self.stream.flush()
            self.journal.write(self.last)
            self._noted = now
            self._recent.clear()

    def mend(self, part: Path) -> None:
        """Rewrite the text after the last saved progress: an interruption may have lost or doubled it."""
        if self.journal is None or self.journal.last is None or self.last is None:
            return
        start, end = self.journal.last.size, self.last.size
        if part.stat().st_size < start:
            return
        text = "".join(text for place, text in self._recent if start <= place < end)
        os.truncate(part, start)
        with part.open("ab") as file:
            file.write(text.encode(errors="surrogateescape"))
        if part.stat().st_size == end:
            self.journal.write(self.last)


@contextmanager
def open_output(path: Path | None, journal: Journal | None = None) -> Iterator[Output]:
    """Yield stdout, or a file that appears only when it is complete.

    A bad name is reported before any work is done. If anything goes wrong later, an old file of that name
    stays as it was. The output may also be the file that the puzzles are read from. ``FILE.part`` keeps the
    finished part after Ctrl-C, if the rest of the input cannot be read, and whenever another run can resume.

    Parameters
    ----------
    journal : Journal, optional
        Saves how much is written, so that another run can resume, however this one ends.
    """
    if path is None:
        yield Output(sys.stdout)
        sys.stdout.flush()
        return
    from ergodoku.base.files import is_device

    check_ending(path)
    if is_device(path):
        with _device(path) as stream:
            yield Output(stream)
        return
    with _refused(path):
        place = Place.of(path)
        file, done = _open_part(place, journal)
    stream = _text(file, path)
    output = Output(stream, journal, done, written=done.size if done else 0)
    try:
        yield output
        stream.close()
    except BaseException as error:
        with suppress(Exception):
            stream.close()
        _keep(place, output, error)
        raise
    _finish(place, output)


def check_ending(path: Path) -> None:
    """Refuse two extensions for compression, and an extension that needs a missing package."""
    from ergodoku.puzzle.formats.packing import PACKED, zstd
    from ergodoku.puzzle.formats.parquet import load_polars

    ending, inner = path.suffix.lower(), Path(path.stem).suffix.lower()
    if ending in PACKED and inner in PACKED:
        raise ParameterError(
            f"{str(path)!r} would be compressed twice", f"leave out {inner!r} or {ending!r} from its name"
        )
    if ending == ".zst":
        zstd()
    if ending == PARQUET:
        load_polars()


@dataclass(frozen=True)
class Place:
    """The files of an output: the target, its text so far, its compressed text so far, and the notes."""

    target: Path
    part: Path
    packed: Path
    notes: Path

    @classmethod
    def of(cls, path: Path) -> Place:
        """Return the files for an output: the target, and three files with an extension added to its name."""
        from ergodoku.base.files import check_target

        target = path.resolve()
        folder, name = check_target(target), os.fsencode(target.name)
        places = (os.fsdecode(name[: 255 - len(ending)] + ending) for ending in ENDINGS)
        return cls(target, *(folder / place for place in places))


ENDINGS = b".part", b".packed", b".resume"


def _open_part(place: Place, journal: Journal | None) -> tuple[io.FileIO, Done | None]:
    """Open and lock the file for the text; keep the text of an earlier run only if this run resumes it."""
    from ergodoku.cli.resume import leftover, locked

    file = locked(place.part)
    try:
        done = leftover(place.notes, journal, file)
    except BaseException:
        empty = not os.fstat(file.fileno()).st_size
        file.close()
        if empty:
            place.part.unlink()
        raise
    if done is None:
        file.truncate(0)
    else:
        file.truncate(done.size)
        file.seek(done.size)
    return file, done


def _finish(place: Place, output: Output) -> None:
    """Turn the complete text into the target file."""
    from ergodoku.base.files import put, whole
    from ergodoku.puzzle.formats.packing import PACKED, packer
    from ergodoku.puzzle.formats.parquet import write_parquet

    ending = place.target.suffix.lower()
    if not place.part.stat().st_size:  # nothing was written, or the target was complete already
        place.part.unlink()
        if output.done is None:
            print(f"note: there was nothing to write to {str(place.target)!r}", file=sys.stderr)
    elif ending == PARQUET:
        with whole(place.target, part=place.packed) as file:
            write_parquet(place.part, file, source=output.source, added=output.added, types=output.types)
        place.part.unlink()
    elif ending in PACKED:
        with (
            whole(place.target, part=place.packed) as file,
            place.part.open("rb") as text,
            file.open("wb") as stream,
            _sure(packer(ending, stream)) as packed,
        ):
            shutil.copyfileobj(text, packed, 1 << 20)
        place.part.unlink()
    else:
        put(place.part, place.target)
    place.notes.unlink(missing_ok=True)


def _keep(place: Place, output: Output, error: BaseException) -> None:
    """Keep the finished part if it is useful after this error, and print where it is; otherwise delete it."""
    size, journal = place.part.stat().st_size, output.journal
    resumable = journal is not None and journal.last is not None
    if not size or not (resumable or isinstance(error, KeyboardInterrupt | UnreadableError)):
        place.part.unlink()
        return
    if journal is not None and journal.last is not None:
        with suppress(OSError):  # the disk may be full
            output.mend(place.part)
        os.truncate(place.part, min(place.part.stat().st_size, journal.last.size))
    permanent = isinstance(error, UnreadableError) and _is_permanent(error.__cause__)
    if permanent or isinstance(error, InputError):
        place.notes.unlink(missing_ok=True)  # resuming would meet the same error
    how = "; continue with --resume" if journal is not None and place.notes.exists() else ""
    print(f"the finished part is in {str(place.part)!r}{how}", file=sys.stderr)


def _is_permanent(cause: BaseException | None) -> bool:
    """Return whether the input is damaged; an error of the disk or the network may be temporary."""
    from ergodoku.puzzle.formats.packing import is_damage

    return not isinstance(cause, OSError) or is_damage(cause)


@contextmanager
def _refused(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ErgodokuError(
            f"cannot write to {str(path)!r}: {error.strerror}", "choose another --output"
        ) from None


@contextmanager
def _device(path: Path) -> Iterator[TextIO]:
    """Open a pipe or a device; text is written to it directly."""
    from ergodoku.puzzle.formats.packing import PACKED

    if path.suffix.lower() == PARQUET:
        raise ParameterError(f"Parquet cannot be written to {str(path)!r}", "give the name of a file")
    with _refused(path):
        stream = _text(io.FileIO(path, "w"), path, packed=path.suffix.lower() in PACKED)
    with stream:
        yield stream


def _text(file: io.FileIO, path: Path, *, packed: bool = False) -> TextIO:
    from ergodoku.cli.streams import text_stream

    return text_stream(file, str(path), packed=packed)


def _sure(packed: IO[bytes] | None) -> IO[bytes]:
    assert packed is not None
    return packed
