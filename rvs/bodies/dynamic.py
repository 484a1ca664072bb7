"""The robot used for dynamics, and the load of its posture on the joints."""

from __future__ import annotations

from math import inf

import numpy as np

from rvs.bodies.effectors import Load, carried_load, loaded_robot
from rvs.bodies.included_loads import IncludedLoads, included_loads
from rvs.bodies.shown_body import body_for
from rvs.engine.arrays import Array
from rvs.engine.dynamics import Reactions, reactions
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.robots.masses import unweighed
from rvs.model.state import Posture
from rvs.study.drives import Payload, holding, largest_payload, push
from rvs.value_class import dataclass

Force = tuple[float, float, float]
NO_FORCE: Force = (0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False)
class Held:
    """Load of a posture on the joints of a robot.

    Attributes:
        torques: Torque or force of each joint (n,), N m or N.
        efforts: Limits (n,), infinite where unknown.
        payload: The largest additional mass at the tool point.
        reactions: Forces and moments between the links.
    """

    torques: Array
    efforts: Array
    payload: Payload
    reactions: Reactions

    @property
    def shares(self) -> Array:
        """Load of each joint as a fraction of its limit (n,); 0 if the limit is unknown."""
        found: Array = np.abs(self.torques) / self.efforts
        return found


@derived(size=32)
def dynamic_robot(placed: PlacedRobot) -> Robot:
    """Return a robot with its end-effector and payload as parts of its last link, for the dynamics.

    It is independent of the display of the robot: its most detailed body gives the position of the
    flange.
    """
    return loaded_robot(placed, body_for(placed, "full"))


def dynamic_load(placed: PlacedRobot) -> Load:
    """Return the load of a robot's end-effector and payload in its dynamics."""
    return carried_load(placed, body_for(placed, "full"))


def weighed_robot(placed: PlacedRobot) -> Robot:
    """Return a robot with its end-effector and payload as parts of its last link.

    Raises:
        ArgumentError: The mass of a link is not known; the error suggests a fix.
    """
    check_weighed(placed.robot)
    return dynamic_robot(placed)


def check_weighed(robot: Robot) -> None:
    """Check that the masses of all links are known.

    Raises:
        ArgumentError: One of them is not; the error suggests a fix.
    """
    missing = unweighed(robot)
    if missing:
        which = "link" if len(missing) == 1 else "links"
        raise ArgumentError(
            f"{robot.name or 'the robot'}: dynamics need the mass of every link, and it is "
            f"not known for {which} {', '.join(map(str, missing))}; write the masses into "
            "the robot's file, or compute them from its body with rvs masses"
        )


@derived(size=32)
def counted_of(placed: PlacedRobot) -> IncludedLoads:
    """Return the loads that ``dynamic_robot`` adds to the links of a robot."""
    return included_loads(placed, dynamic_load(placed))


def own_axes(placed: PlacedRobot, force: Force) -> Force:
    """Return a force in cell axes, expressed in the axes of the robot's base."""
    x, y, z = (np.array(placed.place)[:3, :3].T @ np.array(force)).tolist()
    return x, y, z


def held(placed: PlacedRobot, posture: Posture, force: Force = NO_FORCE) -> Held | None:
    """Return the load of a posture on a robot; None where masses of links are missing.

    Args:
        placed: The robot.
        posture: Joint values (n,), rad or m.
        force: Push on the tool point along the axes of the cell, in N.
    """
    if unweighed(placed.robot):
        return None
    robot, own = dynamic_robot(placed), own_axes(placed, force)
    q, rest = np.array(posture), np.zeros(robot.n)
    efforts = np.array([joint.effort for joint in robot.joints])
    payload = Payload(inf, None) if np.isinf(efforts).all() else largest_payload(robot, q)
    wrench = push(robot, q, own)
    return Held(
        holding(robot, q, own), efforts, payload, reactions(robot, q, rest, rest, wrench=wrench)
    )
