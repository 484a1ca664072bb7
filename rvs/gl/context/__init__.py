"""Where OpenGL draws to: windows, hidden contexts, framebuffers, pictures."""
