"""The command palette: all actions and files, found by a few letters."""
