"""Elastic robots: links as beams, with lines from the table and sections from the body."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np

from rvs.bodies.dynamic import dynamic_load, dynamic_robot
from rvs.bodies.masses import FILL
from rvs.bodies.part_meshes import seen_meshes
from rvs.bodies.robot_body import body_for
from rvs.bodies.skeleton.links import legs
from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import frames
from rvs.engine.robot import Robot
from rvs.engine.transforms import inverse, pose
from rvs.geometry.cross_section import Area, area_of, cut_triangles
from rvs.model.appearance.materials import MODULI, SUBSTANCES, USUAL, density_text
from rvs.model.body.fit import FittedPart, fit
from rvs.model.body.values import TOOL, Body
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.robots.masses import inertia_of
from rvs.study.stiffness.beams import (
    SHORTEST,
    Elastic,
    Element,
    LinkBeam,
    Section,
    beam_axes,
    box,
    section,
    tube,
)
from rvs.study.stiffness.deflection import ElasticRobot
from rvs.value_class import dataclass

# Elements of each straight piece of a link.
PIECES = 6
# Triangles of a link by their material.
Soup = Mapping[Elastic, Array]
SIZES = {"tube": 2, "box": 3}


@dataclass(frozen=True, slots=True)
class LinkSection:
    """Section of a whole link, instead of those of its body.

    Attributes:
        link: The link, from 1.
        shape: ``"tube"`` with diameter and wall, ``"box"`` with width, height and wall.
        sizes: These, in m.
        substance: A key of ``MODULI``.

    Raises:
        ArgumentError: No such shape or substance, or sizes that it can't have.

    >>> LinkSection(2, "tube", (0.12, 0.004)).section.mass
    3.9...
    """

    link: int
    shape: str
    sizes: tuple[float, ...]
    substance: str = "aluminium"

    def __post_init__(self) -> None:
        if len(self.sizes) != SIZES.get(self.shape):
            told = "tube DIAMETER WALL or box WIDTH HEIGHT WALL"
            raise ArgumentError(f"section: expected {told}, got {self.shape} {self.sizes}")
        # a wall or a substance that can't be is refused there
        _ = self.section

    @property
    def section(self) -> Section:
        """Its section as a value."""
        material = elastic(self.substance)
        if self.shape == "tube":
            diameter, wall = self.sizes
            return tube(diameter, wall, material)
        width, height, wall = self.sizes
        return box(width, height, wall, material)


def read_section(text: str) -> LinkSection:
    """Return the section described by a text, such as ``"2 tube 0.12 0.004 steel"``.

    Raises:
        ArgumentError: Another form; the error gives the right one.
    """
    words = text.split()
    substance = words.pop() if len(words) > 2 and words[-1][0].isalpha() else "aluminium"
    try:
        link, shape, sizes = int(words[0]), words[1], tuple(map(float, words[2:]))
        if not np.isfinite(sizes).all():
            raise ValueError
    except (ValueError, IndexError):
        told = "LINK tube DIAMETER WALL or LINK box WIDTH HEIGHT WALL, in m, and a material"
        raise ArgumentError(f"section: expected {told}, got {text[:60]!r}") from None
    return LinkSection(link, shape, sizes, substance)


def elastic(substance: str) -> Elastic:
    """Return the elastic properties of a substance.

    Raises:
        ArgumentError: They are not known; the error names those that are.
    """
    if substance not in MODULI:
        raise ArgumentError(
            f"material: no moduli of {substance!r} are known; expected one of {', '.join(MODULI)}"
        )
    return Elastic(*MODULI[substance], SUBSTANCES[substance])


def link_lines(robot: Robot) -> tuple[Array, ...]:
    """Return the corners of each link from its joint to the next, in its frame (k, 3), m.

    The extension of a prismatic joint is not included.
    """
    table, shifts = robot, [np.eye(4)] * (robot.n + 1)
    if any(joint.convention == "general" for joint in robot.joints):
        table = robot.to_dh("standard")
        pairs = zip(frames(robot, robot.home), frames(table, robot.home), strict=True)
        shifts = [inverse(own) @ other for own, other in pairs]
    chain, found = legs(table), []
    for k, leg in enumerate(chain):
        root = leg.corner @ pose(p=[0.0, 0.0, -leg.offset])
        end = chain[k + 1].root if k + 1 < len(chain) else np.eye(4)
        points = [(shifts[k + 1] @ one)[:3, 3] for one in (root, leg.corner, end)]
        kept = points[:1]
        for point in points[1:]:
            if np.linalg.norm(point - kept[-1]) > 10 * SHORTEST:
                kept.append(point)
        found.append(np.array(kept))
    return tuple(found)


@derived(size=64)
def body_beams(
    robot: Robot, body: Body, fill: float = FILL, substance: str = ""
) -> tuple[LinkBeam, ...]:
    """Return the links of a robot as beams with the sections of its body.

    Sections are cut at the middle of each element; materials without known moduli bear no load.
    Along the axis of a link's own joint, where the body of the link does not extend, the section of
    the previous link is used, because the joint lies beyond.  A link without length or without
    a section is rigid.

    Args:
        robot: The robot.
        body: Its body.
        fill: Share of the drawn area that is material: the rest is a cavity of the same outline.
        substance: Substance of all parts; as in the body when empty.
    """
    lines = link_lines(robot)
    parts: list[dict[Elastic, list[Array]]] = [{} for _ in range(robot.n + 1)]
    for part in fit(body, robot).parts:
        material = _material(part, substance)
        if material is not None and part.use != "solid":
            place = robot.n if part.place == TOOL else part.place
            parts[place].setdefault(material, []).extend(_triangles(part))
    soups = [{key: np.concatenate(some) for key, some in one.items()} for one in parts]
    poses, found = frames(robot, robot.home), []
    for i, line in enumerate(lines):
        to_own = inverse(poses[i + 1]) @ poses[i]
        before = {key: one @ to_own[:3, :3].T + to_own[:3, 3] for key, one in soups[i].items()}
        axis = inverse(robot.chain.after[i])[:3, 2]
        found.append(LinkBeam(_elements(line, soups[i + 1], before, axis, fill)))
    return tuple(found)


def plain_beam(line: Array, made: Section) -> LinkBeam:
    """Return a link with one section along its line (k, 3), m."""
    return LinkBeam(tuple(
        Element(start + (end - start) * k / PIECES, start + (end - start) * (k + 1) / PIECES, made)
        for start, end in pairwise(line) for k in range(PIECES)
    ))  # fmt: skip


def replaced(
    beams: tuple[LinkBeam, ...], robot: Robot, sections: Mapping[int, Section]
) -> tuple[LinkBeam, ...]:
    """Return beams with the sections of some links replaced.

    Raises:
        ArgumentError: There is no such link, or it has no length.
    """
    lines, found = link_lines(robot), list(beams)
    for link, made in sections.items():
        if not 1 <= link <= robot.n:
            raise ArgumentError(f"section: link {link}: the robot has links 1 to {robot.n}")
        if len(lines[link - 1]) < 2:
            raise ArgumentError(f"section: link {link} has no length between its joints")
        found[link - 1] = plain_beam(lines[link - 1], made)
    return tuple(found)


def _material(part: FittedPart, substance: str) -> Elastic | None:
    name = substance or density_text(part.density) or USUAL[part.material]
    return elastic(name) if name in MODULI else None


def _triangles(part: FittedPart) -> list[Array]:
    meshes = [mesh.vertices[mesh.corners[mesh.triangles]] for _, mesh in seen_meshes(part)]
    return [one @ at[:3, :3].T + at[:3, 3] for one in meshes for at in part.poses]


def _elements(
    line: Array, soup: Soup, before: Soup, axis: Array, fill: float
) -> tuple[Element, ...]:
    """Return elements of a link with the sections of its body, or of the previous link's body."""
    found: list[Element] = []
    for start, end in pairwise(line):
        axes, places = beam_axes(end - start), (np.arange(PIECES) + 0.5) / PIECES
        planes = [pose(axes, start + (end - start) * s) for s in places]
        cuts = [_cut(soup, plane, fill) for plane in planes]
        if abs(axes[:, 0] @ axis) > 1.0 - 1e-9:
            pairs = zip(cuts, planes, strict=True)
            cuts = [one or _cut(before, plane, fill) for one, plane in pairs]
        known = [k for k, one in enumerate(cuts) if one is not None]
        for k in range(PIECES if known else 0):
            one = cuts[min(known, key=lambda j: abs(j - k))]
            assert one is not None
            made, (y, z) = one
            aside = axes[:, 1] * y + axes[:, 2] * z
            first, last = (start + (end - start) * (k + s) / PIECES + aside for s in (0, 1))
            found.append(Element(first, last, made))
    return tuple(found)


