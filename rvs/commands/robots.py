"""A robot of the command line, placed in a cell."""

from __future__ import annotations

import argparse
from dataclasses import replace

from rvs.files.bodies.models import usable_model
from rvs.files.placed_robot import bare_robot
from rvs.files.robots.arch import Architecture
from rvs.files.robots.jconfig import own_postures
from rvs.model.body.values import Body
from rvs.model.document import PlacedRobot


def placed_alone(architecture: Architecture, body: Body | None, origin: str = "") -> PlacedRobot:
    """Return a robot at the origin with its end-effector and its named postures.

    Args:
        architecture: The robot.
        body: Its full model, or None.
        origin: Its library name or source file, or empty.
    """
    bare = bare_robot(architecture, architecture.robot.name or "robot", origin)
    return replace(bare, full=body is not None, body=body, named=own_postures(bare))


def add_payload(parser: argparse.ArgumentParser) -> None:
    """Declare the payload, for commands that compute torques."""
    parser.add_argument(
        "--payload", type=float, default=0.0, metavar="KG",
        help="mass of a payload at the tool, a cube of 60 mm; for torques",
    )  # fmt: skip


def carrying(architecture: Architecture, payload: float = 0.0) -> PlacedRobot:
    """Return a robot alone in a cell, with its end-effector and a payload.

    Args:
        architecture: The robot.
        payload: Mass of the payload, in kg.

    Raises:
        ArgumentError: A mass below 0.
    """
    # here: robots are drawn without what scripts work on
    from rvs.scripting.subjects import with_cube

    placed = placed_alone(architecture, usable_model(architecture))
    return with_cube(placed, payload, "--payload")
