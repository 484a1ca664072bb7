"""Masses of links as values: moments about any point, combined links, impossible values."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.descriptions.redescribe import inertia_matrix, moment_row
from rvs.engine.joint import Inertia
from rvs.engine.robot import Robot
from rvs.geometry.bulk import Bulk

Six = tuple[float, float, float, float, float, float]
MOMENTS = ("Ixx", "Iyy", "Izz", "Ixy", "Iyz", "Ixz")
AXES = ("xx", "yy", "zz")
# Published moments are rounded.
ROUNDING = 1e-6
# Sums over the parts of a body leave less than this part of the largest number where there is 0.
DUST = 1e-11


def unweighed(robot: Robot) -> tuple[int, ...]:
    """Return the links, from 1, whose mass is unknown; dynamics need all of them."""
    return tuple(i for i, joint in enumerate(robot.joints, 1) if joint.inertia is None)


def bulk_of(inertia: Inertia) -> Bulk:
    """Return a link as a body whose volume equals its mass, in kg and m."""
    com = np.array(inertia.com)
    tensor = inertia_matrix(inertia)
    about = np.trace(tensor) / 2 * np.eye(3) - tensor
    return Bulk(inertia.mass, inertia.mass * com, about + inertia.mass * np.outer(com, com))


def inertia_of(bulk: Bulk) -> Inertia:
    """Return the mass properties of a body whose volume equals its mass, in kg and m."""
    if bulk.volume <= 0.0:
        return Inertia()
    x, y, z = bulk.center.tolist()
    return Inertia(bulk.volume, (x, y, z), moment_row(bulk.moments))


def without_dust(inertia: Inertia) -> Inertia:
    """Return an inertia without rounding errors of sums over the parts of its body."""
    com, moments = np.array(inertia.com), np.array(inertia.moments)
    com[np.abs(com) <= DUST * np.abs(com).max()] = 0.0
    moments[np.abs(moments) <= DUST * np.abs(moments).max()] = 0.0
    return Inertia(inertia.mass, com.tolist(), moments.tolist())


def about_frame(inertia: Inertia) -> Six:
    """Return the moments about the origin of the link frame, link axes, in kg m^2."""
    return moment_row(inertia_matrix(inertia) + inertia.mass * _steiner(inertia))


def moved_to_center(mass: float, com: tuple[float, float, float], moments: Six) -> Inertia:
    """Return the mass properties for moments about the origin of the link frame."""
    about = Inertia(mass, com, moments)
    return replace(about, moments=moment_row(inertia_matrix(about) - mass * _steiner(about)))


def carrying(robot: Robot, load: Bulk) -> Robot:
    """Return the robot with a load as a part of its last link.

    Args:
        robot: The robot; a last link of unknown mass is treated as massless.
        load: Its load in its last frame, with its volume equal to its mass.
    """
    if load.volume <= 0.0:
        return robot
    last = robot.joints[-1]
    inertia = inertia_of(bulk_of(last.inertia or Inertia()) + load)
    return robot.replace(joints=(*robot.joints[:-1], replace(last, inertia=inertia)))


def impossible(inertia: Inertia) -> str:
    """Return the reason why no body has such a mass and moments, or an empty text.

    The moments about the principal axes are positive and none is larger than the sum of the other
    two; a body without mass has none.
    """
    if inertia.mass < 0.0:
        return f"a mass of {inertia.mass:g} kg is below 0"
    if not any(inertia.moments):
        return ""
    if inertia.mass == 0.0:
        return "a link without mass has no moments of inertia; type its mass first"
    for axis, value in zip(AXES, inertia.moments[:3], strict=True):
        if value < 0.0:
            return f"I{axis} is below 0"
    least, middle, most = np.linalg.eigvalsh(inertia_matrix(inertia)).tolist()
    slack = ROUNDING * max(map(abs, inertia.moments))
    if not any(inertia.moments[3:]):
        return _triangle(inertia.moments[:3], slack)
    if least < -slack:
        return "products of inertia can't be this large compared with the moments"
    if most > least + middle + slack:
        return (
            f"no body has these moments: about its principal axes the largest, {most:.4g} kg m², "
            f"is more than the other two together, {least + middle:.4g} kg m²"
        )
    return ""


def _triangle(diagonal: tuple[float, ...], slack: float) -> str:
    for k, axis in enumerate(AXES):
        others = [i for i in range(3) if i != k]
        together = sum(diagonal[i] for i in others)
        if diagonal[k] > together + slack:
            names = " + ".join(f"I{AXES[i]}" for i in others)
            shown = f"{diagonal[k]:.4g} kg m², is more than {names}, {together:.4g} kg m²"
            return f"no body has these moments: I{axis}, {shown}"
    return ""


def _steiner(inertia: Inertia) -> Array:
    com = np.array(inertia.com)
    square: Array = float(com @ com) * np.eye(3) - np.outer(com, com)
    return square
