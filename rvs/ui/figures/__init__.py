"""The window in which figures are drawn, named, copied and saved."""
