"""Texts to values and back; no other part of the program knows a format."""
