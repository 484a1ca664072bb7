"""DAE files (COLLADA 1.4 and 1.5): meshes in the nodes of a scene, with the colours of materials.

Supported are triangles, polygons, fans and strips, the transforms of nodes, units, the upward axis,
and diffuse colours; a texture becomes its mean colour.  The reader is our own: pycollada copies
referenced nodes before they can be counted, and trimesh leaves the axis and the unit of a file to
its caller (measured in ``docs/benchmarks.md``).
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.rotations import rotation
from rvs.files.budget import spend
from rvs.files.meshes.companions import beside
from rvs.files.meshes.mesh_checks import MOST_NODES, MOST_TRIANGLES, too_many
from rvs.files.meshes.soup import Ints, Patch, Soup, hex_of, texture_color
from rvs.files.text.errors import FileError, FileErrors, whole_file
from rvs.files.trees.xml import LARGEST_NUMBER, Element, number_of, parse_xml


class Dae:
    """A file as its elements.

    Attributes:
        root: Its root element.
        path: The file.
    """

    def __init__(self, root: Element, path: Path) -> None:
        self.root, self.path = root, path
        self._ids: dict[str, Element] = {}
        waiting = [root]
        while waiting:
            one = waiting.pop()
            if one.get("id"):
                self._ids.setdefault(one.get("id"), one)
            waiting.extend(one.children)

    def error(self, element: Element, words: str) -> FileErrors:
        """Return the error about a wrong element, to be raised."""
        place = (str(self.path), element.line, element.column)
        return FileErrors([FileError(*place, f"{element}: {words}")])

    def find(self, reference: str, tag: str) -> Element | None:
        """Return the element of a reference in the file, such as ``#box``; None without one."""
        found = self._ids.get(reference.removeprefix("#"))
        return found if found is not None and found.tag == tag else None

    def referred(self, element: Element, key: str, tag: str) -> Element:
        """Return the element referred to by an attribute.

        Raises:
            FileErrors: There is none in this file.
        """
        found = self.find(element.get(key), tag)
        if found is None:
            words = f"{key}={element.get(key)[:60]!r}: there is no <{tag}> of that id in this file"
            raise self.error(element, words)
        return found

    def number(
        self, element: Element, key: str, default: float, bounds: tuple[float, float]
    ) -> float:
        """Return a number of an attribute, the default if it is missing.

        Raises:
            FileErrors: No number, or out of bounds.
        """
        if key not in element.attributes:
            return default
        value, (low, high) = number_of(element.get(key)), bounds
        if value is None or not low <= value <= high:
            words = f"{key}={element.get(key)[:40]!r}: expected a number from {low:g} to {high:g}"
            raise self.error(element, words)
        return value

    def numbers(self, element: Element, count: int = 0) -> Array:
        """Return the finite numbers in an element (n,).

        Args:
            element: The element.
            count: Required number of values, if known.

        Raises:
            FileErrors: It has another type.
        """
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                found = np.fromstring(element.text, dtype=float, sep=" ")
        except (ValueError, DeprecationWarning) as error:
            raise self.error(element, "expected numbers with blanks between them") from error
        if not np.isfinite(found).all() or (len(found) and np.abs(found).max() > LARGEST_NUMBER):
            raise self.error(element, f"expected finite numbers of at most {LARGEST_NUMBER:g}")
        if count and len(found) != count:
            raise self.error(element, f"expected {count} numbers, found {len(found)}")
        return found

    def points(self, source: Element) -> Array:
        """Return the points referred to by an input (n, 3).

        Raises:
            FileErrors: They are missing, or not three numbers each.
        """
        held = self.referred(source, "source", "source")
        array = held.first("float_array")
        technique = held.first("technique_common")
        accessor = technique.first("accessor") if technique else None
        if array is None:
            raise self.error(held, "it has no <float_array>")
        values = self.numbers(array)
        stride = int(self.number(accessor, "stride", 3, (3, 64))) if accessor else 3
        start = int(self.number(accessor, "offset", 0, (0, 1e9))) if accessor else 0
        rows = values[start:]
        count = len(rows) // stride
        if accessor is not None and "count" in accessor.attributes:
            said = int(self.number(accessor, "count", 0, (0, 1e9)))
            if said * stride > len(rows) + stride - 3:
                raise self.error(accessor, f"{said} points are declared, but {count} are present")
        found: Array = rows[: count * stride].reshape(count, stride)[:, :3]
        return found


