"""Parquet files: polars converts them to the text of a CSV table, and such text back to Parquet.

So a Parquet file is read in the same way as a CSV file. If the input is a Parquet file too, the columns of a
Parquet output keep their types, because they are copied from the input itself and not from its text.
"""

from __future__ import annotations

import csv
import io
import json
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import Any

from ergodoku.base.errors import ErgodokuError, UnreadableError

PARQUET = b"PAR1"
"""The first bytes of a Parquet file."""
ROWS = 1 << 13
"""Number of rows read together."""
GROUP = 1 << 15
"""Number of rows written together."""
GROUP_BYTES = 1 << 26
"""Number of bytes written together, if rows are large."""
BLOCK = 1 << 20
"""Number of bytes of text turned into rows together."""
PART = 1 << 22
"""Maximum number of bytes of values turned into text at once, unless one row has more."""
LONGEST_VALUE = 1 << 17
"""Maximum number of characters of a value, as in CSV."""
TOO_LONG = f"(a value of more than {LONGEST_VALUE:,} characters)"
"""The text that replaces a longer value.

It contains a comma, so polars writes it in quotes, and rows with quotes are read by the csv module.
"""
LONGEST_ROW = 1 << 18
"""Maximum number of bytes of the texts of a row, so that its line is never too long, even with quotes."""
TOO_WIDE = f"(a value left out: its row has more than {LONGEST_ROW:,} bytes)"
"""The text that replaces the longest values of a row that is too long."""


class ParquetText(io.RawIOBase):
    """A Parquet file as the bytes of a CSV table: a header, and a line for each row.

    Attributes
    ----------
    path : Path
        The path of the file.
    total : int
        The number of rows.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        polars = load_polars()
        self._problems: type[Exception] = polars.exceptions.PolarsError
        try:
            self._table = polars.scan_parquet(path, glob=False)
            schema = self._table.collect_schema()
            self.total = int(self._table.select(polars.len()).collect().item())
        except self._problems as error:
            raise _unreadable(error) from None
        self._odd = [name for name, kind in schema.items() if not _fits_csv(polars, name, kind)]
        self._pieces = self._texts(polars)
        self._text = b""

    def _texts(self, polars: Any) -> Iterator[bytes]:
        empty = self._table.clear().collect().with_columns(self._as_text(polars, None))
        odd = any("\r" in name for name in empty.columns)  # as below
        yield empty.write_csv(quote_style="always" if odd else "necessary").encode()
        for frame in self._table.collect_batches(chunk_size=ROWS, maintain_order=True):
            for part in _parts(polars, frame):
                table = part.with_columns(self._as_text(polars, part)).with_columns(_shortened(polars, part))
                table = table.with_columns(_narrowed(polars, table))
                text = table.write_csv(include_header=False).encode()
                if b"\r" in text:  # csv readers need quotes around \r, but polars writes none
                    text = table.write_csv(include_header=False, quote_style="always").encode()
                yield text

    def _as_text(self, polars: Any, frame: Any) -> list[Any]:
        """Return the columns that CSV cannot hold, such as lists, converted to text."""
        texts = []
        for name in self._odd:
            values: list[str | None] = []
            if frame is not None:
                size = _size(polars, polars.col(name), frame.schema[name])
                short = size <= 4 * LONGEST_VALUE  # the text of a larger value is certainly too long
                value = polars.when(short).then(polars.col(name))
                found = frame.select(value.alias("value"), short.alias("short"))
                values = [_short(_text(value)) if fits else TOO_LONG for value, fits in found.iter_rows()]
            texts.append(polars.Series(name, values, dtype=polars.String))
        return texts

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes."""
        pieces, length = [self._text], len(self._text)
        try:
            while size < 0 or length < size:
                pieces.append(next(self._pieces))
                length += len(pieces[-1])
        except StopIteration:
            pass
        except self._problems as error:
            raise _unreadable(error) from None
        text = b"".join(pieces)
        cut = len(text) if size < 0 else size
        self._text = text[cut:]
        return text[:cut]


