"""Notes and measurements, and the points they keep to."""
