"""Lists and trees of what there is to choose from."""
