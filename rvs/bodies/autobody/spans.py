"""Spaces between the axes of a robot, for its automatic body."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from rvs.bodies.skeleton.links import Leg, legs
from rvs.engine.arrays import Array
from rvs.engine.kinematics import frames
from rvs.engine.robot import Robot
from rvs.engine.transforms import inverse, pose, rotation
from rvs.model.robots.ranges import reach
from rvs.value_class import dataclass

PARALLEL = 0.94
UPRIGHT = 0.9
# How far below its base a standing robot may reach, as a part of its length.
SAGGING = 0.05
ARM = 0.9
HIGHEST_COLUMN = 2.0


@dataclass(frozen=True, eq=False)
class Span:
    """A link between two axes, in its own frame.

    Attributes:
        leg: The link's geometry.
        start: Axis of its own joint at the root, moving with the link (4, 4).
        end: Axis of the next joint at its root, or the last frame (4, 4).
        last: The link is the last one.
    """

    leg: Leg
    start: Array
    end: Array
    last: bool

    @cached_property
    def between(self) -> Array:
        """The end relative to the start (4, 4)."""
        return inverse(self.start) @ self.end

    @property
    def twist(self) -> float:
        """Cosine of the angle between the two axes."""
        return float(self.between[2, 2])

    @property
    def rise(self) -> float:
        """Distance along its own axis from its root to that of the next axis, in m."""
        return float(self.between[2, 3])

    @property
    def reach(self) -> float:
        """Distance between the two axes, in m."""
        return float(np.hypot(*self.between[:2, 3]))

    @property
    def parallel(self) -> bool:
        """Return whether the two axes are nearly parallel."""
        return abs(self.twist) > PARALLEL

    def arm(self, radius: float) -> bool:
        """Return whether an arm of this radius fits between the joints."""
        return self.reach > ARM * radius


@dataclass(frozen=True, eq=False)
class BaseSpan:
    """Space below the first axis.

    Attributes:
        up: 1 where the first axis points up, -1 where it points down.
        upright: The first axis is vertical.
        height: Height of its root above the floor, in m.
        foot: Pose of the floor below frame 0, z up, in frame 0 (4, 4).
        end: First axis at its root, in frame 0 (4, 4).
    """

    up: float
    upright: bool
    height: float
    foot: Array
    end: Array


def spans(robot: Robot) -> tuple[Span, ...]:
    """Return the spaces between the joints of a robot, link by link."""
    chain = legs(robot)
    found = []
    for k, leg in enumerate(chain):
        start = leg.corner @ pose(p=[0.0, 0.0, -leg.offset])
        last = k + 1 == len(chain)
        found.append(Span(leg, start, np.eye(4) if last else chain[k + 1].root, last))
    return tuple(found)


def base_span(robot: Robot) -> BaseSpan:
    """Return the space below a robot's first axis."""
    end = legs(robot)[0].root
    lift = float(robot.base[2, 3])
    upward = robot.base[2, :3]
    heights = frames(robot, robot.home)[1:, 2, 3] - lift
    rises = float(heights.mean()) >= -SAGGING * reach(robot)
    stands = rises and 0.0 <= lift <= HIGHEST_COLUMN * reach(robot)
    up = upward if rises else -upward
    along = float(end[:3, 2] @ up)
    root = float(end[:3, 3] @ up)
    floor = lift if stands else 0.0
    foot = pose(_upright(up), -floor * up)
    upright = abs(along) > UPRIGHT
    return BaseSpan(1.0 if along >= 0 else -1.0, upright, max(floor + root, 0.0), foot, end)


def _upright(up: Array) -> Array:
    """Return the shortest rotation from z to a unit direction (3, 3)."""
    axis = np.array([-up[1], up[0], 0.0])
    sine, cosine = float(np.linalg.norm(axis)), float(up[2])
    if sine < 1e-12:
        return np.diag([1.0, np.sign(cosine), np.sign(cosine)])
    return rotation(axis / sine, float(np.arctan2(sine, cosine)))
