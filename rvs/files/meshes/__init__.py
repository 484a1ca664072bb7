"""Mesh files, and references to them in cells."""
