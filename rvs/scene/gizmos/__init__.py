"""Handles that are dragged by a ray."""
