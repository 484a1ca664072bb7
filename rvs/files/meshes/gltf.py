"""glTF 2.0 files, as text or in one binary file: triangles in metres with the colours of materials.

The sizes in the JSON are checked against the existing bytes before anything is made.
"""

from __future__ import annotations

import json
from base64 import b64decode
from binascii import Error as NoBase64
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.quaternion import Quaternion
from rvs.files.budget import spend
from rvs.files.meshes.companions import beside
from rvs.files.meshes.mesh_checks import GLB_HEAD, GLB_MAGIC, MOST_TRIANGLES, too_many
from rvs.files.meshes.soup import Ints, Patch, Soup, commonest, hex_of, texture_color
from rvs.files.text.errors import FileErrors, whole_file
from rvs.files.text.source import MEGABYTE, read_data

# glTF has y up, cells have z up.
UPRIGHT = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
LARGEST_BUFFER = 300 * MEGABYTE
COMPONENTS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
TRIANGLES, STRIP, FAN = 4, 5, 6
# Extensions that a file may require: they change colours alone, or how numbers are stored.
KNOWN = ("KHR_materials", "KHR_texture", "KHR_lights", "KHR_mesh_quantization", "EXT_texture")


def read(data: bytes, path: Path) -> Soup:
    """Return the contents of a file.

    Args:
        data: Its bytes.
        path: The file; only buffers and textures in its folder are read.

    Raises:
        FileErrors: It is damaged or holds too much.
    """
    chunk = b""
    if data[:4] == GLB_MAGIC:
        size = int.from_bytes(data[12:16], "little")
        chunk = data[GLB_HEAD + size + 8 :]
        data = data[GLB_HEAD : GLB_HEAD + size]
    try:
        return Soup(list(_Scene(json.loads(data), chunk, path).patches()), UPRIGHT, 1.0)
    except FileErrors:
        raise
    except (TypeError, ValueError, LookupError, AttributeError, OverflowError) as error:
        words = "is not a glTF 2.0 file: a value is missing or has the wrong type or size"
        raise whole_file(path, words) from error


