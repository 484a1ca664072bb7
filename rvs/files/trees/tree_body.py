"""The full model of a chain from the visuals of its description, and their outlines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from pathlib import Path

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.chain import chain_frames
from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.engine.transforms import inverse
from rvs.files.meshes.meshes import MeshRead, read_mesh
from rvs.files.text.errors import FileError, FileErrors
from rvs.files.trees.file_reach import Missing, Reach
from rvs.files.trees.link_looks import InlineMesh, Look, TreeFile
from rvs.geometry.bulk import Bulk
from rvs.geometry.shape import MESH
from rvs.model.body.values import AXES, LONGEST_ID, MAX_PARTS, Body, LinkBody, Move, Part
from rvs.model.members import fresh_id
from rvs.model.mesh_file import MeshFile
from rvs.value_class import dataclass

DIGITS = 12
Sizes = tuple[tuple[str, float], ...]


@dataclass
class TreeMeshes:
    """The mesh files of a description.

    Attributes:
        description: The file.
        reach: The files that it may read.
        held: Resolved path of each name or mesh of the description itself, and the result.
        bulks: Volumes of meshes, by all values on which they depend.
        crowd: Number of parts of the links, if too many for a full model.
        missing: Missing files.
        damaged: Faults of files that can't be read.
    """

    description: Path
    reach: Reach
    held: dict[str | InlineMesh, tuple[Path, MeshRead] | None] = field(default_factory=dict)
    bulks: dict[tuple[object, ...], Bulk] = field(default_factory=dict)
    crowd: int = 0
    missing: dict[str, Missing] = field(default_factory=dict)
    damaged: dict[str, FileError] = field(default_factory=dict)

    def read(self, look: Look) -> tuple[Path, MeshRead] | None:
        """Return the mesh of a look; None if there is none."""
        key = look.inline or look.file
        if key not in self.held:
            self.held[key] = self._read(look)
        return self.held[key]

    def _read(self, look: Look) -> tuple[Path, MeshRead] | None:
        name = look.inline.name if look.inline else look.file
        try:
            if look.inline is not None:
                path = look.inline.file()
            else:
                place = self.reach.mesh(name)
                if isinstance(place, Missing):
                    self.missing[name] = place
                    return None
                path = place
            return path, read_mesh(path)
        except FileErrors as failure:
            self.damaged[name] = self._named(failure.errors[0], look)
            return None

    def _named(self, error: FileError, look: Look) -> FileError:
        """Return an error; that of a mesh in the description names the description, not a copy."""
        if look.inline is None:
            return error
        return FileError(str(self.description), 0, 0, f"mesh '{look.inline.name}' {error.message}")


def tree_body(file: TreeFile, chain: TreeChain, robot: Robot, meshes: TreeMeshes) -> Body | None:
    """Return the full model of a chain; None if a mesh is missing or there are no visuals.

    For a link with missing meshes, its collision outline is used.

    Args:
        file: The description.
        chain: The chain.
        robot: The robot made from it.
        meshes: Its meshes; missing ones are recorded there.
    """
    names = [name for cluster in chain.clusters for name, _ in cluster]
    every = (*map(file.visuals.get, names), *map(file.collisions.get, names))
    count = sum(len(looks) for looks in every if looks)
    if count > MAX_PARTS:
        meshes.crowd = count
        return None
    zero = np.zeros((1, robot.n))
    sources = [frame[0] for frame in chain.frames(zero)[: robot.n + 1]]
    targets = chain_frames(robot.chain, zero)[0]
    drawn = {name for cluster in chain.clusters for name, _ in cluster if file.visuals.get(name)}
    links, whole = [], True
    for place, (cluster, source, target) in enumerate(
        zip(chain.clusters, sources, targets, strict=True)
    ):
        at = inverse(target) @ source
        own = [(name, at @ pose) for name, pose in cluster]
        parts, complete = group_parts(file, own, meshes, outlines=not drawn)
        whole = whole and complete
        row = drawn_for(robot.joints[place - 1]) if place else ()
        links.append(LinkBody(place, tuple(parts), drawn_for=row))
    if not whole or not any(part.use != "solid" for link in links for part in link.parts):
        return None
    return Body(robot.name, links=tuple(links), source=robot.source)


def group_parts(
    file: TreeFile,
    links: Iterable[tuple[str, Array]],
    meshes: TreeMeshes,
    outlines: bool = False,
) -> tuple[list[Part], bool]:
    """Return the parts of links that move together, and whether all are there.

    Args:
        file: The description.
        links: Their names, and their poses in the frame of the parts (4, 4).
        meshes: Its meshes; missing ones are recorded there.
        outlines: Draw the collision outlines of links that have no look.
    """
    parts: list[Part] = []
    whole = True
    for name, at in links:
        own = _link_parts(file, name, meshes, outlines)
        whole = whole and own is not None
        for part in own or ():
            free = fresh_id(good_name(name), [one.id for one in parts])
            parts.append(_moved(replace(part, id=free), at))
    return parts, whole


def _link_parts(file: TreeFile, name: str, meshes: TreeMeshes, outlines: bool) -> list[Part] | None:
    """Return the parts of a link in its own frame; None if its visuals can't be replaced."""
    seen, solid = file.visuals.get(name, ()), file.collisions.get(name, ())
    shown, hulls = _parts(seen, meshes), _parts(solid, meshes)
    if shown is None:
        # Its outline is better than nothing.
        return [part for _, part in hulls] if hulls else None
    if not seen and outlines:
        return [part for _, part in hulls or ()]
    if not hulls:
        return [part for _, part in shown]
    # What can be touched has no colour.
    outlines_of, looks_of = ({replace(one, color="") for one in some} for some in (solid, seen))
    both = [part for look, part in shown if replace(look, color="") in outlines_of]
    only = [
        replace(part, use="seen")
        for look, part in shown
        if replace(look, color="") not in outlines_of
    ]
    rest = [
        replace(part, use="solid", color="")
        for look, part in hulls
        if replace(look, color="") not in looks_of
    ]
    return [*both, *only, *rest]


