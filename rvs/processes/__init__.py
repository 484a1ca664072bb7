"""Long work in processes beside the program, so that Python's lock is the window's alone."""
