"""State to geometry: the scene as a pure function of the state."""
