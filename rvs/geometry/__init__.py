"""Outlines and meshes, and the catalogues of shapes and of kinds of thing that are made of them."""
