"""The boards of a lane, stored compactly: each as its difference from the previous board, compressed."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ergodoku.puzzle.puzzle import Digits

MOST_CELLS = 400_000  # cells of all boards together: enough for 166 boards of 49x49


@dataclass(frozen=True, eq=False)
class PackedBoards:
    """Boards with their iterations and energies, stored compactly.

    Examples
    --------
    >>> one, two = np.array([[1, 2], [3, 4]], np.uint8), np.array([[2, 1], [3, 4]], np.uint8)
    >>> packed = PackedBoards.of([(0, one), (5, two)], [2, 0])
    >>> [(iteration, board.tolist()) for iteration, board in packed.boards()]
    [(0, [[1, 2], [3, 4]]), (5, [[2, 1], [3, 4]])]
    """

    iterations: NDArray[np.int64]
    energies: NDArray[np.int64]
    size: int
    data: bytes

    @classmethod
    def of(cls, boards: Sequence[tuple[int, Digits]], energies: Sequence[int]) -> PackedBoards:
        """Pack boards; if there are too many, keep those that show most of what happens (see `pick`)."""
        from ergodoku.views.animation import pick

        size = len(boards[0][1])
        if len(boards) > (most := max(2, MOST_CELLS // size**2)):
            chosen = pick([iteration for iteration, _ in boards], energies, most)
            boards, energies = [boards[k] for k in chosen], [energies[k] for k in chosen]
        grids = np.stack([grid.ravel() for _, grid in boards]).astype(np.uint8)
        deltas = np.diff(grids, axis=0, prepend=np.zeros((1, size**2), np.uint8))  # modulo 256
        iterations = np.array([iteration for iteration, _ in boards], dtype=np.int64)
        return cls(
            iterations, np.array(energies, dtype=np.int64), size, zlib.compress(deltas.tobytes(), level=6)
        )

    def boards(self) -> list[tuple[int, Digits]]:
        """Return the boards with their iterations."""
        deltas = np.frombuffer(zlib.decompress(self.data), dtype=np.uint8)
        grids = np.cumsum(deltas.reshape(-1, self.size, self.size), axis=0, dtype=np.uint8)
        return list(zip(self.iterations.tolist(), grids, strict=True))

    def to_dict(self) -> dict[str, Any]:
        """Return the boards for the page, which adds up the differences itself."""
        return {
            "size": self.size,
            "iterations": self.iterations.tolist(),
            "energies": self.energies.tolist(),
            "deltas": base64.b64encode(zlib.decompress(self.data)).decode("ascii"),
        }
