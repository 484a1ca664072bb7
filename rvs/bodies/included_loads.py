"""Masses and losses, apart from the links, in the dynamics of a robot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rvs.bodies.effectors import Load
from rvs.engine.robot import Robot
from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import significant
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
