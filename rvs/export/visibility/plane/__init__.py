"""Polygons and curves in the plane of the sheet."""
