"""Expand the compressed part of an f-puzzles address (lz-string in base64), up to a maximum length.

A few kilobytes can expand to gigabytes, so decoding stops as soon as the text is too long for any puzzle.

References
----------
Pieroxy, "lz-string", https://pieroxy.net/blog/pages/lz-string/index.html
"""

from __future__ import annotations

from ergodoku.base.errors import PuzzleError

LONGEST_TEXT = 1 << 20
"""Maximum number of characters: enough for a 100x100 puzzle with all its pencil marks."""

_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BITS = str.maketrans({symbol: f"{value:06b}" for value, symbol in enumerate(_BASE64)})
_CHARACTER, _WIDE_CHARACTER, _END = 0, 1, 2


def expand(data: str) -> str:
    """Return the original of a text that was compressed with lz-string.

    Raises
    ------
    ValueError
        If the data is damaged or incomplete.
    PuzzleError
        If the text would be longer than any puzzle.

    Examples
    --------
    >>> expand("IYI15I==")
    'abababab'
    """
    bits = _Bits(data)
    words = ["", "", ""]  # the first three codes are reserved
    text: list[str] = []
    length, before, width = 0, "", 2
    while (code := bits.take(width)) != _END:
        if code in (_CHARACTER, _WIDE_CHARACTER):
            words.append(chr(bits.take(8 if code == _CHARACTER else 16)))
            code = len(words) - 1
        if before:
            # The code may refer to the word that this step adds.
            words.append(before + (words[code] if code < len(words) else before)[0])
        before = words[code]
        text.append(before)
        length += len(before)
        if length > LONGEST_TEXT:
            raise PuzzleError(
                f"this address expands to more than {LONGEST_TEXT:,} characters, too many for any puzzle",
                "copy the whole address from f-puzzles",
            )
        width = max(3, len(words).bit_length())
    return "".join(text)


class _Bits:
    """The bits of base64, read from the front; the lowest bit of a number comes first."""

    def __init__(self, data: str) -> None:
        bare = data.rstrip("=")
        if not set(bare) <= set(_BASE64):
            raise ValueError("this is not base64")
        self._bits = bare.translate(_BITS)
        self._at = 0

    def take(self, count: int) -> int:
        """Return the next number, which has ``count`` bits."""
        start, self._at = self._at, self._at + count
        if self._at > len(self._bits):
            raise ValueError("the data ends too early")
        return int(self._bits[start : self._at][::-1], 2)
