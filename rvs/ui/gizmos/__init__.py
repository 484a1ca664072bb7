"""What the gizmo moves: the tool, a robot's base, a part of a body, things."""
