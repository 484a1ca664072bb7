"""Robots with the springs of their joints and the beams of their links."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rvs.bodies.beams import body_beams
from rvs.bodies.dynamic import dynamic_load, dynamic_robot
from rvs.bodies.shown_body import body_for
from rvs.engine.arrays import Array
from rvs.model.document import PlacedRobot
from rvs.model.robots.masses import inertia_of
from rvs.study.stiffness.beams import LinkBeam
from rvs.study.stiffness.deflection import ElasticRobot


def elastic_robot(
    placed: PlacedRobot,
    springs: Array | None = None,
    beams: tuple[LinkBeam, ...] | None = None,
) -> ElasticRobot:
    """Return a robot with elastic joints and links, and with its load.

    Args:
        placed: The robot.
        springs: Stiffness of the joints (n,), N m/rad and N/m; from its table if None.
        beams: Its links (n,); with the sections of its body if None.

    Raises:
        ArgumentError: All parts are rigid.
    """
    robot = placed.robot
    if springs is None:
        springs = np.array([joint.stiffness for joint in robot.joints])
    if beams is None:
        beams = body_beams(robot, body_for(placed, "full"))
    # the links with their own masses: what they carry is apart; a locked joint is a spring, too
    joints = tuple(replace(joint, locked=False) for joint in robot.joints)
    carrier = dynamic_robot(placed).replace(joints=joints)
    return ElasticRobot(carrier, springs, beams, inertia_of(dynamic_load(placed).whole))
