"""Robots as trees of links: URDF and MJCF, in and out."""