def write_parquet(
    text: Path, path: Path, *, source: Path | None, added: Sequence[str], types: Mapping[str, type]
) -> None:
    """Make a Parquet file from a comma-separated CSV table. Empty fields become null.

    Parameters
    ----------
    source : Path, optional
        The Parquet file from which the rows of the table came. Its columns are copied with their types.
    added : sequence of str
        The columns that were added to the table. If ``source`` has columns with these names, they are not
        copied.
    types : dict
        The types of columns that are not text: int or float.
    """
    polars = load_polars()
    from polars.io.plugins import register_io_source

    kinds = {int: polars.Int64, float: polars.Float64}
    try:
        names = _names(text)
        schema = {name: kinds[types[name]] if name in types else polars.String for name in names}
        kept = None if source is None else polars.scan_parquet(source, glob=False).drop(added, strict=False)
        if kept is not None:
            schema |= kept.collect_schema()
        table = register_io_source(lambda *_: _frames(polars, text, schema, kept), schema=schema)
        group = GROUP if kept is None else _group(polars, kept)
        table.sink_parquet(path, row_group_size=group, compression="zstd", statistics=True)
    except polars.exceptions.PolarsError as error:
        raise ErgodokuError(f"cannot write the Parquet file: {_first_line(error)}", "write a .csv") from None


def _frames(polars: Any, text: Path, schema: dict[str, Any], kept: Any) -> Iterator[Any]:
    """Yield the rows of a CSV table a block at a time, because polars would map the entire file into memory.

    The columns of ``kept``, a lazy frame, replace the columns of the table with the same names.
    """
    as_text = dict.fromkeys(schema, polars.String)
    own = [name for name in schema if kept is None or name not in kept.collect_schema()]
    others: Any = iter(()) if kept is None else kept.collect_batches(chunk_size=ROWS, maintain_order=True)
    ahead: Any = polars.DataFrame() if kept is None else kept.clear().collect()
    for block in _blocks(text):
        frame = polars.read_csv(block, has_header=False, schema=as_text)
        if kept is not None:
            while ahead.height < frame.height:
                ahead = polars.concat([ahead, next(others)])
            beside, ahead = ahead.head(frame.height), ahead.slice(frame.height)
            frame = beside.hstack(frame.select(own))
        frame = frame.with_columns(polars.col(name).cast(schema[name]) for name in own)
        yield frame.select(list(schema))


