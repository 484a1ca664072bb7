"""Lifting: the largest payload over the position of its centre of mass, in the worst posture."""
