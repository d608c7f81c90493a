"""The methods: one file or folder per method.

`method` defines what a method and a search are. `walk` and `board_walk` hold the bookkeeping that methods
share. `authoring` collects what you need to write your own method. `registry` finds methods by name, and
`contender` gives them labels. `parameters` and `schedules` define their parameters.
"""