def _parts(looks: Sequence[Look], meshes: TreeMeshes) -> list[tuple[Look, Part]] | None:
    """Return the parts with these looks; None if one of their meshes is missing."""
    found = [(look, _part(look, meshes)) for look in looks if min(map(abs, look.sizes)) > 0]
    if any(part is None for _, part in found):
        return None
    return [(look, part) for look, part in found if part is not None]


def _part(look: Look, meshes: TreeMeshes) -> Part | None:
    if look.kind == "mesh":
        return _mesh_part(look, meshes)
    shape, sizes, down = shape_of(look)
    place = np.array(look.place)
    place[:3, 3] -= place[:3, 2] * down
    return _placed(Part("part", shape, sizes, color=look.color), place)


def _mesh_part(look: Look, meshes: TreeMeshes) -> Part | None:
    held = meshes.read(look)
    if held is None:
        return None
    path, read = held
    place, turn = np.array(look.place), np.eye(3)
    if path.suffix.lower() == ".dae":
        # Descriptions take the axes of such a file as they are, whatever it says of them.
        turn = read.turn
        place[:3, :3] = place[:3, :3] @ turn.T
    scales = np.abs(turn) @ np.abs(look.sizes)
    signs = np.abs(turn) @ np.sign(look.sizes) if len(look.sizes) == 3 else np.ones(3)
    flips = tuple(
        Move("flip", (), axis) for axis, sign in zip(AXES, signs, strict=True) if sign < 0
    )
    color = "" if read.surface.paints else look.color
    file = MeshFile(str(path), read.box, read.surface)
    part = _placed(Part("part", MESH, _scales(scales.tolist()), color=color, mesh=file), place)
    return replace(part, moves=(*part.moves, *flips))


def _scales(scales: list[float]) -> Sizes:
    first = scales[0]
    if all(one == first for one in scales):
        return (("scale", first),) if first != 1.0 else ()
    return tuple(zip("xyz", scales, strict=True))


def _placed(part: Part, pose: Array) -> Part:
    rows = np.round(pose, DIGITS) + 0.0
    return replace(part, moves=(Move("pose", tuple(rows.ravel().tolist())),))


def _moved(part: Part, pose: Array) -> Part:
    """Return a part, first placed by a pose, in another frame."""
    first, *flips = part.moves
    own = np.array(first.values, float).reshape(4, 4)
    return replace(part, moves=(*_placed(part, pose @ own).moves, *flips))


def shape_of(look: Look) -> tuple[str, Sizes, float]:
    """Return name and sizes of a shape, and the depth of its own origin below its centre."""
    if look.kind == "box":
        return "box", tuple(zip("xyz", look.sizes, strict=True)), look.sizes[2] / 2
    if look.kind == "sphere":
        return "sphere", (("radius", look.sizes[0]),), 0.0
    if look.kind == "ellipsoid":
        return "ellipsoid", tuple(zip("xyz", look.sizes, strict=True)), 0.0
    radius, length = look.sizes
    whole = length + (2 * radius if look.kind == "capsule" else 0.0)
    return look.kind, (("radius", radius), ("height", whole)), whole / 2


def good_name(name: str) -> str:
    """Return a link's name in a valid form for a part."""
    plain = re.sub(r"[^\w .()+-]", "_", name)[: LONGEST_ID - 6].strip(" .()+-")
    return plain or "part"


def drawn_for(joint: Joint) -> tuple[tuple[str, float], ...]:
    """Return the entries of a joint's row for which the parts of its link were drawn."""
    if joint.convention == "general":
        return ()
    own = "theta" if joint.kind == "prismatic" else "d"
    return tuple((key, getattr(joint, key)) for key in ("a", "alpha", own))


def mesh_names(file: TreeFile, chain: TreeChain) -> Iterator[str]:
    """Yield the meshes of a chain's links, as named in the description."""
    links = [name for cluster in chain.clusters for name, _ in cluster]
    looks = (look for name in links for look in file.visuals.get(name, ()))
    named = (look for look in looks if look.kind == "mesh" and look.inline is None)
    yield from dict.fromkeys(look.file for look in named)
