"""The report of a study.

`report` writes the folder; `html` makes the page, `figures`, `diagram` and `explore_*` the figures,
`iohprofiler` and `repeat` the data for others.
"""

from ergodoku.lab.report.report import write_report

__all__ = [
    "write_report",
]
