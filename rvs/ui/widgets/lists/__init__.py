"""Lists and trees for selection."""
