"""The automatic body: a solid robot for any Denavit-Hartenberg table, made of catalogue shapes.

Every joint is a pair of drums that rotate against each other, a fork around an eye, or a slide;
castings connect the joints.  Nothing else is drawn, so everything in the table is connected.

The two ends of an automatic body: the pedestal and the flange.

Pieces of an automatic body as the parts of a ``Body``, from which the editor can continue.

Prismatic joints of an automatic body: a rail with a carriage, or a sleeve with a ram.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from rvs.bodies.autobody.joints import (
    CHEEK,
    EYE,
    YOKE,
    BaseSpan,
    Mount,
    Span,
    Stretch,
    base_span,
    mounts,
    radii,
    slab_of,
    spans,
)
from rvs.bodies.autobody.parts import (
    ROUND,
    SMALL_ROUND,
    Cluster,
    Piece,
    along,
    arm,
    casting,
    cover,
    drum,
    fork,
    seam,
)
from rvs.bodies.skeleton.links import has_rail
from rvs.bodies.skeleton.meshes import travel
from rvs.engine.arrays import Array
from rvs.engine.joint import Joint
from rvs.engine.kinematics import frames
from rvs.engine.robot import Robot
from rvs.engine.transforms import inverse, pose, to_rpy
from rvs.model.body.values import ROBOT_COLOR, Body, LinkBody, Move, Part, PartGroup, Repeat
from rvs.model.derived import derived
from rvs.model.robots.ranges import joint_range, reach
from rvs.value_class import dataclass

# What leaves an eye fits between the cheeks of its fork.
NECK = 0.52
COMMENT = "Made from the table of the robot."

PLATE = 1.75
PLATE_BOLTS = 4
# Radius of the flange, as a part of that of the last joint.
FLANGE = 0.78

# role -> (colour, material)
LOOKS = {
    "main": (ROBOT_COLOR, "paint"),
    "panel": (ROBOT_COLOR, "matte"),
    "dark": ("#2E3238", "plastic"),
    "metal": ("#C3C7CC", "brushed"),
    "steel": ("#AEB5BD", "paint"),
    "base": ("#3A4048", "paint"),
}
DIGITS = 9

# Stroke of a slide without limits, as a part of the robot's length.
ASSUMED = 0.3
RAIL, CARRIAGE, SLEEVE, RAM = 0.62, 0.92, 0.95, 0.6


@derived(size=256)
def automatic_body(robot: Robot) -> Body:
    """Return a solid body for a robot: parts with plain numbers for sizes, without a tool.

    Its constant ``flange`` is the distance along z from the last frame to the start of a tool, and
    ``radius`` the radius of its flange, both in m.

    Args:
        robot: Any robot; one described by screws is drawn as the table of its axes.
    """
    table = robot
    if any(joint.convention == "general" for joint in robot.joints):
        table = robot.to_dh("standard")
    pieces = automatic_pieces(table)
    if table is not robot:
        pieces = _carried_over(robot, table, pieces)
    joints = (None, *robot.joints)
    links = tuple(
        link_body(k, [one for one in pieces if one.link == k], joint)
        for k, joint in enumerate(joints)
    )
    constants = (("flange", flange_face(table)), ("radius", FLANGE * radii(table)[-1]))
    return Body("automatic", constants=constants, links=links, comment=COMMENT)


def automatic_pieces(robot: Robot) -> tuple[Piece, ...]:
    """Return the pieces of the automatic body of a robot that has a table."""
    chain, found, size = spans(robot), mounts(robot), radii(robot)
    pieces = list(base_pieces(robot, found[0]))
    for i, (span, mount) in enumerate(zip(chain, found, strict=True)):
        after = None if span.last else chain[i + 1]
        following = None if span.last else found[i + 1]
        pieces += link_pieces(robot, Link(span, mount, after, following, size[i + 1]))
    return tuple(pieces)


def _carried_over(robot: Robot, table: Robot, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return pieces in link frames of a table, expressed in those of the robot it describes."""
    own, other = frames(robot, robot.home), frames(table, robot.home)
    shifts = [inverse(a) @ b for a, b in zip(own, other, strict=True)]
    moved: dict[int, Cluster] = {}
    found = []
    for one in pieces:
        if one.group is None:
            found.append(replace(one, pose=shifts[one.link] @ one.pose))
            continue
        group = replace(one.group, pose=shifts[one.link] @ one.group.pose)
        found.append(replace(one, group=moved.setdefault(id(one.group), group)))
    return tuple(found)


