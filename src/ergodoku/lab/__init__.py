"""Experiments that can be trusted, stopped, resumed, published and repeated.

`study` runs and stores them, `analysis` compares the results, `tuning` searches for better parameters, and
`report` writes everything down. Each part uses only those before it.
"""
