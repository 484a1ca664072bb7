"""Surfaces from STL, OBJ and glTF files, read by trimesh behind checks of their size."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from rvs.engine.arrays import Array
from rvs.files.library import is_file_name
from rvs.files.meshes.suffixes import SUFFIXES, is_mesh
from rvs.files.text.errors import FileErrors, whole_file
from rvs.files.text.source import MEGABYTE
from rvs.model.block import block
from rvs.model.things.thing import Surface

MOST_TRIANGLES = 2_000_000
LARGEST_FILE = 300 * MEGABYTE
LARGEST_HEAD = 16 * MEGABYTE
MOST_NODES = 20_000
FARTHEST = 1e7
STL_HEAD, STL_TRIANGLE = 84, 50
GLB_HEAD, GLB_MAGIC, JSON_CHUNK = 20, b"glTF", b"JSON"
# glTF has y up, cells have z up.
UPRIGHT = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])


@dataclass(frozen=True)
class MeshRead:
    """What a mesh file holds.

    Attributes:
        surface: Its triangles, in its own unit.
        box: Least x, y, z and greatest x, y, z.
        scale: Metres for one unit, as files of its format usually have it.
    """

    surface: Surface
    box: tuple[float, ...]
    scale: float


def read_mesh(path: Path) -> MeshRead:
    """Read a mesh file; one that has not changed since is remembered.

    Raises:
        FileErrors: No such file, one of no known format, damaged, or too large.
    """
    if not is_mesh(path):
        raise whole_file(path, f"is none of the files that are read: {', '.join(SUFFIXES)}")
    try:
        if path.is_dir():
            raise whole_file(path, "is a folder, not a file")
        facts = path.stat()
    except FileNotFoundError as error:
        raise whole_file(path, "there is no such file") from error
    except (OSError, ValueError) as error:
        raise whole_file(path, f"can't be read: {error}") from error
    return _read(path, facts.st_mtime_ns, facts.st_size)


# By time and size of the file: large meshes are read once.
@lru_cache(maxsize=16)
def _read(path: Path, _changed: int, size: int) -> MeshRead:
    if size > LARGEST_FILE:
        raise whole_file(
            path,
            f"is {size / MEGABYTE:.0f} MB large; at most {LARGEST_FILE // MEGABYTE} MB are read",
        )
    try:
        with path.open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        raise whole_file(path, f"can't be read: {error.strerror}") from error
    kind = path.suffix.lower().removeprefix(".")
    fault = _CHECKS[kind](data)
    if fault:
        raise whole_file(path, fault)
    vertices, triangles, closed = _parse(path, kind, data)
    fault = _fault(vertices, triangles)
    if fault:
        raise whole_file(path, fault)
    if kind.startswith("gl"):
        vertices = vertices @ UPRIGHT.T
    box = (*vertices.min(axis=0).tolist(), *vertices.max(axis=0).tolist())
    surface = Surface(block(vertices), block(triangles), closed)
    return MeshRead(surface, box, 1.0 if kind.startswith("gl") else 0.001)


def _parse(path: Path, kind: str, data: bytes) -> tuple[Array, Array, bool]:
    """Vertices, triangles, and whether these close to a body that is right side out."""
    # It takes half a second to import, which cells without mesh files need not wait for.
    import trimesh

    try:
        scene = trimesh.load_scene(
            BytesIO(data), file_type=kind, resolver=_beside(path), process=False,
            skip_materials=True,
        )  # fmt: skip
        mesh = scene.to_mesh()
        mesh.merge_vertices(merge_tex=True, merge_norm=True)
        closed = bool(mesh.is_watertight and mesh.is_winding_consistent)
        if closed and mesh.volume < 0.0:
            mesh.invert()
        return np.array(mesh.vertices, float), np.array(mesh.faces, float), closed
    except FileErrors:
        raise
    except Exception as error:
        # The library has no errors of its own: a damaged file may raise anything.
        reason = str(error).strip().splitlines()
        words = f": {reason[0][:120]}" if reason else ""
        raise whole_file(path, f"is damaged, or no {kind.upper()} file{words}") from error


def _beside(path: Path) -> Any:
    """Files that a glTF file may refer to: its buffers, in its own folder."""
    from trimesh.resolvers import Resolver

    class Beside(Resolver):
        def __init__(self) -> None:
            """Nothing is kept."""

        def get(self, key: str) -> bytes:
            file = path.parent / key
            if not is_file_name(key) or file.suffix.lower() != ".bin":
                raise ValueError(f"it refers to {key[:60]!r}, which is not read")
            if file.stat().st_size > LARGEST_FILE:
                raise ValueError(f"{key} is larger than {LARGEST_FILE // MEGABYTE} MB")
            return file.read_bytes()

        def write(self, name: str, data: Any) -> None:
            raise ValueError(f"nothing is written, not {name[:60]!r} ({len(data)} bytes)")

        def namespaced(self, namespace: str) -> Any:
            raise ValueError(f"there is no folder {namespace[:60]!r}")

        def keys(self) -> Any:
            return ()

    return Beside()


def _fault(vertices: Array, triangles: Array) -> str:
    if not len(triangles) or not len(vertices):
        return "holds no triangles"
    if len(triangles) > MOST_TRIANGLES:
        return _too_many(len(triangles))
    if not np.isfinite(vertices).all() or np.abs(vertices).max() > FARTHEST:
        return f"holds a point that is not within {FARTHEST:g} units of the origin"
    if triangles.min() < 0 or triangles.max() >= len(vertices):
        return "holds a triangle of points that there are not"
    corners = vertices[triangles.astype(np.int64)]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return "" if np.any(across) else "holds only triangles without area"


def _too_many(count: int) -> str:
    return (
        f"holds {count:,} triangles; at most {MOST_TRIANGLES:,} are shown. "
        "Reduce it in the program that made it, for instance by a coarser export"
    )


def _check_stl(data: bytes) -> str:
    if len(data) >= STL_HEAD:
        count = int(struct.unpack_from("<I", data, STL_HEAD - 4)[0])
        if len(data) == STL_HEAD + STL_TRIANGLE * count:
            return _too_many(count) if count > MOST_TRIANGLES else ""
    if not data[:512].lstrip().lower().startswith(b"solid"):
        return "is no STL file, or was cut short"
    return _counted(data, b"endfacet")


def _check_obj(data: bytes) -> str:
    if b"\0" in data[:65536]:
        return "is no OBJ file; expected text"
    return _counted(b"\n" + data, b"\nf ")


def _counted(data: bytes, mark: bytes) -> str:
    count = data.count(mark)
    if not count:
        return "holds no triangles"
    return _too_many(count) if count > MOST_TRIANGLES else ""


def _check_glb(data: bytes) -> str:
    if data[:4] != GLB_MAGIC or len(data) < GLB_HEAD or data[16:20] != JSON_CHUNK:
        return "is not a binary glTF file"
    version, length, head = struct.unpack_from("<III", data, 4)
    if version != 2 or length > len(data) or GLB_HEAD + head > len(data):
        return "is no glTF 2.0 file, or was cut short"
    return _check_gltf(data[GLB_HEAD : GLB_HEAD + head])


def _check_gltf(data: bytes) -> str:
    if len(data) > LARGEST_HEAD and not data.lstrip().startswith(b"{"):
        return "is no glTF file"
    try:
        head = json.loads(data)
    except (ValueError, RecursionError):
        return "is no glTF file: its JSON can't be read"
    if not isinstance(head, dict):
        return "is no glTF file"
    try:
        return _node_fault(head) or _accessor_fault(head)
    except (TypeError, ValueError, AttributeError, IndexError, KeyError):
        return "is no glTF 2.0 file: something in it has the wrong type"


def _node_fault(head: Mapping[str, Any]) -> str:
    """Nodes form a tree; one that is used twice could make a small file grow without end."""
    nodes = list(head.get("nodes", []))
    if len(nodes) > MOST_NODES:
        return f"holds {len(nodes):,} nodes; at most {MOST_NODES:,} are read"
    children = [int(child) for node in nodes for child in node.get("children", [])]
    if len(set(children)) != len(children) or not all(0 <= k < len(nodes) for k in children):
        return "is no glTF 2.0 file: its nodes are no tree"
    if len(children) == len(nodes) and nodes:
        return "is no glTF 2.0 file: its nodes run in a circle"
    used = sum(_mesh_triangles(head, node["mesh"]) for node in nodes if "mesh" in node)
    return _too_many(used) if used > MOST_TRIANGLES else ""


def _mesh_triangles(head: Mapping[str, Any], mesh: int) -> int:
    accessors, total = head.get("accessors", []), 0
    for primitive in head["meshes"][mesh]["primitives"]:
        at = primitive.get("indices", primitive["attributes"]["POSITION"])
        total += int(accessors[at]["count"]) // 3
    return total


def _accessor_fault(head: Mapping[str, Any]) -> str:
    count = sum(int(one["count"]) for one in head.get("accessors", []))
    return _too_many(count // 3) if count > 12 * MOST_TRIANGLES else ""


_CHECKS: Mapping[str, Callable[[bytes], str]] = {
    "stl": _check_stl,
    "obj": _check_obj,
    "glb": _check_glb,
    "gltf": _check_gltf,
}
