"""Measuring between points, edges and faces, and what the pointer snaps to."""
