"""Plots as values, and the quantities of motions in them."""
