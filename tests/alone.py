"""A robot of the library that stands alone, as commands take it."""

from __future__ import annotations

from rvs.commands.robots import placed_alone
from rvs.files.bodies.models import usable_model
from rvs.files.library import load_robot
from rvs.files.robots.arch import Architecture
from rvs.model.document import PlacedRobot


def robot_alone(name: str) -> tuple[Architecture, PlacedRobot]:
    """Return a robot as its file tells it, and as it stands, with its full model if any."""
    architecture = load_robot(name)
    return architecture, placed_alone(architecture, usable_model(architecture))
