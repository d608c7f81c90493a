"""The landscape room: a puzzle as an optimisation problem.

`boxes`, `vector` and `construction` are the three landscapes, with their states, energies and moves;
`missing` and `conflicts` keep lists on boards; `objective` is a cost function for any optimiser; `random`
the generator of kernels.
"""
