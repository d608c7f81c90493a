"""The web page and its server: type a puzzle, watch it being solved."""
