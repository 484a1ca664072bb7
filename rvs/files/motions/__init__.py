"""Trajectories of joints and paths of tools."""
