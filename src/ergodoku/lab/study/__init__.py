"""Studies: define the runs, do them, and store the results.

Start reading at `study`. `tasks` and `axes` define the runs, `runner` and `executors` do them, `folder` and
`store` keep them on disk. `growth` extends a study, `merging` combines several studies, `archive` packs
studies into one file, and `repetition` repeats a study.
"""

from ergodoku.lab.study.archive import check_place, is_archive, study_folders, write_archive
from ergodoku.lab.study.axes import Axis, axes_of, combinations, property_axes
from ergodoku.lab.study.database import address_of, database_errors
from ergodoku.lab.study.descents import Descent, unpack_descents
from ergodoku.lab.study.executors import executor_for
from ergodoku.lab.study.folder import (
    DEFINITION,
    environment_change,
    load_study,
    write_definition,
    write_whole,
)
from ergodoku.lab.study.in_order import rows_in_order
from ergodoku.lab.study.lock import locked
from ergodoku.lab.study.merging import SideBySide, merge_studies, side_by_side
from ergodoku.lab.study.progress import ProgressLine, StudyProgress
from ergodoku.lab.study.repetition import Repetition, repeated, repetition_of
from ergodoku.lab.study.store import RunRow, Store
from ergodoku.lab.study.study import TIME_LIMIT, Study
from ergodoku.lab.study.tasks import method_identity, puzzle_identity
from ergodoku.lab.study.validation import COMPARE, EXPLORE, TUNE
from ergodoku.lab.study.values import range_of

__all__ = [
    "COMPARE",
    "DEFINITION",
    "EXPLORE",
    "TIME_LIMIT",
    "TUNE",
    "Axis",
    "Descent",
    "ProgressLine",
    "Repetition",
    "RunRow",
    "SideBySide",
    "Store",
    "Study",
    "StudyProgress",
    "address_of",
    "axes_of",
    "check_place",
    "combinations",
    "database_errors",
    "environment_change",
    "executor_for",
    "is_archive",
    "load_study",
    "locked",
    "merge_studies",
    "method_identity",
    "property_axes",
    "puzzle_identity",
    "range_of",
    "repeated",
    "repetition_of",
    "rows_in_order",
    "side_by_side",
    "study_folders",
    "unpack_descents",
    "write_archive",
    "write_definition",
    "write_whole",
]
