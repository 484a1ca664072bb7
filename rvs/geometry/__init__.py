"""Outlines and meshes, and the catalogues of shapes and object kinds made from them."""
