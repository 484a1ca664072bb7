"""Parts of the editor of paths."""
