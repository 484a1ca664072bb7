"""What is seen of a scene on the sheet: who hides whom, outlines, bands of light, strokes."""
