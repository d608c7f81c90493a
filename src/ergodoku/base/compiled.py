"""How kernels are compiled: once, with a cache on disk. They run without the GIL and allocate no memory."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy.ma  # noqa: F401  (numba imports it for the first array: import it before any run is timed)
from llvmlite import ir
from numba import types
from numba.core import event
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from ergodoku.base.cache import cache_for
from ergodoku.base.errors import ErgodokuError

F = TypeVar("F", bound=Callable[..., Any])
njit: Any = numba.njit  # its type stubs lack ``_nrt``


def load_numba() -> None:
    """Load the parts of numba that kernels need, and no others, before any clock starts.

    Scipy's BLAS takes a long time to load and no kernel here needs it, so it is left out. Call this only in
    programs that compile nothing else with numba, such as the command line: other compiled functions in the
    process could not multiply matrices.
    """
    hidden = "scipy.linalg"
    if hidden not in sys.modules:
        sys.modules[hidden] = None  # type: ignore[assignment]
        try:
            from numba.np import arraymath  # noqa: F401  (numba searches for BLAS only during this import)
        finally:
            del sys.modules[hidden]
    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()


def on_compiling(say: Callable[[], None]) -> None:
    """Call a function once, the first time a kernel is missing from the cache and must be compiled."""

    class Once(event.Listener):
        def on_start(self, event: Any) -> None:
            if not said:
                said.append(True)
                say()

        def on_end(self, event: Any) -> None:
            pass

    said: list[bool] = []
    register("numba:compile", Once())


class Compiling(threading.local):
    """The CPU time that each thread has spent compiling or loading kernels."""

    def __init__(self) -> None:
        self.depth, self.began, self.spent = 0, 0.0, 0.0


class Stopwatch(event.Listener):
    """The total time during which at least one thread compiled kernels or loaded them from the cache."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.threads, self.began, self.spent = 0, 0.0, 0.0
        self.own = Compiling()

    def on_start(self, event: Any) -> None:
        """Start when the first thread begins to compile."""
        with self.lock:
            self.threads += 1
            if self.threads == 1:
                self.began = time.perf_counter()
        self.own.depth += 1
        if self.own.depth == 1:
            self.own.began = time.thread_time()

    def on_end(self, event: Any) -> None:
        """Stop when the last thread has finished."""
        with self.lock:
            self.threads -= 1
            if self.threads == 0:
                self.spent += time.perf_counter() - self.began
        self.own.depth -= 1
        if self.own.depth == 0:
            self.own.spent += time.thread_time() - self.own.began


stopwatch = Stopwatch()
register: Any = event.register  # numba has no type hints
register("numba:compiler_lock", stopwatch)  # numba holds this lock while it compiles or loads a kernel


def thread_seconds() -> float:
    """Return the CPU time of the calling thread, excluding time spent compiling or loading kernels."""
    return time.thread_time() - stopwatch.own.spent


def kernel(function: F) -> F:
    """Compile a function that works on plain arrays.

    Numba's reference counting is off (``_nrt``). So a kernel that allocates memory does not compile. In
    return, passing arrays costs nothing, which makes propagation a quarter faster.
    """
    compiled: Any = njit(nogil=True, error_model="numpy", _nrt=False)(function)
    if compiled is function:  # uncompiled, NumPy integers overflow where compiled ones do not
        raise ErgodokuError("kernels cannot run uncompiled, but NUMBA_DISABLE_JIT is set", "unset it")
    compiled._cache = cache_for(function)
    return compiled  # type: ignore[no-any-return]


def inlined(function: F) -> F:
    """Compile a small function into every kernel that calls it."""
    compiled: F = njit(nogil=True, error_model="numpy", _nrt=False, inline="always")(function)
    return compiled


def _lowest(typingctx: object, bits: object) -> object:
    """Return the index of the lowest bit set in a non-zero word."""

    def codegen(context: object, builder: Any, signature: object, args: Any) -> object:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), codegen


lowest: Any = intrinsic(_lowest)


def _ones(typingctx: object, bits: object) -> object:
    """Return how many bits of a word are set."""

    def codegen(context: object, builder: Any, signature: object, args: Any) -> object:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), codegen


ones: Any = intrinsic(_ones)
