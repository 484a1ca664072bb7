"""Measuring between points, edges and faces, and snapping of the pointer."""
