"""Numbers in the notation of people: units, expressions, orientations."""
