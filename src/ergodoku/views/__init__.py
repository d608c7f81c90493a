"""Show a search to people: boards, plots, animations, the terminal, races, notebooks.

`plots` draws with matplotlib, `animation` with Pillow, `terminal` and `race` with rich, and `notebook` in
Jupyter and marimo. They share the contents of a board (`board`), the data of curves (`series`, `history`),
the counters of a search (`counters`), colours (`style`) and the writing of files (`files`).
"""
