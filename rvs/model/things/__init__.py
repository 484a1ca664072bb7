"""What stands around the robots: kinds, values, edits."""
