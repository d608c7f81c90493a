"""Experiments that can be trusted, stopped, resumed, published and repeated.

`study` runs and stores them, `analysis` compares the results, `tuning` searches for better parameters, and
`report` writes the reports. Each package uses only the packages named before it.
"""
