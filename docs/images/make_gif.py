"""Write solve.gif and solve-dark.gif, the animation in the README and on the first page of the documentation.

It shows plain annealing with slow cooling. Usage: ``python docs/images/make_gif.py``
"""

from __future__ import annotations

from pathlib import Path

import ergodoku as eg

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def main() -> None:
    method = eg.Annealing(schedule=eg.Geometric(1.0, 0.9999), logic="none")
    result = eg.solve(eg.parse(PUZZLE), method, seed=3, keyframes=True)
    for theme, name in (("light", "solve.gif"), ("dark", "solve-dark.gif")):
        result.save_gif(Path(__file__).with_name(name), frames=72, size=(560, 360), seconds=10, theme=theme)
    print(result)


if __name__ == "__main__":
    main()
