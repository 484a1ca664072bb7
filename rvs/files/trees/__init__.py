"""Robots as trees of links: reading and writing of URDF and MJCF."""