@dataclass(frozen=True, eq=False)
class Link:
    """A link between two joints.

    Attributes:
        span: Its geometry.
        mount: Its own joint.
        after: Geometry of the next link, None at the end.
        following: The next joint, None at the end.
        tip: Radius of that joint, or of the flange.
    """

    span: Span
    mount: Mount
    after: Span | None
    following: Mount | None
    tip: float

    @property
    def index(self) -> int:
        """The link, 1 to n."""
        return self.span.leg.link


def link_pieces(robot: Robot, link: Link) -> list[Piece]:
    """Return the parts of a link: its own hub, the connection, its half of the next joint."""
    span, mount = link.span, link.mount
    pieces = carriage(robot, span, mount) if span.leg.slides else hub(span, mount)
    if span.arm(mount.radius) and span.parallel:
        pieces += _flat_arm(link)
    elif span.arm(mount.radius):
        pieces += _slanted_arm(link)
    else:
        pieces += _column(link)
    if link.after is None or link.following is None:
        return pieces + flange_pieces(span, mount, flange_face(robot))
    if link.following.style == "slide":
        return pieces + guide(robot, link.after, span.end)
    return pieces + fixed_half(span, mount, link.following)


def hub(span: Span, mount: Mount) -> list[Piece]:
    """Return the turning half of a joint and the cover at its free end."""
    low, high = mount.turning
    gap = 0.03 * mount.radius
    if mount.style == "fork":
        radius = 0.92 * mount.radius
        low, high = low + gap, high - gap
        return [drum(span.leg.link, "eye", span.start, low, high, radius, "main")]
    low, high = (low + gap, high) if mount.side > 0 else (low, high - gap)
    pieces = [drum(span.leg.link, "hub", span.start, low, high, mount.radius, "main")]
    outer = high if mount.side > 0 else low
    if abs(span.rise) < abs(outer) or span.rise * mount.side < 0:
        pieces += cover(span.leg.link, span.start, outer, mount.side, mount.radius)
    return pieces


def fixed_half(span: Span, mount: Mount, following: Mount) -> list[Piece]:
    """Return the half of the next joint that this link carries."""
    link, frame, radius = span.leg.link, span.end, following.radius
    if following.style == "fork":
        return _fork(span, radius)
    low, high = following.fixed
    pieces = [seam(link, frame, following.seam, radius)]
    flat = span.arm(mount.radius) and span.parallel
    free = low if following.side > 0 else high
    if not flat and high - low > 0.1 * radius:
        gap = 0.03 * radius
        ends = (low, high - gap) if following.side > 0 else (low + gap, high)
        pieces.append(drum(link, "housing", frame, *ends, radius, "main"))
    if flat or abs(free) > 0.4 * radius:
        pieces += cover(link, frame, free, -following.side, radius * (0.92 if flat else 1.0))
    return pieces + spindle(link, frame, low, high, radius)


def _fork(span: Span, radius: float) -> list[Piece]:
    link, frame, cheek = span.leg.link, span.end, CHEEK * radius
    gap, reach = EYE * radius, YOKE * radius
    pieces = fork(link, frame, -_direction(span), gap, cheek, radius, reach)
    for side in (1.0, -1.0):
        pieces += cover(link, frame, side * (gap / 2 + cheek), side, 0.8 * radius)
    return pieces


def spindle(
    link: int, frame: Array, low: float, high: float, radius: float, at: float = 0.0
) -> list[Piece]:
    """Return a pin from a segment of an axis to a point on it; nothing if the point is inside."""
    if low <= at <= high:
        return []
    inward = 0.1 * radius
    ends = (at, low + inward) if at < low else (high - inward, at)
    return [drum(link, "spindle", frame, *ends, 0.3 * radius, "metal")]


