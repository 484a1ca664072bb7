"""Visible parts of a scene: hiding, outlines, bands of light, strokes."""
