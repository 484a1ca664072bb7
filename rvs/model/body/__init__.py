"""A solid body as a value: parts, the shapes they are made of, and how both fit a robot."""
