"""Studies of a robot: one page of the Design panel for each question."""
