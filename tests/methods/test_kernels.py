"""The contract of kernels: few arguments, and one record for the numbers of the walk."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import FunctionType

import pytest
from numba.core.dispatcher import Dispatcher

import ergodoku.landscape
import ergodoku.methods.walk
import ergodoku.puzzle
from ergodoku.base.compiled import inlined, kernel

MOST = 8


def compiled_functions() -> Iterator[tuple[str, FunctionType]]:
    """Yield each compiled function in the packages that have kernels, with its module and name."""
    for room in (ergodoku.puzzle, ergodoku.landscape, ergodoku.methods):
        for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            for name, value in vars(importlib.import_module(found.name)).items():
                if isinstance(value, Dispatcher) and value.py_func.__module__ == found.name:
                    yield f"{found.name.removeprefix('ergodoku.')}.{name}", value.py_func


COMPILED = dict(compiled_functions())


def test_kernels_with_either_decorator_are_found() -> None:
    names = ("methods.annealing.annealing.anneal", "methods.walk.going", "landscape.boxes.shuffle")
    assert set(names) <= COMPILED.keys()
    assert isinstance(kernel(lambda x: x), Dispatcher)
    assert isinstance(inlined(lambda x: x), Dispatcher)


@pytest.mark.parametrize("name", COMPILED)
def test_a_kernel_takes_at_most_eight_arguments(name: str) -> None:
    assert len(inspect.signature(COMPILED[name]).parameters) <= MOST


@pytest.mark.parametrize("name", COMPILED)
def test_a_kernel_that_takes_a_record_takes_none_of_its_fields_separately(name: str) -> None:
    parameters = inspect.signature(COMPILED[name]).parameters.keys()
    if "record" in parameters:
        assert parameters.isdisjoint(ergodoku.methods.walk.Record._fields)
    assert parameters.isdisjoint({"numbers", "notes"})
