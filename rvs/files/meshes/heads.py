"""Mesh files of programs that follow their formats loosely, converted to strict ones."""

from __future__ import annotations

import re
import struct
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Mapping

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
