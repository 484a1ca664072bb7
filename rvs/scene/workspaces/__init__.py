"""Displayed workspaces: points, boundary, slices, and the legend of their colours."""
