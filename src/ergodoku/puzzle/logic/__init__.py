"""How much of a puzzle can be solved by logic alone.

`reduction` applies the rules level by level. `propagation` stores candidates as bit sets and finds singles;
`rules` has the stronger rules. `nine` is a separate propagation for searches on the classic 9x9.
"""

from ergodoku.puzzle.logic import nine
from ergodoku.puzzle.logic.propagation import (
    HIDDEN,
    NONE,
    ONE,
    PLACED,
    SETTLED,
    Geometry,
    Marks,
    assign,
    copy_marks,
    has,
    load,
    new_marks,
    read_only,
    remove,
    restrict,
    singles,
)
from ergodoku.puzzle.logic.reduction import (
    BEYOND_LOGIC,
    GRADES,
    Level,
    ReducedBatch,
    Reduction,
    as_given,
    difficulty,
    geometry_of,
    reduce,
    reduce_batch,
    reduce_by,
)

__all__ = [
    "BEYOND_LOGIC",
    "GRADES",
    "HIDDEN",
    "NONE",
    "ONE",
    "PLACED",
    "SETTLED",
    "Geometry",
    "Level",
    "Marks",
    "ReducedBatch",
    "Reduction",
    "as_given",
    "assign",
    "copy_marks",
    "difficulty",
    "geometry_of",
    "has",
    "load",
    "new_marks",
    "nine",
    "read_only",
    "reduce",
    "reduce_batch",
    "reduce_by",
    "remove",
    "restrict",
    "singles",
]
