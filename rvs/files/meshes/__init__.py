"""Mesh files, and how cells refer to them."""
