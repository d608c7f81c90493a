"""Small helpers that all other sub-packages use.

Errors (`errors`), checks of arguments (`arguments`), compiled kernels (`compiled`, `cache`), threads
(`threads`, `errands`), delayed Ctrl-C (`interrupts`), files that are either complete or absent (`files`),
bounded histories (`history`), and numbers as text (`numbers`).
"""
