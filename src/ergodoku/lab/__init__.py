"""Experiments that can be trusted, stopped, resumed, published and repeated."""
