"""A workspace to be seen: points, boundary, slices, and the legend of their colours."""
