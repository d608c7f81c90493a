"""A run as an animation: GIF, MP4 or WebM.

`film` makes the shots, `moments` chooses their boards, `frames` draws them with `board`, `curves` and `inks`,
and `encode` writes the file. `race` makes the film of a race with `tracks` and `race_chart`.
"""

from ergodoku.views.animation.encode import check_file
from ergodoku.views.animation.film import energy_of, save
from ergodoku.views.animation.moments import pick
from ergodoku.views.animation.race import save_race

__all__ = [
    "check_file",
    "energy_of",
    "pick",
    "save",
    "save_race",
]
