"""The rounds of a race: stretches of search time, short at first and then ever longer.

The first ends after 8 µs, each later one after about 6 % more, and from a quarter of a second on each takes
1/64 s. So a race that is over in a blink is cut as finely as a long one. The ends are sums of a few powers of
two, and so the same on every machine.
"""

from __future__ import annotations

from math import frexp

FIRST = 2.0**-17  # seconds: the end of the first round
STEPS = 16  # rounds in which search time doubles
LONG = 0.25  # seconds from which on all rounds are equally long
LONG_FROM = 1 + STEPS * 15  # the round that ends there
PER_SECOND = 64


def round_end(number: int) -> float:
    """Return the search time at which a round ends; the first has the number 1.

    Examples
    --------
    >>> [round_end(number) for number in (1, 17, 241, 242)] == [2**-17, 2**-16, 0.25, 0.25 + 1 / 64]
    True
    """
    if number >= LONG_FROM:
        return LONG + (number - LONG_FROM) / PER_SECOND
    octave, step = divmod(number - 1, STEPS)
    return FIRST * 2.0**octave * (1 + step / STEPS)


def round_near(seconds: float) -> int:
    """Return a round whose end is near a search time, and not after it unless it is the first."""
    if seconds < FIRST:
        return 1
    if seconds >= LONG:
        return LONG_FROM + int((seconds - LONG) * PER_SECOND)
    mantissa, exponent = frexp(seconds / FIRST)
    return 1 + STEPS * (exponent - 1) + int((2 * mantissa - 1) * STEPS)
