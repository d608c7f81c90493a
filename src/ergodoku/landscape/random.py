"""Random numbers inside kernels: a generator with two 64-bit words of state, and functions without libm.

The generator is xoroshiro128++. The exponential function uses only basic arithmetic, so a seed gives the same
walk on every platform.

References
----------
D. Blackman, S. Vigna, "Scrambled linear pseudorandom number generators", ACM Transactions on
Mathematical Software 47 (2021) 36, doi:10.1145/3460772.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import inlined, kernel

Words = NDArray[np.uint64]

LOG2_E = 1.4426950408889634
# LN2_HIGH + LN2_LOW is ln 2. LN2_HIGH has 32 bits, so its products with small whole numbers are exact.
LN2_HIGH = 0.693147180369123816490
LN2_LOW = 1.90821492927058770002e-10
CERTAIN = 4294967296.0  # 2 ** 32
LOW = np.uint64(0xFFFFFFFF)  # the low half of a word
RANGES = 256  # parts of the low half: shifting a number right by `RANGE` bits gives the number of its part
RANGE = np.uint64(24)
NO_CEILING = 1 << 30
INVERSE = (0.0, *(1.0 / n for n in range(1, 15)))


def seeded(seed: int, *key: int) -> Words:
    """Return an independent state for each seed and key; the key may be the number of a replica."""
    return _seeded(seed, key).copy()


@lru_cache(maxsize=256)
def _seeded(seed: int, key: tuple[int, ...]) -> Words:
    return np.random.SeedSequence(seed, spawn_key=key).generate_state(2, np.uint64).astype(np.uint64)


@inlined
def step(s0: Any, s1: Any) -> Any:
    """Return the next 64 random bits and the two words of the new state.

    A hot loop keeps the state in two local variables, so that it stays in registers.
    """
    total = s0 + s1
    word = ((total << uint64(17)) | (total >> uint64(47))) + s0
    s1 = s1 ^ s0
    s0 = ((s0 << uint64(49)) | (s0 >> uint64(15))) ^ s1 ^ (s1 << uint64(21))
    s1 = (s1 << uint64(28)) | (s1 >> uint64(36))
    return word, s0, s1


@inlined
def next_word(state: Words) -> Any:
    """Return the next 64 random bits of a generator whose state is an array."""
    word, state[0], state[1] = step(state[0], state[1])
    return word


@inlined
def high_below(word: Any, limit: int) -> Any:
    """Return a number below ``limit``, made from the high half of a word; ``limit`` is less than 2 ** 32."""
    return ((word >> uint64(32)) * uint64(limit)) >> uint64(32)


@inlined
def low_below(word: Any, limit: int) -> Any:
    """Return a number below ``limit``, made from the low half of a word; ``limit`` is less than 2 ** 32."""
    return ((word & uint64(0xFFFFFFFF)) * uint64(limit)) >> uint64(32)


@inlined
def normal(state: Words) -> Any:
    """Return a nearly normal deviate with mean 0 and variance 1: the sum of 12 uniform numbers, minus 6.

    The sum is computed in whole numbers, so it is the same everywhere. The result is between -6 and 6.
    """
    total = uint64(0)
    for _ in range(6):
        word = next_word(state)
        total += (word >> uint64(32)) + (word & uint64(0xFFFFFFFF))
    return float(total) / CERTAIN - 6.0


@kernel
def exp_minus(x: float) -> float:
    """Return exp(-x) for x >= 0, identical to the last bit everywhere; 0 from x = 23 on."""
    if not x < 23.0:  # the probability is less than 1 / 2 ** 32
        return 0.0
    k = int(x * LOG2_E)
    r = -((x - k * LN2_HIGH) - k * LN2_LOW)
    total = 1.0
    for n in range(14, 0, -1):
        total = 1.0 + total * r * INVERSE[n]
    return total / (1 << k)


@inlined
def threshold(delta: float, temperature: float) -> Any:
    """Return how many of 2 ** 32 equally likely words accept a rise in energy (Metropolis)."""
    return np.uint64(exp_minus(delta / temperature) * CERTAIN)


@kernel
def fill_ceilings(ceiling: NDArray[np.int32], accept: NDArray[np.uint64], grain: int) -> None:
    """For each range of random numbers, find the smallest rise that every number in the range refuses.

    ``accept[rise >> grain]`` is the chance to accept a rise, times 2 ** 32. A hot loop knows the rise only
    after a chain of look-ups, and a look-up in this table would make the chain longer. The ceiling depends on
    the random number alone, so the processor finds it while the chain is still under way. A loop therefore
    compares the rise with the ceiling first, and looks up the exact chance only if the ceiling does not
    refuse the rise.
    """
    place = 0
    for k in range(RANGES - 1, -1, -1):
        while place < accept.shape[0] and uint64(k) << RANGE < accept[place]:
            place += 1
        ceiling[k] = place << grain if place < accept.shape[0] else NO_CEILING
