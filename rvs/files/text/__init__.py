"""The block syntax: text to a tree with places, values out of it, and edits by spans."""
