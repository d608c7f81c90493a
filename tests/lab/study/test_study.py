"""A study: its results depend on its definition and nothing else."""

from __future__ import annotations

import re
import sqlite3
import tomllib
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ergodoku._version import __version__
from ergodoku.base.errors import ErgodokuError, ParameterError, StudyError
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations
from ergodoku.lab.analysis import begin_exploration, begin_sweep
from ergodoku.lab.study import Study, StudyProgress
from ergodoku.lab.study.validation import validated
from ergodoku.lab.tuning import Tuning
from ergodoku.methods.annealing import Annealing
from ergodoku.methods.contender import Contender
from ergodoku.methods.registry import ENTRIES, Entry
from ergodoku.methods.schedules import Constant
from ergodoku.puzzle.puzzle import Puzzle
from tests.lab import studies
from tests.samples import EASY, HARD, general, sample

PUZZLES = (Puzzle.parse(HARD), general(9, 0.3), sample("jigsaw-9"))


def study_in(folder: Path | None, **changes: Any) -> Study:
    """Start a study of 3 x 2 x 3 short runs."""
    return studies.study_in(folder, **{"puzzles": PUZZLES, "runs": 3, "max_iterations": 3_000} | changes)


def results(study: Study, workers: int = 2) -> dict[str, list[Any]]:
    return studies.columns_of(study.run(workers=workers))


def test_a_study_does_every_run_once(tmp_path: Path) -> None:
    study = study_in(tmp_path / "study")
    with study.run() as store:
        assert len(store) == study.total == 18
        assert store.done(study.shape).all()
        assert set(store.columns()["status"]) <= {"solved", "gave_up"}


def test_a_run_of_a_study_equals_solve_with_the_same_seed(tmp_path: Path) -> None:
    study = study_in(tmp_path / "study")
    with study.run() as store:
        runs = store.columns()
    for k in range(0, 18, 5):
        alone = solve(
            study.puzzles[runs["puzzle"][k]],
            study.contenders[runs["contender"][k]].method,
            seed=int(runs["seed"][k]),
            stop=Iterations(3_000),
        )
        assert (alone.status, alone.energy, alone.iterations) == (
            runs["status"][k],
            runs["energy"][k],
            runs["iterations"][k],
        )


def test_a_run_of_a_preset_is_stored_under_the_name_of_the_preset(tmp_path: Path) -> None:
    slow = Contender.of("lewis", {"cooling": 0.995}, "slow")
    study = study_in(tmp_path / "study", contenders=["lewis", slow], runs=1)
    with study.run() as store:
        assert set(store.columns()["found_by"]) == {"lewis"}


def test_workers_and_interruptions_do_not_change_results(tmp_path: Path) -> None:
    whole = results(study_in(tmp_path / "whole"), workers=1)
    stopped = study_in(tmp_path / "stopped")

    def stop_halfway(progress: StudyProgress) -> None:
        if progress.done >= 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped.run(workers=3, progress=stop_halfway)
    with stopped.store() as store:
        assert 7 <= len(store) < 18
    assert results(study_in(tmp_path / "stopped"), workers=3) == whole


def test_seeds_do_not_depend_on_order_or_on_other_contenders() -> None:
    def seeds(study: Study) -> dict[tuple[Puzzle, str, int], int]:
        return {
            (study.puzzles[t.puzzle], study.contenders[t.contender].label, t.repetition): t.seed
            for t in study.tasks()
        }

    contenders = tuple(Contender.of(name) for name in ("focused", "probing", "tabu"))
    small = Study(Path(), PUZZLES[:2], contenders[:2], runs=3)
    large = Study(Path(), PUZZLES[::-1], contenders[::-1], runs=5)
    found, more = seeds(small), seeds(large)
    assert found.items() <= more.items()
    assert len(set(more.values())) == 15, "one seed per puzzle and repetition"
    assert not set(found.values()) & set(seeds(replace(small, seed=1)).values())


