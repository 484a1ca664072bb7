"""What is looked at before a mesh file is read: how much it holds, and that nodes are a tree."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping
from typing import Any

from rvs.files.meshes.heads import stl_count
from rvs.files.text.source import MEGABYTE

MOST_TRIANGLES = 2_000_000
LARGEST_HEAD = 16 * MEGABYTE
MOST_NODES = 20_000
MSH_HEAD = 16
GLB_HEAD, GLB_MAGIC, JSON_CHUNK = 20, b"glTF", b"JSON"


def too_many(count: int) -> str:
    """Return why so many triangles are not read."""
    return (
        f"holds {count:,} triangles; at most {MOST_TRIANGLES:,} are shown. "
        "Reduce it in the program that made it, for instance by a coarser export"
    )


def _check_stl(data: bytes) -> str:
    count = stl_count(data)
    if count >= 0:
        return too_many(count) if count > MOST_TRIANGLES else ""
    if not data.startswith(b"solid"):
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
    return too_many(count) if count > MOST_TRIANGLES else ""


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
    return too_many(used) if used > MOST_TRIANGLES else ""


def _mesh_triangles(head: Mapping[str, Any], mesh: int) -> int:
    accessors, total = head.get("accessors", []), 0
    for primitive in head["meshes"][mesh]["primitives"]:
        at = primitive.get("indices", primitive["attributes"]["POSITION"])
        total += int(accessors[at]["count"]) // 3
    return total


def _accessor_fault(head: Mapping[str, Any]) -> str:
    count = sum(int(one["count"]) for one in head.get("accessors", []))
    return too_many(count // 3) if count > 12 * MOST_TRIANGLES else ""


def msh_counts(data: bytes) -> tuple[int, int, int, int]:
    """Return how many points, normals, texture coordinates and triangles an MSH file holds."""
    points, normals, textures, triangles = struct.unpack_from("<4i", data)
    return points, normals, textures, triangles


def _check_msh(data: bytes) -> str:
    if data.lstrip().startswith(b"$MeshFormat"):
        return "is an MSH file of Gmsh; expected one of MuJoCo. Export it as STL"
    if len(data) < MSH_HEAD:
        return "is no MSH file of MuJoCo"
    points, normals, textures, triangles = counts = msh_counts(data)
    if max(counts) > 3 * MOST_TRIANGLES:
        # What is no such file has such counts too.
        return too_many(triangles) if triangles > 3 * MOST_TRIANGLES else "is no MSH file of MuJoCo"
    size = MSH_HEAD + 4 * (3 * points + 3 * normals + 2 * textures + 3 * triangles)
    if min(counts) < 0 or len(data) != size:
        return "is no MSH file of MuJoCo, or was cut short"
    return ""


CHECKS: Mapping[str, Callable[[bytes], str]] = {
    "stl": _check_stl,
    "obj": _check_obj,
    "glb": _check_glb,
    "gltf": _check_gltf,
    "msh": _check_msh,
    # Its reader counts as it goes.
    "dae": lambda _: "",
}
