"""Collision and clearance of a cell: its bodies, the checked pairs, and their appearance."""
