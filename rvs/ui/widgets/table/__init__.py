"""The Denavit-Hartenberg table as a spreadsheet: its model for Qt, its cells, its view."""