def test_all_contenders_start_a_repetition_from_the_same_seed() -> None:
    chosen = (Contender.of("lewis"), Contender.of("lewis", {"cooling": 0.99}, "slower"), Contender.of("tabu"))
    tasks = Study(Path(), PUZZLES[:2], chosen, runs=4).tasks()
    seeds: dict[tuple[int, int], set[int]] = {}
    for task in tasks:
        seeds.setdefault((task.puzzle, task.repetition), set()).add(task.seed)
    assert all(len(common) == 1 for common in seeds.values())
    assert len(set.union(*seeds.values())) == 8


def test_seeds_never_change() -> None:
    study = Study(Path(), (Puzzle.parse(HARD),), (Contender.of("probing"),), runs=2, seed=1)
    assert [task.seed for task in study.tasks()] == [2133395817575922972, 8439604751717281000]


def test_runs_are_ordered_by_repetition(tmp_path: Path) -> None:
    tasks = list(study_in(tmp_path / "study").tasks())
    assert [task.repetition for task in tasks] == sorted(task.repetition for task in tasks)


@pytest.mark.parametrize("name", ENTRIES)
def test_a_method_is_read_back_from_the_folder_unchanged(tmp_path: Path, name: str) -> None:
    study = study_in(tmp_path / "study", contenders=[name])
    opened = Study.open(tmp_path / "study")
    assert opened == study
    assert opened.contenders[0].method == ENTRIES[name].method


def test_puzzles_of_every_kind_are_read_back_from_the_folder(tmp_path: Path) -> None:
    names = (
        "classic-4",
        "classic-12",
        "rectangular-2x5",
        "no-boxes-1x5",
        "diagonal-9",
        "windows-9",
        "latin-7",
        "jigsaw-9",
    )
    puzzles = [Puzzle(p.layout, p.flat, f'"{n}"\n\t\x7f é') for n in names for p in [sample(n)]]
    opened = Study.open(study_in(tmp_path / "study", puzzles=puzzles).folder)
    assert opened.puzzles == tuple(puzzles)
    assert [p.name for p in opened.puzzles] == [p.name for p in puzzles]


def test_the_folder_has_everything_needed_to_repeat_the_study(tmp_path: Path) -> None:
    study_in(tmp_path / "study", extra={"vary": [{"name": "cooling", "values": [0.9, 0.99]}]})
    text = tomllib.loads((tmp_path / "study" / "study.toml").read_text())
    assert text["made"]["ergodoku"] == __version__
    assert {"python", "numba", "numpy", "platform", "cpu", "cores"} <= text["made"].keys()
    assert text["puzzles"][0]["givens"] == HARD
    assert text["contenders"][0]["parameters"]["stretches"] == 16
    assert Study.open(tmp_path / "study").extra == {"vary": [{"name": "cooling", "values": [0.9, 0.99]}]}


