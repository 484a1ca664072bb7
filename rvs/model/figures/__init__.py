"""Figures of a cell that can be drawn again by name, and edits of them."""
