"""Rendering of a scene to pixels, with OpenGL 3.3 core; this package itself imports no OpenGL.

Call ``rvs.gl.context.platform.choose_platform`` before importing any other module of the package in
a process that has a window system.
"""
