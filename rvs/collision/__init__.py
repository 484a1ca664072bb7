"""Collision and clearance of a cell: its bodies, the pairs that count, and what they look like."""
