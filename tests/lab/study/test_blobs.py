"""Compressed values of the store: they come back unchanged, and none can fill the memory."""

from __future__ import annotations

import os
import zlib
from typing import Any

import pytest

from ergodoku.base.errors import StudyError
from ergodoku.lab.study import descents, traces
from ergodoku.lab.study.blobs import expanded
from ergodoku.lab.study.descents import unpack_descent, unpack_descents
from ergodoku.lab.study.traces import unpack


@pytest.mark.parametrize("value", [b"", b"abc", bytes(9000), os.urandom(9000)], ids=len)
def test_a_value_up_to_the_maximum_comes_back_unchanged(value: bytes) -> None:
    assert expanded(zlib.compress(value), len(value), "value") == value


@pytest.mark.parametrize(
    "packed",
    [zlib.compress(bytes(101)), bytes(10**6), zlib.compress(bytes(100))[:-1], b"nonsense", "text", 5, None],
)
def test_a_longer_or_damaged_value_is_an_error(packed: Any) -> None:
    with pytest.raises(StudyError, match="a stored value is damaged: "):
        expanded(packed, 100, "value")


def test_traces_and_descents_have_a_maximum_length() -> None:
    trace, descent = traces.POINTS * 44, descents.POINTS * 14  # a point of a trace takes 44 bytes
    assert len(unpack(zlib.compress(bytes(trace)))) == traces.POINTS
    assert len(unpack_descent(zlib.compress(bytes(descent)))) == descents.POINTS
    with pytest.raises(StudyError, match="a stored trace is damaged: it is too long"):
        unpack(zlib.compress(bytes(trace + 44)))
    for unpacked in (unpack_descent, lambda packed: unpack_descents([packed])):
        with pytest.raises(StudyError, match="a stored descent is damaged: it is too long"):
            unpacked(zlib.compress(bytes(descent + 14)))
