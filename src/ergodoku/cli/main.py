"""The ``ergodoku`` command. Imports are inside functions, so that Ctrl-C is caught from the start."""

from __future__ import annotations

import sys

from ergodoku.cli import BAD_INPUT, INTERRUPTED

# Texts of errors that mean: out of memory.
NO_MORE = ("start new thread", "failed to map segment", "Cannot allocate memory")


def main() -> None:
    """Run the command line, and end the process."""
    try:
        import gc
        import os

        os.environ["MPLBACKEND"] = "agg"  # figures are written to files: never open a window
        # Never execute what a stranger left in the current folder: Python processes that we start do not look
        # for modules there, and a ``.numba_config.yaml`` cannot make numba load other compiled kernels.
        os.environ["PYTHONSAFEPATH"] = "1"
        for name in ("NUMBA_CACHE_DIR", "NUMBA_CACHE_LOCATOR_CLASSES"):
            os.environ.setdefault(name, "")  # empty: numba's default, whatever the file says
        # With little memory, OpenBLAS tries for ever to allocate buffers for its threads. We need no threads.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        gc.set_threshold(100_000)  # imports leave no garbage, and searching for it would slow the start
        code = run(last=True)
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


def run(*, last: bool = False) -> int:
    """Run the command in `sys.argv` and return its exit code; then restore streams, signals and warnings.

    Set ``last`` if the process ends after this: then Ctrl-C can no longer change the exit code.
    """
    import warnings

    from ergodoku.cli.signals import CommandSignals
    from ergodoku.cli.streams import Streams

    with CommandSignals() as signals, Streams(), warnings.catch_warnings():
        warnings.showwarning = _note
        try:
            code = signals.exit_code(_command())
        except Exception:
            if not signals.number:
                raise
            code = signals.exit_code(INTERRUPTED)  # an interrupted import can fail with any exception
        if last:
            signals.end(code)
    return code


def _command() -> int:
    """Run the command; report an error in the input or output in one line on stderr."""
    from ergodoku.base.errors import ErgodokuError
    from ergodoku.cli.options import as_option

    try:
        try:
            from ergodoku.cli.commands import command_line

            command_line(*sys.argv[1:])()
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        sys.stdout.flush()
        return code
    except SystemExit as end:  # the reader of stdout has closed the pipe
        return int(end.code or 0)
    except KeyboardInterrupt:
        return INTERRUPTED
    except ErgodokuError as error:
        message = error.text(as_option)
    except (MemoryError, RuntimeError, ImportError, OSError) as error:
        if _is_out_of_memory(error):
            message = f"there is not enough memory; {_less()}"
        elif isinstance(error, OSError):
            place = "" if error.filename is None else f"{error.filename!r}: "
            remedy = "choose another file, or check disk space and permissions"
            message = f"{place}{error.strerror or error}; {remedy}"
        else:
            raise
    print(f"error: {message}", file=sys.stderr)
    return BAD_INPUT


def _is_out_of_memory(error: BaseException | None) -> bool:
    """Return whether an error, or the error that caused it, means that there is not enough memory."""
    if error is None:
        return False
    if isinstance(error, MemoryError) or any(sign in str(error) for sign in NO_MORE):
        return True
    return _is_out_of_memory(error.__cause__ or error.__context__)


def _less() -> str:
    """Return how to use less memory."""
    given = {word.partition("=")[0] for word in sys.argv}
    many = [option for option in ("--replicas", "--workers") if option in given]
    return f"use fewer {' or '.join(many)}" if many else "close other programs, or allow this one to use more"


def _note(message: Warning | str, *where: object, **more: object) -> None:
    print(f"note: {message}", file=sys.stderr)
