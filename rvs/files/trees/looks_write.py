"""The full model of a robot in descriptions: plain solids if it has them, else meshes.

Collision outlines are written separately from visuals: plain solids, and convex pieces of the rest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from pathlib import Path

import numpy as np

from rvs.bodies.part_meshes import seen_meshes
from rvs.engine.arrays import Array, pose_rows
from rvs.engine.chain import link_sides
from rvs.engine.robot import Robot
from rvs.files.bodies.models import usable_model
from rvs.files.meshes.soup import hex_of
from rvs.files.meshes.stl import binary_stl
from rvs.files.robots.arch import Architecture
from rvs.files.storage.atomic import write_bytes
from rvs.files.storage.outside_changes import set_aside, tell_kept
from rvs.files.trees.link_looks import Look, LookKind
from rvs.files.trees.robot_tree import link_names, told
from rvs.geometry.convex_pieces import convex_pieces
from rvs.geometry.rows import distinct
from rvs.model.appearance.colors import rgba
from rvs.model.body.fit import FittedPart, fit
from rvs.model.body.values import ROBOT_COLOR, TOOL
from rvs.value_class import dataclass

# Sizes of the solids that a description has too, in its order.
PLAIN: Mapping[str, tuple[LookKind, tuple[str, ...]]] = {
    "box": ("box", ("x", "y", "z")),
    "cylinder": ("cylinder", ("radius", "height")),
    "sphere": ("sphere", ("radius",)),
    "capsule": ("capsule", ("radius", "height")),
}
# Triangles in one file: other programs take no more than 200,000.
MOST_TRIANGLES = 150_000
WORDS = b"binary STL, metres"


@dataclass
class WrittenLooks:
    """Looks of the links of a description, and the mesh files next to it.

    Attributes:
        visuals: Visible solids, by link.
        collisions: Solids for collision, likewise.
        files: Mesh files by their names in the description.
    """

    visuals: dict[str, list[Look]] = field(default_factory=lambda: defaultdict(list))
    collisions: dict[str, list[Look]] = field(default_factory=lambda: defaultdict(list))
    files: dict[str, bytes] = field(default_factory=dict)

    def save(self, folder: Path) -> None:
        """Write the mesh files, each atomically; existing files with other contents are kept.

        Raises:
            OSError: One can't be written.
        """
        for name, data in self.files.items():
            path = folder / name
            if path.is_file() and not path.read_bytes().startswith(WORDS):
                tell_kept(path, set_aside(path))
            write_bytes(path, data)


def written_looks(path: Path, architecture: Architecture) -> WrittenLooks:
    """Return a robot's full model as written in a description; nothing if it has none.

    Args:
        path: The description.
        architecture: The robot.
    """
    looks, robot = WrittenLooks(), architecture.robot
    body = usable_model(architecture)
    if body is None:
        return looks
    frames, names = link_frames(robot), link_names(robot)
    rest: dict[int, list[tuple[FittedPart, Array]]] = defaultdict(list)
    for part in fit(body, robot).parts:
        place = robot.n if part.place == TOOL else int(part.place)
        for pose in part.poses:
            at = frames[place] @ pose
            if part.shape in PLAIN:
                _plain(looks, names[place], part, at)
            else:
                rest[place].append((part, at))
    for place, parts in sorted(rest.items()):
        # A name may hold what no file can be called.
        stem = f"{path.stem}_meshes/link{place}"
        _drawn(looks, names[place], stem, parts)
        _touched(looks, names[place], stem, parts)
    return looks


def link_frames(robot: Robot) -> list[Array]:
    """Return the poses of frames 0 to n of a robot in the links of its tree, (4, 4) each."""
    return [np.array(robot.base), *(link_sides(joint)[1] for joint in robot.joints)]


def _plain(looks: WrittenLooks, link: str, part: FittedPart, pose: Array) -> None:
    kind, names = PLAIN[part.shape]
    given = {name: value for name, value in part.sizes if not isinstance(value, tuple)}
    sizes = [given[name] for name in names]
    place = pose.copy()
    if kind != "sphere":
        # A description has solids about their middle.
        place[:3, 3] += place[:3, 2] * sizes[-1] / 2
    if kind == "capsule":
        sizes[-1] -= 2 * sizes[0]
    look = Look(kind, tuple(sizes), pose_rows(place, "place"), _color(part))
    if part.use != "solid":
        looks.visuals[link].append(look)
    if part.use != "seen":
        looks.collisions[link].append(look)


def _drawn(
    looks: WrittenLooks, link: str, stem: str, parts: list[tuple[FittedPart, Array]]
) -> None:
    """Write one mesh for all parts of the same colour."""
    by_color: dict[str, list[Array]] = defaultdict(list)
    for part, pose in parts:
        for color, corners in _corners(part):
            by_color[color].append(_moved(corners, pose))
    for number, (color, found) in enumerate(by_color.items(), 1):
        corners = np.concatenate(found)
        pieces = np.array_split(corners, -(-len(corners) // MOST_TRIANGLES))
        for k, piece in enumerate(pieces):
            name = f"{stem}_{number}" + (f"_{k + 1}" if len(pieces) > 1 else "") + ".stl"
            looks.files[name] = binary_stl(piece, WORDS)
            looks.visuals[link].append(Look("mesh", (1.0, 1.0, 1.0), color=color, file=name))


def _touched(
    looks: WrittenLooks, link: str, stem: str, parts: list[tuple[FittedPart, Array]]
) -> None:
    """Write convex pieces that contain all solids for collision."""
    found = [
        _moved(corners, pose)
        for part, pose in parts
        if part.use != "seen"
        for _, corners in _corners(part, solid=True)
    ]
    if not found:
        return
    points = np.concatenate(found).reshape(-1, 3)
    vertices, index = distinct(points)
    for number, mesh in enumerate(convex_pieces(vertices, index.reshape(-1, 3)), 1):
        name = f"{stem}_solid_{number}.stl"
        looks.files[name] = binary_stl(mesh.vertices[mesh.corners].reshape(-1, 3, 3), WORDS)
        looks.collisions[link].append(Look("mesh", (1.0, 1.0, 1.0), file=name))


def _corners(part: FittedPart, solid: bool = False) -> Iterator[tuple[str, Array]]:
    """Yield triangles of a part in its own frame by their colours."""
    if part.use == ("seen" if solid else "solid"):
        return
    # Drawn or not, a part has the same surface.
    for color, mesh in seen_meshes(replace(part, use="both")):
        triangles = mesh.vertices[mesh.corners[mesh.triangles]]
        surface = part.mesh.surface if part.mesh else None
        if surface is not None and not surface.closed:
            # Its second half is the first one seen from behind.
            triangles = triangles[: len(triangles) // 2]
        yield color or _color(part), triangles


def _moved(corners: Array, pose: Array) -> Array:
    moved: Array = corners @ pose[:3, :3].T + pose[:3, 3]
    return moved


def _color(part: FittedPart) -> str:
    """Return the colour of a part, or nothing if it is that of its robot."""
    return "" if part.color == ROBOT_COLOR else hex_of(rgba(part.color))


def rgba_words(color: str) -> str:
    """Return a colour as four numbers from 0 to 1."""
    return told(rgba(color))
