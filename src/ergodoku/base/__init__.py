"""The ground floor: small things that every other room uses.

Errors (`errors`), compiled kernels (`compiled`), files that are complete or not there (`files`), bounded
histories (`history`), and numbers as text (`numbers`).
"""
