"""What is written and drawn about a scene: frames, labels, dimensions, ghosts, traces, warnings."""
