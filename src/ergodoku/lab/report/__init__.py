"""The report of a study.

`report` writes the folder; `html` makes the page, `figures`, `rank_diagram`, `explore_figures` and `heat_map`
the figures, `data`, `iohprofiler` and `repeat` the files for others.
"""

from ergodoku.lab.report.report import Report, write_report

__all__ = ["Report", "write_report"]
