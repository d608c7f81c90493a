"""The views of a race.

`view` plays a race live in a terminal and reads keys, `live` shows a race that other code runs, `picture`
draws one frame, `standing` describes the standing, and `report` makes the final table and figure.
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
