"""Demonstrations of mechanics, each a function of a robot and a few numbers."""
