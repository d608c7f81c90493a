"""Plots in a notebook: each shows itself, without a word more."""

import nbformat
from nbclient import NotebookClient

CELLS = (
    "import ergodoku as eg\nresult = eg.solve('1... ..3. .4.. ...2')",
    "result.plot()",
    "result.trace.plot()",
    "result.plot('board', theme='dark')",
)


def test_every_plot_is_shown_once() -> None:
    assert pictures(*CELLS) == [0, 1, 1, 1]


def test_every_plot_is_shown_once_where_pyplot_was_there_before() -> None:
    assert pictures("import matplotlib.pyplot", *CELLS) == [0, 0, 1, 1, 1]


def pictures(*cells: str) -> list[int]:
    """Run a notebook, and count the pictures of each cell."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, timeout=300).execute()
    return [sum("image/png" in output.get("data", {}) for output in cell.outputs) for cell in notebook.cells]
