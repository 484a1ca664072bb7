"""Stiffness of robots whose joints are springs and whose links are beams; small deflections."""
