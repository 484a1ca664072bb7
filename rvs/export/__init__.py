"""Scene and plots as figures on paper: no window, no OpenGL."""
