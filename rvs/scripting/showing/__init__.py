"""Displays of cells, robots and motions: in notebooks, and as web pages."""
