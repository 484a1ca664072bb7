"""Annotations of a scene: frames, labels, dimensions, ghosts, traces, warnings."""
