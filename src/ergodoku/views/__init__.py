"""What people see of a search: boards, plots, animations, the terminal, races, notebooks.

`plots` draws with matplotlib, `animation` with Pillow, `terminal` and `race` with rich, and `notebook` in
Jupyter and marimo. They share what a board shows (`board`), the numbers behind curves (`series`, `history`),
the counters of a search (`counters`), colours (`style`) and how files are written (`files`).
"""
