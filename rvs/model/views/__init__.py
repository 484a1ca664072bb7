"""How the cell is looked at: views, viewports, sections, bookmarks."""
