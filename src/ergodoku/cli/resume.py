"""Resume an earlier run of ``ergodoku solve`` where it ended, however it ended.

A run saves its options and its progress in ``FILE.resume`` (the notes), while its text grows in
``FILE.part``. The notes are replaced in one step, so they are never half written. A resumed run writes again
whatever followed the last saved notes.
"""

from __future__ import annotations

import io
import json
import os
import zlib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from ergodoku.base.errors import ErgodokuError, ParameterError
from ergodoku.base.numbers import counted


@dataclass(frozen=True)
class Done:
    """How far a run got: number of entries, size of their text in bytes, counts, and whether it is done."""

    entries: int
    size: int
    counts: dict[str, dict[str, int]]
    finished: bool


class Journal:
    """Saves the progress of a run.

    Parameters
    ----------
    question : dict
        Everything that decides the output: names such as ``--seed``, with their values as text. A run can
        resume only a run with the same question.
    resume : bool
        Resume an earlier run, if there is one.
    """

    def __init__(self, question: dict[str, str], resume: bool) -> None:
        self.question, self.resume = question, resume
        self.notes: Path | None = None
        self.last: Done | None = None
        """The progress that was saved last."""

    @classmethod
    def of(
        cls, source: Path | IO[Any], output: Path | None, asked: dict[str, object], resume: bool
    ) -> Journal | None:
        """Return a journal for a command, or ``None`` for a command that cannot be resumed.

        Raises
        ------
        ParameterError
            If ``resume`` is true, and the command cannot be resumed.
        """
        from ergodoku._version import __version__
        from ergodoku.base.files import is_device

        again = source.is_file() if isinstance(source, Path) else isinstance(source, io.StringIO)
        if output is None or is_device(output) or not again:
            if resume:
                what = "an --output file" if again else "an input file: a stream cannot be read again"
                raise ParameterError(f"--resume needs {what}", "name the file")
            return None
        question = {name: "not given" if value is None else str(value) for name, value in asked.items()}
        return cls({"the version": __version__, "the input": _digest(source)} | question, resume)

    def write(self, done: Done) -> None:
        """Save the progress: replace the notes."""
        assert self.notes is not None
        new = self.notes.with_name(f"{self.notes.name[:250]}.new")
        notes = {"question": self.question, **asdict(done)}
        new.write_text(json.dumps({**notes, "seal": _seal(notes)}), encoding="utf-8")
        self.last = done  # set first: if Ctrl-C prevents the replacement below, `Output.mend` repeats it
        new.replace(self.notes)

    def check(self, before: dict[str, str], part: str) -> None:
        """Refuse to resume a run with another input or other options."""
        for name in self.question.keys() | before.keys():
            now, then = self.question.get(name), before.get(name)
            if now != then:
                short = now and then and len(now + then) < 80 and name != "the input"
                change = f"was {then} and is {now}" if short else "has changed"
                raise ParameterError(
                    f"cannot resume from {part!r}: {name} {change}",
                    f"give the same input and options, or delete {part!r} and start without --resume",
                )


def _digest(source: Path | IO[Any]) -> str:
    """Return a hash of the input."""
    from hashlib import file_digest, sha256

    if isinstance(source, io.StringIO):
        return sha256(source.getvalue().encode(errors="surrogateescape")).hexdigest()
    assert isinstance(source, Path)
    try:
        with source.open("rb") as stream:
            return file_digest(stream, "sha256").hexdigest()
    except OSError:
        return ""  # reading the puzzles will report the error


def leftover(notes: Path, journal: Journal | None, part: io.FileIO) -> Done | None:
    """Return how far an earlier run got, if this run resumes it.

    Raises
    ------
    ErgodokuError
        If the earlier run left a part that this run would destroy, or that it cannot continue.
    """
    name, size = os.fspath(notes.with_suffix(".part")), os.fstat(part.fileno()).st_size
    try:
        before: dict[str, Any] = json.loads(notes.read_text(encoding="utf-8"))
        if before.pop("seal") != _seal(before):
            raise ValueError
        question = before.pop("question")
        done = Done(**before)
    except FileNotFoundError:
        done = None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise ErgodokuError(f"{str(notes)!r} is damaged or was edited", "delete it to start over") from None
    if journal is not None:
        journal.notes = notes
    resume = journal is not None and journal.resume
    if done is None or (not size and not (resume and done.finished)):
        return None
    if journal is None or not resume:
        raise ErgodokuError(
            f"an earlier command left {counted(done.entries, 'puzzle')} in {name!r}",
            "continue with --resume, or delete that file to start over",
        )
    if not done.finished or size:
        journal.check(question, name)
        if size < done.size:
            raise ErgodokuError(f"{name!r} has become shorter", "delete it to start over")
    journal.last = done
    return done


def _seal(notes: dict[str, Any]) -> int:
    """Return a checksum, which reveals edited notes: they would lead to wrong output."""
    return zlib.crc32(json.dumps(notes).encode())


def locked(path: Path) -> io.FileIO:
    """Open a file for reading and writing, and lock it against other processes.

    Raises
    ------
    ErgodokuError
        If another process is writing to the file.
    """
    while True:
        file = io.FileIO(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666), "r+")
        try:
            _lock(file)
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                return file
        except FileNotFoundError:  # another process has just finished the file and moved it: try again
            pass
        except BlockingIOError:
            file.close()
            raise ErgodokuError(
                f"another process is writing {str(path)!r}", "wait until it ends, or choose another --output"
            ) from None
        file.close()


def _lock(file: io.FileIO) -> None:
    """Lock a file while it is open; the system releases the lock when the process ends."""
    try:
        import fcntl
    except ImportError:  # on Windows, an open file cannot be replaced
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
