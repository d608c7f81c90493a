"""The properties of each puzzle of a study, as columns, and the classes of puzzles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import StudyError
from ergodoku.puzzle.logic import BEYOND_LOGIC, Level, reduce
from ergodoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from ergodoku.lab.study import Study

GIVENS = "givens"
BY_ITSELF = ("size", "file", "layout", GIVENS)  # the default is the first of these that makes several classes
MOST_CLASSES = 60
NO_SOLUTION, NONE = "no solution", "-"


@dataclass(frozen=True, eq=False)
class Classes:
    """The puzzles of a study, divided into classes.

    Attributes
    ----------
    by : str
        The property that divides the puzzles: ``size``, ``givens``, ``file`` or another column.
    names : tuple of str
        The classes.
    of : ndarray of int
        The class of each puzzle, as an index into ``names``.
    """

    by: str
    names: tuple[str, ...]
    of: NDArray[np.int64]


def instances(study: Study, by: str | None = None) -> dict[str, NDArray[Any]]:
    """Return the columns of the puzzles, one entry per puzzle.

    The columns are size, box, layout, clues, the share of givens, the candidates that logic leaves, the
    difficulty, the columns of the study, and ``by`` if it is another column of a CSV file: see `classes_of`.
    """
    puzzles = study.puzzles
    logic = [_logic(puzzle) for puzzle in puzzles]
    box = [p.layout.box for p in puzzles]
    found = {
        "size": np.array([p.size for p in puzzles]),
        "box": np.array([f"{b[0]}x{b[1]}" if b else NONE for b in box]),
        "layout": np.array([p.layout.kind for p in puzzles]),
        "clues": np.array([p.clues for p in puzzles]),
        GIVENS: np.array([p.clues / p.layout.cells for p in puzzles]).round(6),
        "candidates": np.array([left for left, _ in logic]),
        "difficulty": np.array([word for _, word in logic]),
        **{name: np.array(values) for name, values in study.columns.items()},
    }
    if by is not None and by not in found:
        found[by] = np.array([value for value, _ in _values(study, by)])
    return found


def classes_of(study: Study, by: str | None = None) -> Classes | None:
    """Divide the puzzles of a study into classes; None if there is only one.

    Parameters
    ----------
    study : Study
        The study.
    by : str, optional
        ``size``, ``givens`` (their share), ``file``, ``layout``, ``clues``, ``difficulty``, a column of the
        study, or another column of a CSV file, if the puzzles' names contain its values. The default is the
        first of size, file, layout and givens that makes more than one class, but not too many.

    Raises
    ------
    StudyError
        If there is no such column, or if it makes too many classes.
    """
    if by is None:
        found = (_divide(study, name) for name in BY_ITSELF if name != "file" or name in study.columns)
        return next((c for c in found if 1 < len(c.names) <= MOST_CLASSES), None)
    classes = _divide(study, by)
    if len(classes.names) > MOST_CLASSES:
        raise StudyError(
            f"{by!r} makes {len(classes.names)} classes, more than {MOST_CLASSES}", "choose another column"
        )
    return classes if len(classes.names) > 1 else None


def _divide(study: Study, by: str) -> Classes:
    values = _values(study, by)
    order = dict(values)
    names = sorted(order, key=lambda name: order[name])
    place = {name: k for k, name in enumerate(names)}
    return Classes(by, tuple(names), np.array([place[value] for value, _ in values], dtype=np.int64))


def _values(study: Study, by: str) -> Sequence[tuple[str, Any]]:
    """Return the class of each puzzle, with its key for sorting."""
    puzzles = study.puzzles
    if by == "size":
        return [(f"{p.size}x{p.size}", p.size) for p in puzzles]
    if by == GIVENS:
        shares = [min(9, int(10 * p.clues / p.layout.cells + 1e-9)) for p in puzzles]
        return [(f"{10 * k}-{10 * k + 10} %", k) for k in shares]
    if by == "clues":
        return [(f"{p.clues} clues", p.clues) for p in puzzles]
    if by == "layout":
        return [(p.layout.kind, p.layout.kind) for p in puzzles]
    if by == "difficulty":
        words = [_logic(p)[1] for p in puzzles]
        ranks = [level.label for level in Level] + [BEYOND_LOGIC, NO_SOLUTION]
        return [(word, ranks.index(word)) for word in words]
    if by in study.columns:
        return _sortable(study.columns[by])
    named = [re.search(rf"(?:^|, ){re.escape(by)} ([^,]*)", p.name) for p in puzzles]
    if not any(named):
        known = ["size", GIVENS, "clues", "layout", "difficulty", *study.columns]
        raise StudyError(f"the puzzles have no column {by!r}", f"choose {', '.join(known)}")
    return _sortable([match[1].strip() if match else NONE for match in named])


def _sortable(texts: Sequence[str]) -> list[tuple[str, Any]]:
    """Return texts with keys for sorting: the numbers if all texts are numbers, otherwise the texts."""
    try:
        return [(text, float(text)) for text in texts]
    except ValueError:
        return [(text, text) for text in texts]


def _logic(puzzle: Puzzle) -> tuple[int, str]:
    """Return the number of candidates that logic leaves in open cells, and the difficulty of the puzzle."""
    reduction = reduce(puzzle, Level.PAIRS)
    if reduction.contradiction:
        return 0, NO_SOLUTION
    if not reduction.solved:
        counts = reduction.candidates.sum(axis=1)
        return int(counts[counts > 1].sum()), BEYOND_LOGIC
    return 0, next(level.label for level in Level if level == Level.PAIRS or reduce(puzzle, level).solved)
