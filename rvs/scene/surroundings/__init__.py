"""Objects around the robots, as shown in the scene."""