def _group(polars: Any, kept: Any) -> int:
    """Return the number of rows to write together: fewer if rows are large, to save memory in polars."""
    sizes = [_size(polars, polars.col(name), kind) for name, kind in kept.collect_schema().items()]
    if not sizes:
        return GROUP
    groups = kept.select(polars.sum_horizontal(sizes).alias("size")).with_row_index("row")
    groups = groups.group_by(polars.col("row") // 1024).agg(polars.col("size").mean())
    # the mean size of a row in the largest group of 1,024 neighbours
    mean = groups.select(polars.col("size").max()).collect().item() or 1
    return int(max(1, min(GROUP, GROUP_BYTES // max(1, mean))))


def _names(text: Path) -> list[str]:
    """Return the column names of a CSV file; repeated names get a number, with a warning."""
    with text.open(newline="", encoding="utf-8", errors="replace") as file:
        header = next(csv.reader(file))
    names: list[str] = []
    for name in header:
        again = (f"{name}_duplicated_{number}" for number in count())
        names.append(next(unused for unused in chain([name], again) if unused not in names))
        if names[-1] != name:
            warnings.warn(
                f"several columns are called {name!r}; in the Parquet file, column {len(names)} is called "
                f"{names[-1]!r}",
                stacklevel=2,
            )
    return names


def _blocks(text: Path) -> Iterator[bytes]:
    """Yield the rows of a CSV file below its header, in blocks of complete rows."""
    with text.open("rb") as file:
        rest, header = b"", True
        while more := file.read(BLOCK):
            rest += more
            if header:
                start = rest.find(b"\n")
                while start > 0 and rest.count(b'"', 0, start) % 2:  # inside a quoted field
                    start = rest.find(b"\n", start + 1)
                if start < 0:
                    continue
                rest, header = rest[start + 1 :], False
            end = rest.rfind(b"\n")
            while end > 0 and rest.count(b'"', 0, end) % 2:
                end = rest.rfind(b"\n", 0, end)
            if end >= 0:
                yield rest[: end + 1]
                rest = rest[end + 1 :]


def load_polars() -> Any:
    """Import and return polars.

    Raises
    ------
    ErgodokuError
        If it is not installed.
    """
    try:
        import polars
    except ImportError:
        raise ErgodokuError("Parquet needs polars", 'pip install "ergodoku[tables]"') from None
    return polars


def _parts(polars: Any, frame: Any) -> Iterator[Any]:
    """Yield a frame in parts of limited size.

    Polars stores equal values only once, but the text repeats them, so it can be much larger than the frame.
    """
    if not frame.width:
        return
    sizes = frame.select(
        polars.sum_horizontal(_size(polars, polars.col(name), kind) for name, kind in frame.schema.items())
    ).to_series()
    if sizes.sum() <= PART:
        yield frame
        return
    start = total = 0
    for row, size in enumerate(sizes.to_list()):
        if total + size > PART and row > start:
            yield frame.slice(start, row - start)
            start, total = row, 0
        total += size
    yield frame.slice(start)


def _size(polars: Any, values: Any, kind: Any) -> Any:
    """Return an expression for the number of bytes of each value; a number counts as 8 bytes."""
    if kind == polars.String:
        size = values.str.len_bytes()
    elif kind == polars.Binary:
        size = values.bin.size()
    elif kind in (polars.Categorical, polars.Enum):
        size = values.cat.len_bytes()
    elif kind == polars.List and (kind.inner.is_numeric() or kind.inner.is_temporal()):
        size = values.list.len() * 8
    elif kind == polars.List:
        size = values.list.eval(_size(polars, polars.element(), kind.inner)).list.sum()
    elif kind == polars.Array:
        size = _size(polars, values.arr.to_list(), polars.List(kind.inner))
    elif kind == polars.Struct and kind.fields:
        size = polars.sum_horizontal(
            _size(polars, values.struct.field(field.name), field.dtype) for field in kind.fields
        )
    else:
        size = values.is_not_null().cast(polars.Int64) * 8
    return size.cast(polars.Int64).fill_null(0)


def _shortened(polars: Any, frame: Any) -> list[Any]:
    """Return expressions that replace the text values that are too long."""
    texts = []
    for name, kind in frame.schema.items():
        if kind in (polars.String, polars.Categorical, polars.Enum):
            text = polars.col(name).cast(polars.String)
            long = text.str.len_chars() > LONGEST_VALUE
            texts.append(polars.when(long).then(polars.lit(TOO_LONG)).otherwise(text).alias(name))
    return texts


def _narrowed(polars: Any, table: Any) -> list[Any]:
    """Return expressions that replace the longest values of rows that are too long."""
    texts = [polars.col(name) for name, kind in table.schema.items() if kind == polars.String]
    if not texts:
        return []
    length = polars.sum_horizontal(text.str.len_bytes().fill_null(0) for text in texts)
    if (table.select(length.max()).item() or 0) <= LONGEST_ROW:
        return []
    long = [(length > LONGEST_ROW) & (text.str.len_bytes() > LONGEST_ROW // table.width) for text in texts]
    return [
        polars.when(is_long).then(polars.lit(TOO_WIDE)).otherwise(text).name.keep()
        for text, is_long in zip(texts, long, strict=True)
    ]


def _fits_csv(polars: Any, name: str, kind: Any) -> bool:
    try:
        polars.DataFrame({name: [None]}, schema={name: kind}).write_csv()
    except polars.exceptions.PolarsError:
        return False
    return True


def _text(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bytes) and b"\0" not in value:
        with suppress(UnicodeDecodeError):
            return value.decode()
    return json.dumps(value, default=str) if isinstance(value, list | dict) else str(value)


def _short(text: str | None) -> str | None:
    return TOO_LONG if text is not None and len(text) > LONGEST_VALUE else text


def _unreadable(error: Exception) -> UnreadableError:
    return UnreadableError(f"cannot read the Parquet file: {_first_line(error)}", "check that it is complete")


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
