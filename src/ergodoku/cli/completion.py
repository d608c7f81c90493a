"""Completion of method names in the shell, after ``ergodoku --install-completion``."""

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
    """Complete the last name of a list of methods; names already in the list are not offered again.

    Examples
    --------
    >>> lists_of_methods("cool,ge")
    ['cool,genetic', 'cool,genes']
    >>> lists_of_methods("cool,mine=ta")
    ['cool,mine=tabu']
    """
    before, comma, last = incomplete.rpartition(",")
    label, equals, start = last.rpartition("=")
    names = [name for name in method_names(start) if label or name not in before.split(",")]
    return [before + comma + label + equals + name for name in names]
