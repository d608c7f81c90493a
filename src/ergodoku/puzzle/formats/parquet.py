"""Parquet files: read as the text of a CSV table, and made from one. polars does the work.

So a Parquet file takes the same way as a CSV file. Its columns keep their types in a Parquet file that is
written, because those are taken from the input itself and not from its text.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ergodoku.base.errors import ErgodokuError, PuzzleError

PARQUET = b"PAR1"
"""The first bytes of a Parquet file."""
ROWS = 1 << 14
"""Rows that are read together."""
GROUP = 1 << 16
"""Rows that are written together."""


class ParquetText(io.RawIOBase):
    """The bytes of the CSV table that a Parquet file stands for: a header, and a line for each row.

    Attributes
    ----------
    path : Path
        Where the file is.
    total : int
        How many rows there are.
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
        yield self._table.clear().collect().with_columns(self._as_text(polars, None)).write_csv().encode()
        for frame in self._table.collect_batches(chunk_size=ROWS, maintain_order=True):
            table = frame.with_columns(self._as_text(polars, frame))
            text = table.write_csv(include_header=False).encode()
            if b"\r" in text:  # csv readers want quotes around it, and polars sets none
                text = table.write_csv(include_header=False, quote_style="always").encode()
            yield text

    def _as_text(self, polars: Any, frame: Any) -> list[Any]:
        """Return the columns that CSV cannot hold, lists for example, as text."""
        texts = []
        for name in self._odd:
            values = [] if frame is None else [_text(value) for value in frame[name].to_list()]
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
    """Make a Parquet file from a CSV table with commas. Empty fields become null.

    Parameters
    ----------
    source : Path, optional
        The Parquet file whose rows the table has. Its columns are taken from there, with their types.
    added : sequence of str
        The columns that do not come from it.
    types : dict
        The types of columns that are not text: int or float.
    """
    polars = load_polars()
    kinds = {int: polars.Int64, float: polars.Float64}
    try:
        table = polars.scan_csv(text, infer_schema=False, encoding="utf8-lossy", glob=False)
        table = table.with_columns(polars.col(name).cast(kinds[kind]) for name, kind in types.items())
        if source is not None:
            names, table = table.collect_schema().names(), table.select(added)
            kept = polars.scan_parquet(source, glob=False).drop(added, strict=False)
            table = (polars.concat([kept, table], how="horizontal") if added else kept).select(names)
        table.sink_parquet(path, row_group_size=GROUP, compression="zstd", statistics=True)
    except polars.exceptions.PolarsError as error:
        raise ErgodokuError(f"cannot write the Parquet file: {_first_line(error)}", "write a .csv") from None


def load_polars() -> Any:
    """Return polars.

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


def _fits_csv(polars: Any, name: str, kind: Any) -> bool:
    try:
        polars.DataFrame({name: [None]}, schema={name: kind}).write_csv()
    except polars.exceptions.PolarsError:
        return False
    return True


def _text(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, default=str) if isinstance(value, list | dict) else str(value)


def _unreadable(error: Exception) -> PuzzleError:
    return PuzzleError(f"cannot read the Parquet file: {_first_line(error)}", "check that it is complete")


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
