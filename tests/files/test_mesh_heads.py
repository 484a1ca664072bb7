"""Mesh files of programs that keep to their formats loosely: what is in them is read."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest

from rvs.files.meshes.meshes import read_mesh
from rvs.files.text.errors import FileErrors

CORNERS = [(0, 0, 0), (2, 0, 0), (0, 2, 0), (0, 0, 3)]
FACES = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)]


def ascii_stl() -> str:
    loops = (
        "facet normal 0 0 0\n outer loop\n"
        + "".join(f"  vertex {x:e} {y:e} {z:e}\n" for x, y, z in (CORNERS[k] for k in face))
        + " endloop\nendfacet\n"
        for face in FACES
    )
    return f"solid part\n{''.join(loops)}endsolid part\n"


def binary_stl(head: bytes = b"", count: int = len(FACES), more: bytes = b"") -> bytes:
    rows = b"".join(
        struct.pack("<12fH", 0, 0, 0, *(float(x) for k in face for x in CORNERS[k]), 0)
        for face in FACES
    )
    return head.ljust(80, b" ") + struct.pack("<I", count) + rows + more


OBJ = "".join(f"v {x} {y} {z}\n" for x, y, z in CORNERS) + "".join(
    f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in FACES
)
WAYS = {
    "small.stl": ascii_stl().encode(),
    "capitals.stl": ascii_stl().upper().encode(),
    "mixed.STL": ascii_stl().title().encode(),
    "mark.stl": b"\xef\xbb\xbf" + ascii_stl().encode(),
    "wide.stl": ascii_stl().encode("utf-16"),
    "blank.stl": b"\n\n  " + ascii_stl().encode(),
    "old_lines.stl": ascii_stl().replace("\n", "\r").encode(),
    "windows.stl": ascii_stl().replace("\n", "\r\n").encode(),
    "tabs.stl": ascii_stl().replace(" ", "\t").encode(),
    "no_head.stl": ascii_stl().partition("\n")[2].encode(),
    "two_solids.stl": ascii_stl().encode() * 2,
    "name_of_words.stl": ascii_stl().replace("part", "Solid Facet of Vertex").encode(),
    "binary.stl": binary_stl(b"made by a program"),
    "binary_solid.stl": binary_stl(b"solid part"),
    "binary_words.stl": binary_stl(b"solid facet vertex"),
    "binary_more.stl": binary_stl(b"solid part", more=b"note of the program"),
    "binary_unknown.stl": binary_stl(b"streamed", count=0),
    "binary_no_count.stl": binary_stl(b"streamed", count=0xFFFFFFFF),
    "plain.obj": OBJ.encode(),
    "mark.obj": b"\xef\xbb\xbf" + OBJ.encode(),
    "wide.obj": OBJ.encode("utf-16"),
    "tabs.obj": OBJ.replace(" ", "\t").encode(),
    "indented.obj": ("  " + OBJ.replace("\n", "\n  ")).encode(),
    "old_lines.obj": OBJ.replace("\n", "\r").encode(),
    "continued.obj": OBJ.replace("f 1", "f \\\n1").encode(),
    "counted_back.obj": OBJ.replace("f 1 3 2", "f -4 -2 -3").encode(),
}


@pytest.mark.parametrize("name", WAYS)
def test_a_mesh_is_read_whatever_its_head(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(WAYS[name])
    read = read_mesh(path)
    assert read.box == (0, 0, 0, 2, 2, 3)
    count = len(read.surface.triangles.array)
    assert count == (8 if name.startswith("two") else 4)
    assert np.isfinite(read.surface.vertices.array).all()


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("none.stl", b"solid part\nendsolid part\n", "contains no triangles"),
        ("short.stl", binary_stl(b"cut")[:-7], "incomplete"),
        ("long.stl", binary_stl(b"cut", count=2_000_000_000), "incomplete"),
        ("text.stl", b"this is no mesh at all" * 10, "not an STL file"),
        ("none.obj", b"v 0 0 0\n", "contains no triangles"),
    ],
)
def test_what_is_none_is_refused(tmp_path: Path, name: str, data: bytes, words: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(FileErrors, match=words):
        read_mesh(path)
