"""Targets of the gizmo: the tool, a robot's base, a part of a body, objects."""
