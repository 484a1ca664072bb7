"""Lifting: the largest payload over the place of its centre of mass, in the worst posture."""
