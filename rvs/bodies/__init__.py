"""Solid bodies and their positions.

Bodies of robots and objects as meshes, without light, camera or colour of the view.
"""
