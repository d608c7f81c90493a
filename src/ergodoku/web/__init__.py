"""The web page and its server: type a puzzle, watch it being solved.

`server` puts it together: `http` answers requests, `runs` does the searches, `live` sends what moves,
`static` is the page itself. `limits` bounds everything that a visitor can ask for.
"""
