"""Films of races: all boards side by side, each at the same search time."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from ergodoku.base.errors import ParameterError
from ergodoku.engine.result import Result
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations
from ergodoku.views.animation import save_race
from ergodoku.views.animation.race import RaceFrames
from ergodoku.views.animation.tracks import Track, moments_of, tracks_of
from tests.samples import EASY, general, trap


@lru_cache(maxsize=4)
def raced(method: str, iterations: int) -> Result:
    return solve(general(9, 0.3), method, seed=1, stop=Iterations(iterations), keyframes=True)


def race() -> dict[str, Result]:
    return {"quick": raced("focused", 20_000), "slow": raced("annealing", 200)}


def test_a_contender_shows_its_search_and_then_its_outcome() -> None:
    result = raced("focused", 20_000)
    assert result.solved
    track = Track("quick", result)
    first, last = track.at(0.0), track.at(result.seconds)
    assert (first.word, first.iteration) == ("searching", 0)
    assert np.array_equal(first.grid, result.keyframes[0][1])
    assert (last.word, last.energy, last.iteration) == ("solved", 0, result.iterations)
    assert np.array_equal(last.grid, result.grid)
    assert track.at(100 * result.seconds) == last
    seen = [track.at(time).iteration for time in np.linspace(0, result.seconds, 50)]
    assert seen == sorted(seen)
    times, best = track.curve()
    assert (list(times), list(best)) == (sorted(times), sorted(best, reverse=True))


def test_the_moments_of_a_film_show_the_progress_of_every_contender() -> None:
    tracks = tracks_of(race())
    moments = moments_of(tracks, 40)
    assert moments == sorted(set(moments))
    assert (moments[0], moments[-1]) == (0.0, max(track.result.seconds for track in tracks))
    for track in tracks:
        assert 15 <= len({track.at(moment).iteration for moment in moments}) <= 41


def test_the_board_of_each_contender_and_the_chart_change_during_the_race() -> None:
    frames = RaceFrames(tracks_of(race()), caption="Tuesday")
    first, last = frames.draw(0.0), frames.draw(frames.last)
    for x, y in frames.corners:
        part = np.s_[y + frames.head : y + frames.head + 200, x : x + 200]
        assert (first[part] != last[part]).any()
    chart = np.s_[frames.chart_at :]
    assert (first[chart] != last[chart]).any()


@pytest.mark.parametrize(
    ("count", "shape"), [(1, (1, 1)), (2, (2, 1)), (3, (3, 1)), (4, (2, 2)), (6, (3, 2))]
)
def test_boards_are_arranged_in_rows(count: int, shape: tuple[int, int]) -> None:
    frames = RaceFrames([Track(f"n{k}", raced("annealing", 200)) for k in range(count)])
    columns, rows = (len(set(axis)) for axis in zip(*frames.corners, strict=True))
    assert (columns, rows) == shape
    assert frames.draw(0.0).shape == frames.size[::-1]


@pytest.mark.parametrize("ending", ["gif", "mp4"])
def test_the_film_of_a_race_ends_when_the_race_ends(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"race.{ending}"
    save_race(race(), path, frames=20, caption="Tuesday, seed 1", theme="dark")
    assert path.stat().st_size > 10_000
    if ending == "gif":
        with Image.open(path) as film:
            frames = getattr(film, "n_frames", 1)
            assert 15 <= frames <= 25
            film.seek(frames - 1)
            assert film.info["duration"] >= 2000


def test_a_contender_without_a_search_always_shows_its_result(tmp_path: Path) -> None:
    solved, none = (
        solve(EASY, "annealing", seed=1, keyframes=True),
        solve(trap(), "auto", seed=1, keyframes=True),
    )
    assert (solved.found_by, none.iterations) == ("logic", 0)
    track = Track("logic", solved)
    assert (track.at(0.0).word, len(track.curve()[0])) == ("solved", 0)
    save_race({"logic": solved}, tmp_path / "logic.gif")
    save_race({"none": none}, tmp_path / "none.gif")
    assert (tmp_path / "logic.gif").stat().st_size > 1000


def test_too_many_contenders_and_unknown_file_formats_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="7 contenders"):
        save_race({f"n{k}": raced("annealing", 200) for k in range(7)}, tmp_path / "race.gif")
    with pytest.raises(ParameterError, match=r"race\.txt"):
        save_race(race(), tmp_path / "race.txt")
