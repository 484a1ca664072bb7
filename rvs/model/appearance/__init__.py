"""Colours and materials."""
