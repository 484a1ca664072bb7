"""A robot from the solids of a CAD file and the lines picked as axes of its joints."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.chain import chain_frames
from rvs.engine.descriptions.axes import robot_of_axes, tool_at
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.engine.transforms import inverse
from rvs.files.cad.step import CadFile, CadSolid
from rvs.files.meshes.meshes import read_mesh
from rvs.files.robots.arch import Architecture
from rvs.files.trees.link_looks import InlineMesh
from rvs.files.trees.tree_body import drawn_for, good_name
from rvs.geometry.bulk import EMPTY
from rvs.geometry.shape import MESH
from rvs.model.body.values import Body, LinkBody, Part
from rvs.model.members import fresh_id
from rvs.model.mesh_file import MeshFile
from rvs.model.robots.masses import inertia_of, without_dust
from rvs.value_class import dataclass

MM = 1e3
PICK = re.compile(r"(-?)(\d{1,6}):(\d{1,6})")
SPAN = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?")
EXPECTED = (
    "expected R or P, then SOLID:AXIS (a minus sign reverses the axis), or a point in mm and a "
    "direction as six numbers"
)


@dataclass(frozen=True, slots=True)
class PickedJoint:
    """A line picked as the axis of a joint.

    Attributes:
        kind: ``"R"`` for revolute, ``"P"`` for prismatic.
        line: A point of it and its direction, in the world of the file, m.
    """

    kind: str
    line: tuple[float, ...]


def joint_of(file: CadFile, text: str) -> PickedJoint:
    """Return the joint in a text such as ``"R 3:1"`` or ``"P 0 0 100 0 0 1"``.

    Raises:
        ArgumentError: No joint, or no such axis.
    """
    kind, _, rest = text.strip().partition(" ")
    if kind.upper() not in ("R", "P"):
        raise ArgumentError(f"joint {text!r}: {EXPECTED}")
    return PickedJoint(kind.upper(), line_of(file, rest))


def line_of(file: CadFile, text: str) -> tuple[float, ...]:
    """Return the line in a text such as ``"3:1"``, ``"-3:1"`` or ``"0 0 100 0 0 1"``, in m.

    Raises:
        ArgumentError: No line, or no such axis.
    """
    picked = PICK.fullmatch(text.strip())
    if picked is None:
        try:
            numbers = [float(word) for word in text.replace(",", " ").split()]
        except ValueError:
            numbers = []
        if len(numbers) != 6 or not np.isfinite(numbers).all() or not any(numbers[3:]):
            raise ArgumentError(f"axis {text.strip()!r}: {EXPECTED}")
        return (*(one / MM for one in numbers[:3]), *numbers[3:])
    sign, solid, axis = picked[1], int(picked[2]), int(picked[3])
    if not 1 <= solid <= len(file.solids):
        raise ArgumentError(f"axis {text!r}: the file has solids 1 to {len(file.solids)}")
    axes = file.solids[solid - 1].axes
    if not 1 <= axis <= len(axes):
        raise ArgumentError(f"axis {text!r}: solid {solid} has {len(axes)} axes")
    row = axes[axis - 1]
    return (*row[:3].tolist(), *((-1.0 if sign else 1.0) * row[3:6]).tolist())


def links_of(file: CadFile, count: int, given: Mapping[int, str]) -> tuple[int, ...]:
    """Return the link of each solid, 0 for the base.

    Args:
        file: The file.
        count: Number of joints.
        given: Numbers of solids such as ``"2-4, 7"``, or names of solids and parts, by link;
            unnamed solids belong to the base.  If omitted, the parts of the file are the base and
            the links, one after the other.

    Raises:
        ArgumentError: There are no joints, no such link or solid, or a wrong number of parts.
    """
    if not count:
        raise ArgumentError("joints: expected at least one")
    if not given:
        parts = list(dict.fromkeys(one.part for one in file.solids))
        if len(parts) != count + 1:
            raise ArgumentError(
                f"links: the file has {len(parts)} parts, but the robot has {count + 1} links "
                "including its base; name the solids of each link, for example 1=2-4"
            )
        return tuple(parts.index(one.part) for one in file.solids)
    links = [0] * len(file.solids)
    for link, text in given.items():
        if not 0 <= link <= count:
            raise ArgumentError(f"links: expected a link from 0 to {count}, got {link}")
        for word in filter(None, map(str.strip, text.split(","))):
            for k in _solids(file, word):
                links[k] = link
    return tuple(links)


def _solids(file: CadFile, word: str) -> Sequence[int]:
    span = SPAN.fullmatch(word)
    if span is not None:
        first, last = int(span[1]), int(span[2] or span[1])
        if not 1 <= first <= last <= len(file.solids):
            raise ArgumentError(f"links: {word}: the file has solids 1 to {len(file.solids)}")
        return range(first - 1, last)
    found = [k for k, one in enumerate(file.solids) if word == one.name or word in one.part]
    if not found:
        raise ArgumentError(f"links: the file has no solid or part {word!r}")
    return found


def weighed_robot(
    file: CadFile,
    joints: Sequence[PickedJoint],
    links: Sequence[int],
    density: float,
    tool: Sequence[float] | None = None,
    name: str = "",
) -> tuple[Robot, list[Array]]:
    """Return the robot with its masses, exact for its density, and poses of the file in its links.

    Args:
        file: The file.
        joints: Its joints from the base outwards, in their drawn positions.
        links: The link of each solid, 0 for the base.
        density: Density of all solids, in kg/m^3.
        tool: A line: the tool is at its point with z along it; on the last axis if omitted.
        name: Name of the robot; that of the file if empty.

    Raises:
        ArgumentError: A direction is zero.
    """
    lines, kinds = [one.line for one in joints], "".join(one.kind for one in joints)
    at = None if tool is None else tool_at(np.array(tool[:3]), np.array(tool[3:]))
    bare = robot_of_axes(lines, kinds, at, name or file.path.stem)
    frames = chain_frames(bare.chain, np.zeros((1, bare.n)))[0]
    backs = [inverse(frame) for frame in frames]
    bulks = [EMPTY] * (bare.n + 1)
    for solid, link in zip(file.solids, links, strict=True):
        bulks[link] = bulks[link] + solid.bulk.moved(backs[link]) * density
    weights = [without_dust(inertia_of(bulk)) for bulk in bulks]
    robot = bare.replace(
        joints=tuple(
            replace(joint, inertia=weight)
            for joint, weight in zip(bare.joints, weights[1:], strict=True)
        ),
        source=file.path.name,
        base_inertia=weights[0],
    )
    return robot, backs


def cad_robot(
    file: CadFile,
    joints: Sequence[PickedJoint],
    links: Sequence[int],
    density: float,
    tool: Sequence[float] | None = None,
    name: str = "",
) -> Architecture:
    """Return the robot with its full model; for the arguments see ``weighed_robot``.

    Raises:
        ArgumentError: A direction is zero.
        FileErrors: A mesh can't be written to the folder of reproducible files.
    """
    robot, backs = weighed_robot(file, joints, links, density, tool, name)
    parts: list[list[Part]] = [[] for _ in backs]
    for solid, link in zip(file.solids, links, strict=True):
        parts[link].append(_part(solid, backs[link], density, [one.id for one in parts[link]]))
    bodies = (
        LinkBody(k, tuple(own), drawn_for=drawn_for(robot.joints[k - 1]) if k else ())
        for k, own in enumerate(parts)
    )
    body = Body(robot.name, links=tuple(bodies), source=file.path.name)
    return Architecture(robot, "mm", "full", "none", name=robot.name, body=body)


def _part(solid: CadSolid, back: Array, density: float, taken: Sequence[str]) -> Part:
    """Return the surface of a solid in the frame of its link, as a mesh file."""
    corners = solid.triangles @ back[:3, :3].T + back[:3, 3]
    own = fresh_id(good_name(solid.name), taken)
    path = InlineMesh(own, corners).file()
    read = read_mesh(path)
    mesh = MeshFile(str(path), read.box, read.surface)
    return Part(own, MESH, color=solid.color, density=density, mesh=mesh)
