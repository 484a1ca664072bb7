"""What MJCF says of the look of bodies: their geoms, with colours of materials."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from rvs.engine.arrays import Array, pose_rows
from rvs.files.meshes.paint import hex_of, texture_color
from rvs.files.trees.found import find_mesh
from rvs.files.trees.inline_mesh import inline_mesh
from rvs.files.trees.looks import Look, LookKind
from rvs.files.trees.mjcf_values import Values, least_turn
from rvs.files.trees.xml import Element

# Geoms of higher groups are not drawn unless they are asked for.
LAST_DRAWN = 2
# How many numbers of a size count, and which kind of look each geom is.
KINDS: dict[str, tuple[LookKind, int]] = {
    "box": ("box", 3),
    "sphere": ("sphere", 1),
    "capsule": ("capsule", 2),
    "cylinder": ("cylinder", 2),
    "ellipsoid": ("ellipsoid", 3),
}


def body_looks(
    values: Values, root: Element, body: Element, childclass: str
) -> tuple[tuple[Look, ...], tuple[Look, ...]]:
    """Return how a body looks, and its outline for checks of collision.

    Args:
        values: Defaults and units of the model.
        root: The model, whose materials and meshes have names.
        body: The body.
        childclass: Class of the defaults of its elements.
    """
    seen, solid = [], []
    for geom, look in geoms(values, root, body, childclass):
        if values.findings.number(geom, "group") <= LAST_DRAWN:
            seen.append(look)
        if any(values.findings.number(geom, key, 1.0) for key in ("contype", "conaffinity")):
            solid.append(look)
    return tuple(seen), tuple(solid)


def geoms(
    values: Values, root: Element, body: Element, childclass: str, place: Array | None = None
) -> Iterator[tuple[Element, Look]]:
    """Yield the geoms of a body with all their attributes, and how each looks.

    Args:
        values: As ``body_looks``; so are root, body and childclass.
        root: The model.
        body: The body, or a frame in it.
        childclass: Class of the defaults.
        place: Pose of the frame in the body (4, 4).
    """
    at = np.eye(4) if place is None else place
    for child in body.all("geom", "frame"):
        if child.tag == "frame":
            inner = child.get("childclass") or childclass
            yield from geoms(values, root, child, inner, at @ values.pose(child))
            continue
        geom = values.whole(child, childclass)
        look = _look(values, root, geom)
        if look is not None:
            yield geom, replace(look, place=pose_rows(at @ np.array(look.place), "pos"))


def _look(values: Values, root: Element, geom: Element) -> Look | None:
    word = geom.get("type", "mesh" if geom.get("mesh") else "sphere")
    color = _color(values, root, geom)
    if word == "mesh":
        return _mesh(values, root, geom, color)
    if word not in KINDS:
        return None
    kind, count = KINDS[word]
    size = [float(one) for one in _sizes(values, geom)]
    pose = values.pose(geom)
    if "fromto" in geom.attributes and kind in ("capsule", "cylinder", "box", "ellipsoid"):
        pose, half = _between(values, geom)
        size = [size[0], half] if count == 2 else [size[0], size[1 % len(size)], half]
    if len(size) < count:
        return None
    if kind == "box":
        sizes = tuple(2.0 * one for one in size[:3])
    elif count == 2:
        sizes = (size[0], 2.0 * size[1])
    else:
        sizes = tuple(size[:count])
    return Look(kind, sizes, pose_rows(pose, "pos"), color)


def _mesh(values: Values, root: Element, geom: Element, color: str) -> Look | None:
    """How the mesh of a geom looks; None for one that can't be found by its name or computed."""
    mesh = _asset(root, "mesh", geom.get("mesh"))
    whole = mesh and values.whole(mesh, "")
    place = values.pose(geom)
    if whole is None:
        file = _file(root, geom.get("mesh"), "meshdir")
        return Look("mesh", (1.0,) * 3, pose_rows(place, "pos"), color, file) if file else None
    scale = values.findings.numbers(whole, "scale", 3, (1.0,) * 3)
    moved = _moved(values, whole, np.array(scale))
    if moved is None:
        return None
    place = place @ moved
    if "vertex" in whole.attributes:
        inline = values.inline.get(id(mesh)) or inline_mesh(values.findings, whole)
        if inline is None:
            return None
        values.inline[id(mesh)] = inline
        return Look("mesh", scale, pose_rows(place, "pos"), color, inline=inline)
    file = _file(root, whole.get("file"), "meshdir")
    if not file:
        values.findings.warn(whole, "a mesh that is computed, which is not shown")
        return None
    return Look("mesh", scale, pose_rows(place, "pos"), color, file)


