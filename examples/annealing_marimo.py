# Open this notebook as an app: marimo run examples/annealing_marimo.py (to change the code: marimo edit)
# ruff: noqa: B018 - the last expression of a cell is shown
import marimo

__generated_with = "0.25.2"
app = marimo.App()


@app.cell(hide_code=True)
def _():
    import marimo as mo

    return (mo,)


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    # Annealing, on one puzzle

    You can solve a Sudoku by making mistakes on purpose. This lesson shows how: with a search that walks at
    random, a temperature that decides how readily it accepts mistakes, and a schedule that lowers the
    temperature. Each part runs in about a second. Change the numbers and run it again.
    """)
    return


@app.cell
def _():
    import matplotlib.pyplot as plt
    import numpy as np

    import ergodoku as eg
    from ergodoku.views import experiments, plots

    def shown(figure):
        """Return a figure as the result of its cell, so that it is shown only once."""
        plt.close(figure)
        return figure

    class Text:
        """Lines that a notebook displays as plain text."""

        def __init__(self, *lines):
            self.lines = lines

        def _repr_html_(self):
            return "<pre>" + "\n".join(self.lines) + "</pre>"

    puzzle = eg.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    puzzle
    return Text, eg, experiments, np, plots, plt, puzzle, shown


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    ## States, energy, moves

    Fill every box with the digits it lacks, in any order. Now each box is right, and most rows and columns
    are wrong. The **energy** measures how wrong: count the digits that are missing from each row and each
    column, and add the counts. Energy 0 means solved.

    A **move** swaps two digits of one box. Givens never move. A move changes the energy by a small number,
    ΔE.
    """)
    return


@app.cell
def _(eg, puzzle, shown):
    start = eg.solve(puzzle, eg.Annealing(logic="none"), seed=1, stop=eg.Iterations(0))
    board = start.plot("board").figure
    board.suptitle(f"a random start: energy {start.energy}")
    shown(board)
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    ## Temperature

    If you only ever make moves that lower the energy, you end in the first hollow, where every move makes
    things worse. The way to the solution leads uphill first.
    """)
    return


@app.cell
def _(plots, shown):
    shown(plots.sketch().figure)
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    So a move that lowers the energy is always accepted. A move that raises it by ΔE is accepted with
    probability

    $$P = e^{-\Delta E / T}$$

    At a high temperature T nearly every move is accepted; at a low one, only moves that do not raise the
    energy. Something interesting happens in between: look at three walks of 50,000 moves, each at its own
    temperature.
    """)
    return


@app.cell
def _(eg, plt, puzzle, shown, temperature):
    def walk(temperature, seed=1, moves=50_000):
        method = eg.Annealing(schedule=eg.Constant(temperature), logic="none")
        return eg.solve(puzzle, method, seed=seed, stop=eg.Iterations(moves))

    walks = {temperature: walk(temperature) for temperature in (2.0, 0.35, 0.1)}
    figure_walks, axes_walks = plt.subplots(
        1, 3, figsize=(11, 3.2), sharex=True, sharey=True, layout="constrained"
    )
    for ax_walk, (temperature_walk, run_walk) in zip(axes_walks, walks.items(), strict=True):
        ax_walk.plot(run_walk.trace.iteration, run_walk.trace.energy, linewidth=0.6)
        ax_walk.set(
            title=f"T = {temperature_walk}: best energy {run_walk.energy}", xlabel="iteration", ylim=0
        )
        ax_walk.spines[["top", "right"]].set_visible(False)
    axes_walks[0].set_ylabel("energy")
    shown(figure_walks)
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    At T = 2 the walk is like a gas: it moves all the time and makes no progress. At T = 0.1 it is like ice:
    it fell into the first hollow and stays there. At T = 0.35 it is about to freeze: it moves enough to
    leave a hollow, but not so much that it loses what it has found.

    One walk proves nothing. Here are 20 seeds at each of twelve temperatures. A dot is a walk that solved
    the puzzle, an open triangle a walk that gave up.
    """)
    return


@app.cell
def _(experiments, np, plots, puzzle, shown):
    times = experiments.times_at(puzzle, np.geomspace(0.18, 0.65, 12), runs=20, limit=100_000, seed=1)
    shown(plots.time_by_temperature(times).figure)
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    ## Acceptance

    The share of accepted moves shows how close a walk is to freezing: most moves are accepted in the gas,
    hardly any in the ice. Look at this number when you try a puzzle that you don't know.
    """)
    return


@app.cell
def _(experiments, plots, puzzle, shown):
    measured = experiments.acceptance_at(puzzle)
    shown(plots.acceptance_by_temperature(measured).figure)
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    ## A schedule

    If you don't know the right temperature, pass through all of them: start hot, and multiply T by a factor
    just below 1 after every move. This is **simulated annealing**. A smith does the same with a blade.
    """)
    return


@app.cell
def _(cooling, eg, puzzle, reheat, shown):
    def anneal(cooling, reheat=None, seed=1):
        method = eg.Annealing(schedule=eg.Geometric(start=1.0, cooling=cooling), reheat=reheat, logic="none")
        return eg.solve(puzzle, method, seed=seed, stop=eg.Iterations(60_000))

    slow = anneal(cooling=0.9999)
    shown(slow.plot()[0].figure)
    return (anneal,)


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    ## Freezing too early

    If you cool ten times as fast, the walk often freezes before it has found the solution. It had too
    little time, and once it is frozen it cannot correct its last mistakes.
    """)
    return


