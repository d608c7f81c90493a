"""The engine: from a puzzle and a method to a result.

`solve` solves one puzzle, `batch` many puzzles, and `arrays` whole arrays or columns of puzzles. `race` runs
several methods on one puzzle. `run` is the main loop, with its parts: `replicas`, `limits` (`stop`, `frost`),
`clock`, `proof`, `callbacks`, `keyframes`. `player` slows a run down so that people can follow it. `trace`,
`result` and `checkpoint` hold what a run produces. `another` tells whether a solution is one of several.
"""
