"""Robots let go or driven by a control law: what moves, what drives it, and how a run is told."""