def test_if_no_folder_is_given_its_name_is_computed_from_the_study(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    first = study_in(None)
    assert re.fullmatch(r"study-[0-9a-f]{8}", str(first.folder))
    assert study_in(None).folder == first.folder
    assert study_in(None, runs=4).folder != first.folder


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"seed": 2}, "seed is 1 there, 2 here"),
        ({"max_iterations": 1}, "the limit on iterations is 3000 there, 1 here"),
        ({"time_limit": 1.0}, "the time limit is missing there, 1.0 here"),
        ({"traces": True}, "traces is False there, True here"),
        ({"extra": {"vary": "x"}}, "extra.vary is missing there, 'x' here"),
    ],
)
def test_a_folder_with_another_study_is_refused_and_the_error_names_the_difference(
    tmp_path: Path, change: dict[str, Any], named: str
) -> None:
    study_in(tmp_path)
    before = (tmp_path / "study.toml").read_text()
    with pytest.raises(StudyError, match=re.escape(named)):
        study_in(tmp_path, **change)
    assert (tmp_path / "study.toml").read_text() == before


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"puzzles": ()}, "has no puzzles"),
        ({"contenders": []}, "has no methods"),
        ({"contenders": ["nonsense"]}, "there is no method 'nonsense'"),
        ({"contenders": ["focused", "focused"]}, "'focused' appears twice"),
        (
            {"contenders": ["focused", Contender.of("focused", label="b")]},
            "'b' is the same as 'focused'",
        ),
        ({"puzzles": (*PUZZLES, PUZZLES[0])}, "number 4.* is the same as .*number 1"),
        ({"runs": 0}, "runs is 0"),
        ({"seed": -1}, "seed is -1"),
        ({"max_iterations": 0}, "max_iterations is 0"),
        ({"time_limit": 0}, "time limit is 0"),
        ({"time_limit": float("nan")}, "seconds is nan"),
    ],
)
def test_an_invalid_study_is_refused_before_anything_is_written(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    with pytest.raises(ErgodokuError, match=message):
        study_in(tmp_path / "study", **change)
    assert not (tmp_path / "study").exists()


@pytest.mark.parametrize(
    ("limits", "seconds"),
    [
        ({}, 10.0),
        ({"max_iterations": 1_000}, None),
        ({"max_evaluations": 1_000}, None),
        ({"max_iterations": 1_000, "time_limit": 2.5}, 2.5),
    ],
)
def test_runs_have_ten_seconds_only_if_no_limit_is_set(
    tmp_path: Path, limits: dict[str, Any], seconds: float | None
) -> None:
    puzzles = [Puzzle.parse(EASY)]
    studies = [
        Study.create(tmp_path / "a", puzzles, ["focused"], **limits),
        begin_exploration(tmp_path / "b", puzzles, "focused", ["sweep=1,2"], **limits),
        begin_sweep(tmp_path / "c", "focused", ["size=4,6"], count=1, **limits),
        Tuning.create(tmp_path / "d", puzzles, "focused", only=["sweep"], **limits).study,
    ]
    assert [study.time_limit for study in studies] == [seconds] * 4


def test_a_definition_without_any_limit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="might never end"):
        validated(replace(study_in(tmp_path / "study"), max_iterations=None))


def test_a_user_defined_schedule_is_refused_if_it_is_not_registered(tmp_path: Path) -> None:
    class Mine(Constant):
        pass

    with pytest.raises(ParameterError, match=r"cannot store 'annealing'.*as an entry point"):
        study_in(tmp_path / "study", contenders=[Annealing(Mine(1.0))])


def test_a_user_defined_schedule_runs_in_a_study_if_a_preset_registers_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Mine(Constant):
        pass

    preset = Entry("mine", Annealing(Mine(1.0)), "A preset.", "box permutation", "", "")
    monkeypatch.setitem(ENTRIES.loaded, "mine", preset)
    study = study_in(tmp_path / "study", contenders=["mine"])
    assert study.contenders[0].method == Annealing(Mine(1.0))
    assert Study.open(study.folder).contenders[0].method == Annealing(Mine(1.0))


def test_a_folder_without_a_study_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match=r"it has no study\.toml"):
        Study.open(tmp_path)


def test_the_error_names_a_method_that_cannot_be_loaded_and_does_not_call_the_study_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as installed:
        entry = Entry("mine", Annealing(), "A preset.", "box permutation", "", "")
        installed.setitem(ENTRIES.loaded, "mine", entry)
        study_in(tmp_path / "study", contenders=["mine"])
    broken = EntryPoint("mine", "no_such_package:ENTRY", "ergodoku.methods")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [broken])
    with pytest.raises(StudyError) as error:
        Study.open(tmp_path / "study")
    assert error.value.what.startswith("the study 'study' cannot be opened: cannot load the method 'mine'")
    assert error.value.remedy == "update or remove that package"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("version = 2\n", "version = 3\n", "format version 3, not 2"),
        ("version = 2\n", "", "format version None, not 2"),
        ("runs = 3", "runs = ", "is damaged"),
        ("runs = 3", 'runs = "3"', "is damaged"),
        ("kind = ", "kinds = ", "is damaged"),
        ('kind = "compare"', 'kind = "nonsense"', "there is no study of kind 'nonsense'"),
        (f'"{HARD}"', '"123"', "is damaged"),
        ('method = "focused"', "method = 3", "is damaged"),
        ("sweep = ", "sweeps = ", "is damaged"),
    ],
)
def test_a_damaged_definition_or_another_format_version_is_an_error(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    study_in(tmp_path)
    file = tmp_path / "study.toml"
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))
    with pytest.raises(StudyError, match=message):
        Study.open(tmp_path)
    with pytest.raises(StudyError, match=message):
        study_in(tmp_path)


