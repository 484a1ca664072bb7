"""Handles: rotation or displacement of an object when a ray drags a point on it.

The only state is the handle, made at the start of the drag, and its distance so far; therefore the
window, a test and a script drag in the same way.
"""

from __future__ import annotations

from math import atan2, cos, pi, radians, sin
from typing import Literal

import numpy as np

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.engine.arrays import Array
from rvs.engine.chain import compile_chain, joint_axes
from rvs.model.document import PlacedRobot
from rvs.model.state import Posture
from rvs.value_class import dataclass

Ray = tuple[Array, Array]
Way = Literal["dial", "rail", "pull"]

# Nearer to the line of sight than this, a plane or an axis says too little about a ray.
EDGE = radians(15.0)
UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, eq=False)
class Handle:
    """A grabbed point, and the meaning of its motion.

    Attributes:
        way: ``"dial"`` turns with the ray's hit in the plane across the axis, ``"rail"`` slides to
            the axis point closest to the ray, ``"pull"`` measures the motion of the ray across
            the view, for axes seen from an unsuitable side.
        grip: The grabbed point, in the world (3,), m.
        center: Foot of the grip on the axis (3,), m.
        axis: Unit direction of the axis (3,).
        normal: Unit normal of the plane in which a pull is measured (3,).
        pull: Direction in that plane (3,), in rad or m for each metre pulled.
    """

    way: Way
    grip: Array
    center: Array
    axis: Array
    normal: Array
    pull: Array


def joint_handle(
    placed: PlacedRobot, posture: Posture, index: int, grip: Array, along: Array, smallest: float
) -> Handle:
    """Return the handle by which a point of a link moves its joint.

    Args:
        placed: The robot.
        posture: Its joint values (n,), rad or m.
        index: The joint, from 0.
        grip: The grabbed point, in the world (3,), m.
        along: Unit direction of the ray that grabbed it (3,).
        smallest: Smallest lever, in m: a point nearer to the axis is pulled as if at that distance.
    """
    chain = compile_chain(placed.robot)
    axes, points = joint_axes(chain, world_frames(placed, posture))
    if placed.robot.joints[index].turns:
        return turning_handle(points[index], axes[index], grip, along, smallest)
    return sliding_handle(axes[index], grip, along)


def turning_handle(
    point: Array, axis: Array, grip: Array, along: Array, smallest: float = 0.0
) -> Handle:
    """Return a handle for rotation about an axis.

    Args:
        point: A point on the axis (3,), m.
        axis: Its unit direction (3,).
        grip: The grabbed point (3,), m.
        along: Unit direction of the ray that grabbed it (3,).
        smallest: Smallest lever, in m.
    """
    center = point + ((grip - point) @ axis) * axis
    lever = grip - center
    length = float(np.linalg.norm(lever))
    facing = abs(float(axis @ along)) >= sin(EDGE)
    way: Way = "dial" if facing and length > max(smallest, 1e-12) else "pull"
    if facing:
        # Too near to the middle to be a dial: a knob, which turns as its upper side is pulled.
        side = _across(along, UP if abs(along @ UP) < cos(EDGE) else np.array([0.0, 1.0, 0.0]))
        pull = side if axis @ along > 0.0 else -side
    else:
        # Seen from the side it is a drum, and a point behind the axis goes the other way.
        pull = _across(along, axis) if lever @ along <= 0.0 else -_across(along, axis)
    radius = max(length, smallest, 1e-12)
    return Handle(way, grip, center, axis, along, pull / radius)


def sliding_handle(axis: Array, grip: Array, along: Array) -> Handle:
    """Return a handle for displacement along an axis (3,); other arguments as for turning ones."""
    facing = abs(float(axis @ along)) <= cos(EDGE)
    sideways = _across(along, UP if abs(along @ UP) < cos(EDGE) else np.array([0.0, 1.0, 0.0]))
    upward = np.cross(sideways, along)
    pull = upward if axis @ along > 0.0 else -upward
    return Handle("rail" if facing else "pull", grip, grip, axis, along, pull)


def dragged(handle: Handle, ray: Ray, before: float = 0.0) -> float:
    """Return the displacement of a handle since it was grabbed, in rad or m.

    Args:
        handle: The handle.
        ray: Origin and unit direction of the current ray, (3,) each.
        before: Its previous distance; full turns are counted from there.
    """
    if handle.way == "rail":
        return _slid(handle, ray, before)
    if handle.way == "dial":
        turned = _turned(handle, ray)
        return turned + 2.0 * pi * round((before - turned) / (2.0 * pi))
    origin, along = ray
    facing = float(along @ handle.normal)
    if facing <= 1e-6:
        return before
    hit = origin + along * (float((handle.grip - origin) @ handle.normal) / facing)
    return float((hit - handle.grip) @ handle.pull)


def snapped(value: float, step: float) -> float:
    """Return the multiple of a step nearest to a value; a step of 0 leaves it unchanged."""
    return round(value / step) * step if step > 0.0 else value


def _turned(handle: Handle, ray: Ray) -> float:
    """Return the angle from the grip to the ray's hit in the plane of the dial, in (-pi, pi]."""
    origin, along = ray
    facing = float(along @ handle.axis)
    ahead = float((handle.center - origin) @ handle.axis) / facing if facing else -1.0
    # A ray that misses the plane ahead points at where it would meet it infinitely far away.
    hit = origin + ahead * along - handle.center if ahead > 0.0 else along
    first = handle.grip - handle.center
    second = np.cross(handle.axis, first)
    return atan2(float(hit @ second), float(hit @ first))


def _slid(handle: Handle, ray: Ray, before: float) -> float:
    """Return the distance of the axis's closest point to the ray from the grip."""
    origin, along = ray
    slant = float(along @ handle.axis)
    away = origin - handle.grip
    across = 1.0 - slant * slant
    ahead = (slant * float(away @ handle.axis) - float(away @ along)) / max(across, 1e-12)
    if across < 1e-9 or ahead <= 0.0:
        return before
    return float((away + ahead * along) @ handle.axis)


def _across(one: Array, other: Array) -> Array:
    """Return the unit direction perpendicular to two directions (3,)."""
    normal = np.cross(one, other)
    unit: Array = normal / np.linalg.norm(normal)
    return unit
