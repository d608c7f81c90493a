"""The landscape room: a puzzle as an optimisation problem.

`boxes`, `vector` and `construction` are the three landscapes, with their states, energies and moves.
`missing` and `conflicts` maintain lists for a board. `sampling` estimates temperatures. `objective` is a cost
function for any optimiser. `random` is the random number generator of the kernels.
"""
