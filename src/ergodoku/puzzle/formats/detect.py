"""Find the reader for a file from its content."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby, islice

from ergodoku.puzzle.formats.alphabets import LARGEST_WITH_SYMBOLS
from ergodoku.puzzle.formats.brackets import CAPTION, is_bracketed, read_brackets
from ergodoku.puzzle.formats.csv_header import delimiters, header, parquet_columns, table_columns
from ergodoku.puzzle.formats.csv_reader import CsvReader
from ergodoku.puzzle.formats.embedded import holds_lists, read_embedded
from ergodoku.puzzle.formats.fields import find, number
from ergodoku.puzzle.formats.grids import LABEL, read_grids
from ergodoku.puzzle.formats.hodoku import is_hodoku
from ergodoku.puzzle.formats.json_format import is_json, read_json_document
from ergodoku.puzzle.formats.lines import read_list
from ergodoku.puzzle.formats.lloyd_amos import is_lloyd_amos, read_lloyd_amos
from ergodoku.puzzle.formats.opensudoku import is_xml, read_opensudoku
from ergodoku.puzzle.formats.packing import without_packing
from ergodoku.puzzle.formats.rows import PIECE, gaps, is_blank, is_rule, plain
from ergodoku.puzzle.formats.session import Puzzles, Session
from ergodoku.puzzle.formats.source import Source
from ergodoku.puzzle.formats.urls import is_url
from ergodoku.puzzle.layout import LARGEST, SMALLEST

Reader = Callable[[Source, Session], Puzzles]

_LOOK_AT = 1 << 16
_LINES = 200
_OBJECTS = re.compile(r"[\s\[]*\{")
_CODE = re.compile(
    r"(?:import|from|def|class|if|for|while|return|print|const|let|var|int|using|public|static)\b"
)
_GIVEN = re.compile(r"[1-9A-WYZa-wyz]")


def reader_for(source: Source, session: Session) -> Reader:
    """Return the reader for a file, chosen by the beginning of the file."""
    head = source.head
    if source.parquet is not None:
        return CsvReader(parquet_columns(*first_lines(head), session))
    texts = [text.strip(" \r") for text in head[:_LOOK_AT].decode(errors="replace").split("\n")]
    if len(head) >= _LOOK_AT:
        texts = texts[:-1] or texts  # the last line may be incomplete
    bare = (text.strip() for text in texts)
    lines = [text for text in bare if text and not text.startswith("#")][:_LINES] or [""]
    first, second = lines[0], lines[1] if len(lines) > 1 else ""
    if is_xml(first):
        return read_opensudoku
    if is_json(first):
        if _is_json_line(first, second):
            return read_list
        return read_json_document if _OBJECTS.match("".join(lines)) else read_brackets
    if is_url(first) or is_hodoku(first):
        return read_list
    if is_bracketed(first) or (CAPTION.match(first) and is_bracketed(second)):
        return read_embedded if _is_program(lines) else read_brackets
    if is_lloyd_amos(lines):
        return read_lloyd_amos
    columns = header(*first_lines(head), session)
    if columns is None and without_packing(session.source).endswith((".csv", ".tsv")):
        columns = table_columns(head, first_lines(head)[0], session)
    if columns is not None:
        return CsvReader(columns)
    if _is_program(lines):
        return read_embedded
    return read_grids if _is_grid([plain(text) for text in texts[:_LINES]], session) else read_list


def first_lines(head: bytes) -> tuple[str, str]:
    """Return the first two lines that are neither blank nor comments; keep tabs, which mark empty fields.

    A row of a table may have line breaks in quotes: then its lines are returned together.
    """
    texts = (text.strip(" \r") for text in _rows(head[:_LOOK_AT].decode(errors="replace").split("\n")))
    first, second, *_ = *islice((t for t in texts if t.strip() and t.lstrip()[0] != "#"), 2), "", ""
    return first, second


def _rows(lines: list[str]) -> Iterator[str]:
    """Yield each line; the lines of one CSV row are joined into one text."""
    read = 0
    while read < len(lines):
        count = 1
        if '"' in lines[read] and lines[read].lstrip()[0] != "#":
            lengths = (_length(lines, read, delimiter) for delimiter in delimiters(lines[read]))
            count = next(filter(None, lengths), 1)
        yield "\n".join(lines[read : read + count])
        read += count


def _length(lines: list[str], start: int, delimiter: str) -> int:
    """Return the number of lines of the row in CSV that begins at ``start``; 0 if it is not CSV."""
    rest = (f"{line}\n" for line in islice(lines, start, None))
    reader = csv.reader(rest, delimiter=delimiter, strict=True)
    try:
        next(reader)
    except csv.Error:
        return 0
    return reader.line_num


def _is_program(lines: list[str]) -> bool:
    """Return whether the lines are the source code of a program that contains a list."""
    return any(map(_CODE.match, lines)) and holds_lists("\n".join(lines))


def _is_json_line(first: str, second: str) -> bool:
    """Return whether JSON is complete in one line, not a document over several lines."""
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        return len(first) > 1 and first[0] == "{" == second[:1]
    # A flat array may be one row of a grid. An array of puzzles is a whole document, even if it is one line.
    return isinstance(value, dict) or (_depth(value) == 2 and len(value) > 1)


def _depth(value: object) -> int:
    depth = 0
    while isinstance(value, list) and value:
        depth, value = depth + 1, value[0]
    return depth


def _is_grid(texts: list[str], session: Session) -> bool:
    """Return whether the lines are rows of a grid, not a list with one puzzle per line."""
    if any(text.lower() == "[puzzle]" or (is_rule(text) and "+" in text) for text in texts):
        return True
    rows = [text for text in texts if _is_row(text)]
    if not rows:
        return len(texts) > 1
    widths = Counter(map(_width, rows))
    width = widths.most_common(1)[0][0]
    if any(row.startswith("|") for row in rows) or len(rows) == 1:
        return len(rows) > 1 or SMALLEST <= width < SMALLEST**2
    puzzles = [row for row in rows if find(row, session)]
    numbers = all(number(piece) is not None for piece in PIECE.findall(rows[0]))
    largest = LARGEST if numbers else LARGEST_WITH_SYMBOLS
    if width == _first_run(texts) <= largest and widths[width] == len(rows):
        # A row of a 16x16 grid is as long as a 4x4 puzzle. A row may have no givens, but a puzzle has some.
        return len(puzzles) < len(rows) or not all(_GIVEN.search(row) for row in rows)
    return 2 * len(puzzles) <= len(rows) and SMALLEST <= width <= largest


def _is_row(text: str) -> bool:
    return not is_blank(text) and not text.startswith("#") and not is_rule(text) and not LABEL.fullmatch(text)


def _first_run(texts: list[str]) -> int:
    """Return the number of rows in the first run of rows; a blank line or a label ends a run."""
    kept = (text for text in texts if not text.startswith("#") and not is_rule(text))
    runs = (len(list(group)) for row, group in groupby(kept, key=_is_row) if row)
    return next(runs, 0)


def _width(row: str) -> int:
    """Return the number of cells in a row: its pieces if most are numbers, otherwise its characters."""
    separator = gaps(row)
    if separator:
        return row.count(separator) + 1
    pieces = PIECE.findall(row)
    if len(pieces) >= SMALLEST and sum(number(piece) is not None for piece in pieces) * 4 >= len(pieces) * 3:
        return len(pieces)
    return sum(map(len, pieces))
