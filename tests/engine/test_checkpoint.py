"""Checkpoints: a resumed run continues from exactly the same point, and a damaged file is refused."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ergodoku.base.errors import ErgodokuError, ParameterError
from ergodoku.engine import halt
from ergodoku.engine.checkpoint import load, save, seal
from ergodoku.engine.result import Result
from ergodoku.engine.run import Run
from ergodoku.engine.stop import Flag, Iterations
from ergodoku.engine.trace import COLUMNS
from ergodoku.methods.annealing import Annealing, Reheat
from ergodoku.methods.auto import Auto
from ergodoku.methods.evolution import Evolution
from ergodoku.methods.generations import FIRST, MEMBER, STAGE, Generations
from ergodoku.methods.genetic import Genetic
from ergodoku.methods.registry import Method
from ergodoku.methods.schedules import Adaptive, Geometric, Schedule
from ergodoku.puzzle.puzzle import Puzzle
from tests.faults import little_room
from tests.samples import BEYOND_LOGIC_UNSOLVABLE, EASY, general, same_state, sample, trap

METHODS: dict[str, str | Method] = {
    "lewis": "lewis",
    "in turns": Auto(choices=50, steps=300),
    "steered": Annealing(Adaptive(1.0, 0.05, 0.1, 37), Reheat(150, "multiply", 2.0), logic="none"),
}
BEYOND = Puzzle.parse(BEYOND_LOGIC_UNSOLVABLE)


def outcome(result: Result) -> tuple[object, ...]:
    columns = [getattr(result.trace, name).tobytes() for name in COLUMNS if name != "seconds"]
    told = (result.status, result.replica, result.iterations, result.energy, result.method, result.seed)
    return (*told, result.grid.tobytes(), result.parameters, columns)


def stopped(puzzle: Puzzle, method: str | Method, iterations: int, replicas: int = 1) -> Run:
    run = Run(puzzle, method, seed=9, replicas=replicas, stop=Iterations(iterations))
    run.finish()
    return run


@pytest.mark.parametrize(
    ("puzzle", "replicas"), [(BEYOND, 1), (BEYOND, 3), (sample("diagonal-9"), 2)], ids=["1", "3", "diagonal"]
)
@pytest.mark.parametrize("method", sorted(METHODS))
def test_a_resumed_run_ends_as_if_it_was_never_stopped(
    tmp_path: Path, method: str, puzzle: Puzzle, replicas: int
) -> None:
    run = stopped(puzzle, METHODS[method], 1234, replicas)
    save(run, tmp_path / "run.npz")
    resumed = load(tmp_path / "run.npz", stop=Iterations(6000))
    assert all(same_state(a, b) for a, b in zip(run.searches, resumed.searches, strict=True))
    result = resumed.finish()
    whole = stopped(puzzle, METHODS[method], 6000, replicas)
    assert outcome(result) == outcome(whole.result())
    # Once a replica has won, the progress of the others depends on the threads.
    assert result.status != "gave_up" or all(
        same_state(a, b) for a, b in zip(whole.searches, resumed.searches, strict=True)
    )


RESUME = """
import sys
from ergodoku.engine.checkpoint import load
from ergodoku.engine.stop import Iterations
result = load(sys.argv[1], stop=Iterations(50_000)).finish()
print(result.status, result.replica, result.iterations, result.energy, *result.grid.ravel())
"""


def test_another_process_can_resume_the_run(tmp_path: Path) -> None:
    save(stopped(trap(), "cool", 20_000, 2), tmp_path / "run.npz")
    done = subprocess.run(
        [sys.executable, "-c", RESUME, str(tmp_path / "run.npz")],
        capture_output=True,
        text=True,
        timeout=1200,
        check=True,
    )
    whole = stopped(trap(), "cool", 50_000, 2).result()
    expected = (whole.status, whole.replica, whole.iterations, whole.energy, *whole.grid.ravel())
    assert done.stdout.split() == [str(value) for value in expected]


@pytest.mark.parametrize("first", [True, False], ids=["the first", "another"])
@pytest.mark.parametrize(
    "method", [Genetic(population=5000, climb=1), Evolution(population=5000)], ids=lambda method: method.name
)
def test_a_run_saved_inside_a_generation_resumes_from_there(
    tmp_path: Path, method: Method, first: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle, limit = general(16, 0.3), Iterations(2)
    whole = Run(puzzle, method, seed=9, stop=limit).finish()
    monkeypatch.setattr(halt, "LONGEST", 0.0)  # halt every slice after one piece of work
    run = Run(puzzle, method, seed=9, stop=limit)
    run.start()
    (search,) = run.searches
    assert isinstance(search, Generations)
    while not first and (search.position[STAGE] <= FIRST or search.position[MEMBER] == 0):
        assert run.advance(), "the search was never inside a generation"
    assert bool(search.position[STAGE] == FIRST) is first
    save(run, tmp_path / "run.npz")
    resumed = load(tmp_path / "run.npz", stop=limit)
    assert same_state(search, resumed.searches[0])
    assert outcome(resumed.finish()) == outcome(whole) == outcome(run.finish())


def test_a_run_without_time_to_start_all_replicas_can_be_saved_and_continued(tmp_path: Path) -> None:
    looks = count()
    run = Run(trap(), "lewis", seed=1, replicas=5, stop=Flag(lambda: next(looks) >= 2))
    run.finish()
    assert len(run.searches) == 3
    save(run, tmp_path / "run.npz")
    resumed = load(tmp_path / "run.npz", stop=Iterations(5000)).finish()
    straight = Run(trap(), "lewis", seed=1, replicas=5, stop=Iterations(5000)).finish()
    assert outcome(resumed) == outcome(straight)


def test_no_replica_is_lost_if_the_time_is_up_when_a_run_is_loaded(tmp_path: Path) -> None:
    save(stopped(trap(), "lewis", 1000, replicas=5), tmp_path / "run.npz")
    resumed = load(tmp_path / "run.npz", stop=Flag(lambda: True))
    resumed.finish()
    assert [search.iteration for search in resumed.searches] == [1000] * 5


def test_a_run_can_continue_after_it_was_saved(tmp_path: Path) -> None:
    run = Run(trap(), "cool", stop=Iterations(5000), slice_iterations=500)
    for _ in run:
        save(run, tmp_path / "run.npz")
    assert run.result().iterations == load(tmp_path / "run.npz").iteration == 5000


@pytest.mark.parametrize("text", [EASY, "123. ...4 .... ...."])
def test_a_run_that_logic_decided_stays_decided(tmp_path: Path, text: str) -> None:
    run = Run(Puzzle.parse(text))
    save(run, tmp_path / "run.npz")
    assert load(tmp_path / "run.npz").finish().status == run.finish().status != "gave_up"


def test_the_time_before_the_checkpoint_counts(tmp_path: Path) -> None:
    run = stopped(trap(), "cool", 1000)
    run.clock.before += 1000.0
    save(run, tmp_path / "run.npz")
    assert load(tmp_path / "run.npz").seconds > 1000


def test_the_name_of_a_preset_is_kept(tmp_path: Path) -> None:
    save(stopped(trap(), "cool", 10), tmp_path / "run.npz")
    assert load(tmp_path / "run.npz").result().method == "cool"


class Mine(Schedule):
    """A schedule that a user wrote."""

    def temperatures(self, epochs: np.ndarray) -> np.ndarray:
        return np.full(len(epochs), 0.3)


def test_your_own_schedule_must_be_given_again(tmp_path: Path) -> None:
    method = Annealing(Mine(), logic="none")
    save(stopped(trap(), method, 1234), tmp_path / "run.npz")
    with pytest.raises(ErgodokuError, match="of your own"):
        load(tmp_path / "run.npz")
    resumed = load(tmp_path / "run.npz", method=method, stop=Iterations(5000))
    assert outcome(resumed.finish()) == outcome(stopped(trap(), method, 5000).result())


def saved(tmp_path: Path) -> bytes:
    path = tmp_path / "good.npz"
    save(stopped(trap(), Annealing(Geometric(), logic="none"), 500), path)
    return path.read_bytes()


def refused(path: Path, content: bytes) -> ErgodokuError:
    path.write_bytes(content)
    with pytest.raises(ErgodokuError) as error:
        load(path)
    assert str(path) in error.value.what
    assert error.value.remedy
    return error.value


@pytest.mark.parametrize("keep", [0.0, 0.01, 0.3, 0.5, 0.9, 0.999])
def test_a_truncated_file_is_refused(tmp_path: Path, keep: float) -> None:
    good = saved(tmp_path)
    assert (
        "is damaged or not a checkpoint" in refused(tmp_path / "bad.npz", good[: int(keep * len(good))]).what
    )


def test_a_file_with_one_wrong_byte_is_refused_or_gives_the_same_state(tmp_path: Path) -> None:
    good = saved(tmp_path)
    expected = load(tmp_path / "good.npz")
    rng, refusals = np.random.default_rng(1), 0
    for place in rng.integers(0, len(good), 60).tolist():
        bad = bytearray(good)
        bad[place] ^= int(rng.integers(1, 256))
        (tmp_path / "bad.npz").write_bytes(bytes(bad))
        try:
            found = load(tmp_path / "bad.npz")
        except ErgodokuError:
            refusals += 1
        else:
            assert same_state(found.searches[0], expected.searches[0])
    assert refusals > 40


def changed(good: bytes, **changes: object) -> bytes:
    """Return a checkpoint with a changed header and a valid seal."""
    with np.load(io.BytesIO(good)) as file:
        arrays = dict(file)
    header = json.loads(arrays.pop("header").tobytes()) | changes
    header["seal"] = seal({name: value for name, value in header.items() if name != "seal"}, arrays)
    return packed(header, arrays)


def packed(header: dict[str, Any], arrays: dict[str, Any]) -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, header=np.frombuffer(json.dumps(header).encode(), dtype=np.uint8), **arrays)
    return buffer.getvalue()


def test_an_edited_state_is_refused_before_a_kernel_gets_it(tmp_path: Path) -> None:
    with np.load(io.BytesIO(saved(tmp_path))) as file:
        arrays = dict(file)
    header = json.loads(arrays.pop("header").tobytes())
    assert load_bytes(tmp_path, packed(header, arrays)).iteration == 500
    for name in [name for name, array in arrays.items() if array.size]:
        flipped = bytes(byte ^ 1 for byte in arrays[name].tobytes())
        other = np.frombuffer(flipped, arrays[name].dtype).reshape(arrays[name].shape)
        assert "is damaged" in refused(tmp_path / "bad.npz", packed(header, arrays | {name: other})).what
    assert "is damaged" in refused(tmp_path / "bad.npz", packed(header | {"seed": 10}, arrays)).what
    assert "is damaged" in refused(tmp_path / "bad.npz", packed(header | {"seal": None}, arrays)).what


def load_bytes(tmp_path: Path, content: bytes) -> Run:
    (tmp_path / "some.npz").write_bytes(content)
    return load(tmp_path / "some.npz")


@pytest.mark.parametrize(("form", "version"), [(1, "0.1.0"), (99, "7.0")])
def test_a_checkpoint_of_another_version_is_refused_with_advice(
    tmp_path: Path, form: int, version: str
) -> None:
    error = refused(tmp_path / "bad.npz", changed(saved(tmp_path), checkpoint=form, ergodoku=version))
    assert f"was saved by ergodoku {version}, in a format that" in error.what
    assert "the version that saved it" in error.remedy


@pytest.mark.parametrize(
    "changes",
    [
        {"puzzle": "?"},
        {"kind": "magic"},
        {"parameters": {"no": 1}},
        {"replicas": 3, "started": 3},
        {"started": 3},
        {"steering": [[5, 1.0], [4, 1.0]]},
        {"goal": 5},
        {"seconds": "x"},
        {"parameters": 5},
    ],
    ids=str,
)
def test_a_file_with_invalid_values_in_its_header_is_refused(
    tmp_path: Path, changes: dict[str, object]
) -> None:
    assert "is damaged" in refused(tmp_path / "bad.npz", changed(saved(tmp_path), **changes)).what


def test_a_file_that_is_not_a_checkpoint_is_refused(tmp_path: Path) -> None:
    array, archive, plain = io.BytesIO(), io.BytesIO(), io.BytesIO()
    np.save(array, np.arange(5))
    np.savez(archive, about=np.arange(5))
    with zipfile.ZipFile(plain, "w") as file:
        file.writestr("readme.txt", "hello")
    for content in (b"", b"hello", b"\x80\x04N.", array.getvalue(), archive.getvalue(), plain.getvalue()):
        assert refused(tmp_path / "bad.npz", content).remedy


def test_no_pickle_is_ever_read(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    np.savez(buffer, about=np.array([{"a": 1}], dtype=object))
    assert refused(tmp_path / "bad.npz", buffer.getvalue()).remedy


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ErgodokuError, match="cannot read the checkpoint"):
        load(tmp_path / "none.npz")
    with pytest.raises(ErgodokuError, match="cannot read the checkpoint"):
        load(tmp_path)


def test_an_unwritable_place_is_reported_and_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(ErgodokuError, match="cannot write the checkpoint"):
        save(stopped(trap(), "cool", 10), tmp_path / "no" / "run.npz")
    assert list(tmp_path.iterdir()) == []


def test_a_failed_save_keeps_the_old_checkpoint(tmp_path: Path) -> None:
    good, run = saved(tmp_path), stopped(trap(), "cool", 10)
    with little_room(100), pytest.raises(ErgodokuError, match="File too large"):
        save(run, tmp_path / "good.npz")
    assert (tmp_path / "good.npz").read_bytes() == good
    assert [path.name for path in tmp_path.iterdir()] == ["good.npz"]


def test_an_unknown_option_is_not_reported_as_damage(tmp_path: Path) -> None:
    saved(tmp_path)
    with pytest.raises(TypeError, match="sop"):
        load(tmp_path / "good.npz", sop=Iterations(5))


@pytest.mark.parametrize("run", [None, EASY, Puzzle.parse(EASY)], ids=type)
def test_only_a_run_can_be_saved(tmp_path: Path, run: Any) -> None:
    with pytest.raises(ParameterError, match=r"run is .*; give a Run"):
        save(run, tmp_path / "run.npz")


def test_a_checkpoint_needs_a_path() -> None:
    with pytest.raises(ParameterError, match="path is None"):
        save(stopped(trap(), "cool", 10), None)  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="path is None"):
        load(None)  # type: ignore[arg-type]


def test_the_method_of_a_checkpoint_can_be_given_by_name(tmp_path: Path) -> None:
    save(stopped(trap(), "lewis", 10), tmp_path / "run.npz")
    assert load(tmp_path / "run.npz", "lewis").method == load(tmp_path / "run.npz").method
    with pytest.raises(ParameterError, match="5 is not a method"):
        load(tmp_path / "run.npz", 5)  # type: ignore[arg-type]
