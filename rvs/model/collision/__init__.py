"""What of a cell is checked for collision, and the edits of it."""