@app.cell
def _(Text, anneal):
    fast_runs = [anneal(cooling=0.999, seed=seed) for seed in range(20)]
    slow_runs = [anneal(cooling=0.9999, seed=seed) for seed in range(20)]
    left = {  # the energies of the runs that froze too early
        label: sorted(r.energy for r in runs if not r.solved)
        for label, runs in (("slow", slow_runs), ("fast", fast_runs))
    }
    Text(*(f"{label}: {20 - len(e)} of 20 solved; energies of the others: {e}" for label, e in left.items()))
    return (fast_runs,)


@app.cell
def _(fast_runs, shown):
    frozen = next(r for r in fast_runs if not r.solved)
    shown(frozen.plot()[0].figure)
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    ## Reheating

    When a walk is stuck, heat it up and let it cool again. Then fast cooling does no harm: each attempt
    fails more often, but there are more attempts. Here a walk counts as stuck after 5,000 moves without a
    new lowest energy.
    """)
    return


@app.cell
def _(Text, anneal, eg):
    reheat_rule = eg.Reheat(after=5_000, how="restart", watch="improvement")
    reheated_runs = [anneal(cooling=0.999, reheat=reheat_rule, seed=seed) for seed in range(20)]
    Text(f"fast, reheated: {sum(r.solved for r in reheated_runs)} of 20 solved")
    return (reheated_runs,)


@app.cell
def _(reheated_runs, shown):
    rescued = max(reheated_runs, key=lambda r: r.trace.restarts.max(initial=0))
    shown(rescued.plot("energy+temperature")[0].figure)
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    The peaks in the curve are the reheats. If you don't give a schedule, `eg.Annealing()` does something
    simpler: it estimates the temperature at which the walk is about to freeze, and stays there.
    """)
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    ## Change the parameters

    Move a slider: the search starts again, slowly at first, and doubles its speed every second. Turn the
    cooling off. Find a temperature that solves the puzzle quickly, one at which the walk never settles, and
    one at which it is stuck. Then turn reheating on.
    """)
    return


@app.cell
def _(mo):
    from ergodoku.views.notebook import live_in_marimo, method_of_knobs

    temperature = mo.ui.slider(
        steps=[0.1, 0.2, 0.3, 0.35, 0.4, 0.5, 0.7, 1.0, 2.0, 5.0, 10.0],
        value=1.0,
        label="temperature",
        show_value=True,
    )
    cooling = mo.ui.slider(
        steps=[0.999, 0.9995, 0.9999, 0.99995, 0.99999, 1.0],
        value=0.9999,
        label="cooling factor (1: none)",
        show_value=True,
    )
    reheat = mo.ui.slider(0, 20_000, 1_000, value=0, label="reheat after (0: never)", show_value=True)
    mo.vstack([temperature, cooling, reheat])
    return cooling, live_in_marimo, method_of_knobs, reheat, temperature


@app.cell
def _(cooling, live_in_marimo, method_of_knobs, puzzle, reheat, temperature):
    live_in_marimo(puzzle, method_of_knobs(temperature.value, cooling.value, reheat.value))
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    ## Is it a good way to solve a Sudoku?

    For this puzzle, no: logic alone solves it in less than a millisecond, in the way a person would. And
    some search methods choose their moves better: *focused* search only makes moves that place a missing
    digit.
    """)
    return


@app.cell
def _(Text, eg, puzzle):
    answers = [
        eg.solve(puzzle, m, seed=1) for m in (eg.Annealing(logic="none"), eg.Focused(logic="none"), "auto")
    ]
    Text(*(f"{a.found_by:<10} {a.status}, {a.iterations:6,} iterations" for a in answers))
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    Now a larger puzzle, 25x25, which logic alone cannot solve: here a search is useful. Both methods get
    two million iterations.
    """)
    return


@app.cell
def _(Text, eg):
    large = eg.generate(eg.Recipe(eg.Layout.of(25), fraction=0.45), seed=1)
    limit = eg.Iterations(2_000_000)
    rivals = {
        name: eg.solve(large, name, seed=1, replicas=1, stop=limit) for name in ("annealing", "focused")
    }
    Text(
        f"after logic, {eg.reduce(large).puzzle.clues} of 625 cells are known",
        *(f"{name:<10} {r.status}, best energy {r.energy}" for name, r in rivals.items()),
    )
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    ## Your turn

    - `walk(0.35, moves=1_000)`: how short can a walk be?
    - `anneal(0.99995)`: is slower cooling always better? Count iterations, not only solved runs.
    - `eg.Reheat(how="multiply", amount=10)`: another way to reheat.
    - `plots.energy_histogram(experiments.energies_at(...))`: which energies does a walk visit?
    - `eg.watch(puzzle, eg.Annealing(logic="none"))` as the last line of a cell shows the search live.
    - To be sure that a difference is real, make a study: `ergodoku compare --help`.
    """)
    return


if __name__ == "__main__":
    app.run()
