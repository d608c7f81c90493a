"""The puzzle room: what a puzzle is, and everything that can be found out about it without a search method.

`layout` and `puzzle` define a puzzle. `forms`, `boards` and `digits` turn text, files, lists and arrays into
a puzzle. `show` displays it, and `clashes` finds equal digits in a unit. The sub-packages are `formats`
(reading and writing), `logic`, `exact` (the oracle) and `generate`.
"""
