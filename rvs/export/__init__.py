"""Scene and plots to figures on paper: no window, no OpenGL."""
