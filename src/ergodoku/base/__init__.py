"""The ground floor: what every other room stands on.

Errors (`errors`), compiling kernels (`compiled`), writing whole files (`files`), numbers as text (`numbers`).
"""
