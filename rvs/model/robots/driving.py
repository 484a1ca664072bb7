"""Drives of a robot: motors, efforts and rates of several joints, and their masses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rvs.fields.edit import edit
from rvs.model.document import Document, set_joint


@edit("Set the drives of {robot_id}")
def put_drives(
    document: Document, robot_id: str, joints: Mapping[int, Mapping[str, Any]]
) -> Document:
    """Set drives of joints as one step: motor, effort, rate, stiffness and inertia.

    Args:
        document: The document.
        robot_id: The robot.
        joints: Changed fields of each joint, by its number from 0.

    Raises:
        ArgumentError: No such robot or joint, or a value the joint refuses.
    """
    for index, changes in joints.items():
        document = set_joint(document, robot_id, index, **changes)
    return document
