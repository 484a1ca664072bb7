"""Accuracy and repeatability of poses, from tolerances of tables, backlash and encoder steps."""
