"""Motions over time: how they are made, joined, recorded and played."""
