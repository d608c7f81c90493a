"""The genetic algorithm in plain Python and NumPy, to compare with the compiled `ergodoku.Genetic`.

    python benchmarks/genetic_reference.py           boards evaluated per second, by both versions
    python benchmarks/genetic_reference.py --rows    with rows as genes instead of boxes

Both versions follow the same rules: `tests/methods/genetic` compares them. The bar is that the compiled
version evaluates at least 50 times as many boards per second on one core.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from dataclasses import dataclass, field

import numpy as np

import ergodoku as eg
from ergodoku.puzzle.logic import as_given

# This puzzle has no solution, so no run ends early.
ENDLESS = "82.........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@dataclass
class PlainGenetic:
    """A population of boards whose boxes (or rows) hold each digit once.

    A board is an array of digits, one per cell; givens never move.
    """

    puzzle: eg.Puzzle
    seed: int = 0
    population: int = 100
    elites: float = 0.05
    win: float = 0.85
    crossover: str = "cycle"
    mutation: float = 0.06
    sigma: float = 1.0
    adapt: float = 0.998
    stale: int = 100
    genome: str = "boxes"
    generation: int = field(default=0, init=False)
    reseeds: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        layout, given = self.puzzle.layout, self.puzzle.flat
        rows = self.genome == "rows" or layout.kind == "latin"  # a Latin square has no boxes
        first = 0 if rows else 2 * layout.size
        groups = layout.units[first : first + layout.size]
        self.lines = np.delete(layout.units, range(first, first + layout.size), axis=0)
        self.free = [group[given[group] == 0] for group in groups]  # free cells of each box or row
        digits = np.arange(1, layout.size + 1)
        self.absent = [np.setdiff1d(digits, given[group]) for group in groups]  # digits to place there
        self.swappable = [cells for cells in self.free if len(cells) > 1]
        pairs = np.array([len(cells) * (len(cells) - 1) / 2 for cells in self.swappable])
        self.chances = pairs / pairs.sum()  # makes every pair of free cells equally likely
        self.rng = np.random.default_rng(self.seed)
        self.reseed()
        self.reseeds = 0

    @property
    def best(self) -> int:
        """The energy of the best board of this generation."""
        return int(self.energies.min())

    def reseed(self) -> None:
        """Fill every board at random."""
        self.boards = np.tile(self.puzzle.flat, (self.population, 1))
        for board in self.boards:
            for cells, digits in zip(self.free, self.absent, strict=True):
                board[cells] = self.rng.permutation(digits)
        self.energies = self.energy(self.boards)
        self.deviation, self.rate = self.sigma, self.mutation
        self.lowest, self.quiet = self.best, 0
        self.reseeds += 1

    def step(self) -> None:
        """Advance by one generation."""
        self.generation += 1
        if self.stale and self.quiet >= self.stale:
            self.reseed()
            return
        self.breed()
        self.quiet += 1
        if self.best < self.lowest:
            self.lowest, self.quiet = self.best, 0

    def breed(self) -> None:
        """Replace all but the elites by children, and adapt the mutation rate."""
        order = np.argsort(self.energies, kind="stable")
        next_boards = [*self.boards[order[: int(self.elites * self.population)]]]
        mutants = []
        while len(next_boards) < self.population:
            for child in self.cross(self.boards[self.winner()], self.boards[self.winner()]):
                if len(next_boards) == self.population:
                    break
                if self.rng.random() < self.rate:
                    mutants.append((len(next_boards), child.copy()))
                    self.mutate(child)
                next_boards.append(child)
        self.boards = np.array(next_boards)
        self.energies = self.energy(self.boards)
        improved = 0
        if mutants:
            before = self.energy(np.array([board for _, board in mutants]))
            improved = int((self.energies[[k for k, _ in mutants]] < before).sum())
        self.deviation = adapted(self.deviation, len(mutants), improved, self.adapt)
        self.rate = abs(self.rng.normal(0.0, self.deviation))

    def winner(self) -> int:
        """Return the number of the board that wins a tournament of two: usually the fitter one."""
        a, b = self.rng.integers(0, self.population, 2)
        fitter, weaker = (a, b) if self.energies[a] <= self.energies[b] else (b, a)
        return int(fitter if self.rng.random() < self.win else weaker)

    def cross(self, a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return copies of two boards that exchange a random range of boxes, or cycles within these boxes."""
        first, last = sorted(self.rng.integers(0, len(self.free), 2))
        return crossed(self.free[first : last + 1], a, b, whole=self.crossover == "boxes")

    def mutate(self, board: np.ndarray) -> None:
        """Swap two free cells of a box."""
        cells = self.swappable[self.rng.choice(len(self.swappable), p=self.chances)]
        a, b = self.rng.choice(cells, 2, replace=False)
        board[a], board[b] = board[b], board[a]

    def energy(self, boards: np.ndarray) -> np.ndarray:
        """Return the number of digits missing from lines, for each board."""
        in_lines = np.sort(boards[:, self.lines], axis=2)
        distinct = 1 + (np.diff(in_lines, axis=2) != 0).sum(axis=2)
        return (self.puzzle.size - distinct).sum(axis=1)


