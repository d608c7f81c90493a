"""The landscape room: a puzzle as an optimisation problem.

`boxes`, `vector` and `construction` are the three landscapes, with their states, energies and moves.
`missing` lists the missing digits of a board, and `conflicts` its conflicted cells. `sampling` estimates
temperatures. `objective` is a cost function for any optimiser. `random` is the random number generator of the
kernels.
"""
