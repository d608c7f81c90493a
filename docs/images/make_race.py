"""Draw race.svg, the picture in docs/racing.md: the view of ``ergodoku race`` while three methods race.

Usage: ``python docs/images/make_race.py``
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

import ergodoku as eg
from ergodoku.engine.race import Race
from ergodoku.views.race.picture import RacePicture

HERE = Path(__file__).parent
PUZZLE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
METHODS = ("cool", "genes", "evolve")
COLUMNS, LINES = 120, 25


def main() -> None:
    race = Race(PUZZLE, METHODS, seed=5, until="all", stop=eg.Seconds(20))
    frames: list[Console] = []

    def draw(race: Race) -> None:
        """Keep the first frame in which one contender has solved the puzzle and others still search."""
        if race.winner is None or frames:
            return
        console = Console(record=True, file=io.StringIO(), width=COLUMNS, height=LINES, force_terminal=True)
        console.print(RacePicture(race), end="")
        frames.append(console)
        raise StopIteration

    race.run(draw)
    title = f"ergodoku race puzzle.txt --methods {','.join(METHODS)} --until all"
    svg = frames[0].export_svg(title=title, unique_id="race")
    # Remove the fonts, which load from another host. Any monospaced font works: every text has a fixed width.
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    (HERE / "race.svg").write_text(svg.replace("Fira Code", "ui-monospace"), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
