"""What lies on the graphics card: buffers, textures, programs."""