def _flat_arm(link: Link) -> list[Piece]:
    span, mount = link.span, link.mount
    low, high = slab_of(span, mount, link.after)
    across = (float(span.between[0, 3]), float(span.between[1, 3]))
    widths = 1.04 * mount.radius, 1.06 * link.tip
    pieces = arm(link.index, span.start, across, low, high, *widths)
    start, stop = _gap(mount.turning, (low, high))
    if stop > start + 0.05 * mount.radius:
        radius = 0.92 * mount.radius
        pieces.append(drum(link.index, "column", span.start, start, stop, radius, "main"))
    low, high = min(low, mount.turning[0]), max(high, mount.turning[1])
    return pieces + spindle(link.index, span.start, low, high, mount.radius, span.rise)


def _gap(one: Stretch, other: Stretch) -> Stretch:
    """Return the gap between two segments, with a small overlap; empty if they meet."""
    if one[1] < other[0]:
        return 0.9 * one[1] + 0.1 * one[0], 0.9 * other[0] + 0.1 * other[1]
    if other[1] < one[0]:
        return 0.9 * other[1] + 0.1 * other[0], 0.9 * one[0] + 0.1 * one[1]
    return 0.0, 0.0


def _slanted_arm(link: Link) -> list[Piece]:
    """Return a round arm across the axis, between axes that are not parallel."""
    span, radius, tip = link.span, link.mount.radius, link.tip
    corner = (span.start @ np.array([0.0, 0.0, span.rise, 1.0]))[:3]
    toward = span.end[:3, 3]
    if link.following is not None and link.following.style == "fork":
        toward = toward - _direction(span) * (YOKE + 0.1) * tip
    thick = (NECK if link.mount.style == "fork" else 0.86) * radius
    across = casting(link.index, "arm", corner, toward, thick, 0.84 * tip, 0.0)
    return _riser(span, link.mount, 0.95 * radius) + across


def _riser(span: Span, mount: Mount, cap: float) -> list[Piece]:
    """Return a casting from the hub along the axis that covers the corner where an arm leaves."""
    low, high = mount.turning
    up = mount.side if low <= span.rise <= high else (1.0 if span.rise > high else -1.0)
    start, stop = high if up > 0 else low, span.rise + up * cap
    if (stop - start) * up <= 0.0:
        return []
    ends = sorted((start - up * 0.1 * mount.radius, stop))
    index, radius = span.leg.link, 0.96 * mount.radius
    column = drum(index, "column", span.start, ends[0], ends[1], radius, "main")
    return [column, *cover(index, span.start, stop, up, radius)]


def _column(link: Link) -> list[Piece]:
    """Return a casting from the hub to the next joint; nothing if that joint is inside the hub."""
    span, mount, tip = link.span, link.mount, link.tip
    low, high = mount.turning
    near = min(max(span.rise, low), high)
    forked = link.following is not None and link.following.style == "fork"
    if abs(span.rise - near) < 0.3 * mount.radius and not forked:
        return []
    start = (span.start @ np.array([0.0, 0.0, near, 1.0]))[:3]
    stop, thin = span.end[:3, 3], min(0.9 * tip, mount.radius)
    if link.following is None:
        stop, thin = (span.start @ np.array([0.0, 0.0, span.rise, 1.0]))[:3], 0.95 * mount.radius
    elif forked:
        stop, thin = stop - _direction(span) * (YOKE + 0.1) * tip, min(0.82 * tip, mount.radius)
    if mount.style == "fork":
        return _from_eye(link.index, start, stop, mount.radius, thin)
    return casting(link.index, "column", start, stop, 0.97 * mount.radius, thin)


