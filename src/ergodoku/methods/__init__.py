"""The methods room: one file or folder per method.

`method` says what a method and a search are, `walk` and `board_walk` share their bookkeeping, `authoring`
is the door for methods of your own. `registry` finds them by name, `contender` names them, `parameters` and
`schedules` set them.
"""
