"""A robot of the library or of a file as it is placed in a cell."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from rvs.files.bodies.effectors import effector_body
from rvs.files.bodies.models import usable_model
from rvs.files.robots.arch import Architecture
from rvs.files.robots.own_postures import own_postures
from rvs.model.document import PlacedRobot
from rvs.model.robots.imported import Imported

MOST_IMPORTED = 64
# What was read from files of other programs: to have looked at it is nobody's work.
_imported: dict[Imported, PlacedRobot] = {}


def placed_robot(architecture: Architecture, name: str) -> PlacedRobot:
    """Return a robot with its full model, its end-effector and its named postures.

    Args:
        architecture: The robot.
        name: Name in the library or path by which it was requested.
    """
    # What other programs wrote is not the file that the robot is saved to.
    origin = "" if architecture.imported else _origin(architecture, name)
    robot_id = architecture.robot.name or Path(name).stem
    bare = bare_robot(architecture, robot_id, origin)
    made = replace(bare, body=usable_model(architecture), named=own_postures(bare))
    if made.imported is not None:
        _imported[made.imported] = made
        if len(_imported) > MOST_IMPORTED:
            del _imported[next(iter(_imported))]
    return made


def as_imported(imported: Imported) -> PlacedRobot | None:
    """Return a robot as read from a file of another program, as long as that file exists."""
    return _imported.get(imported) if Path(imported.path).is_file() else None


def _origin(architecture: Architecture, name: str) -> str:
    """Return the absolute path of its file, since the program's working folder may change later."""
    return name if architecture.path is None else os.path.abspath(architecture.path)


def bare_robot(architecture: Architecture, robot_id: str, origin: str) -> PlacedRobot:
    """Return a robot without data from other files: full model and named postures."""
    return PlacedRobot(
        robot_id,
        architecture.robot,
        unit=architecture.unit,
        end_effector=architecture.end_effector,
        full=architecture.geomtype == "full",
        origin=origin,
        effector=architecture.effector or effector_body(architecture.end_effector),
        display=architecture.display,
        imported=architecture.imported,
        parameters=architecture.parameters,
    )
