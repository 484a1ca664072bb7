"""End-effectors: bodies of kind ``tool`` whose constants give their mounting and their tip.

``start`` is the distance of the flange's face from the last frame along z, ``size`` scales the
whole, ``opening`` is 0 closed to 1 open, ``tip_x``, ``tip_y``, ``tip_z`` and the rotations
``tip_roll`` (about x), ``tip_tilt`` (about y), ``tip_turn`` (about z) place the tool frame, ``face
= 1`` means that it holds objects by a face instead of around them, and ``by_tip = 1`` that its tip
is always at the tool frame, as for a gripper from a description that contains both. ``mass``,
``com_x`` and so on and ``ixx``, ``ixy`` and so on are its mass properties if the parts do not
define them. The distance between a gripper's fingers is ``least`` when it is closed and ``most``
when it is open, at size 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import radians

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Inertia
from rvs.engine.robot import Robot
from rvs.engine.rotations import from_rpy
from rvs.engine.transforms import pose
from rvs.model.body.edits import set_constant
from rvs.model.body.names import constant_values, robot_names
from rvs.model.body.values import Body
from rvs.model.derived import derived
from rvs.model.numbers.quantities import metres_per

FLANGE = 0.0315
# Turns about z, y and x, in this order; centre of mass, moments about it in kg m^2.
TURNS = ("tip_turn", "tip_tilt", "tip_roll")
CENTER = ("com_x", "com_y", "com_z")
MOMENTS = ("ixx", "iyy", "izz", "ixy", "iyz", "ixz")
NO_CONSTANTS: Mapping[str, float] = {}


def opens(effector: Body | None) -> bool:
    """Return whether an end-effector has an opening."""
    return effector is not None and any(name == "opening" for name, _ in effector.constants)


@derived(size=64)
def numbers(body: Body | None, robot: Robot) -> Mapping[str, float]:
    """Return the values of a body's constants for a robot, in its unit and in degrees."""
    if body is None:
        return NO_CONSTANTS
    return constant_values(body.constants, robot_names(robot, body.unit))


def flange(body: Body, robot: Robot) -> tuple[float, float]:
    """Return the tool flange of a robot's body: distance of the face along z, and radius, in m.

    Bodies define it with their constants ``flange`` and ``radius``.
    """
    known, metres = numbers(body, robot), metres_per(body.unit)
    return known.get("flange", 0.0) * metres, known.get("radius", FLANGE) * metres


def opening_for(effector: Body, robot: Robot, radius: float, width: float) -> float:
    """Return the opening of a gripper for an object of a given width, 0 to 1.

    Args:
        effector: The gripper.
        robot: The robot that carries it.
        radius: Radius of the flange, m.
        width: Width of the object, m.
    """
    least, most = gaps(effector, robot, radius)
    if most <= least:
        return 0.0
    return min(max((width - least) / (most - least), 0.0), 1.0)


def gaps(effector: Body, robot: Robot, radius: float) -> tuple[float, float]:
    """Return a gripper's finger gaps on a flange of given radius, closed and open, in m."""
    known = numbers(effector, robot)
    scale = radius / FLANGE * metres_per(effector.unit)
    return known.get("least", 0.0) * scale, known.get("most", 0.0) * scale


def sized(effector: Body, radius: float, opening: float, start: float = 0.0) -> Body:
    """Return an end-effector sized for a flange.

    Args:
        effector: The end-effector.
        radius: Radius of the flange, m.
        opening: 0 closed to 1 open; without effect if it does not open.
        start: Distance of the flange's face from the last frame, m.

    Raises:
        ArgumentError: An opening that is not from 0 to 1.
    """
    if not 0.0 <= opening <= 1.0:
        raise ArgumentError(f"opening: expected 0 to 1, got {opening:g}")
    known = {name for name, _ in effector.constants}
    wanted = {"start": start, "size": radius / FLANGE, "opening": opening}
    for name, value in wanted.items():
        if name in known:
            effector = set_constant(effector, name, value)
    return effector


def tip(effector: Body | None, robot: Robot) -> Array:
    """Return the tool frame of an end-effector in its drawing frame (4, 4), m."""
    known = numbers(effector, robot)
    metres = metres_per(effector.unit) if effector is not None else 1.0
    place = [metres * known.get(f"tip_{axis}", 0.0) for axis in "xyz"]
    turns = [radians(known.get(name, 0.0)) for name in TURNS]
    return pose(from_rpy(turns), place)


def is_by_tip(effector: Body | None, robot: Robot) -> bool:
    """Return whether the tip of an end-effector is always at the tool frame."""
    known = numbers(effector, robot)
    return known.get("by_tip", 0.0) > 0.0 and bool(robot.tool[:3, 3].any())


def own_inertia(effector: Body, robot: Robot) -> Inertia | None:
    """Return the mass properties that an end-effector gives in its own frame, or None."""
    known = numbers(effector, robot)
    if "mass" not in known or not any(name in known for name in (*CENTER, *MOMENTS)):
        return None
    metres = metres_per(effector.unit)
    x, y, z = (metres * known.get(name, 0.0) for name in CENTER)
    xx, yy, zz, xy, yz, xz = (known.get(name, 0.0) for name in MOMENTS)
    return Inertia(known["mass"], (x, y, z), (xx, yy, zz, xy, yz, xz))


def holds_by_face(effector: Body | None, robot: Robot) -> bool:
    """Return whether an end-effector holds objects by a face instead of around them."""
    return numbers(effector, robot).get("face", 0.0) > 0.0
