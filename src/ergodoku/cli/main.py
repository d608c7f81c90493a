"""The ``ergodoku`` command. It imports inside functions, so that Ctrl-C is caught from the start."""

from __future__ import annotations

import sys

from ergodoku.cli import BAD_INPUT, INTERRUPTED

NO_MORE = ("start new thread", "failed to map segment")  # in errors that mean that memory is used up


def main() -> None:
    """Run the command line, and end the process."""
    try:
        import gc
        import os

        os.environ["MPLBACKEND"] = "agg"  # figures go to files, whatever is set for windows
        gc.set_threshold(100_000)  # imported modules stay: searching them for garbage would slow the start
        code = run(last=True)
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


def run(*, last: bool = False) -> int:
    """Run the command that `sys.argv` asks for, and return its exit code; leave everything else as it was.

    If it is the last thing that the process does, Ctrl-C cannot change the exit code afterwards.
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
            code = signals.exit_code(INTERRUPTED)  # an import that is interrupted may fail in any way
        if last:
            signals.end(code)
    return code


def _command() -> int:
    """Run the command; whatever is wrong with input or output ends in one line on stderr."""
    from ergodoku.base.errors import ErgodokuError
    from ergodoku.cli.options import as_option

    try:
        try:
            from ergodoku.cli.commands import COMMANDS, command_line

            asked = sys.argv[1:2]
            command_line(*asked if asked and asked[0] in COMMANDS else ())()
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        sys.stdout.flush()
        return code
    except SystemExit as end:  # the reader of stdout has left
        return int(end.code or 0)
    except KeyboardInterrupt:
        return INTERRUPTED
    except ErgodokuError as error:
        message = error.text(as_option)
    except (MemoryError, RuntimeError, ImportError) as error:
        if not isinstance(error, MemoryError) and not any(sign in str(error) for sign in NO_MORE):
            raise
        message = "there is not enough memory; ask for less, such as fewer --replicas or --workers"
    except OSError as error:
        place = "" if error.filename is None else f"{error.filename!r}: "
        message = f"{place}{error.strerror or error}; choose another place, or make room and check its rights"
    print(f"error: {message}", file=sys.stderr)
    return BAD_INPUT


def _note(message: Warning | str, *where: object, **more: object) -> None:
    print(f"note: {message}", file=sys.stderr)
