"""Architecture files and named postures."""
