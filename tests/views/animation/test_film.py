"""Animations: their shots, their timing, and files that other programs can read."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import imageio_ffmpeg
import numpy as np
import pytest
from PIL import Image

from ergodoku.base.errors import ErgodokuError, ParameterError
from ergodoku.engine.result import Result
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations
from ergodoku.methods.focused import Focused
from ergodoku.puzzle.puzzle import Puzzle
from ergodoku.views.animation.curves import AHEAD, Chart, Curves
from ergodoku.views.animation.film import choose, curves, durations, energy_of
from ergodoku.views.animation.frames import Frames
from ergodoku.views.animation.inks import Inks
from ergodoku.views.animation.moments import pick
from ergodoku.views.board import LIGHT
from ergodoku.views.colours import mix
from tests.cli.run import in_this_process
from tests.samples import EASY, HARD, general, plain_energy, trap


@lru_cache(maxsize=1)
def run() -> Result:
    result = solve(general(9, 0.3), "focused", seed=1, stop=Iterations(20_000), keyframes=True)
    assert result.solved
    return result


@lru_cache(maxsize=4)
def on_hard(method: str) -> Result:
    return solve(HARD, method, seed=1, stop=Iterations(200), keyframes=True)


@lru_cache(maxsize=1)
def endless() -> Result:
    return solve(trap(), Focused(logic="none"), seed=1, stop=Iterations(20_000), keyframes=True)


def read(path: Path) -> tuple[list[Image.Image], list[float]]:
    """Return the frames of a GIF and the seconds of each."""
    frames, times = [], []
    with Image.open(path) as image:
        for k in range(getattr(image, "n_frames", 1)):
            image.seek(k)
            frames.append(image.convert("RGB"))
            times.append(image.info["duration"] / 1000)
        assert image.info["loop"] == 0
    return frames, times


def test_the_name_of_a_preset_is_in_the_film(tmp_path: Path) -> None:
    result = on_hard("cool")
    result.save_gif(tmp_path / "cool.gif", frames=3)
    replace(result, label="annealing", found_by="annealing").save_gif(tmp_path / "other.gif", frames=3)
    frames = (read(tmp_path / name)[0] for name in ("cool.gif", "other.gif"))
    assert all(first.tobytes() != other.tobytes() for first, other in zip(*frames, strict=True))


def test_a_gif_has_the_requested_frames_size_and_length(tmp_path: Path) -> None:
    path = tmp_path / "film.gif"
    endless().save_gif(path, frames=40, size=(320, 240), seconds=6)
    frames, times = read(path)
    assert len(frames) == 40
    assert frames[0].size == (320, 240)
    assert sum(times) == pytest.approx(6, abs=0.02)
    assert times[-1] > 1
    assert max(times[1:-1]) < 0.2


def test_a_gif_of_a_hundred_frames_of_600x600_pixels_is_smaller_than_a_megabyte(tmp_path: Path) -> None:
    path = tmp_path / "film.gif"
    endless().save_gif(path)
    frames, times = read(path)
    assert len(frames) == 100
    assert frames[0].size == (600, 600)
    assert path.stat().st_size < 1_000_000
    assert times[5] == pytest.approx(0.08)
    assert times[-1] >= 1


def test_a_gif_stores_differences_but_shows_the_drawn_frames(tmp_path: Path) -> None:
    path, result = tmp_path / "film.gif", run()
    result.save_gif(path, frames=30, size=300, theme="dark")
    frames, _ = read(path)
    painter = Frames(result.puzzle, curves(result), "focused", (300, 300), "dark")
    table = np.frombuffer(painter.table(), dtype=np.uint8).reshape(256, 3)
    for frame, shot in zip(frames, choose(result, 30), strict=True):
        assert np.array_equal(np.asarray(frame), table[painter.draw(shot)])


def test_the_film_starts_with_the_puzzle_and_ends_with_the_solution() -> None:
    result = run()
    shots = choose(result)
    assert np.array_equal(shots[0].grid, result.puzzle.givens)
    assert shots[0].word == "the puzzle"
    assert shots[1].iteration == 0
    assert np.array_equal(shots[-1].grid, result.grid)
    assert (shots[-1].word, shots[-1].energy, shots[-1].best) == ("solved", 0, 0)
    assert shots[-1].iteration == result.iterations


def test_the_film_of_a_run_that_gave_up_ends_with_its_best_board() -> None:
    result = endless()
    last = choose(result)[-1]
    assert last.word == "gave up"
    assert np.array_equal(last.grid, result.grid)
    assert last.energy == last.best == result.energy > 0


def test_the_best_energy_never_rises_and_iterations_never_fall() -> None:
    shots = choose(endless(), 60)[1:]
    assert len(shots) > 30
    assert all(a.best >= b.best and a.iteration <= b.iteration for a, b in pairwise(shots))
    assert all(m.best <= m.energy for m in shots)


def test_parts_where_something_happens_get_more_frames_than_quiet_parts_of_the_same_length() -> None:
    iterations = list(range(912))
    energies = np.repeat([9, 8, 7, 6, 5], [3, 3, 900, 3, 3]).tolist()
    chosen = pick(iterations, energies, 30)
    assert chosen == sorted(set(chosen))
    assert sum(k <= 6 for k in chosen) + sum(k >= 906 for k in chosen) >= 6
    assert sum(6 < k < 906 for k in chosen) >= 12


@pytest.mark.parametrize(("method", "limit"), [("cool", 60_000), ("reheat", 300_000), ("lewis", 300_000)])
def test_a_film_does_not_linger_on_one_moment(method: str, limit: int) -> None:
    result = solve(EASY, method, seed=1, stop=Iterations(limit), keyframes=True)
    shown = np.array([shot.iteration for shot in choose(result)[1:]]) / result.iterations
    assert len(shown) == 99
    assert (shown <= 0.003).mean() < 0.2
    assert (shown > 0.5).mean() > 0.25


def test_the_last_steps_to_a_solution_are_shown_one_by_one() -> None:
    result = solve(EASY, "reheat", seed=1, keyframes=True)
    energies = {shot.best for shot in choose(result)[1:]}
    known = {
        int(best)
        for best in np.minimum.accumulate([energy_of(result.puzzle.layout, g) for _, g in result.keyframes])
    }
    assert {best for best in known if best <= 6} <= energies


@pytest.mark.parametrize("most", [2, 3, 10, 99, 500])
@pytest.mark.parametrize("kind", ["falling", "flat", "steps"])
def test_pick_returns_the_requested_number_of_boards_including_the_first_and_the_last(
    most: int, kind: str
) -> None:
    energies = {
        "falling": np.arange(700)[::-1],
        "flat": np.full(700, 4),
        "steps": np.repeat(np.arange(70)[::-1], 10),
    }[kind].tolist()
    for iterations in (range(700), (np.geomspace(1, 1e6, 700) + np.arange(700)).astype(int).tolist()):
        chosen = pick(iterations, energies, most)
        assert len(chosen) == len(set(chosen)) == most
        assert (chosen[0], chosen[-1]) == (0, 699)


def test_the_chart_is_never_empty() -> None:
    result = run()
    painter = Frames(result.puzzle, curves(result), "focused")
    faint, full = (painter.inks.flat(mix(LIGHT.paper, LIGHT.energy, share)) for share in (AHEAD, 1.0))
    x, y, wide, high = painter.places.chart
    first, *_, last = (painter.draw(shot)[y : y + high, x : x + wide] for shot in choose(result, 3))
    assert (first == faint).sum() > 100
    assert (last == full).sum() > (first == full).sum() + 100


def test_the_chart_names_the_highest_and_the_lowest_temperature() -> None:
    steps = np.arange(100)
    heat = np.linspace(0.5, 0.4, 100)

    def margin(temperature: np.ndarray, height: int) -> np.ndarray:
        series = Curves(steps, steps[::-1], steps[::-1], temperature)
        chart = Chart(series, 400, height, 10.0, LIGHT, Inks())
        return chart.bare[:, : chart.left]

    assert not np.array_equal(margin(heat, 200), margin(heat / 2, 200))
    assert np.array_equal(
        margin(heat, 80)[:, -30:], margin(heat / 2, 80)[:, -30:]
    )  # there is only room for T


def test_if_there_are_few_boards_all_are_shown() -> None:
    assert pick([0, 5, 9], [5, 4, 3], 50) == [0, 1, 2]


@pytest.mark.parametrize("method", ["genetic", "ants", "probing"])
def test_methods_with_populations_or_partial_boards_can_be_filmed(method: str, tmp_path: Path) -> None:
    on_hard(method).save_gif(tmp_path / "film.gif", frames=12, size=200)
    frames, _ = read(tmp_path / "film.gif")
    assert 3 <= len(frames) <= 12
    assert len({frame.tobytes() for frame in frames}) == len(frames)


@pytest.mark.parametrize("method", ["genetic", "ants", "probing", "focused"])
def test_the_energy_of_a_board_matches_the_search(method: str) -> None:
    result = on_hard(method)
    layout = result.puzzle.layout
    assert energy_of(layout, result.grid) == result.energy
    assert len(result.keyframes) > 1
    assert all(energy_of(layout, grid) == plain_energy(layout, grid) for _, grid in result.keyframes)


def test_a_puzzle_solved_by_logic_has_two_frames(tmp_path: Path) -> None:
    result = solve(EASY)
    assert result.found_by == "logic"
    result.save_gif(tmp_path / "film.gif", size=200)
    frames, times = read(tmp_path / "film.gif")
    assert len(frames) == 2
    assert sum(times) > 2


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the reader leaves pipes open
@pytest.mark.parametrize("ending", ["mp4", "webm"])
def test_videos_have_common_codecs_and_even_sizes(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"film.{ending}"
    run().save_gif(path, frames=10, size=(201, 161), seconds=2)
    reader = imageio_ffmpeg.read_frames(str(path))
    about = next(reader)
    count = sum(1 for _ in reader)
    assert about["size"] == (202, 162)
    assert about["pix_fmt"].startswith("yuv420p")
    assert about["codec"] == {"mp4": "h264", "webm": "vp9"}[ending]
    assert count == pytest.approx(2 * about["fps"], abs=2)


def test_progress_is_reported_for_every_frame(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    run().save_gif(tmp_path / "film.gif", frames=9, size=160, progress=lambda *step: told.append(step))
    assert told == [(k, 9) for k in range(1, 10)]


def test_fps_sets_the_duration_of_a_frame_and_seconds_sets_the_length_of_the_film() -> None:
    shots = choose(run(), 20)
    assert durations(shots, fps=20)[3] == pytest.approx(0.05)
    assert sum(durations(shots, seconds=3)) == pytest.approx(3)


def test_without_keyframes_the_error_says_how_to_get_them(tmp_path: Path) -> None:
    result = solve(general(9, 0.3), "focused", seed=1)
    with pytest.raises(ParameterError, match="solve with keyframes=True"):
        result.save_gif(tmp_path / "film.gif")
    assert not (tmp_path / "film.gif").exists()


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"frames": 2}, "frames is 2"),
        ({"frames": 2.5}, "frames is 2.5"),
        ({"size": 100}, "size is 100"),
        ({"size": (600, 5000)}, r"size is \(600, 5000\)"),
        ({"size": "big"}, "size is 'big'"),
        ({"seconds": 0}, "seconds is 0"),
        ({"fps": 100}, "fps is 100"),
        ({"fps": 10, "seconds": 3}, "seconds and fps were both given"),
    ],
    ids=str,
)
def test_an_error_about_an_invalid_option_names_it(
    options: dict[str, object], what: str, tmp_path: Path
) -> None:
    with pytest.raises(ParameterError, match=what) as error:
        run().save_gif(tmp_path / "film.gif", **options)
    assert error.value.remedy
    assert not (tmp_path / "film.gif").exists()


def test_a_missing_package_is_reported_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(ErgodokuError) as error:
        run().save_gif(tmp_path / "film.mp4")
    assert str(error.value) == 'MP4 needs imageio-ffmpeg: pip install "ergodoku[video]"'


def test_the_command_line_writes_a_gif(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["solve", HARD, "--gif", tmp_path / "film.gif", "--seed", 1]
    code, out, _ = in_this_process(monkeypatch, capsys, *words)
    assert code == 0
    assert Puzzle.parse(out).clues == 81
    frames, _ = read(tmp_path / "film.gif")
    assert len(frames) > 3


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("film.avi", "write an animation to 'film.avi'; give a name that ends in .gif or .mp4 or .webm"),
        ("no/film.gif", "No such file or directory; choose another file"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused(name: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ErgodokuError, match=message):
        run().save_gif(tmp_path / name)