def _cut(soup: Soup, plane: Array, fill: float) -> tuple[Section, tuple[float, float]] | None:
    """Return the section in a plane and its centroid, weighted by the moduli of its materials."""
    areas = [(key, area_of(cut_triangles(some, plane))) for key, some in soup.items()]
    some = [(material, area) for material, area in areas if area is not None]
    if not some:
        return None
    weights = np.array([material.young * area.size for material, area in some])
    y, z = weights @ np.array([area.center for _, area in some]) / weights.sum()
    whole: Section | None = None
    for material, area in some:
        one = _section(material, area, fill, (area.center[0] - y, area.center[1] - z))
        whole = one if whole is None else whole + one
    assert whole is not None
    return whole, (float(y), float(z))


def _section(material: Elastic, area: Area, fill: float, off: tuple[float, float]) -> Section:
    """Return the section of an area with a cavity of the same outline, about an offset point."""
    hollow, size, (y, z) = fill * (2.0 - fill), fill * area.size, off
    zz, yy, yz = (hollow * one for one in area.moments)
    moments = (zz + size * z**2, yy + size * y**2, -(yz + size * y * z))
    return section(size, moments, hollow * area.torsion, material)


def elastic_robot(
    placed: PlacedRobot,
    springs: Array | None = None,
    beams: tuple[LinkBeam, ...] | None = None,
) -> ElasticRobot:
    """Return a robot with elastic joints and links, and with its load.

    Args:
        placed: The robot.
        springs: Stiffness of the joints (n,), N m/rad and N/m; from its table if None.
        beams: Its links (n,); with the sections of its body if None.

    Raises:
        ArgumentError: All parts are rigid.
    """
    robot = placed.robot
    if springs is None:
        springs = np.array([joint.stiffness for joint in robot.joints])
    if beams is None:
        beams = body_beams(robot, body_for(placed, "full"))
    # the links with their own masses: what they carry is apart; a locked joint is a spring, too
    joints = tuple(replace(joint, locked=False) for joint in robot.joints)
    carrier = dynamic_robot(placed).replace(joints=joints)
    return ElasticRobot(carrier, springs, beams, inertia_of(dynamic_load(placed).whole))
