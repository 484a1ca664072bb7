"""Motions over time: how to make, join, record and play them."""
