"""Threads, as many as the system allows."""

from __future__ import annotations

import warnings
from concurrent.futures import ThreadPoolExecutor

from ergodoku.base.errors import ErgodokuError


class Threads(ThreadPoolExecutor):
    """A pool that makes do with fewer threads where the system refuses more; a warning says so once.

    Threads never decide on a result here, only on how soon it comes.
    """

    limited = False

    def _adjust_thread_count(self) -> None:
        """Start another thread if there is work for it: the one place where the pool does it."""
        if self.limited:
            return
        try:
            super()._adjust_thread_count()
        except RuntimeError as error:
            if not self._threads:
                raise ErgodokuError(
                    f"the system starts no thread: {error}", "give it more memory or processes"
                ) from None
            self.limited = True
            warnings.warn(
                f"the system allows {len(self._threads)} threads: the work takes longer than with "
                f"{self._max_workers}",
                RuntimeWarning,
                stacklevel=2,
            )
