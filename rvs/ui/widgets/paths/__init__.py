"""Parts of the path editor."""
