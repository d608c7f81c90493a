"""Puzzles to begin with: a few well-known ones, and some that the generator makes from a seed."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ergodoku.puzzle.layout import Layout

# Name, box, puzzle.
CLASSIC = (
    ("Easy 9x9", "3x3", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
    ("Hard 9x9", "3x3", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
    ("17 clues", "3x3", "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"),
    ("Empty 9x9", "3x3", "." * 81),
)
# Name, box, kind of layout, share of cells given (None: dug down to one solution), seed.
MADE = (
    ("Small 4x4", (2, 2), "classic", None, 1),
    ("6x6", (2, 3), "classic", None, 1),
    ("Diagonal 9x9", (3, 3), "diagonal", 0.3, 1),
    ("Windows 9x9", (3, 3), "windows", 0.3, 1),
    ("Jigsaw 9x9", None, "jigsaw", 0.35, 1),
    ("12x12", (3, 4), "classic", 0.4, 1),
    ("16x16", (4, 4), "classic", 0.45, 1),
    ("25x25", (5, 5), "classic", 0.5, 1),
    ("36x36", (6, 6), "classic", 0.6, 1),
)
JIGSAW = """
aaaabbbbb
aabbbbccf
aaacccccf
gdeeeccff
gddheiiff
ggdheeiif
gddhheiif
ggddheeif
ggdhhhhii
"""


@lru_cache(maxsize=1)
def samples() -> tuple[dict[str, Any], ...]:
    """Return all samples as the page gets them."""
    listed = [
        {"name": name, "size": 9, "puzzle": text, "box": box, "layout": "classic"}
        for name, box, text in CLASSIC
    ]
    return (*listed, *(_made(*recipe) for recipe in MADE))


def _made(
    name: str, box: tuple[int, int] | None, kind: str, fraction: float | None, seed: int
) -> dict[str, Any]:
    from ergodoku.puzzle.generate import Recipe, generate
    from ergodoku.web.puzzles import describe

    puzzle = generate(Recipe(_layout(box, kind), fraction=fraction), seed=seed)
    told = describe(puzzle)
    return {
        "name": name,
        "size": puzzle.size,
        "puzzle": told["text"],
        "box": f"{box[0]}x{box[1]}" if box else None,
        "layout": told["layout"],
    }


def _layout(box: tuple[int, int] | None, kind: str) -> Layout:
    from ergodoku.puzzle.layout import Layout

    return Layout.jigsaw(JIGSAW) if box is None else Layout.of(box=box, kind=kind)
