"""Figures of a cell that are made again by name, and edits of them."""
