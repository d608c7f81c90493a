"""The rounds of a race: intervals of search time, short at first and then longer.

The first round ends after 8 µs. Then 16 equally long rounds double the search time, 16 longer rounds double
it again, and so on. After a quarter of a second, each round takes 1/64 s. So even a very short race has many
rounds. The ends are sums of a few powers of two, which are exact on every machine.
"""

from __future__ import annotations

from math import frexp

FIRST = 2.0**-17  # seconds: the end of the first round
STEPS = 16  # number of rounds in which search time doubles
LONG = 0.25  # seconds after which all rounds are equally long
LONG_FROM = 1 + STEPS * 15  # the round that ends at LONG
PER_SECOND = 64


def round_end(number: int) -> float:
    """Return the search time at which a round ends; the first round has the number 1.

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
    """Return a round that ends at a search time or shortly before it; the first round if there is none."""
    if seconds < FIRST:
        return 1
    if seconds >= LONG:
        return LONG_FROM + int((seconds - LONG) * PER_SECOND)
    mantissa, exponent = frexp(seconds / FIRST)
    return 1 + STEPS * (exponent - 1) + int((2 * mantissa - 1) * STEPS)
