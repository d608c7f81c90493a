# Open it with: marimo edit examples/annealing_marimo.py (as an app it would hide figures and printed lines)
# ruff: noqa: B018 - the last expression of a cell is shown
import marimo

__generated_with = "0.25.2"
app = marimo.App()


@app.cell
def _():
    import marimo as mo

    return (mo,)


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    # Annealing, on one puzzle

    A Sudoku can be solved by making mistakes on purpose. This lesson shows how: a search that walks at
    random, a temperature that says how much harm it may do, and a schedule that cools it down. Each part
    runs in a second or so. Change the numbers and run it again.
    """)
    return


@app.cell
def _():
    import matplotlib.pyplot as plt
    import numpy as np

    import ergodoku as eg

    puzzle = eg.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    puzzle
    return eg, np, plt, puzzle


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    ## States, energy, moves

    Fill every box with the digits it lacks, in any order. Now each box is right and most rows and columns
    are wrong. The **energy** counts how wrong: the digits missing from rows and columns, all added up.
    Energy 0 is the solution.

    A **move** swaps two digits of one box that were not given. It changes the energy by a few units: ΔE.
    """)
    return


@app.cell
def _(eg, plt, puzzle):
    start = eg.solve(puzzle, eg.Annealing(logic="none"), seed=1, stop=eg.Iterations(0))
    print("energy", start.energy)
    start.plot("board")
    plt.show()
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    ## Temperature

    A move that lowers the energy is always made. One that raises it by ΔE is made with probability

    $$P = e^{-\Delta E / T}$$

    So at a high temperature T nearly every move is made, and at a low one only those that help. Between the
    two something happens: watch three walks of 50,000 moves, each at its own temperature.
    """)
    return


@app.cell
def _(eg, plt, puzzle):
    def walk(temperature, seed=1, moves=50_000):
        method = eg.Annealing(schedule=eg.Constant(temperature), logic="none")
        return eg.solve(puzzle, method, seed=seed, stop=eg.Iterations(moves))

    walks = {temperature: walk(temperature) for temperature in (2.0, 0.35, 0.1)}
    _, axes_walks = plt.subplots(1, 3, figsize=(11, 3.2), sharex=True, sharey=True, layout="constrained")
    for ax_walk, (temperature_walk, run_walk) in zip(axes_walks, walks.items(), strict=True):
        ax_walk.plot(run_walk.trace.iteration, run_walk.trace.energy, linewidth=0.6)
        ax_walk.set(
            title=f"T = {temperature_walk}: best energy {run_walk.energy}", xlabel="iteration", ylim=0
        )
        ax_walk.spines[["top", "right"]].set_visible(False)
    axes_walks[0].set_ylabel("energy")
    plt.show()
    return walk, walks


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    At T = 2 it is a gas: it moves all the time and gets nowhere. At T = 0.1 it is ice: it fell into the
    first hollow and stays there. At T = 0.35 it is about to freeze: it moves enough to leave a hollow, and
    not so much that it forgets what it has found.

    One walk proves nothing. Here are 20 seeds at each of twelve temperatures.
    """)
    return


@app.cell
def _(np, plt, walk):
    temperatures = np.geomspace(0.08, 1.2, 12)
    share_solved = [np.mean([walk(t, seed).solved for seed in range(20)]) for t in temperatures]
    _, ax_share = plt.subplots(figsize=(7, 3.4), layout="constrained")
    ax_share.plot(temperatures, share_solved, "o-")
    ax_share.set(xscale="log", xlabel="temperature", ylabel="share of 20 walks solved", ylim=(-0.05, 1.05))
    ax_share.set_xticks([0.1, 0.2, 0.35, 0.5, 1], labels=["0.1", "0.2", "0.35", "0.5", "1"])
    ax_share.minorticks_off()
    ax_share.spines[["top", "right"]].set_visible(False)
    plt.show()
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    ## Acceptance

    How many moves are made tells where a walk is: most of them in the gas, hardly any in the ice. For a
    puzzle you know nothing about, this is the number to look at.
    """)
    return


@app.cell
def _(np, walks):
    for temperature_made, run_made in walks.items():
        made = np.mean(run_made.trace.acceptance)
        print(f"T = {temperature_made:<5} {made:7.2%} of the moves made")
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    ## A schedule

    Who does not know the right temperature can pass through all of them: begin hot, and multiply T by a
    factor just below 1 after every move. This is **simulated annealing**. It is what a smith does with a
    blade.
    """)
    return