def _moved(values: Values, mesh: Element, scale: Array) -> Array | None:
    """The pose that ``refpos`` and ``refquat`` give a scaled mesh: they are taken off before."""
    at = np.array(values.findings.numbers(mesh, "refpos", 3, (0.0,) * 3))
    turned = Element("mesh", {"quat": mesh.get("refquat", "1 0 0 0")}, mesh.line, mesh.column)
    turn = values.pose(turned)[:3, :3].T
    even = bool((scale == scale[0]).all())
    if not even and (turn != np.eye(3)).any():
        values.findings.warn(mesh, "refquat with a scale that differs by axis; it is not shown")
        return None
    pose = np.eye(4)
    pose[:3, :3] = turn
    pose[:3, 3] = -scale * (turn @ at)
    return pose


def _sizes(values: Values, geom: Element) -> tuple[float, ...]:
    count = len(geom.get("size").split())
    return values.findings.numbers(geom, "size", count, (0.0,) * count) or (0.0,)


def _between(values: Values, geom: Element) -> tuple[Array, float]:
    """Pose of a geom between two points, and half its length."""
    ends = np.array(values.findings.numbers(geom, "fromto", 6, (0, 0, 0, 0, 0, 1)))
    way = ends[3:] - ends[:3]
    length = float(np.linalg.norm(way))
    pose = np.eye(4)
    pose[:3, 3] = (ends[:3] + ends[3:]) / 2
    if length > 0:
        pose[:3, :3] = least_turn(way / length)
    return pose, length / 2


def _color(values: Values, root: Element, geom: Element) -> str:
    if "rgba" in geom.attributes:
        return hex_of(values.findings.numbers(geom, "rgba", 4, (0.5, 0.5, 0.5, 1.0)))
    material = _asset(root, "material", geom.get("material"))
    if material is None:
        return ""
    whole = values.whole(material, "")
    color = _texture(values, root, whole.get("texture"))
    if color or "rgba" not in whole.attributes:
        return color
    return hex_of(values.findings.numbers(whole, "rgba", 4, (0.5, 0.5, 0.5, 1.0)))


def _texture(values: Values, root: Element, name: str) -> str:
    """The mean colour of a texture, or its first one where it is computed."""
    texture = _asset(root, "texture", name)
    if texture is None:
        return ""
    file = _file(root, texture.get("file"), "texturedir")
    if file:
        path = find_mesh(file, Path(values.findings.path))
        return texture_color(path) if isinstance(path, Path) else ""
    if "rgb1" not in texture.attributes:
        return ""
    red, green, blue = values.findings.numbers(texture, "rgb1", 3, (0.8, 0.8, 0.8))
    return hex_of((red, green, blue, 1.0))


def _file(root: Element, file: str, kind: str) -> str:
    """A file below the folder of meshes or textures, or that of all assets."""
    told = [one.get(key) for key in (kind, "assetdir") for one in root.all("compiler")]
    folder = next(filter(None, told), "")
    return f"{folder.rstrip('/')}/{file}" if folder and file else file


def _asset(root: Element, tag: str, name: str) -> Element | None:
    found = (one for assets in root.all("asset") for one in assets.all(tag))
    return next((one for one in found if name and name == _name(one)), None)


def _name(asset: Element) -> str:
    return asset.get("name") or asset.get("file").rpartition("/")[2].rpartition(".")[0]