def test_a_study_of_another_version_of_the_package_can_be_read_but_not_resumed(tmp_path: Path) -> None:
    study = study_in(tmp_path)
    file = tmp_path / "study.toml"
    file.write_text(file.read_text().replace(f'ergodoku = "{__version__}"', 'ergodoku = "99.0"'))
    assert Study.open(tmp_path) == study
    with pytest.raises(StudyError, match=r"started with ergodoku 99\.0"):
        study_in(tmp_path)


def test_lost_runs_are_not_silently_done_again(tmp_path: Path) -> None:
    study = study_in(tmp_path)
    (tmp_path / "runs.sqlite").unlink()
    with pytest.raises(StudyError, match="lost its runs"):
        study.run()


def test_runs_without_their_definition_are_refused(tmp_path: Path) -> None:
    study_in(tmp_path).run().close()
    (tmp_path / "study.toml").unlink()
    with pytest.raises(StudyError, match=r"holds runs, but no study\.toml"):
        study_in(tmp_path)


def test_a_study_killed_during_its_start_can_be_started_again(tmp_path: Path) -> None:
    study_in(tmp_path)
    (tmp_path / "study.toml").unlink()  # this file is written last
    assert study_in(tmp_path).total == 18


def test_runs_of_another_study_are_noticed_by_their_seeds(tmp_path: Path) -> None:
    study = study_in(tmp_path)
    study.run().close()
    connection = sqlite3.connect(tmp_path / "runs.sqlite")
    with connection:
        connection.execute("UPDATE runs SET seed = '5' WHERE repetition = 2")
    connection.close()
    with pytest.raises(StudyError, match="another study"):
        study.run()


def test_traces_are_stored_on_request(tmp_path: Path) -> None:
    study = study_in(tmp_path, runs=1, traces=True, contenders=["focused"])
    with study.run() as store:
        trace = store.trace((0, 0, 0))
        assert trace is not None
        assert trace.best[-1] == store.columns()["energy"][0]
        assert (np.diff(trace.iteration) > 0).all()


def test_a_method_file_gives_the_contender_its_label_and_parameters(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('method = "focused"\n[parameters]\nsweep = 7\n')
    study = study_in(tmp_path / "study", contenders=[str(file)])
    file.unlink()
    [contender] = Study.open(study.folder).contenders
    assert (contender.label, contender.name, contender.settings["sweep"]) == ("mine", "focused", 7)


def test_progress_counts_stored_and_new_runs(tmp_path: Path) -> None:
    seen: list[tuple[int, int, int]] = []
    for _ in range(2):
        study_in(tmp_path).run(progress=lambda t: seen.append((t.before, t.done, t.solved))).close()
    assert seen[0] == (0, 0, 0)
    assert seen[-2][1] == 18
    assert seen[-1][:2] == (18, 18)
    assert seen[-1][2] == seen[-2][2]


def test_puzzles_may_be_given_as_texts_or_lists(tmp_path: Path) -> None:
    forms = ["1... ..3. .4.. ...2", [[0, 1, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]]
    study = Study.create(tmp_path, forms, ["focused"], runs=1)
    assert [puzzle.flat[0] for puzzle in study.puzzles] == [1, 0]
