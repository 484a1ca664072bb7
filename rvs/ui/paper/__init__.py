"""Dialogs that write films, plots and reports, and copying to the clipboard."""
