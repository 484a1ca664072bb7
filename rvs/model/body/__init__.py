"""A solid body as a value: parts, their shapes, and their fit to a robot."""
