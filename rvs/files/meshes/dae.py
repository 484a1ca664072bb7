"""DAE files (COLLADA 1.4 and 1.5): meshes in the nodes of a scene, with the colours of materials.

Supported are triangles, polygons, fans and strips, the transforms of nodes, units, the upward axis,
and diffuse colours; a texture becomes its mean colour.  The reader is our own: pycollada copies
referenced nodes before they can be counted, and trimesh leaves the axis and the unit of a file to
its caller (measured in ``docs/benchmarks.md``).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.rotations import rotation
from rvs.files.budget import spend
from rvs.files.meshes.dae_faces import FACES, faces
from rvs.files.meshes.dae_materials import Materials
from rvs.files.meshes.dae_values import Dae
from rvs.files.meshes.mesh_checks import MOST_NODES, MOST_TRIANGLES, too_many
from rvs.files.meshes.soup import Patch, Soup
from rvs.files.text.errors import whole_file
from rvs.files.trees.xml import Element, parse_xml

UP = {
    "X_UP": np.array([[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]),
    "Y_UP": np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]),
    "Z_UP": np.eye(3),
}
USUAL_UP = "Y_UP"
DEEPEST = 100
UNITS = (1e-6, 1e6)
# Triangles of a geometry, by the symbol of their material.
Parts = list[tuple[str, Patch]]


def read(data: bytes, path: Path) -> Soup:
    """Return the contents of a file; its points are in metres.

    Args:
        data: Its bytes.
        path: The file; only textures in its folder are read.

    Raises:
        FileErrors: It is damaged, too large, or its nodes form a cycle.
    """
    root = parse_xml(data, path)
    if root.tag != "COLLADA":
        raise whole_file(path, f"is not a DAE file: expected <COLLADA>, found <{root.tag[:40]}>")
    return _Scene(Dae(root, path)).soup()


class _Scene:
    def __init__(self, dae: Dae) -> None:
        self.dae = dae
        self.materials = Materials(dae)
        self._read: dict[str, Parts] = {}
        self._nodes = self._triangles = 0

    def soup(self) -> Soup:
        """Return the whole scene."""
        asset = self.dae.root.first("asset")
        unit = asset.first("unit") if asset else None
        metre = self.dae.number(unit, "meter", 1.0, UNITS) if unit else 1.0
        up = asset.first("up_axis") if asset else None
        word = up.text.strip() if up else USUAL_UP
        if up is not None and word not in UP:
            raise self.dae.error(up, f"expected one of {', '.join(UP)}, found {word[:20]!r}")
        scale = np.diag([metre, metre, metre, 1.0])
        patches = [patch for root in self._roots() for patch in self._node(root, scale, ())]
        return Soup(patches, UP[word], 1.0)

    def _roots(self) -> Iterator[Element]:
        """Yield the nodes of the displayed scene; all scenes if none is named."""
        scene = self.dae.root.first("scene")
        shown = scene.first("instance_visual_scene") if scene else None
        if shown is not None:
            yield from self.dae.referred(shown, "url", "visual_scene").all("node")
            return
        for library in self.dae.root.all("library_visual_scenes"):
            for one in library.all("visual_scene"):
                yield from one.all("node")

    def _node(self, node: Element, place: Array, way: tuple[int, ...]) -> Iterator[Patch]:
        self._nodes += 1
        if id(node) in way or len(way) > DEEPEST:
            raise self.dae.error(node, "the nodes form a loop through this one")
        if self._nodes > MOST_NODES:
            raise self.dae.error(node, f"more than {MOST_NODES:,} nodes")
        inner = (*way, id(node))
        for child in node.children:
            if child.tag in _MOVES:
                place = place @ _MOVES[child.tag](self.dae, child)
            elif child.tag == "instance_geometry":
                geometry = self.dae.referred(child, "url", "geometry")
                yield from self._shown(child, geometry, place)
            elif child.tag == "instance_controller":
                yield from self._skin(child, place)
            elif child.tag == "node":
                yield from self._node(child, place, inner)
            elif child.tag == "instance_node":
                yield from self._node(self.dae.referred(child, "url", "node"), place, inner)

    def _skin(self, instance: Element, place: Array) -> Iterator[Patch]:
        """Yield the geometry of a skin at rest."""
        skin = self.dae.referred(instance, "url", "controller").first("skin")
        if skin is None:
            return
        bound = skin.first("bind_shape_matrix")
        if bound is not None:
            place = place @ _matrix(self.dae, bound)
        yield from self._shown(instance, self.dae.referred(skin, "source", "geometry"), place)

    def _shown(self, instance: Element, geometry: Element, place: Array) -> Iterator[Patch]:
        key = geometry.get("id")
        if key not in self._read:
            self._read[key] = self._surface(geometry)
        parts = self._read[key]
        self._triangles += sum(len(part.triangles) for _, part in parts)
        if self._triangles > MOST_TRIANGLES:
            raise whole_file(self.dae.path, too_many(self._triangles))
        fault = spend("pieces of meshes", len(parts) + 1)
        if fault:
            raise whole_file(self.dae.path, fault)
        mirrored = float(np.linalg.det(place[:3, :3])) < 0.0
        for symbol, part in parts:
            points = part.vertices @ place[:3, :3].T + place[:3, 3]
            turned = part.triangles[:, ::-1] if mirrored else part.triangles
            yield Patch(points, turned, self.materials.color(instance, symbol))

    def _surface(self, geometry: Element) -> Parts:
        mesh = geometry.first("mesh")
        held = mesh or geometry.first("convex_mesh")
        if held is None:
            return []
        vertices = held.first("vertices")
        if vertices is None:
            raise self.dae.error(geometry, "it has no <vertices>")
        inputs = (one for one in vertices.all("input") if one.get("semantic") == "POSITION")
        position = next(inputs, None)
        if position is None:
            raise self.dae.error(vertices, "it has no <input semantic='POSITION'>")
        points = self.dae.points(position)
        parts: Parts = []
        for child in held.all(*FACES):
            triangles = faces(self.dae, child, points)
            if len(triangles):
                parts.append((child.get("material"), Patch(points, triangles).compact()))
        return parts


def _matrix(dae: Dae, element: Element) -> Array:
    return dae.numbers(element, 16).reshape(4, 4)


def _shift(dae: Dae, element: Element) -> Array:
    found = np.eye(4)
    found[:3, 3] = dae.numbers(element, 3)
    return found


def _turn(dae: Dae, element: Element) -> Array:
    x, y, z, angle = dae.numbers(element, 4).tolist()
    found, length = np.eye(4), float(np.linalg.norm([x, y, z]))
    if length > 0.0:
        found[:3, :3] = rotation((x / length, y / length, z / length), np.radians(angle))
    return found


def _stretch(dae: Dae, element: Element) -> Array:
    return np.diag([*dae.numbers(element, 3), 1.0])


_MOVES = {"matrix": _matrix, "translate": _shift, "rotate": _turn, "scale": _stretch}
