"""Drawings as files: SVG, PDF, PostScript, and what LaTeX sets."""
