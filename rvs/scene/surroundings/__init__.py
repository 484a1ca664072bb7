"""What stands around the robots, as the scene shows it."""
