"""A run as an animation: GIF, MP4 or WebM.

`film` makes the shots, `moments` chooses their boards, `frames` draws them (`board`, `curves`, `inks`), and
`encode` writes the file.
"""

from ergodoku.views.animation.encode import check_file
from ergodoku.views.animation.film import energy_of, save
from ergodoku.views.animation.moments import pick

__all__ = [
    "check_file",
    "energy_of",
    "pick",
    "save",
]
