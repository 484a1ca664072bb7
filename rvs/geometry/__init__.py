"""Outlines and meshes, and the catalogues of shapes and kinds of object made of them."""
