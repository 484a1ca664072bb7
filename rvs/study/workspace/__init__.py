"""Workspace of a robot's tool: its size, its conditioning, the number of postures."""
