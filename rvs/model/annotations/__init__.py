"""Notes and measurements, and their anchors."""
