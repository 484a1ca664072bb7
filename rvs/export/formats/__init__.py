"""Drawings as files: SVG, PDF, PostScript, and LaTeX labels."""