def _from_eye(index: int, start: Array, stop: Array, radius: float, thin: float) -> list[Piece]:
    """Return the casting from an eye through a fork: narrow at first, then as wide as a joint."""
    narrow, reach = NECK * radius, float(np.linalg.norm(stop - start))
    if reach < 1.8 * radius:
        return casting(index, "neck", start, stop, narrow, min(thin, narrow), 0.0)
    out = start + (stop - start) * (1.25 * radius / reach)
    beyond = start + (stop - start) * (1.12 * radius / reach)
    neck = casting(index, "neck", start, out, narrow, narrow, 0.0)
    return neck + casting(index, "column", beyond, stop, 0.9 * radius, thin, 0.5)


def _direction(span: Span) -> Array:
    """Return the unit direction in which the link meets the next axis, across that axis (3,)."""
    corner = span.start @ pose(p=[0.0, 0.0, span.rise])
    to = span.end[:3, 3] - corner[:3, 3]
    if span.reach <= max(0.5 * abs(span.rise), 1e-9):
        to = span.start[:3, 2] * np.sign(span.rise or 1.0)
    z = span.end[:3, 2]
    to = to - (to @ z) * z
    return to / np.linalg.norm(to)


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
    """Return a plate with four bolts and a neck that merges into it."""
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
    """Return a neck of the joint's radius that widens towards its foot."""
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
    """Return the distance from the last frame along z to the flange face, in m."""
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
    """Return the flange at the last frame and, if it is offset from its link, its support.

    Args:
        span: The last link.
        mount: Its joint.
        face: Position of its face along z of the last frame.
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


def link_body(link: int, pieces: Iterable[Piece], joint: Joint | None) -> LinkBody:
    """Return the parts of one link; link 0 is the base and has no joint."""
    names: Counter[str] = Counter()
    groups: dict[int, PartGroup] = {}
    parts = []
    for piece in pieces:
        group = ""
        if piece.group is not None:
            group = groups.setdefault(id(piece.group), _group(names, piece.group)).id
        parts.append(_part(names, piece, group))
    drawn = () if joint is None else drawn_for(joint)
    return LinkBody(link, tuple(parts), tuple(groups.values()), drawn_for=drawn)


def drawn_for(joint: Joint) -> tuple[tuple[str, float], ...]:
    """Return the entries of a joint's row that determine the shape of its link."""
    entries = [("a", joint.a), ("alpha", joint.alpha)]
    entries.append(("d", joint.d) if joint.turns else ("theta", joint.theta))
    return tuple(entries)


def moves(place: Array) -> tuple[Move, ...]:
    """Return a pose as a shift and rotations about z, y and x, without identities."""
    shift = tuple(round(float(x), DIGITS) for x in place[:3, 3])
    found = [Move("shift", shift)] if any(shift) else []
    turns = zip("zyx", to_rpy(place[:3, :3]).tolist(), strict=True)
    found += [Move("turn", (value,), axis) for axis, value in turns if abs(value) > 1e-9]  # type: ignore[arg-type]
    return tuple(found)


def _group(names: Counter[str], cluster: Cluster) -> PartGroup:
    return PartGroup(_fresh(names, cluster.name), moves(cluster.pose))


def _part(names: Counter[str], piece: Piece, group: str) -> Part:
    color, material = LOOKS[piece.role]
    sizes = tuple((name, value) for name, value in piece.sizes.items())
    ring = (Repeat("ring", float(piece.ring)),) if piece.ring > 1 else ()
    name = _fresh(names, piece.name)
    return Part(name, piece.shape, sizes, moves(piece.pose), "", ring, group, color, material)


def _fresh(names: Counter[str], wanted: str) -> str:
    names[wanted] += 1
    return wanted if names[wanted] == 1 else f"{wanted} {names[wanted]}"


def guide(robot: Robot, span: Span, end: Array) -> list[Piece]:
    """Return the guide of a link for the next, prismatic joint: a rail or a sleeve."""
    leg, radius = span.leg, radii(robot)[span.leg.link - 1]
    link = leg.link - 1
    if has_rail(robot, leg):
        return rail(link, end, stroke(robot, link), radius)
    side = 2 * SLEEVE * radius
    sizes = _box(side, side, 2.6 * radius, 0.3 * radius)
    pieces = [Piece(link, "sleeve", "rounded-box", sizes, along(end, -1.3 * radius), "main")]
    for s in (-1.36, 1.12):
        collar = _box(1.75 * SLEEVE * radius, 1.75 * SLEEVE * radius, 0.24 * radius, 0.08 * radius)
        pieces.append(Piece(link, "wiper", "rounded-box", collar, along(end, s * radius), "dark"))
    return pieces


