"""Targets of OpenGL: windows, hidden contexts, framebuffers, pictures."""
