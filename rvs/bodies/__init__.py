"""Solid bodies and their positions.

Bodies of robots and things as meshes, without light, camera or colour of the view.
"""
