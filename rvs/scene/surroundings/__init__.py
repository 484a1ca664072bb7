"""Objects around the robots, as the scene shows them."""
