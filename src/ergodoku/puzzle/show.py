"""Show a puzzle as plain text, as a rich table, or as HTML in notebooks.

Borders are drawn where regions of the layout meet, so jigsaws show their shapes too. For a solved or reduced
puzzle, ``found`` is the grid with the digits found. Digits that were not given have their own colour, and a
digit that appears twice in a unit is marked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ergodoku.base.numbers import counted
from ergodoku.puzzle.clashes import clashes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from rich.table import Table

    from ergodoku.puzzle.layout import Layout
    from ergodoku.puzzle.puzzle import Digits, Puzzle

# The characters where borders meet. The index of a character is the sum of its directions: up 1, right 2,
# down 4, left 8.
ASCII = " |-+||++-+-+++++"
LINES = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"


def as_text(puzzle: Puzzle) -> str:
    """Return the grid in plain characters, with borders between its regions."""
    words, digits = _words(puzzle.size, "."), puzzle.flat
    return "\n".join(
        "".join(words[digits[piece]] if isinstance(piece, int) else piece for piece in line).rstrip()
        for line in template(puzzle.layout, len(words[-1]), ASCII, frame=False)
    )


def as_table(
    puzzle: Puzzle, found: Digits | None = None, width: int | None = None, symbols: str | None = None
) -> Table:
    """Return a rich table: givens bold, found digits in colour, borders between boxes.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle. Its givens are bold.
    found : ndarray, optional
        A grid that agrees with the givens. Its other digits are in colour, conflicts red and underlined.
    width : int, optional
        The number of columns available. If borders do not fit, only digits are shown. If the digits do not
        fit either, rows continue on the next line.
    symbols : str, optional
        A character for each digit from 1 to N; by default digits are shown as numbers.
    """
    from rich.table import Table
    from rich.text import Text

    digits = _shown(puzzle, found)
    words = ["·", *symbols] if symbols else _words(puzzle.size, "·")
    styles = np.where(puzzle.flat > 0, "bold", np.where(digits > 0, "cyan", "dim")).tolist()
    for cell in np.flatnonzero(clashes(puzzle.layout, digits)).tolist():
        styles[cell] = "bold underline red" if puzzle.flat[cell] else "underline red"
    lines = list(template(puzzle.layout, len(words[-1]), LINES, frame=True))
    if width is not None and width < len(str(lines[0][0])):
        lines = [_spaced(range(start, start + puzzle.size)) for start in range(0, len(digits), puzzle.size)]
    table = Table.grid()
    table.add_column(overflow="fold")
    for line in lines:
        text = Text()
        for piece in line:
            if isinstance(piece, int):  # do not underline the space before a digit
                bare = words[digits[piece]].lstrip()
                text.append(" " * (len(words[-1]) - len(bare))).append(bare, styles[piece])
            else:
                text.append(piece, "dim")
        table.add_row(text)
    return table


def as_html(puzzle: Puzzle, found: Digits | None = None) -> str:
    """Return the grid as an HTML table, in the colours of the page (light or dark)."""
    size = puzzle.size
    regions = puzzle.layout.regions.reshape(size, size)
    extra = shaded(puzzle.layout).reshape(size, size)
    digits = _shown(puzzle, found).reshape(size, size)
    conflict = clashes(puzzle.layout, digits).reshape(size, size) > 0
    rows = []
    for r in range(size):
        cells = []
        for c in range(size):
            top = "eg-t" if r and regions[r, c] != regions[r - 1, c] else ""
            left = "eg-l" if c and regions[r, c] != regions[r, c - 1] else ""
            kinds = ("eg-x" if extra[r, c] else "", "eg-c" if conflict[r, c] else "")
            names = " ".join(filter(None, (top, left, *kinds)))
            ink = "b" if puzzle.givens[r, c] else "i"
            word = f"<{ink}>{digits[r, c]}</{ink}>" if digits[r, c] else ""
            cells.append(f'<td class="{names}">{word}</td>' if names else f"<td>{word}</td>")
        rows.append(f"<tr>{''.join(cells)}</tr>")
    label = f"{size}x{size} Sudoku, {counted(puzzle.clues, 'clue')}"
    return (
        f'<div style="overflow-x:auto"><style>{_CSS}</style>'
        f'<table class="ergodoku eg-grid" aria-label="{label}"><tbody>{"".join(rows)}</tbody></table></div>'
    )


# Colours are mixed from the text colour of the page, not chosen by the theme of the system: a dark notebook
# may run on a light system.
# Notebooks style tables themselves, so these selectors must be more specific than theirs.
_CSS = (
    "table.ergodoku.eg-grid{border-collapse:collapse;border:2px solid currentColor;margin:.5em 0;width:auto;"
    "table-layout:auto;color:inherit;font:14px/1 system-ui,sans-serif;font-variant-numeric:tabular-nums}"
    "table.ergodoku.eg-grid tbody tr{background:none}"
    "table.ergodoku.eg-grid td{box-sizing:border-box;width:2em;min-width:2em;height:2em;padding:0;"
    "text-align:center;vertical-align:middle;border:1px solid #8886;"
    "border-color:color-mix(in srgb,currentColor 22%,transparent)}"
    "table.ergodoku.eg-grid td.eg-t{border-top:2px solid currentColor}"
    "table.ergodoku.eg-grid td.eg-l{border-left:2px solid currentColor}"
    "table.ergodoku.eg-grid td.eg-x{background:#8882;"
    "background:color-mix(in srgb,currentColor 9%,transparent)}"
    "table.ergodoku.eg-grid b{font-weight:700}"
    "table.ergodoku.eg-grid i{font-style:normal;color:#2a8fd6;"
    "color:color-mix(in srgb,#0a84e0 68%,currentColor)}"
    "table.ergodoku.eg-grid td.eg-c{background:#e0661a38}"
    "table.ergodoku.eg-grid td.eg-c *{color:#e0661a;text-decoration:underline}"
)


def _shown(puzzle: Puzzle, found: Digits | None) -> Digits:
    return puzzle.flat if found is None else np.asarray(found).ravel()


def _words(size: int, blank: str) -> list[str]:
    width = len(str(size))
    return [word.rjust(width) for word in (blank, *map(str, range(1, size + 1)))]


def _spaced(cells: range) -> list[str | int]:
    return [piece for cell in cells for piece in (" ", cell)][1:]


def shaded(layout: Layout) -> NDArray[np.bool_]:
    """Return which cells are in an extra unit, such as a diagonal or a window."""
    inside = np.zeros(layout.cells, dtype=bool)
    inside[layout.extra.ravel()] = True
    return inside


def template(layout: Layout, width: int, pen: str, *, frame: bool) -> Iterator[list[str | int]]:
    """Yield each line of a drawing as a list of border texts and cell numbers; cells are ``width`` wide."""
    size = layout.size
    upright, level = _borders(layout.regions.reshape(size, size), frame=frame)
    bars = [bool(column.any()) for column in upright.T]
    # One space on each side of a bar, but none outside the grid.
    before = ["", *(" " if bar else "" for bar in bars[1:])]
    after = [*(" " if bar else "" for bar in bars[:-1]), ""]
    for r in range(size + 1):
        if level[r].any():
            arms = upright[r] + 2 * level[r, 1:] + 4 * upright[r + 1] + 8 * level[r, :-1]
            rule = ""
            for c in range(size + 1):
                west, east = (pen[10] if there else " " for there in level[r, c : c + 2])
                joint = pen[arms[c]] if bars[c] or 0 < c < size else ""
                rule += west * len(before[c]) + joint + east * len(after[c])
                rule += east * width if c < size else ""
            yield [rule]
        if r == size:
            return
        line: list[str | int] = []
        for c in range(size + 1):
            bar = pen[5] if upright[r + 1, c] else " " if bars[c] or 0 < c < size else ""
            line.append(before[c] + bar + after[c])
            if c < size:
                line.append(r * size + c)
        yield line


def _borders(regions: NDArray[np.int32], *, frame: bool) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return where regions meet: vertical borders [row + 1, edge], horizontal borders [edge, column + 1]."""
    wide = np.pad(regions, 1, constant_values=-1) if frame else np.pad(regions, 1, mode="edge")
    upright = (wide[:, :-1] != wide[:, 1:]).astype(np.int32)
    level = (wide[:-1] != wide[1:]).astype(np.int32)
    return upright, level