FACES = ("triangles", "polylist", "polygons", "trifans", "tristrips")
NONE: Ints = np.zeros((0, 3), np.int64)
# A corner bends inwards where its cross product is below minus this part of the largest one.
INWARD = 1e-9


def faces(dae: Dae, element: Element, points: Array) -> Ints:
    """Return the triangles of an element, as rows of vertices.

    Args:
        dae: The file.
        element: Faces of one material.
        points: The vertices (v, 3).

    Raises:
        FileErrors: They refer to missing points, or are too many.
    """
    inputs = list(element.all("input"))
    offsets = [int(dae.number(one, "offset", 0, (0, 64))) for one in inputs]
    own = [k for one, k in zip(inputs, offsets, strict=True) if one.get("semantic") == "VERTEX"]
    if not own:
        raise dae.error(element, "it has no <input semantic='VERTEX'>")
    runs = [_vertices(dae, run, own[0], max(offsets) + 1, points) for run in _runs(element)]
    if element.tag == "triangles":
        found = [run[: len(run) // 3 * 3].reshape(-1, 3) for run in runs]
    elif element.tag == "polylist":
        found = [_polylist(dae, element, run, points) for run in runs]
    elif element.tag == "polygons":
        found = [_polygons(run[None], points) for run in runs if len(run) > 2]
    else:
        found = [_strip(run, fan=element.tag == "trifans") for run in runs]
    if sum(map(len, found)) > MOST_TRIANGLES:
        raise whole_file(dae.path, too_many(sum(map(len, found))))
    return np.concatenate(found) if found else NONE


def _runs(element: Element) -> list[Element]:
    """Return the lists of indices; for a polygon with holes, its outline."""
    found = list(element.all("p"))
    for holed in element.all("ph"):
        found += list(holed.all("p"))[:1]
    return found


def _vertices(dae: Dae, run: Element, own: int, stride: int, points: Array) -> Ints:
    values = dae.numbers(run)
    if len(values) % stride:
        raise dae.error(run, f"{len(values)} numbers do not fill rows of {stride}")
    found = values.reshape(-1, stride)[:, own].astype(np.int64)
    if len(found) and (found.min() < 0 or found.max() >= len(points)):
        wrong = int(found.max()) if found.min() >= 0 else int(found.min())
        raise dae.error(run, f"there is no point {wrong}; there are {len(points)} points")
    return found


def _polylist(dae: Dae, element: Element, run: Ints, points: Array) -> Ints:
    counted = element.first("vcount")
    counts = dae.numbers(counted).astype(np.int64) if counted is not None else NONE[:, 0]
    if (counts < 0).any() or int(counts.sum()) != len(run):
        raise dae.error(
            element, f"<vcount> gives {int(counts.sum())} corners, but there are {len(run)}"
        )
    starts = np.cumsum(counts) - counts
    found = [
        _polygons(run[starts[counts == n][:, None] + np.arange(n)], points)
        for n in np.unique(counts[counts > 2]).tolist()
    ]
    return np.concatenate(found) if found else NONE


def _polygons(rows: Ints, points: Array) -> Ints:
    """Return triangles of polygons with equal numbers of corners (k, n)."""
    n = rows.shape[1]
    fan = np.stack([rows[:, [0] * (n - 2)], rows[:, 1 : n - 1], rows[:, 2:]], axis=2)
    if n == 3:
        return fan.reshape(-1, 3)
    corners = points[rows]
    steps = np.roll(corners, -1, axis=1) - corners
    bends = np.cross(np.roll(steps, 1, axis=1), steps)
    normal = np.cross(corners - corners[:, :1], np.roll(corners, -1, axis=1) - corners[:, :1])
    along = np.einsum("kni,ki->kn", bends, normal.sum(axis=1))
    hollow = (along < -INWARD * np.abs(along).max(axis=1, keepdims=True)).any(axis=1)
    found = [fan[~hollow].reshape(-1, 3)]
    found += [_hollow(row, points[row]) for row in rows[hollow]]
    return np.concatenate(found)


def _hollow(row: Ints, corners: Array) -> Ints:
    """Return triangles of a nearly planar polygon that is not convex."""
    from manifold3d import triangulate

    normal = np.cross(corners, np.roll(corners, -1, axis=0)).sum(axis=0)
    axis = int(np.argmax(np.abs(normal)))
    flat = np.delete(corners, axis, axis=1)
    # Seen from above the outline has to run counter-clockwise.
    turned = (normal[axis] < 0.0) != (axis == 1)
    order = np.arange(len(row))[::-1] if turned else np.arange(len(row))
    found = np.asarray(triangulate([flat[order]]), np.int64).reshape(-1, 3)
    triangles: Ints = row[order[found]]
    return triangles[:, ::-1] if turned else triangles


def _strip(run: Ints, fan: bool) -> Ints:
    if len(run) < 3:
        return NONE
    last = np.arange(2, len(run))
    if fan:
        return np.stack([run[np.zeros_like(last)], run[last - 1], run[last]], axis=1)
    odd = last % 2
    return np.stack([run[last - 2 + odd], run[last - 1 - odd], run[last]], axis=1)


SHADING = ("phong", "lambert", "blinn", "constant")


class Materials:
    """The colours of a file, each computed once."""

    def __init__(self, dae: Dae) -> None:
        self._dae = dae
        self._colors: dict[str, str] = {}

    def color(self, instance: Element, symbol: str) -> str:
        """Return the colour of faces as ``#RRGGBB``, or nothing if the file gives none.

        Args:
            instance: The instance of the geometry in the scene, which defines the symbols.
            symbol: The material named by the faces.
        """
        target = symbol
        binding = instance.first("bind_material")
        technique = binding.first("technique_common") if binding else None
        for one in technique.all("instance_material") if technique else ():
            if one.get("symbol") == symbol:
                target = one.get("target")
        if target not in self._colors:
            self._colors[target] = self._found(target)
        return self._colors[target]

    def _found(self, target: str) -> str:
        material = self._dae.find(target, "material")
        instance = material.first("instance_effect") if material else None
        effect = self._dae.find(instance.get("url"), "effect") if instance else None
        profile = effect.first("profile_COMMON") if effect else None
        technique = profile.first("technique") if profile else None
        shading = next(technique.all(*SHADING), None) if technique else None
        if profile is None or shading is None:
            return ""
        said = shading.first("diffuse") or shading.first("emission")
        if said is None:
            return ""
        texture = said.first("texture")
        if texture is not None:
            return self._textured(profile, texture)
        color = said.first("color")
        return "" if color is None else self._plain(color)

    def _plain(self, color: Element) -> str:
        values = self._dae.numbers(color)
        # How opacity is meant differs among programs; robots are opaque.
        return hex_of((*values[:3].tolist(), 1.0)) if len(values) >= 3 else ""

    def _textured(self, profile: Element, texture: Element) -> str:
        """Return the mean colour of a texture, found through its sampler and its surface."""
        params = {one.get("sid"): one for one in profile.all("newparam")}
        name = texture.get("texture")
        for kind, inner in (("sampler2D", "source"), ("surface", "init_from")):
            param = params.get(name)
            held = param.first(kind) if param else None
            source = held.first(inner) or held.first("instance_image") if held else None
            if source is not None:
                name = source.text or source.get("url").removeprefix("#")
        image = self._dae.find(name, "image")
        start = image.first("init_from") if image else None
        if start is None:
            return ""
        ref = start.first("ref")
        path = beside(self._dae.path, ref.text if ref else start.text)
        return texture_color(path) if path else ""


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
