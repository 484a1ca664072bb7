"""Objects on the graphics card: buffers, textures, programs."""
