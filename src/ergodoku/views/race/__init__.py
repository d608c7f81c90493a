"""What people see of a race.

`live` shows it while it runs, `picture` draws one frame of it, `report` makes the table and the figure at
the end.
"""

from ergodoku.views.race.live import race_view
from ergodoku.views.race.report import FIGURES, as_table, as_text, save_figure

__all__ = [
    "FIGURES",
    "as_table",
    "as_text",
    "race_view",
    "save_figure",
]
