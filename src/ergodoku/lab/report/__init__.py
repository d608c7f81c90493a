"""The report of a study.

`report` writes the folder and `html` the page. `comparison`, `exploration` and `sweep_figures` list the
figures; `figures`, `class_figure`, `rank_diagram`, `explore_figures` and `heat_map` draw them; `data`,
`iohprofiler` and `repeat` write other files, and `archive` packs them.
"""

from ergodoku.lab.report.data import export_runs
from ergodoku.lab.report.report import Report, write_report, write_report_of

__all__ = ["Report", "export_runs", "write_report", "write_report_of"]