def crossed(
    boxes: list[np.ndarray], a: np.ndarray, b: np.ndarray, *, whole: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Return copies of two boards that exchange these boxes, or every second cycle within each of them."""
    c, d = a.copy(), b.copy()
    for cells in boxes:
        exchanged = cells if whole else [cell for cycle in cycles(cells, a, b)[1::2] for cell in cycle]
        c[exchanged], d[exchanged] = b[exchanged], a[exchanged]
    return c, d


def cycles(cells: np.ndarray, a: np.ndarray, b: np.ndarray) -> list[list[int]]:
    """Return the cycles of two permutations, without the cells where they agree."""
    holder = {a[cell]: cell for cell in cells}
    found, seen = [], set()
    for cell in cells:
        cycle = []
        while cell not in seen:
            seen.add(cell)
            cycle.append(int(cell))
            cell = holder[b[cell]]
        if len(cycle) > 1:
            found.append(cycle)
    return found


def adapted(sigma: float, mutated: int, improved: int, factor: float) -> float:
    """Return the next sigma, by Rechenberg's 1/5 rule."""
    share = improved / mutated if mutated else 0.0
    return sigma / factor if share > 0.2 else sigma * factor if share < 0.2 else sigma


def main() -> None:
    """Measure both versions."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", action="store_true", help="rows as genes")
    genome = "rows" if parser.parse_args().rows else "boxes"
    puzzle = eg.parse(ENDLESS)
    children = 95  # per generation of 100 boards; the other 5 are elites, which are not evaluated again

    def plain(generations: int) -> float:
        search = PlainGenetic(puzzle, genome=genome)
        start = time.process_time()
        for _ in range(generations):
            search.step()
        return generations * children / (time.process_time() - start)

    def compiled(generations: int) -> float:
        method = eg.Genetic(
            population=100, crossover="cycle", stale=100, climb=0, genome=genome, logic="none"
        )
        search = method.start(as_given(puzzle), 0)
        search.advance(1)
        start = time.process_time()
        search.advance(generations)
        return generations * children / (time.process_time() - start)

    pairs = [(compiled(10_000), plain(100)) for _ in range(5)]
    ratio = statistics.median(fast / slow for fast, slow in pairs)
    fast, slow = (statistics.median(figures) for figures in zip(*pairs, strict=True))
    print(f"boards a second, 9x9, {genome}: compiled {fast:,.0f}, plain {slow:,.0f}; {ratio:.0f} times")
    print(f"bar: at least 50 times: {'met' if ratio >= 50 else 'NOT MET'}")
    print(json.dumps({"genome": genome, "compiled": fast, "plain": slow, "ratio": ratio, "met": ratio >= 50}))


if __name__ == "__main__":
    from machine import told

    sys.exit(told(main))
