"""``ergodoku`` and ``python -m ergodoku`` start here. Ctrl-C ends them quietly, even during the imports."""

import _signal  # type: ignore[import-not-found]  # built in: importing `signal` takes milliseconds
import os
import sys


def _end(number: int, frame: object) -> None:
    os._exit(130)  # nothing has been written yet, so there is nothing to clean up


# Leave Ctrl-C alone if a program only imports this file, or if Ctrl-C is ignored on purpose.
started = __name__ == "__main__" or os.path.basename(sys.argv[0]).startswith("ergodoku")  # noqa: PTH119
if started and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _end)

from ergodoku.cli.main import main  # noqa: E402

if __name__ == "__main__":
    main()
