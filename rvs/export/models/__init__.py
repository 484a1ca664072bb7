"""Robots and cells as models for other programs and for printing: glTF, STL, 3MF."""
