"""Dialogs that write films, plots and reports, and the words on the clipboard."""
