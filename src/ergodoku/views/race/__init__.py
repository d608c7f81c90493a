"""What people see of a race.

`view` plays it live in a terminal and listens to keys, `live` shows a race that somebody else runs, `picture`
draws one frame, `standing` says how it stands, `report` makes the table and the figure at the end.
"""

from ergodoku.views.race.live import is_live, race_view
from ergodoku.views.race.report import FIGURES, as_table, as_text, save_figure, save_race_figure

__all__ = [
    "FIGURES",
    "as_table",
    "as_text",
    "is_live",
    "race_view",
    "save_figure",
    "save_race_figure",
]
