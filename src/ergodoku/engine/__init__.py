"""The engine room: from a puzzle and a method to a result.

`solve` is the front door, `batch` the one for many puzzles, `arrays` the one for columns of them, `race`
the one for several methods. `run` is the loop, with its parts: `replicas`, `limits` (`stop`, `frost`),
`clock`, `proof`, `callbacks`, `keyframes`. `player` paces it for people; `trace`, `result` and `checkpoint`
are what stays.
"""
