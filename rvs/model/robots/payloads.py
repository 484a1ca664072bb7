"""Payload of a robot: an object with mass and inertia in its dynamics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_choice
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Inertia
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose
from rvs.geometry.bulk import Bulk
from rvs.model.body.values import Body
from rvs.model.bounds import Bounds, check_fields, check_name
from rvs.model.robots.masses import bulk_of, carrying
from rvs.value_class import dataclass

# Lengths in m and masses in kg.
SIZES, HEAVIEST = Bounds(1e-6, 1e4), Bounds(0.0, 1e6)


@dataclass(frozen=True, slots=True)
class Standard:
    """Default properties of a new payload of a kind.

    Attributes:
        sizes: Edges along x, y and z, or diameter, diameter and length, in m.
        mass: Mass in kg.
        words: Names of its sizes; equal names denote one size.
        color: Its colour.
    """

    sizes: tuple[float, float, float]
    mass: float
    words: tuple[str, ...]
    color: str


EDGES = ("length x", "width y", "height z")
ROUND = ("diameter", "length")
PAYLOADS: Mapping[str, Standard] = {
    "box": Standard((0.06, 0.06, 0.06), 0.5, EDGES, "#C9A86A"),
    "sphere": Standard((0.06, 0.06, 0.06), 0.3, ("diameter",), "#B5524A"),
    "cylinder": Standard((0.05, 0.05, 0.09), 0.5, ROUND, "#7FA08A"),
    "battery": Standard((0.0332, 0.0332, 0.0615), 0.14, ROUND, "#2F343A"),
    "peg": Standard((0.02, 0.02, 0.08), 0.2, ROUND, "#C3C7CC"),
}
KINDS: tuple[str, ...] = tuple(PAYLOADS)


@dataclass(frozen=True, slots=True)
class Payload:
    """A rigid object of uniform density.

    Attributes:
        kind: Its kind: one of ``KINDS``, or the name of a payload model.
        sizes: Edges along x, y and z; for a round one diameter, diameter and length, in m.
        mass: Mass in kg; 0 affects only the appearance.
        body: Shape of a payload model; None for the simple kinds, and for a model whose file is
            missing, which is shown as a box.

    Raises:
        ArgumentError: An unknown kind, a size not above 0, or a negative mass.

    >>> Payload("sphere", (0.2, 0.2, 0.2), 1.0).moments
    (0.004, 0.004, 0.004)
    """

    kind: str
    sizes: tuple[float, float, float]
    mass: float
    body: Body | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        check_name(self, "kind", "a payload")
        if len(self.sizes) != 3:
            raise ArgumentError(f"sizes: expected three lengths, got {self.sizes}")
        check_fields(self, {"sizes": SIZES, "mass": HEAVIEST})

    @classmethod
    def standard(cls, kind: str) -> Payload:
        """Make a payload of the default size and mass.

        Raises:
            ArgumentError: An unknown kind.
        """
        check_choice(kind, "kind", KINDS)
        return cls(kind, PAYLOADS[kind].sizes, PAYLOADS[kind].mass)

    @property
    def height(self) -> float:
        """Size along its axis, in m."""
        return self.sizes[2]

    @property
    def moments(self) -> tuple[float, float, float]:
        """Moments of inertia about x, y and z through its centre, in kg m^2."""
        x, y, z = self.sizes
        if self.kind not in KINDS or self.kind == "box":
            squares = (y * y + z * z, x * x + z * z, x * x + y * y)
            first, second, third = (self.mass * square / 12 for square in squares)
        elif self.kind == "sphere":
            first = second = third = round(self.mass * x * x / 10, 15)
        else:
            first = second = self.mass * (0.75 * x * x + z * z) / 12
            third = self.mass * x * x / 8
        return first, second, third

    @property
    def bulk(self) -> Bulk:
        """The payload about its centre, as a body whose volume equals its mass."""
        return bulk_of(Inertia(self.mass, moments=(*self.moments, 0.0, 0.0, 0.0)))


def loaded(robot: Robot, payload: Payload | None, at: ArrayLike | None = None) -> Robot:
    """Return the robot with a payload as a part of its last link, for the dynamics.

    Masses add, moments of inertia add about the common centre of mass (Steiner).

    Args:
        robot: The robot; a last link of unknown mass is treated as massless.
        payload: Its payload, or None.
        at: Pose of the payload's centre in the last frame (4, 4), m; in the tool frame when
            omitted.
    """
    if payload is None:
        return robot
    return carrying(robot, payload.bulk.moved(robot.tool if at is None else at))


def grasp(payload: Payload, tip: ArrayLike, *, by_face: bool) -> Array:
    """Return the pose of a payload's centre when a tool holds it (4, 4).

    Args:
        payload: The payload.
        tip: Pose of the tool's tip (4, 4).
        by_face: The tip touches its upper face, as a suction cup does; otherwise it is at its
            centre.
    """
    depth = payload.height / 2 if by_face else 0.0
    held: Array = np.asarray(tip, float) @ pose(p=[0.0, 0.0, depth])
    return held
