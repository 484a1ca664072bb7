"""Denavit-Hartenberg tables in the formats of other programs: text, scripts and matrices."""
