"""The web page and its server: type a puzzle, and watch the search.

`server` connects the parts: `http` answers requests, `runs` runs the searches, `live` sends live updates,
and `static` is the page itself. `limits` bounds everything that a visitor can request.
"""
