"""Small pictures: of robots, postures, shapes and things, and the galleries that show them."""
