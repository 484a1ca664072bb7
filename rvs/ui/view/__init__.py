"""The view of the cell: canvas, pointer, and the tools that work in it."""
