"""Grids with a few random digits; about half of the grids have a conflict."""

import numpy as np
from hypothesis import strategies as st

from ergodoku.puzzle.digits import Digits
from ergodoku.puzzle.layout import Layout

LAYOUTS = [
    Layout.of(4),
    Layout.of(6),
    Layout.of(9),
    Layout.of(4, kind="diagonal"),
    Layout.of(9, kind="windows"),
    Layout.of(box=(1, 5)),
    Layout.of(box=(5, 13)),
    Layout.jigsaw("1112\n1322\n3324\n3444"),
]


@st.composite
def sparse(draw: st.DrawFn) -> tuple[Layout, Digits]:
    """Draw random digits in a few cells; about half of the grids then have a conflict."""
    layout = draw(st.sampled_from(LAYOUTS))
    digits = np.zeros(layout.cells, dtype=np.uint8)
    for cell in draw(st.lists(st.integers(0, layout.cells - 1), max_size=layout.size)):
        digits[cell] = draw(st.integers(1, layout.size))
    return layout, digits