def rail(link: int, end: Array, ends: tuple[float, float], radius: float) -> list[Piece]:
    """Return a beam with two guides and a stop at either end."""
    half, margin = RAIL * radius, 1.5 * radius
    low, high = min(ends[0], 0.0) - margin, max(ends[1], 0.0) + margin
    beam = _box(2 * half, 2 * half, high - low, 0.14 * half)
    pieces = [Piece(link, "rail", "rounded-box", beam, along(end, low), "main")]
    strip = _box(0.3 * half, 2.16 * half, high - low - 0.6 * radius, 0.05 * half)
    for x in (-0.55, 0.55):
        at = end @ pose(p=[x * half, 0.0, low + 0.3 * radius])
        pieces.append(Piece(link, "guide", "rounded-box", strip, at, "metal"))
    stop = _box(2.3 * half, 2.3 * half, 0.35 * radius, 0.12 * half)
    for s in (low - 0.1 * radius, high - 0.25 * radius):
        pieces.append(Piece(link, "stop", "rounded-box", stop, along(end, s), "dark"))
    return pieces


def carriage(robot: Robot, span: Span, mount: Mount) -> list[Piece]:
    """Return the moving half of a prismatic joint: a carriage on a rail, or a ram."""
    leg, radius, frame = span.leg, mount.radius, span.start
    if has_rail(robot, leg):
        side = 2 * CARRIAGE * radius
        sizes = _box(side, side, 2.2 * radius, 0.25 * radius)
        return [
            Piece(leg.link, "carriage", "rounded-box", sizes, along(frame, -1.1 * radius), "dark")
        ]
    low, high = stroke(robot, leg.link - 1)
    back, front = (
        -max(high, 0.0) - 1.6 * radius,
        max(-low, 0.0) + (1.6 * radius if low < 0 else 0.0),
    )
    half = RAM * radius
    if leg.joint.turns:
        ram = drum(leg.link, "screw", frame, back, front, half, "metal")
    else:
        sizes = _box(2 * half, 2 * half, front - back, 0.2 * half)
        ram = Piece(leg.link, "ram", "rounded-box", sizes, along(frame, back), "steel")
    side = 1.7 * radius
    knuckle = _box(side, side, 0.9 * radius, 0.2 * radius)
    at = along(frame, front - 0.45 * radius)
    return [ram, Piece(leg.link, "head", "rounded-box", knuckle, at, "main")]


def first_guide(robot: Robot, base: BaseSpan, radius: float) -> list[Piece]:
    """Return the rail of a prismatic first joint, on its own foot."""
    pieces = guide(robot, spans(robot)[0], base.end)
    if base.upright:
        side = 3.4 * radius
        plate = {"x": side, "y": side, "thickness": 0.28 * radius, "fillet": 0.35 * radius}
        pieces.append(
            Piece(0, "plate", "plate", {**plate, "sides": SMALL_ROUND}, base.foot, "base")
        )
    return pieces


def stroke(robot: Robot, index: int) -> tuple[float, float]:
    """Return the displacements of a slide in its drawing, m; assumed ones if none are published."""
    ends = joint_range(robot, index)
    if not ends.assumed:
        return travel(robot, index)
    joint = robot.joints[index]
    home = joint.pitch * (joint.home + joint.offset) + joint.d if joint.turns else joint.home
    spare = ASSUMED * reach(robot)
    return (home - spare, 0.0) if home < 0.0 else (0.0, home + spare)


def _box(x: float, y: float, z: float, fillet: float) -> dict[str, float]:
    return {"x": x, "y": y, "z": z, "fillet": fillet, "sides": SMALL_ROUND}
