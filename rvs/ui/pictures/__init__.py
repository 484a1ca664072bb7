"""Small pictures of robots, postures, shapes and objects, and their galleries."""
