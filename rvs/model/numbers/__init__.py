"""Numbers in human notation: units, expressions, orientations."""
