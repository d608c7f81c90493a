"""The report of a study.

`report` writes the folder and `html` the page. `comparison`, `descent_figures`, `exploration` and
`sweep_figures` list the figures. These modules draw them: `figures`, `rank_diagram`, `explore_figures`,
`heat_map` and all whose names end in ``_figure``. `drawing` saves the figures as files. `paper`, `data`,
`iohprofiler` and `repeat` write other files, and `archive` packs the report.
"""

from ergodoku.lab.report.data import export_runs
from ergodoku.lab.report.report import Report, write_report, write_report_of

__all__ = ["Report", "export_runs", "write_report", "write_report_of"]
