"""What happens when annealing is stuck: the temperature goes up, and perhaps the board is dealt anew."""

from __future__ import annotations

from dataclasses import dataclass

from ergodoku.methods.parameters import check, parameter

HOW = ("multiply", "add", "restart")
WATCHED = ("change", "energy", "improvement")  # kernels take the position


@dataclass(frozen=True)
class Reheat:
    """When to reheat, and how.

    The search is stuck after ``after`` iterations without what is watched: an accepted swap (``change``),
    a swap that changes the energy (``energy``), or an energy lower than any since the last reheat
    (``improvement``). It is also stuck when the temperature falls below ``below``. Then the temperature is
    multiplied by ``amount``, or ``amount`` is added, or the schedule starts again (``restart``).
    """

    after: int = parameter(10_000, "Iterations without success until it counts as stuck", low=1)
    how: str = parameter("multiply", "What happens to the temperature", choices=HOW)
    amount: float = parameter(10.0, "What it is multiplied by, or what is added", low=0.0, high=1e9)
    watch: str = parameter("change", "What counts as success", choices=WATCHED)
    below: float = parameter(0.0, "Stuck as well below this temperature", low=0.0, high=1e9)
    refill: bool = parameter(True, "Deal the free digits anew")

    def __post_init__(self) -> None:
        check(self)
