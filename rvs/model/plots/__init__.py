"""Plots as values, and the quantities of motions that they show."""
