"""Long work in other processes, so that the window keeps Python's lock."""
