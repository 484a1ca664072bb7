"""Denavit-Hartenberg tables as other programs write them: text, scripts and matrices."""
