"""The block syntax: text to a tree with positions, values from it, and edits by spans."""
