"""Studies of the mechanics of a robot."""
