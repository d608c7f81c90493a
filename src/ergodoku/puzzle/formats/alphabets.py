"""Symbols for digits: which characters mean 1 to N, and which mean a blank.

Up to 9x9 the symbols are the digits themselves. From 10x10 to 25x25 several alphabets are in use, so the
alphabet is either given or inferred from the symbols in a puzzle. Above 25x25 there are only integers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.puzzle import Digits

BLANKS = ".0-*xX_"
LARGEST_WITH_SYMBOLS = 25
UNKNOWN = 255


@dataclass(frozen=True)
class Alphabet:
    """The symbols of the digits 1 to N, in order. Characters of `BLANKS` that are not symbols are blanks."""

    name: str
    symbols: str

    @cached_property
    def values(self) -> dict[str, int]:
        """The digit of each character, in upper and lower case; 0 for blanks."""
        table = dict.fromkeys(BLANKS, 0)
        digits = {symbol: digit for digit, symbol in enumerate(self.symbols, 1)}
        for fold in (str.lower, str.upper):
            table |= {fold(symbol): digit for symbol, digit in digits.items()}
        return table | digits

    @cached_property
    def table(self) -> NDArray[np.uint8]:
        """The digit of each byte: 0 for blanks, ``UNKNOWN`` for a byte that is not a symbol or blank."""
        table = np.full(256, UNKNOWN, dtype=np.uint8)
        for symbol, digit in self.values.items():
            if symbol.isascii():
                table[ord(symbol)] = digit
        return table

    def decode(self, text: str) -> Digits:
        """Return the digits of a text; ``UNKNOWN`` for a character that is not a symbol or blank."""
        digits = [self.values.get(symbol, UNKNOWN) for symbol in text]
        return np.array(digits, dtype=np.uint8)

    def encode(self, digits: Digits) -> str:
        """Return digits as text, with ``.`` for blanks."""
        return self._written[digits].tobytes().decode("ascii")

    @cached_property
    def _written(self) -> Digits:
        return np.frombuffer(("." + self.symbols).encode("ascii"), dtype=np.uint8)


def choices(size: int) -> tuple[str, ...]:
    """Return the names of the alphabets for a size; the first is the one we write."""
    if size <= 9:
        return (f"1-{size}",)
    if size > LARGEST_WITH_SYMBOLS:
        return ()
    one = "1-9" + _letters(size - 9)
    zero = "0-9" + _letters(size - 10)
    letters = _letters(size)
    return (letters, one, zero) if size == LARGEST_WITH_SYMBOLS else (one, zero, letters)


def usual(size: int) -> Alphabet:
    """Return the alphabet that we write for a size."""
    return named(choices(size)[0], size)


@lru_cache(maxsize=64)
def named(name: str, size: int) -> Alphabet:
    """Return the alphabet for a name such as ``1-9A-G``, or for a list of N symbols."""
    symbols = re.sub(r"(\w)-(\w)", lambda m: "".join(map(chr, range(ord(m[1]), ord(m[2]) + 1))), name)
    if len(symbols) != size or len(set(symbols)) != size or any(s.isspace() for s in symbols):
        raise PuzzleError(
            f"the alphabet {name[:40]!r} does not have {size} different symbols",
            f"a {size}x{size} grid needs {' or '.join(choices(size)) or 'integers, not symbols'}",
        )
    return Alphabet(name, symbols)


def infer(size: int, used: Iterable[str]) -> Alphabet | None:
    """Return the alphabet in which these symbols are written, or ``None`` if several are possible."""
    if size <= 9 or size == LARGEST_WITH_SYMBOLS:
        return usual(size)
    one, zero, letters = (named(name, size) for name in choices(size))
    seen = {symbol.upper() for symbol in used}
    if seen & (set(letters.symbols) - set(one.symbols)):
        return letters
    if "0" in seen and seen & set(".-*X_"):
        return zero
    if one.symbols[-1] in seen or not seen - set(BLANKS):
        return one
    return None


def of_full_grid(size: int, text: str) -> Alphabet | None:
    """Return the alphabet that starts with 0 if the text has each of its symbols N times; else ``None``."""
    if not 9 < size < LARGEST_WITH_SYMBOLS:
        return None
    zero = named(choices(size)[1], size)
    return zero if Counter(text.upper()) == dict.fromkeys(zero.symbols, size) else None


def unclear(size: int) -> PuzzleError:
    """Return the error that asks for an alphabet and lists the choices."""
    names = choices(size)
    return PuzzleError(
        f"this {size}x{size} grid does not show which alphabet it is written in",
        f"give `alphabet`, one of: {', '.join(names)}",
    )


@lru_cache(maxsize=256)
def plausible(size: int, alphabet: str | None = None) -> frozenset[str]:
    """Return every character that a grid of this size may hold; none if the alphabet does not fit."""
    names = choices(size) if alphabet is None else (alphabet,)
    try:
        return frozenset(c for name in names for c in named(name, size).values)
    except PuzzleError:
        return frozenset()


def _letters(count: int) -> str:
    return ("", "A")[count] if count < 2 else f"A-{chr(ord('A') + count - 1)}"
