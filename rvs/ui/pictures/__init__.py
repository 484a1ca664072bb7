"""Small pictures: of robots, postures, shapes and objects, and the galleries that show them."""
