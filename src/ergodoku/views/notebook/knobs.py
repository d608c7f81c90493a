"""Sliders for annealing in Jupyter and marimo: moving a slider starts a new search, shown live."""

from __future__ import annotations

import threading
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ergodoku.engine.solve import watch
from ergodoku.engine.stop import Flag, Iterations
from ergodoku.methods.annealing import Annealing, Reheat
from ergodoku.methods.schedules import Constant, Geometric
from ergodoku.puzzle.puzzle import Puzzle
from ergodoku.views.notebook.show import pictures

if TYPE_CHECKING:
    from ergodoku.engine.watch import Watch
    from ergodoku.puzzle.puzzle import PuzzleLike

FACTORS = (1.0, 0.99999, 0.99995, 0.9999, 0.9995, 0.999)  # each iteration cools by this factor
LONGEST = 500_000  # iteration limit of a run
MISSING = 'Sliders need ipywidgets: pip install "ergodoku[notebook]". Here is the search without sliders.'


def annealing_knobs(puzzle: PuzzleLike, *, seed: int = 1) -> Knobs | Watch:
    """Return sliders for temperature, cooling and reheating, with a live board, to show in a notebook cell.

    Make this call the last line of the cell. Without ipywidgets (the extra ``notebook``), the cell says so
    and shows one live search.
    """
    if find_spec("ipywidgets") is None:
        print(MISSING)
        return watch(puzzle, method_of_knobs(1.0, FACTORS[3], 0), seed=seed, stop=Iterations(LONGEST))
    return Knobs(puzzle, seed)


def method_of_knobs(temperature: float, cooling: float, reheat: int) -> Annealing:
    """Return annealing set by the sliders; at cooling 1 it never cools, at reheat 0 it never reheats."""
    schedule = Constant(temperature) if cooling >= 1 else Geometric(temperature, cooling)
    again = Reheat(after=reheat, how="restart", watch="improvement") if reheat else None
    return Annealing(schedule=schedule, reheat=again, logic="none")


def live_in_marimo(puzzle: PuzzleLike, method: Annealing, *, seed: int = 1) -> None:
    """Show a search in the output of a marimo cell; its thread ends when the cell runs again."""
    import marimo

    def show() -> None:
        thread = marimo.current_thread()
        stop = Iterations(LONGEST) | Flag(lambda: bool(thread.should_exit))
        for html in pictures(watch(puzzle, method, seed=seed, stop=stop)):
            if not thread.should_exit:
                marimo.output.replace(marimo.Html(html))

    marimo.Thread(target=show).start()


class Knobs:
    """Sliders and a board. Moving a slider ends the search and starts a new one in another thread.

    Attributes
    ----------
    temperature, cooling, reheat, seed : Widget
        The sliders.
    board : Widget
        The live view of the search.
    """

    def __init__(self, puzzle: PuzzleLike, seed: int) -> None:
        import ipywidgets

        self.puzzle = Puzzle.of(puzzle)
        look: dict[str, Any] = {
            "continuous_update": False,
            "style": {"description_width": "9em"},
            "layout": {"width": "32em"},
        }
        self.temperature = ipywidgets.FloatLogSlider(
            1.0, min=-1, max=1, step=0.05, readout_format=".2f", description="temperature", **look
        )
        self.cooling = ipywidgets.SelectionSlider(
            options=[("none" if f == 1 else f"{f:g}", f) for f in FACTORS],
            value=FACTORS[3],
            description="cooling factor",
            **look,
        )
        self.reheat = ipywidgets.IntSlider(
            0, min=0, max=20_000, step=1_000, description="reheat after (0: never)", **look
        )
        self.seed = ipywidgets.IntSlider(seed, min=0, max=20, description="seed", **look)
        self.board = ipywidgets.HTML()
        sliders = [self.temperature, self.cooling, self.reheat, self.seed]
        self.box = ipywidgets.VBox([*sliders, self.board])
        self._thread: threading.Thread | None = None
        self._halt = threading.Event()
        for slider in sliders:
            slider.observe(lambda _: self.start(), "value")

    def start(self) -> None:
        """End the current search, and start one with the values of the sliders."""
        self._halt.set()
        self.wait()
        self._halt = threading.Event()
        method = method_of_knobs(self.temperature.value, self.cooling.value, self.reheat.value)
        stop = Iterations(LONGEST) | Flag(self._halt)
        search = watch(self.puzzle, method, seed=self.seed.value, stop=stop)
        self._thread = threading.Thread(target=self._show, args=(search, self._halt), daemon=True)
        self._thread.start()

    def wait(self) -> None:
        """Wait until the search has ended."""
        if self._thread is not None:
            self._thread.join()

    def _show(self, search: Watch, halt: threading.Event) -> None:
        for html in pictures(search):
            if not halt.is_set():
                self.board.value = html

    def _ipython_display_(self) -> None:
        from IPython.display import display

        display(self.box)
        self.start()
