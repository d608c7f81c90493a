"""The puzzle room: what a puzzle is, and all that can be said of it without a search.

`layout` and `puzzle` hold it, `forms`, `boards` and `digits` make one of what people have, `show` and
`clashes` show it. Inside: `formats` (reading and writing), `logic`, `exact` (the oracle), `generate`.
"""
