"""Robots and cells as a printed report."""
