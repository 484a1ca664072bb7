"""Bodies cut at a plane."""
