"""Demonstrations: what the mechanics can do, each a function of a robot and a few numbers."""
