"""The landscape room: a puzzle as an optimisation problem, with its moves and its energy."""
