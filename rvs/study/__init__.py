"""What one finds out with the mechanics of a robot."""
