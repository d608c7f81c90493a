"""What happens when annealing is stuck: the temperature rises, and perhaps a new board is dealt."""

from __future__ import annotations

from dataclasses import dataclass

from ergodoku.methods.parameters import check, parameter

HOW = ("multiply", "add", "restart")
WATCHED = ("change", "energy", "improvement")  # kernels get the position of a word in this tuple


@dataclass(frozen=True)
class Reheat:
    """When to reheat, and how.

    The search is stuck after ``after`` iterations without success. ``watch`` defines success: an accepted
    swap (``change``), a swap that changes the energy (``energy``), or an energy lower than any since the last
    reheat (``improvement``). The search is also stuck when the temperature falls below ``below``. ``how``
    defines what happens when the search is stuck: the temperature is multiplied by ``amount`` (``multiply``),
    ``amount`` is added to it (``add``), or the schedule starts again (``restart``).
    """

    after: int = parameter(10_000, "Iterations without success until the search counts as stuck", low=1)
    how: str = parameter("multiply", "What happens to the temperature", choices=HOW)
    amount: float = parameter(
        10.0, "Number to multiply the temperature by, or to add to it", low=0.0, high=1e9
    )
    watch: str = parameter("change", "What counts as success", choices=WATCHED)
    below: float = parameter(0.0, "The search also counts as stuck below this temperature", low=0.0, high=1e9)
    refill: bool = parameter(True, "Also deal a new board")

    def __post_init__(self) -> None:
        check(self)
