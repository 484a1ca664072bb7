"""Plots on paper: axes, curves and bands as marks of a drawing."""
