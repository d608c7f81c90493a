"""Options and helpers that the commands share: exit codes, reading puzzles, reporting problems, plots."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from ergodoku.base.errors import ParameterError, PuzzleError, UnreadableError
from ergodoku.cli import BAD_INPUT, DONE, GAVE_UP, INTERRUPTED, NO_SOLUTION

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ergodoku.methods.contender import Contender
    from ergodoku.puzzle.formats import alphabets
    from ergodoku.puzzle.layout import Layout
    from ergodoku.puzzle.puzzle import Puzzle

__all__ = ["BAD_INPUT", "DONE", "GAVE_UP", "INTERRUPTED", "NO_SOLUTION"]

METHOD = "A method, a preset or a TOML file; see 'ergodoku methods'."
SOURCE = typer.Argument(metavar="PUZZLE|FILE|-", help="A puzzle as text, a file of puzzles, or - for stdin.")
Source = Annotated[str, SOURCE]
Box = Annotated[
    str | None, typer.Option("--box", metavar="RxC", help="Rows and columns of a box, such as 2x3.")
]
LayoutName = Annotated[
    str,
    typer.Option(
        "--layout", metavar="NAME", help="classic, diagonal, windows, latin (no boxes), or jigsaw:FILE."
    ),
]
Alphabet = Annotated[
    str | None,
    typer.Option(
        "--alphabet", metavar="SYMBOLS", help="Symbols for the digits, in order, such as 1-9A-G or A-P."
    ),
]
Column = Annotated[
    str | None,
    typer.Option("--column", metavar="NAME", help="In a table, the column that holds the puzzles."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object per puzzle, one per line.")]


def _file(output: Path | None) -> Path | None:
    """Return the file to write to, or None for stdout, which ``--output -`` means in many programs."""
    return None if output == Path("-") else output


Output = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Write to this file instead of stdout.", callback=_file
    ),
]
PuzzlePlot = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", help="Draw the puzzle into a file ending in .png, .svg or .pdf."),
]
Theme = Annotated[str, typer.Option("--theme", metavar="light|dark", help="Colours of the pictures.")]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Set a parameter of the method.")
]
Seed = Annotated[int, typer.Option(min=0, metavar="N", help="The same seed gives the same result.")]
TimeLimit = Annotated[
    float | None,
    typer.Option("--time-limit", metavar="S", help="Time limit per puzzle, in seconds."),
]
MaxIterations = Annotated[
    int | None, typer.Option("--max-iterations", metavar="N", help="Iteration limit per puzzle.")
]
Speed = Annotated[
    str,
    typer.Option(
        metavar="auto|full|N",
        help="Iterations per second (in a race: of the fastest contender); auto begins slowly and doubles "
        "every second up to full speed.",
    ),
]
Close = Annotated[
    bool, typer.Option("--close", help="Close the live view at the end instead of waiting for a key.")
]
Replicas = Annotated[
    int | None, typer.Option(metavar="N", help="Number of independent walks (changes the result).")
]
Workers = Annotated[
    int | None,
    typer.Option(metavar="N", help="Number of threads; one per core by default (never changes the result)."),
]


FIRST_PROBLEMS = 20
"""Number of problems that are printed if the output file lists all of them."""


class Problems:
    """Reports problems with single puzzles on stderr, without stopping the other puzzles.

    Attributes
    ----------
    also_in : str
        The name of the part of the output that lists all problems; empty if there is none. If it is not
        empty, only the first problems are printed.
    """

    def __init__(self) -> None:
        self.count = self._printed = 0
        self.also_in = ""

    def report(self, error: PuzzleError) -> None:
        """Print and count an error; an error that ends the reading of the input is raised instead."""
        if isinstance(error, UnreadableError):
            raise error
        self.count += 1
        self.say(f"error: {error.text(as_option)}")

    def say(self, text: str) -> None:
        """Print a problem, such as why a puzzle is not solved."""
        self._printed += 1
        if not self.also_in or self._printed <= FIRST_PROBLEMS:
            print(text, file=sys.stderr)
        elif self._printed == FIRST_PROBLEMS + 1:
            print(f"there are more problems: see {self.also_in} in the output", file=sys.stderr)


def as_option(parameter: str) -> str:
    """Return the option that stands for a parameter of the library in error messages."""
    return f"--{parameter.replace('_', '-')}"


def read_puzzles(
    source: str, box: str | None, layout: str, alphabet: str | None, problems: Problems
) -> Iterator[Puzzle]:
    """Yield the puzzles of a file, of stdin, or of the argument itself."""
    from ergodoku.puzzle.formats import read
    from ergodoku.puzzle.layout import box_of

    shape, where = box_of(box), layout_of(layout, None)
    yield from read(place_of(source), box=shape, layout=where, alphabet=alphabet, on_error=problems.report)


def read_with_alphabets(
    source: str, box: str | None, layout: str, alphabet: str | None, problems: Problems
) -> Iterator[tuple[Puzzle, alphabets.Alphabet | None]]:
    """Yield the puzzles as `read_puzzles` does, each with its alphabet, or None if written in numbers."""
    from ergodoku.puzzle.formats import read_entries
    from ergodoku.puzzle.layout import box_of

    shape, where = box_of(box), layout_of(layout, None)
    with read_entries(place_of(source), box=shape, layout=where, alphabet=alphabet) as listing:
        entry = None
        for entry in listing:
            try:
                if entry.error is not None:
                    raise entry.error
                yield listing.named(entry), listing.alphabet(entry)
            except PuzzleError as error:
                problems.report(error)
        if entry is None:  # a table with a header but no rows
            problems.report(PuzzleError("there is no puzzle in the input", "give at least one puzzle"))


def place_of(source: str) -> Path | IO[str] | IO[bytes]:
    """Return the source to read from: a file, stdin, or the text of the argument itself."""
    if source == "-":
        return sys.stdin.buffer
    if is_file(source):
        return Path(source)
    if _looks_like_a_path(source):
        from ergodoku.methods.registry import ENTRIES

        if source in list(ENTRIES):
            raise PuzzleError(
                f"{source!r} is a method, not a puzzle",
                "give a puzzle or a file; write several methods without spaces, such as lewis,cool",
            )
        raise PuzzleError(
            f"{source!r} is neither a file nor a puzzle",
            "give the name of a file that exists, a puzzle as text, or - for stdin",
        )
    return io.StringIO(source)


def is_file(source: str) -> bool:
    """Return whether an argument names an existing file or folder; False if it cannot be a path."""
    try:
        return source != "" and Path(source).exists()  # an empty path would mean the current folder
    except (OSError, ValueError):
        return False


def _looks_like_a_path(source: str) -> bool:
    if "://" in source or len(source) > 255 or "\n" in source:
        return False
    return len(source.strip()) < 16 or re.search(r"[^\s.]\.[A-Za-z]\w{0,4}$", source) is not None


def layout_of(name: str, box: tuple[int, int] | None) -> Layout | str:
    """Return the layout that a region map or ``box`` defines; without either, the name of the kind."""
    from ergodoku.puzzle.layout import KINDS, Layout

    kind, _, file = name.partition(":")
    if kind == "jigsaw" and file:
        try:
            return Layout.jigsaw(Path(file).read_text(encoding="utf-8"))
        except PuzzleError as error:
            raise error.at(source=file) from None
        except (OSError, UnicodeDecodeError) as error:
            why = getattr(error, "strerror", None) or "the file is not UTF-8 text"
            raise PuzzleError(f"the region map {file!r} cannot be read: {why}", "check the file") from None
    if kind not in KINDS or kind == "jigsaw" or file:
        raise ParameterError(
            f"unknown layout {name!r}",
            "choose classic, diagonal, windows, latin, or jigsaw:FILE with a region map",
        )
    return Layout.of(box=box, kind=kind) if box else kind


def contender_with(name: str, settings: list[str] | None) -> Contender:
    """Return the contender for ``--method`` with the parameters of ``--set``."""
    from ergodoku.methods.contender import Contender

    return Contender.of(name, pairs_of(settings))


def pairs_of(
    settings: list[str] | None, option: str = "--set", form: str = "KEY=VALUE", example: str = "cooling=0.99"
) -> dict[str, str]:
    """Return the keys and values that were given with ``--set``, or with another option of that form."""
    pairs = {}
    for setting in settings or []:
        key, equals, value = setting.partition("=")
        if not equals or not key.strip():
            raise ParameterError(
                f"{option} {setting!r} is not {form}", f"write {option} {example}, for example"
            )
        pairs[key.strip()] = value
    return pairs


def figure_of(named: str, known: tuple[str, ...]) -> tuple[Path, str]:
    """Return the file and the figure that FILE or FILE:FIGURE names; the default is the first figure."""
    from ergodoku.views.files import PICTURES
    from ergodoku.views.plots import check_kind

    file, colon, kind = named.rpartition(":")
    if not colon or Path(file).suffix.lower() not in PICTURES:  # the colon may belong to a path: C:\\run.png
        return Path(named), known[0]
    check_kind(kind, known)
    return Path(file), kind


def check_plot(path: Path | None, theme: str) -> None:
    """Refuse a picture that cannot be drawn or written, before any work is done."""
    from ergodoku.views.board import palette_of

    palette_of(theme)
    if path is not None:
        from ergodoku.views.files import check_picture, check_writable

        check_picture(path)
        check_writable(path)


def plotted(puzzles: Iterable[Puzzle], path: Path | None, theme: str) -> Iterator[Puzzle]:
    """Yield the puzzles; with a path, draw the puzzle there, and refuse more than one."""
    if path is None:
        yield from puzzles
        return
    found = list(islice(puzzles, 2))
    if len(found) > 1:
        raise ParameterError("--plot needs a single puzzle", "draw one puzzle at a time")
    for puzzle in found:
        from ergodoku.views.plots import save_puzzle

        save_puzzle(puzzle, path, theme=theme)
        yield puzzle
