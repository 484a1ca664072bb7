"""Simulation of robots that move freely or under a control law."""
