"""The window for drawing, naming, copying and saving figures."""
