"""Optimum design: dimensions and postures of a robot for which its Jacobian is well conditioned."""
