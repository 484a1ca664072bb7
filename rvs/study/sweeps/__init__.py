"""Sweeps: many designs of one robot, their measures, the best compromises, and sensitivities."""
