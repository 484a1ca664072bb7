"""The window: the only room that uses Qt."""
