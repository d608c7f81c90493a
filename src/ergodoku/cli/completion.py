"""What a shell completes beyond commands and options, after ``ergodoku --install-completion``."""

from __future__ import annotations


def method_names(incomplete: str) -> list[str]:
    """Complete the name of a method.

    Examples
    --------
    >>> method_names("ta")
    ['tabu']
    """
    from ergodoku.methods.registry import ENTRIES

    return [name for name in ENTRIES if name.startswith(incomplete)]


def lists_of_methods(incomplete: str) -> list[str]:
    """Complete the last name of a list of methods; those before it are not offered again.

    Examples
    --------
    >>> lists_of_methods("cool,ge")
    ['cool,genetic', 'cool,genes']
    """
    before, comma, last = incomplete.rpartition(",")
    return [before + comma + name for name in method_names(last) if name not in before.split(",")]