@app.cell
def _(eg, plt, puzzle):
    def anneal(cooling, reheat=None, seed=1):
        method = eg.Annealing(schedule=eg.Geometric(start=1.0, cooling=cooling), reheat=reheat, logic="none")
        return eg.solve(puzzle, method, seed=seed, stop=eg.Iterations(60_000))

    slow = anneal(cooling=0.9999)
    print(slow)
    slow.plot()
    plt.show()
    return (anneal,)


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    ## Freezing too early

    Cool ten times as fast, and it is often frozen before it has found its way. Nothing is wrong with the
    walk. It just has no time, and what was wrong when it froze stays wrong.
    """)
    return


@app.cell
def _(anneal, plt):
    fast_runs = [anneal(cooling=0.999, seed=seed) for seed in range(20)]
    slow_runs = [anneal(cooling=0.9999, seed=seed) for seed in range(20)]
    for label_runs, runs in (("slow", slow_runs), ("fast", fast_runs)):
        energies = sorted(r.energy for r in runs)
        print(f"{label_runs}: {energies.count(0)} of 20 solved; energies {energies}")

    frozen = next(r for r in fast_runs if not r.solved)
    frozen.plot()
    plt.show()
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    ## Reheating

    When a walk is stuck, heat it up and let it cool again. Now fast cooling is no sin: it fails more often,
    and tries more often. Here the walk is stuck after 5,000 moves without a new lowest energy.
    """)
    return


@app.cell
def _(anneal, eg, plt):
    reheat = eg.Reheat(after=5_000, how="restart", watch="improvement")
    reheated_runs = [anneal(cooling=0.999, reheat=reheat, seed=seed) for seed in range(20)]
    print(f"fast, reheated: {sum(r.solved for r in reheated_runs)} of 20 solved")

    rescued = max(reheated_runs, key=lambda r: r.trace.restarts.max(initial=0))
    rescued.plot("energy")
    plt.show()
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    The peaks in the curve are the reheats. Without a schedule of your own, `eg.Annealing()` does something
    simpler: it finds the temperature at which the puzzle is about to freeze, and stays there.
    """)
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    ## Is it a good way to solve a Sudoku?

    Of this one, no: logic alone finishes it in less than a millisecond, as a person would. And of the
    methods that search, some look at what they do: *focused* search only swaps cells that are in conflict.
    """)
    return


@app.cell
def _(eg, puzzle):
    rivals = [eg.Annealing(logic="none"), eg.Focused(logic="none"), "auto"]
    for rival in rivals:
        answer = eg.solve(puzzle, rival, seed=1)
        print(f"{answer.found_by:<10} {answer.status}, {answer.iterations:6,} iterations")
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    Now a larger one, 25 by 25, where logic gets stuck: here a search earns its keep. Both get two million
    iterations.
    """)
    return


@app.cell
def _(eg):
    large = eg.generate(eg.Recipe(eg.Layout.of(25), fraction=0.45), seed=1)
    print("after logic,", eg.reduce(large).puzzle.clues, "of 625 cells are known")
    for rival_large in ("annealing", "focused"):
        answer_large = eg.solve(large, rival_large, seed=1, replicas=1, stop=eg.Iterations(2_000_000))
        print(f"{rival_large:<10} {answer_large.status}, best energy {answer_large.energy}")
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    ## Your turn

    - `walk(0.35, moves=1_000)`: how short can a walk be?
    - `anneal(0.99995)`: is slower always better? Count iterations, not only solved runs.
    - `eg.Reheat(how="multiply", amount=10)`: another way to warm up.
    - `eg.watch(puzzle, eg.Annealing(logic="none"))` as the last line of a cell shows the search in motion.
    - To be sure of a difference, make a study: `ergodoku compare --help`.
    """)
    return


if __name__ == "__main__":
    app.run()
