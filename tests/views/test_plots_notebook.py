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
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    NotebookClient(notebook, timeout=300).execute()
    pictures = [
        sum("image/png" in output.get("data", {}) for output in cell.outputs) for cell in notebook.cells
    ]
    assert pictures == [0, 1, 1, 1]
