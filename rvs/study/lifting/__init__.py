"""Lifting: the largest payload for each position of its centre of mass, in the worst posture."""