class _Scene:
    def __init__(self, said: Mapping[str, Any], chunk: bytes, path: Path) -> None:
        self.said, self.chunk, self.path = said, chunk, path
        self._buffers: dict[str, bytes] = {}
        self._parts: dict[int, list[Patch]] = {}
        self._colors: dict[int, str] = {}
        self._count = 0
        for name in said.get("extensionsRequired", []):
            if not name.startswith(KNOWN):
                raise whole_file(path, f"needs the extension {name[:60]}, which RVS does not read")

    def patches(self) -> Iterator[Patch]:
        """Yield the contents of the scene, or all nodes if there is no scene."""
        nodes, scenes = self.said.get("nodes", []), self.said.get("scenes", [])
        if scenes:
            roots = scenes[self.said.get("scene", 0)].get("nodes", [])
        else:
            below = {child for node in nodes for child in node.get("children", [])}
            roots = [k for k in range(len(nodes)) if k not in below]
        waiting = [(root, np.eye(4), 0) for root in reversed(roots)]
        while waiting:
            k, above, depth = waiting.pop()
            if depth > len(nodes):
                raise ValueError("the nodes form a loop")
            node = nodes[k]
            place = above @ _pose(node)
            waiting += [(child, place, depth + 1) for child in node.get("children", [])]
            if "mesh" not in node:
                continue
            for part in self._mesh(node["mesh"]):
                self._check(spend("pieces of meshes"))
                self._count += len(part.triangles)
                self._check(too_many(self._count) if self._count > MOST_TRIANGLES else "")
                points = part.vertices @ place[:3, :3].T + place[:3, 3]
                mirrored = np.linalg.det(place[:3, :3]) < 0.0
                turned = part.triangles[:, ::-1] if mirrored else part.triangles
                yield Patch(points, turned, part.color)

    def _check(self, fault: str) -> None:
        if fault:
            raise whole_file(self.path, fault)

    def _mesh(self, k: int) -> list[Patch]:
        if k not in self._parts:
            found = (self._part(one) for one in self.said["meshes"][k]["primitives"])
            self._parts[k] = [part for part in found if part is not None]
        return self._parts[k]

    def _part(self, said: Mapping[str, Any]) -> Patch | None:
        """Return the triangles of a part of a mesh in its own frame; None for points and lines."""
        self._check(spend("pieces of meshes"))
        mode = said.get("mode", TRIANGLES)
        if mode not in (TRIANGLES, STRIP, FAN) or "POSITION" not in said["attributes"]:
            return None
        points = self._accessor(said["attributes"]["POSITION"], 3)
        if not len(points):
            return None
        if "indices" in said:
            run = self._accessor(said["indices"], 1)[:, 0].astype(np.int64)
        else:
            run = np.arange(len(points))
        if len(run) and run.max() >= len(points):
            raise whole_file(self.path, "has a triangle with missing points")
        triangles = _triangles(run, mode)
        self._check(too_many(len(triangles)) if len(triangles) > MOST_TRIANGLES else "")
        return Patch(points, triangles, self._color(said)).compact()

    def _accessor(self, k: int, width: int) -> Array:
        """Return the numbers of an accessor (n, width)."""
        said = self.said["accessors"][k]
        count, kind = int(said["count"]), np.dtype(COMPONENTS[said["componentType"]])
        if WIDTHS.get(said["type"]) != width and not (width == 0 and said["type"] in WIDTHS):
            raise ValueError("unexpected kind of numbers")
        width = WIDTHS[said["type"]]
        self._check(spend("numbers", count * width))
        if count < 0:
            raise ValueError("a count below 0")
        values = np.zeros((count, width))
        if "bufferView" in said:
            rows = self._rows(said["bufferView"], said.get("byteOffset", 0), count, kind, width)
            values = rows.astype(float)
        if "sparse" in said:
            more = said["sparse"]
            number, at = int(more["count"]), more["indices"]
            whole = np.dtype(COMPONENTS[at["componentType"]])
            places = self._rows(at["bufferView"], at.get("byteOffset", 0), number, whole, 1)
            at = more["values"]
            new = self._rows(at["bufferView"], at.get("byteOffset", 0), number, kind, width)
            values[places[:, 0].astype(np.int64)] = new
        if said.get("normalized"):
            values = np.maximum(values / np.iinfo(kind).max, -1.0)
        return values

    def _rows(self, view: int, offset: int, count: int, kind: np.dtype[Any], width: int) -> Any:
        """Return numbers stored in a part of a buffer, which contains them all."""
        said = self.said["bufferViews"][view]
        start = int(said.get("byteOffset", 0)) + int(offset)
        step = int(said.get("byteStride", 0)) or kind.itemsize * width
        data = self._buffer(said["buffer"])
        end = start + step * (count - 1) + kind.itemsize * width
        if count == 0:
            return np.zeros((0, width))
        if min(start, offset, count) < 0 or end > len(data) or step < kind.itemsize * width:
            raise whole_file(self.path, "refers to more numbers than there are, or is incomplete")
        return np.ndarray((count, width), kind, data, start, (step, kind.itemsize))

    def _buffer(self, k: int) -> bytes:
        uri = self.said["buffers"][k].get("uri")
        if uri is None:
            return self.chunk
        if uri not in self._buffers:
            self._buffers[uri] = self._bytes(uri)
        return self._buffers[uri]

    def _bytes(self, uri: str) -> bytes:
        """Return the bytes of a buffer in the file or next to it."""
        if uri.startswith("data:"):
            return _inline(uri)
        file = beside(self.path, uri)
        if file is None:
            raise whole_file(
                self.path,
                f"refers to {uri[:60]!r}, which is missing or in a format that RVS does not read",
            )
        return read_data(file, LARGEST_BUFFER)

    def _color(self, said: Mapping[str, Any]) -> str:
        material = said.get("material")
        if material is None:
            at = said["attributes"].get("COLOR_0")
            return "" if at is None else commonest(self._accessor(at, 0))
        if material not in self._colors:
            self._colors[material] = self._painted(self.said["materials"][material])
        return self._colors[material]

    def _painted(self, material: Mapping[str, Any]) -> str:
        """Return the mean of a material's texture, or its own colour."""
        said = material.get("pbrMetallicRoughness", {})
        texture = said.get("baseColorTexture")
        color = "" if texture is None else self._texture(texture["index"])
        factor = said.get("baseColorFactor")
        return color or ("" if factor is None else hex_of(tuple(map(float, factor[:4]))))

    def _texture(self, k: int) -> str:
        source = self.said["textures"][k].get("source")
        if source is None:
            return ""
        image = self.said["images"][source]
        uri = image.get("uri")
        if uri is None:
            view = self.said["bufferViews"][image["bufferView"]]
            start = int(view.get("byteOffset", 0))
            data = self._buffer(view["buffer"])[start : start + int(view["byteLength"])]
            return texture_color(data)
        if uri.startswith("data:"):
            return texture_color(_inline(uri))
        file = beside(self.path, uri)
        return texture_color(file) if file else ""


def _inline(uri: str) -> bytes:
    try:
        return b64decode(uri.partition(",")[2])
    except NoBase64 as error:
        raise ValueError("no bytes") from error


def _pose(node: Mapping[str, Any]) -> Array:
    if "matrix" in node:
        return np.array(node["matrix"], float).reshape(4, 4).T
    pose = np.eye(4)
    if "rotation" in node:
        x, y, z, w = (float(one) for one in node["rotation"])
        length = float(np.linalg.norm([x, y, z, w]))
        if length > 0.0:
            unit = (one / length for one in (w, x, y, z))
            pose[:3, :3] = Quaternion(*unit).rotation()
    pose[:3, :3] *= np.array(node.get("scale", (1.0, 1.0, 1.0)), float).reshape(3)
    pose[:3, 3] = np.array(node.get("translation", (0.0, 0.0, 0.0)), float).reshape(3)
    return pose


def _triangles(run: Ints, mode: int) -> Ints:
    if mode == TRIANGLES:
        return run[: len(run) // 3 * 3].reshape(-1, 3)
    if len(run) < 3:
        return np.zeros((0, 3), np.int64)
    last = np.arange(2, len(run))
    if mode == FAN:
        return np.stack([run[np.zeros_like(last)], run[last - 1], run[last]], axis=1)
    odd = last % 2
    return np.stack([run[last - 2 + odd], run[last - 1 - odd], run[last]], axis=1)
