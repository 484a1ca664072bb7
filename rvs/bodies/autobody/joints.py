"""Joints of an automatic body, and the spaces between its axes.

The fixed half of joint i belongs to link i - 1, the turning half to link i.  Lengths along an axis
are measured from its root, the foot of the common normal from the previous axis.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import log
from typing import Literal

import numpy as np

from rvs.bodies.skeleton.links import Leg, legs
from rvs.bodies.skeleton.meshes import STEP, typical_link
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


Style = Literal["drum", "fork", "slide"]
Stretch = tuple[float, float]

# Radius of the first joint, as a part of the robot's length and of its typical link.
OF_LENGTH, OF_LINK = 0.057, 0.25
TAPER = 0.50
THINNEST = 0.002
SMALLEST = 1e-3
# Sizes of a joint, in its radii.
DRUM, LAP, EYE, CHEEK, YOKE = 1.0, 1.05, 1.15, 0.34, 1.35
SLAB = 0.95
ROOM = YOKE + 0.5
ACROSS = 0.35


@dataclass(frozen=True)
class Mount:
    """Dimensions and style of a joint.

    Attributes:
        style: Two drums that rotate against each other, a fork around an eye, or a slide.
        radius: Radius of its drums, in m.
        fixed: Segment of the axis occupied by the half on the previous link.
        turning: Segment occupied by the half on the next link.
        side: Side of the turning half: 1 up the axis, -1 down.
    """

    style: Style
    radius: float
    fixed: Stretch
    turning: Stretch
    side: float

    @property
    def seam(self) -> float:
        """Position of the boundary between the two halves."""
        return self.fixed[1] if self.side > 0 else self.fixed[0]


def radii(robot: Robot) -> tuple[float, ...]:
    """Return the radius of every joint and, last, of the flange, in m; they taper to the wrist.

    They do not depend on the tool, and change in small steps, so that an edit of one length does
    not change the shapes of the other links.
    """
    whole = max(reach(robot), SMALLEST)
    first = min(OF_LENGTH * whole, max(OF_LINK * typical_link(robot), THINNEST * whole))
    first = STEP ** round(log(first, STEP))
    steps = max(robot.n - 1, 1)
    found = [first * (1.0 - TAPER * min(i / steps, 1.0)) for i in range(robot.n)]
    return (*found, found[-1])


def mounts(robot: Robot) -> tuple[Mount, ...]:
    """Return the mount of every joint of a robot."""
    chain, size = spans(robot), radii(robot)
    found: list[Mount] = []
    for i, span in enumerate(chain):
        if span.leg.slides:
            found.append(_slide(size[i]))
        elif i == 0:
            found.append(_first(robot, chain, size))
        else:
            found.append(_next(chain, i, size, found[-1]))
    return tuple(found)


def slab_of(span: Span, mount: Mount, after: Span | None) -> Stretch:
    """Return the segment of a link's own axis that its flat arm occupies.

    Args:
        span: The link, an arm between parallel axes.
        mount: Its own joint.
        after: The next link.
    """
    low, high = mount.turning
    thick = min(SLAB * mount.radius, high - low) if high > low else SLAB * mount.radius
    if low - 0.5 * thick <= span.rise <= high + 0.5 * thick:
        middle = (low + high) / 2
        return middle - thick / 2, middle + thick / 2
    onward = leaving(after, mount.radius) * span.twist if after else mount.side
    below = onward > 0 or (onward == 0 and mount.side > 0)
    return (span.rise - thick, span.rise) if below else (span.rise, span.rise + thick)


def leaving(span: Span | None, radius: float) -> float:
    """Return the direction in which a link leaves its root: 1 or -1 along the axis, 0 sideways."""
    if span is None or span.leg.slides or abs(span.rise) <= radius:
        return 0.0
    return 1.0 if span.rise > 0 else -1.0


def _slide(radius: float) -> Mount:
    return Mount("slide", radius, (0.0, 0.0), (0.0, 0.0), 1.0)


def _first(robot: Robot, chain: Sequence[Span], size: Sequence[float]) -> Mount:
    base = base_span(robot)
    radius, span = size[0], chain[0]
    if not base.upright:
        return _across(chain, 0, size, base.height, radius)
    side = base.up
    if leaving(span, radius) == base.up:
        need = (1.25 * size[1] if span.reach < size[0] else SLAB * radius) + LAP * radius
        seam = max(abs(span.rise) - need, 0.3 * abs(span.rise), 0.0)
    else:
        seam = 0.35 * radius if base.height < radius else -0.5 * SLAB * radius
    ends = sorted((-base.up * base.height, side * seam))
    return _drums(radius, (ends[0], ends[1]), side, LAP * radius)


def _next(chain: Sequence[Span], i: int, size: Sequence[float], before: Mount) -> Mount:
    link = chain[i - 1]
    if link.arm(before.radius):
        if not link.parallel:
            return _across(chain, i, size, link.reach - before.radius, 0.86 * before.radius)
        low, high = slab_of(link, before, chain[i])
        ends = sorted(link.twist * (s - link.rise) for s in (low, high))
        return _lapped(chain[i], size[i], (ends[0], ends[1]))
    if link.parallel:
        return _in_line(chain, i, size, before)
    low, high = before.turning
    slack = 0.3 * before.radius
    if low - slack <= link.rise <= high + slack:
        return _beyond(chain[i], size[i], before)
    room = min(abs(link.rise - low), abs(link.rise - high))
    return _across(chain, i, size, room, before.radius)


def _lapped(span: Span, radius: float, slab: Stretch) -> Mount:
    """Return a joint at the end of a flat arm: the next link rotates on one of its faces."""
    middle = (slab[0] + slab[1]) / 2
    away = -1.0 if middle > 0 else 1.0
    side = leaving(span, radius) or away
    seam = slab[1] if side > 0 else slab[0]
    wide = 2.0 * abs(seam) if seam * side < 0 else 0.0
    return _drums(radius, slab, side, min(max(wide, LAP * radius), 2.4 * radius))


def _across(
    chain: Sequence[Span], i: int, size: Sequence[float], room: float, carrier: float
) -> Mount:
    """Return a joint whose axis crosses its link, a casting of radius ``carrier``."""
    span, radius = chain[i], size[i]
    side = leaving(span, radius)
    drum = max(DRUM * radius, carrier if room < 2.0 * radius else 0.0)
    if side:
        seam = min(drum, max(abs(span.rise) - 0.6 * radius, 0.3 * radius))
        ends = sorted((-side * drum, side * seam))
        return _drums(radius, (ends[0], ends[1]), side, 0.5 * radius)
    if span.arm(radius) and span.parallel and not span.last:
        following = chain[i + 1]
        along = leaving(following, size[i + 1]) * span.twist
        aside = abs(following.rise) + 0.95 * size[i + 1] if along else 0.0
        seam = max(drum, aside) if aside < 4.0 * radius else drum
        side = -1.0 if along < 0 else 1.0
        ends = sorted((-side * drum, side * seam))
        return _drums(radius, (ends[0], ends[1]), side, LAP * radius)
    before = chain[i - 1]
    skew = not before.arm(size[i - 1]) and abs(before.twist) > ACROSS
    if i == 0 or skew or room < ROOM * radius:
        return _drums(radius, (-drum, drum), 1.0, LAP * radius)
    half = (EYE / 2 + CHEEK) * radius
    return Mount("fork", radius, (-half, half), (-EYE * radius / 2, EYE * radius / 2), 1.0)


def _beyond(span: Span, radius: float, before: Mount) -> Mount:
    """Return a joint whose axis crosses the previous hub: it is placed outside that hub."""
    side = leaving(span, radius) or 1.0
    seam = side * (1.12 * before.radius + 0.35 * radius)
    ends = sorted((0.0, seam))
    return _drums(radius, (ends[0], ends[1]), side, 0.5 * radius)


def _in_line(chain: Sequence[Span], i: int, size: Sequence[float], before: Mount) -> Mount:
    """Return a joint collinear with the previous one; its root may be anywhere on the line."""
    link, span, radius = chain[i - 1], chain[i], size[i]
    ends = sorted(link.twist * (s - link.rise) for s in before.turning)
    side = leaving(span, radius) or (1.0 if ends[0] + ends[1] < 0 else -1.0)
    if before.style == "slide" and not leaving(span, radius):
        seam = -2.4 * radius
        return Mount("drum", radius, (seam - 0.8 * radius, seam), (seam, seam + 0.9 * radius), 1.0)
    edge = ends[1] if side > 0 else ends[0]
    seam = edge + side * 0.3 * radius
    fixed = sorted((edge, seam))
    return _drums(radius, (fixed[0], fixed[1]), side, 0.7 * radius)


def _drums(radius: float, fixed: Stretch, side: float, wide: float) -> Mount:
    seam = fixed[1] if side > 0 else fixed[0]
    turning = sorted((seam, seam + side * wide))
    return Mount("drum", radius, fixed, (turning[0], turning[1]), side)
