"""A robot's numbers as tables for LaTeX, Markdown and spreadsheets."""
