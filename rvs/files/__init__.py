"""Texts to values and back; nothing else in the program knows a format."""
