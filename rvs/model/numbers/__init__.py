"""Numbers as people type and read them: units, expressions, orientations."""
