"""Conversion of texts to values and back; no other part of the program knows a format."""
