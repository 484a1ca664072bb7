"""Objects around the robots: kinds, values, edits."""
