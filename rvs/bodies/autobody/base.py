"""The two ends of an automatic body: the pedestal and the flange."""

from __future__ import annotations

import numpy as np

from rvs.bodies.autobody.joints import Mount, mounts, slab_of
from rvs.bodies.autobody.parts import ROUND, Cluster, Piece, along, casting, cover, drum, seam
from rvs.bodies.autobody.slides import first_guide
from rvs.bodies.autobody.spans import BaseSpan, Span, base_span, spans
from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose

PLATE = 1.75
PLATE_BOLTS = 4
# Radius of the flange, as a part of that of the last joint.
FLANGE = 0.78


def base_pieces(robot: Robot, mount: Mount) -> list[Piece]:
    """Return the pedestal with the fixed half of the first joint."""
    base = base_span(robot)
    radius = mount.radius
    aside = casting(0, "arm", np.zeros(3), base.end[:3, 3], 0.7 * radius, 0.7 * radius, 0.0)
    if mount.style == "slide":
        return first_guide(robot, base, radius) + aside
    return _turning_base(base, mount) + aside


def _turning_base(base: BaseSpan, mount: Mount) -> list[Piece]:
    radius = mount.radius
    if base.upright:
        top = base.height + base.up * mount.seam
        return [
            *_pedestal(base, top - 0.03 * radius, radius),
            seam(0, base.end, mount.seam, radius),
        ]
    low, high = mount.fixed
    gap = 0.03 * radius
    ends = (low, high - gap) if mount.side > 0 else (low + gap, high)
    free = low if mount.side > 0 else high
    pieces: list[Piece] = [
        drum(0, "housing", base.end, *ends, radius, "main"),
        seam(0, base.end, mount.seam, radius),
        *cover(0, base.end, free, -mount.side, radius),
        *_pedestal(base, max(base.height, 0.2 * radius), radius),
    ]
    return pieces


def _pedestal(base: BaseSpan, top: float, radius: float) -> list[Piece]:
    """A plate with four bolts and a neck that flows up from it."""
    plate = 0.28 * radius
    side = 2 * PLATE * radius
    foot = base.foot
    sizes = {"x": side, "y": side, "thickness": plate, "fillet": 0.35 * radius, "sides": ROUND}
    pieces: list[Piece] = [Piece(0, "plate", "plate", sizes, foot, "base")]
    bolt = {"radius": 0.13 * radius, "height": 0.2 * radius, "sides": 6}
    corner = pose(p=[0.4 * side, 0.4 * side, 0.9 * plate])
    group = Cluster("plate bolts", foot)
    pieces.append(Piece(0, "bolt", "prism", bolt, corner, "metal", group, PLATE_BOLTS))
    if top > plate + 0.05 * radius:
        pieces.append(_neck(foot, plate, top, radius))
    return pieces


def _neck(foot: Array, plate: float, top: float, radius: float) -> Piece:
    """A neck of the joint's radius that widens to its foot."""
    flow = min(0.55 * radius, 0.7 * (top - plate))
    wide = 0.45 * radius
    curve = [
        (radius + wide * (1 - np.sin(t)), plate + flow * (1 - np.cos(t)))
        for t in np.linspace(0.0, np.pi / 2, 7)
    ]
    rim = min(0.08 * radius, 0.2 * (top - plate))
    points = [(radius + wide, 0.5 * plate), *curve, (radius, top - rim), (radius - rim, top)]
    flat = tuple((float(r), float(z)) for r, z in points)
    return Piece(0, "pedestal", "revolution", {"points": flat, "sides": ROUND}, foot, "main")


def flange_face(robot: Robot) -> float:
    """Return the distance from the last frame along z to the face where a tool begins, in m."""
    span, mount = spans(robot)[-1], mounts(robot)[-1]
    if mount.style == "slide":
        return 0.0
    if span.arm(mount.radius):
        _, high = slab_of(span, mount, None)
        return max(high - span.rise, 0.0) + 0.1 * mount.radius
    if mount.side < 0:
        return 0.0
    return max(mount.turning[1] - span.rise + 0.1 * mount.radius, 0.0)


def flange_pieces(span: Span, mount: Mount, face: float) -> list[Piece]:
    """Return the flange at the last frame and, where it lies aside of its link, what holds it.

    Args:
        span: The last link.
        mount: Its joint.
        face: Where its face is along z of the last frame.
    """
    link, frame, radius = span.leg.link, span.end, FLANGE * mount.radius
    thick = 0.3 * radius
    disk = {"radius": radius, "thickness": thick, "fillet": 0.05 * radius, "sides": ROUND}
    step = {**disk, "radius": 0.62 * radius, "thickness": 0.3 * thick, "fillet": 0.0}
    pieces = [
        Piece(link, "flange", "disk", disk, along(frame, face - 1.25 * thick), "metal"),
        Piece(link, "pilot", "disk", step, along(frame, face - 0.3 * thick), "dark"),
    ]
    if face - 1.25 * thick > 0.0:
        low, high = -0.1 * radius, face - 0.5 * thick
        pieces.append(drum(link, "quill", frame, low, high, 0.6 * radius, "main"))
    return pieces
