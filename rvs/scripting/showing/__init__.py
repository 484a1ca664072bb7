"""Cells, robots and motions where they are shown: in notebooks, and as pages of the web."""
