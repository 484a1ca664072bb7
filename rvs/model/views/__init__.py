"""Views of the cell: cameras, viewports, sections, bookmarks."""
