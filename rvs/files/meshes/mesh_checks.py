"""Checks before a mesh file is read: its format, its declared size, and a strict form of it."""

from __future__ import annotations

import json
import re
import struct
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Mapping
from typing import Any

from rvs.files.budget import HULLS, spend
from rvs.files.text.source import MEGABYTE, too_large

STL_HEAD, STL_TRIANGLE = 84, 50
# What programs write for a number of triangles that they do not know yet.
UNKNOWN = (0, 0xFFFFFFFF)
LOOKED_AT = 4096
_EMPTY = re.compile(rb"solid\b(?>(?:(?!endsolid\b)[^\n])*)(?:\n\s*+)?endsolid\b.*")


def plain_mesh(kind: str, data: bytes) -> bytes:
    """Return the bytes of a mesh file in strict format.

    Args:
        kind: Suffix of the file without its dot, in lower case.
        data: Contents of the file.
    """
    plain = PLAIN.get(kind)
    return data if plain is None else plain(data)


def stl_count(data: bytes) -> int:
    """Return the number of triangles declared by a binary STL file, or -1 for other files."""
    if len(data) < STL_HEAD:
        return -1
    count = int(struct.unpack_from("<I", data, STL_HEAD - 4)[0])
    return count if STL_HEAD + STL_TRIANGLE * count == len(data) else -1


def _stl(data: bytes) -> bytes:
    """STL: texts that start with lower-case ``solid``, or as many triangles as declared."""
    if stl_count(data) > 0:
        return data
    text = _text(data).lstrip()
    head = text[:LOOKED_AT].lower()
    if re.search(rb"facet\s+normal", head) or _EMPTY.fullmatch(head):
        small = re.sub(rb"\r\n?", b"\n", text.lower())
        return small if small.startswith(b"solid") else b"solid\n" + small
    if len(data) <= STL_HEAD:
        return data
    count, held = struct.unpack_from("<I", data, STL_HEAD - 4)[0], len(data) - STL_HEAD
    if count in UNKNOWN and held % STL_TRIANGLE == 0:
        return data[: STL_HEAD - 4] + struct.pack("<I", held // STL_TRIANGLE) + data[STL_HEAD:]
    # What follows the triangles is a note of the program that wrote it.
    whole = STL_HEAD + STL_TRIANGLE * count
    return data[:whole] if count and whole <= len(data) else data


def _obj(data: bytes) -> bytes:
    """OBJ: lines that start with their keyword, and complete lines."""
    text = re.sub(rb"\r\n?", b"\n", _text(data)).replace(b"\\\n", b" ").replace(b"\t", b" ")
    return re.sub(rb"(?m)^ +", b"", text)


def _text(data: bytes) -> bytes:
    """Return a text without a byte order mark, in ASCII bytes if it was in UTF-16."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", "replace").encode("utf-8")
    return data.removeprefix(BOM_UTF8)


PLAIN: Mapping[str, Callable[[bytes], bytes]] = {"stl": _stl, "obj": _obj}


MOST_TRIANGLES = 2_000_000
# In the JSON of one file.
MOST_WORDS = 1_500_000
MOST_NODES = 20_000
MSH_HEAD = 16
LARGEST_DAE = 64 * MEGABYTE
GLB_HEAD, GLB_MAGIC, JSON_CHUNK = 20, b"glTF", b"JSON"


def too_many(count: int) -> str:
    """Return the reason why this number of triangles is too large."""
    return (
        f"contains {count:,} triangles; RVS shows at most {MOST_TRIANGLES:,}. Reduce it "
        "in the program that made it, for example with a coarser export"
    )


def _check_stl(data: bytes) -> str:
    count = stl_count(data)
    if count >= 0:
        return too_many(count) if count > MOST_TRIANGLES else ""
    if not data.startswith(b"solid"):
        return "is not an STL file, or is incomplete"
    return ""


def _check_obj(data: bytes) -> str:
    return "is not an OBJ file; expected text" if b"\0" in data[:65536] else ""


def _check_glb(data: bytes) -> str:
    if data[:4] != GLB_MAGIC or len(data) < GLB_HEAD or data[16:20] != JSON_CHUNK:
        return "is not a binary glTF file"
    version, length, head = struct.unpack_from("<III", data, 4)
    if version != 2 or length > len(data) or GLB_HEAD + head > len(data):
        return "is not a glTF 2.0 file, or is incomplete"
    return _check_gltf(data[GLB_HEAD : GLB_HEAD + head])


def _check_gltf(data: bytes) -> str:
    if not data.lstrip().startswith(b"{"):
        return "is not a glTF file"
    # Buffers that stand in the text have none of these.
    if sum(map(data.count, (b",", b"[", b"{"))) > MOST_WORDS:
        return f"contains more than {MOST_WORDS:,} words and numbers"
    try:
        head = json.loads(data)
    except (ValueError, RecursionError):
        return "is not a glTF file: its JSON can't be read"
    try:
        return _node_fault(head)
    except (TypeError, ValueError, AttributeError, LookupError, OverflowError):
        return "is not a glTF 2.0 file: a value has the wrong type"


def _node_fault(head: Mapping[str, Any]) -> str:
    """Check that nodes form a tree; a reused node could expand a small file endlessly."""
    nodes = list(head.get("nodes", []))
    if len(nodes) > MOST_NODES:
        return f"contains {len(nodes):,} nodes; RVS reads at most {MOST_NODES:,}"
    children = [int(child) for node in nodes for child in node.get("children", [])]
    if len(set(children)) != len(children) or not all(0 <= k < len(nodes) for k in children):
        return "is not a glTF 2.0 file: its nodes do not form a tree"
    if len(children) == len(nodes) and nodes:
        return "is not a glTF 2.0 file: its nodes form a loop"
    return ""


def msh_counts(data: bytes) -> tuple[int, int, int, int]:
    """Return the numbers of points, normals, texture coordinates and triangles of an MSH file."""
    points, normals, textures, triangles = struct.unpack_from("<4i", data)
    return points, normals, textures, triangles


def _check_msh(data: bytes) -> str:
    if data.lstrip().startswith(b"$MeshFormat"):
        return "is an MSH file of Gmsh; expected one of MuJoCo. Export it as STL"
    if len(data) < MSH_HEAD:
        return "is not an MSH file of MuJoCo"
    points, normals, textures, triangles = counts = msh_counts(data)
    if max(counts) > 3 * MOST_TRIANGLES:
        # What is no such file has such counts too.
        return (
            too_many(triangles)
            if triangles > 3 * MOST_TRIANGLES
            else "is not an MSH file of MuJoCo"
        )
    size = MSH_HEAD + 4 * (3 * points + 3 * normals + 2 * textures + 3 * triangles)
    if min(counts) < 0 or len(data) != size:
        return "is not an MSH file of MuJoCo, or is incomplete"
    if not triangles:
        return spend(HULLS, points)
    return too_many(triangles) if triangles > MOST_TRIANGLES else ""


def _check_dae(data: bytes) -> str:
    # Its reader counts as it goes; of a text all numbers are made.
    return too_large(len(data), LARGEST_DAE) if len(data) > LARGEST_DAE else ""


CHECKS: Mapping[str, Callable[[bytes], str]] = {
    "stl": _check_stl,
    "obj": _check_obj,
    "glb": _check_glb,
    "gltf": _check_gltf,
    "msh": _check_msh,
    "dae": _check_dae,
}
