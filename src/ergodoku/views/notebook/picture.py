"""A moment of a run as HTML: the board, the counters and the curves, in the colours of the page."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ergodoku.puzzle.show import shaded
from ergodoku.views.board import borders, cells_of, symbols
from ergodoku.views.counters import numbers_of
from ergodoku.views.history import averaged

if TYPE_CHECKING:
    from ergodoku.engine.result import Snapshot
    from ergodoku.puzzle.puzzle import Digits, Puzzle

SIDE = 324  # pixels along one side of a board; more if cells would be too small
SMALLEST = 18  # minimum width of a cell, in pixels
FOUND, CONFLICT = "#2a8fd6", "#e0661a"  # clear on white and on black, also for red-green blindness
CURVES = {"energy": "#2a8fd6", "temperature": "#e0661a", "acceptance": "#1fa37a"}


def picture(
    puzzle: Puzzle, snapshot: Snapshot, rate: float, curves: dict[str, NDArray[np.float64]], title: str
) -> str:
    """Return a moment of a run as HTML without scripts."""
    rows = "".join(
        '<tr style="background:none"><td style="text-align:left;padding:0 1em 0 0;border:0;opacity:.7">'
        f'{name}</td><td style="text-align:right;padding:0;border:0">{number}</td></tr>'
        for name, number in numbers_of(snapshot, rate)
    )
    drawn = "".join(curve_svg(name, values) for name, values in curves.items() if np.isfinite(values).any())
    return (
        '<div style="color:inherit;font:14px/1.4 system-ui,sans-serif;font-variant-numeric:tabular-nums">'
        f'<div style="font-weight:600;margin:.3em 0">{escape(title)}</div>'
        '<div style="display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start">'
        f"{board_svg(puzzle, snapshot.grid)}"
        '<div><table style="border-collapse:collapse;border:0;margin:0 0 .6em;font:inherit;color:inherit">'
        f"<tbody>{rows}</tbody></table>{drawn}</div></div></div>"
    )


def board_svg(puzzle: Puzzle, grid: Digits) -> str:
    """Return a board as SVG: givens bold, found digits coloured, conflicts shaded and underlined."""
    size, cells = puzzle.size, cells_of(puzzle, grid)
    cell = max(SMALLEST, SIDE // size)
    words = symbols(size)
    side = size * cell
    ground = f'fill="{CONFLICT}" fill-opacity=".22"'
    parts = [_squares(shaded(puzzle.layout), size, cell, 'fill="currentColor" fill-opacity=".08"')]
    parts.append(_squares(cells.conflict, size, cell, ground))
    thin = "".join(f"M0 {k * cell}H{side}M{k * cell} 0V{side}" for k in range(1, size))
    parts.append(f'<path d="{thin}" stroke="currentColor" stroke-opacity=".2" fill="none"/>')
    thick = "".join(
        f"M{x0 * cell} {y0 * cell}L{x1 * cell} {y1 * cell}" for x0, y0, x1, y1 in borders(puzzle.layout)
    )
    parts.append(
        f'<path d="{thick}" stroke="currentColor" stroke-width="2" stroke-linecap="square" fill="none"/>'
    )
    for which, style in (
        (cells.given & ~cells.conflict, 'fill="currentColor" font-weight="700"'),
        (cells.given & cells.conflict, f'fill="{CONFLICT}" font-weight="700" text-decoration="underline"'),
        (cells.found & ~cells.conflict, f'fill="{FOUND}"'),
        (cells.found & cells.conflict, f'fill="{CONFLICT}" text-decoration="underline"'),
    ):
        texts = "".join(
            f'<text x="{k % size * cell + cell / 2:g}" y="{(k // size + 0.5) * cell:g}">'
            f"{words[cells.digits[k]]}</text>"
            for k in np.flatnonzero(which).tolist()
        )
        parts.append(f"<g {style}>{texts}</g>")
    high = cell * (0.6 if size <= 9 else 0.55)
    return (
        f'<svg role="img" aria-label="{size}x{size} board, {int(cells.conflict.sum())} cells in conflict" '
        f'width="{side + 4}" height="{side + 4}" viewBox="-2 -2 {side + 4} {side + 4}" '
        f'style="max-width:100%;height:auto" font-family="system-ui,sans-serif" font-size="{high:.3g}" '
        f'text-anchor="middle" dominant-baseline="central">{"".join(parts)}</svg>'
    )


def curve_svg(name: str, values: NDArray[np.float64], width: int = 300, height: int = 64) -> str:
    """Return a curve as SVG, from 0 upwards, with its name and its highest value."""
    shown = averaged(values, width)
    high = float(np.nanmax(shown)) or 1.0
    x = np.linspace(0, width, len(shown)) if len(shown) > 1 else np.zeros(1)
    y = height - shown / high * (height - 4) - 2
    points = " ".join(f"{a:.0f},{b:.1f}" for a, b in zip(x, y, strict=True) if np.isfinite(b))
    colour = CURVES.get(name, "currentColor")
    return (
        f'<div style="opacity:.7;font-size:12px">{name}, up to {high:.3g}</div>'
        f'<svg role="img" aria-label="{name}" width="{width}" height="{height}" '
        f'style="display:block;max-width:100%"><path d="M0 {height - 1}H{width}" stroke="currentColor" '
        f'stroke-opacity=".3"/><polyline points="{points}" fill="none" stroke="{colour}" '
        'stroke-width="1.6" stroke-linejoin="round"/></svg>'
    )


def _squares(which: NDArray[np.bool_], size: int, cell: int, style: str) -> str:
    path = "".join(
        f"M{k % size * cell} {k // size * cell}h{cell}v{cell}h-{cell}z"
        for k in np.flatnonzero(which).tolist()
    )
    return f'<path d="{path}" {style}/>' if path else ""
