"""Other names for parameters: which parameter each sets, and which names appear in errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from ergodoku.base.errors import ParameterError
from ergodoku.methods.annealing.annealing import Annealing
from ergodoku.methods.contender import Contender
from ergodoku.methods.genetic.genetic import Genetic
from ergodoku.methods.parameters import flatten
from ergodoku.methods.registry import ENTRIES, method_of
from ergodoku.methods.schedules import Geometric, Hyperbolic


def test_a_cooling_rate_is_the_share_that_the_temperature_loses() -> None:
    method = method_of("cool", {"coolingRate": "0.0001", "T": "2", "maxIterations": "7"})
    assert isinstance(method, Annealing)
    assert isinstance(method.schedule, Geometric)
    assert method.schedule.cooling == pytest.approx(0.9999)
    assert (method.schedule.start, method.iterations) == (2.0, 7)


def test_for_hyperbolic_the_cooling_rate_is_the_rate_of_the_schedule() -> None:
    settings = {"start_temp": 50, "end_temp": 0.1, "cooling_rate": 0.999, "steps": 1000}
    method = method_of("hyperbolic", settings)
    assert isinstance(method, Annealing)
    assert method.schedule == Hyperbolic(50.0, 0.999)
    assert (method.end, method.iterations) == (0.1, 1000)


def test_genes_accepts_the_parameter_names_of_its_published_description() -> None:
    settings = {"numCandidates": 60, "numGenerations": 9, "percentElites": 0.1, "mutationRate": 0.2}
    method = method_of("genes", settings)
    assert isinstance(method, Genetic)
    assert (method.population, method.generations) == (60, 9)
    assert (method.elites, method.mutation) == (0.1, 0.2)


@pytest.mark.parametrize("name", ["coolingRate", "cooling_rate", "COOLINGRATE"])
def test_capitals_and_underscores_do_not_matter(name: str) -> None:
    assert method_of("cool", {name: 0.5}).schedule.cooling == 0.5  # type: ignore[attr-defined]


def test_files_and_contenders_accept_aliases(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('method = "cool"\n[parameters]\ncoolingRate = 0.25\n')
    assert method_of(str(path)).schedule.cooling == 0.75  # type: ignore[attr-defined]
    contender = Contender.of(Contender.of("cool", {"T": 3}), {"coolingRate": 0.25})
    assert contender.method.schedule == Geometric(3.0, 0.75)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("cool", {"speed": 1}, "cool has no parameter 'speed'"),
        ("cool", {"iterations": -1}, "cool iterations is -1, out of range"),
        ("cool", {"T": -1}, "cool: geometric start is -1, out of range"),
        ("cool", {"coolingRate": 1.5}, "cool coolingRate is 1.5; give a rate from 0 to 1"),
        ("cool", {"coolingRate": "fast"}, "cool coolingRate is 'fast'; give a rate"),
        ("cool", {"T": 1, "schedule.start": 2}, "cool schedule.start is set twice"),
        ("cool", {"T": 1, "start_temp": 2}, "use one of them: schedule.start, T, start_temp"),
        ("genes", {"candidates": 1}, "genes population is 1, out of range"),
        ("annealing", {"speed": 1}, "annealing has no parameter 'speed'"),
    ],
)
def test_an_error_names_the_preset(name: str, settings: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError) as caught:
        method_of(name, settings)
    assert message in str(caught.value)


def test_no_alias_hides_a_parameter() -> None:
    for name, entry in ENTRIES.items():
        own = {p.name for p in flatten(entry.method)}
        last = {full.rsplit(".", 1)[-1] for full in own}
        for alias in entry.aliases:
            assert alias.name not in own | last, (name, alias.name)
            if name != "annealing":  # the default schedule of annealing has no start
                assert alias.parameter in own, (name, alias.name)


def test_an_error_about_a_misspelt_alias_suggests_the_alias() -> None:
    with pytest.raises(ParameterError, match="did you mean 'maxIterations'"):
        method_of("annealing", {"maxIteration": 5})
