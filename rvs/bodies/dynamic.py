"""The robot used for dynamics: its included masses and losses, and the load on its joints."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any

import numpy as np

from rvs.bodies.effectors import Load, carried_load, loaded_robot
from rvs.bodies.robot_body import body_for
from rvs.engine.arrays import Array
from rvs.engine.dynamics import Reactions, reactions
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import significant
from rvs.model.robots.masses import unweighed
from rvs.model.state import Posture
from rvs.study.drives import Payload, holding, largest_payload, push
from rvs.value_class import dataclass

NOTHING = ("", "none")


@dataclass(frozen=True)
class IncludedLoads:
    """End-effector, payload, motors and friction that the dynamics of a robot include.

    Attributes:
        effector: Name of the end-effector; empty without one.
        effector_mass: Its mass, in kg; 0 if it is only drawn.
        payload: Kind of the payload; empty without one.
        payload_mass: Its mass, in kg.
        rotors: Joints, from 1, whose motor inertia is included.
        friction: Joints, from 1, whose friction is included.
        joints: Number of joints of the robot.
    """

    effector: str
    effector_mass: float
    payload: str
    payload_mass: float
    rotors: tuple[int, ...]
    friction: tuple[int, ...]
    joints: int

    @property
    def words(self) -> str:
        """Everything included, and everything excluded, in one or two sentences."""
        counted, left_out = [], []
        effector = f"end-effector {self.effector}"
        if self.effector_mass > 0.0:
            counted.append(f"{effector} ({significant(self.effector_mass)} kg)")
        elif self.effector:
            left_out.append(f"{effector} (only drawn, without mass)")
        else:
            left_out.append("end-effector (none)")
        if self.payload:
            counted.append(f"payload {self.payload} ({significant(self.payload_mass)} kg)")
        else:
            left_out.append("payload (none)")
        for what, joints in (("rotor inertia", self.rotors), ("friction", self.friction)):
            if joints:
                counted.append(f"{what} of {_joints(joints, self.joints)}")
            else:
                left_out.append(f"{what} (none is given)")
        parts = (("Included with the links", counted), ("Not included", left_out))
        return " ".join(f"{head}: {', '.join(found)}." for head, found in parts if found)

    @property
    def facts(self) -> Mapping[str, Any]:
        """The same as values for JSON; masses in kg, None for missing properties."""
        return {
            "end_effector": _fact(self.effector, self.effector_mass),
            "payload": _fact(self.payload, self.payload_mass),
            "rotor_inertia": list(self.rotors),
            "friction": list(self.friction),
        }


def included_loads(placed: PlacedRobot, load: Load, robot: Robot | None = None) -> IncludedLoads:
    """Return the loads that the dynamics of a robot include.

    Args:
        placed: The robot.
        load: The load on its last link.
        robot: The robot used for the computation, such as one without friction; ``placed.robot`` if
            omitted.
    """
    motors = [joint.motor for joint in (robot or placed.robot).joints]
    return IncludedLoads(
        effector="" if placed.end_effector in NOTHING else placed.end_effector,
        effector_mass=load.tool.volume,
        payload=placed.payload.kind if placed.payload else "",
        payload_mass=load.payload.volume,
        rotors=tuple(i for i, one in enumerate(motors, 1) if one and one.inertia * one.gear),
        friction=tuple(
            i
            for i, one in enumerate(motors, 1)
            if one and one.gear and (one.viscous or any(one.coulomb))
        ),
        joints=len(motors),
    )


def _fact(name: str, mass: float) -> dict[str, Any] | None:
    return {"name": name, "mass": mass} if name else None


def _joints(which: tuple[int, ...], count: int) -> str:
    """Return the names of joints in words, such as ``"joints 1, 2 and 5"``."""
    if len(which) == count > 1:
        return "all joints"
    *first, last = map(str, which)
    return f"joints {', '.join(first)} and {last}" if first else f"joint {last}"


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
