"""Measures of a robot: one number each for its dexterity, reach, strength, mass, size and pace."""
