"""The panels of the window, one in each file; ``table.py`` lists them."""
