"""The report of a study.

`report` writes the folder and `html` the page. `comparison` and `exploration` list the figures; `figures`,
`rank_diagram`, `explore_figures` and `heat_map` draw them; `data`, `iohprofiler`, `repeat` write other files.
"""

from ergodoku.lab.report.report import Report, write_report

__all__ = ["Report", "write_report"]
