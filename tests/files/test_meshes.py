"""Mesh files: read whole, placed beside the cell, and refused in a sentence when they are bad."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from time import perf_counter

import numpy as np
import pytest
import trimesh

from rvs.bodies.part_meshes import surface_meshes
from rvs.bodies.things import thing_solids
from rvs.files.cells.cell import Cell, read_cell
from rvs.files.cells.write import save_cell
from rvs.files.meshes import mesh_checks, meshes
from rvs.files.meshes.meshes import read_mesh
from rvs.files.storage.recovery import Slot, leftovers
from rvs.files.text.errors import FileErrors
from rvs.geometry.coarse import coarser
from rvs.model.document import Document
from rvs.model.mesh_file import MeshFile
from rvs.model.things.thing import Thing

BOX = (-10.0, -20.0, -30.0, 10.0, 20.0, 30.0)


def write_box(path: Path, **options: object) -> Path:
    box = trimesh.creation.box(extents=(20, 40, 60))
    box.export(path, **options)
    return path


def part(path: Path) -> Thing:
    read = read_mesh(path)
    mesh = MeshFile(str(path), read.box, read.surface)
    return Thing("part", "mesh", (("scale", read.scale),), mesh=mesh)


@pytest.mark.parametrize(
    ("name", "options"),
    [("a.stl", {}), ("b.stl", {"file_type": "stl_ascii"}), ("c.obj", {})],
)
def test_every_format_is_read_to_the_same_box(tmp_path, name, options):
    read = read_mesh(write_box(tmp_path / name, **options))
    assert read.box == BOX
    assert (len(read.surface.vertices), len(read.surface.triangles)) == (8, 12)
    assert read.surface.closed
    assert read.scale == 0.001


@pytest.mark.parametrize("name", ["a.glb", "a.gltf"])
def test_gltf_is_in_metres_and_turned_upright(tmp_path, name):
    scene = trimesh.Scene(trimesh.creation.box(extents=(20, 40, 60)))
    if name.endswith("glb"):
        scene.export(tmp_path / name)
    else:
        for file, data in trimesh.exchange.gltf.export_gltf(scene).items():
            (tmp_path / (name if file == "model.gltf" else file)).write_bytes(data)
    read = read_mesh(tmp_path / name)
    assert np.allclose(read.box, (-10, -30, -20, 10, 30, 20))
    assert read.scale == 1.0


def test_edges_stay_sharp_and_round_ones_smooth(tmp_path):
    (box,) = thing_solids(part(write_box(tmp_path / "box.stl")))
    assert {tuple(map(abs, row)) for row in box.mesh.normals.round(6).tolist()} == {
        (1, 0, 0), (0, 1, 0), (0, 0, 1),
    }  # fmt: skip
    trimesh.creation.icosphere(3, 50.0).export(tmp_path / "ball.stl")
    (ball,) = thing_solids(part(tmp_path / "ball.stl"))
    corners = ball.mesh.vertices[ball.mesh.corners]
    along = corners / np.linalg.norm(corners, axis=1, keepdims=True)
    assert np.einsum("ij,ij->i", along, ball.mesh.normals).min() > 0.999
    assert ball.mesh.bounds.max() == pytest.approx(0.05)


def test_both_sides_of_an_open_surface_are_drawn(tmp_path):
    box = trimesh.creation.box()
    trimesh.Trimesh(box.vertices, box.faces[:4], process=False).export(tmp_path / "open.stl")
    read = read_mesh(tmp_path / "open.stl")
    assert not read.surface.closed
    (solid,) = thing_solids(part(tmp_path / "open.stl"))
    assert len(solid.mesh.groups) == 8


def test_a_body_that_is_inside_out_is_turned(tmp_path):
    box = trimesh.creation.box()
    box.invert()
    box.export(tmp_path / "inside.stl")
    faces = read_mesh(tmp_path / "inside.stl").surface
    made = trimesh.Trimesh(faces.vertices.array, faces.triangles.array.astype(int), process=False)
    assert made.volume == pytest.approx(1.0)


def gltf(**changes: object) -> bytes:
    head = {"asset": {"version": "2.0"}, "nodes": [], **changes}
    return json.dumps(head).encode()


# Its triangle is there, its points are not.
EMPTY = gltf(
    nodes=[{"mesh": 0}],
    meshes=[{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
    accessors=[
        {"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 0},
        {"bufferView": 1, "componentType": 5121, "type": "SCALAR", "count": 3},
    ],
    bufferViews=[
        {"buffer": 0, "byteOffset": 0, "byteLength": 0},
        {"buffer": 0, "byteOffset": 0, "byteLength": 3},
    ],
    buffers=[{"byteLength": 3, "uri": "data:application/octet-stream;base64,AAEC"}],
    scenes=[{"nodes": [0]}],
    scene=0,
)


def stl(count: int, triangles: bytes) -> bytes:
    return bytes(80) + struct.pack("<I", count) + triangles


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.stl", b"", "not an STL file"),
        ("a.stl", b"\0" * 400, "not an STL file"),
        ("a.stl", b"solid nothing\nendsolid", "no triangles"),
        ("a.stl", stl(1, np.full(12, np.nan, "<f4").tobytes() + b"\0\0"), ""),
        ("a.stl", stl(1, bytes(50)), "without area"),
        ("a.stl", stl(9, bytes(50)), "incomplete"),
        ("a.obj", b"v 0 0 0\nv 1 0 0\nf 1 2 9\n", ""),
        ("a.obj", b"hello", "no triangles"),
        ("a.obj", b"v 0 0 0\0", "expected text"),
        ("a.glb", b"glTF", "not a binary glTF"),
        ("a.gltf", b'{"a": ' + b"[" * 100_000, "JSON can't be read"),
        ("a.gltf", b"[]", "not a glTF file"),
        ("a.gltf", gltf(nodes=[{"children": [1]}, {"children": [0]}]), "form a loop"),
        ("a.gltf", gltf(nodes=[{"children": [1, 1]}, {}]), "do not form a tree"),
        ("a.gltf", gltf(nodes=[{}] * 30_000), "nodes"),
        ("a.gltf", gltf(nodes=7), "wrong type"),
        ("a.gltf", EMPTY, "contains no triangles"),
        ("a.gltf", gltf(accessors=[{"count": 10**9}]), "triangles"),
        ("a.gltf", gltf(buffers=[{"uri": "../../secret.bin", "byteLength": 4}]), ""),
        ("a.txt", b"hello", "has an unknown format"),
    ],
)
def test_a_hostile_file_is_refused_at_once(tmp_path, name, data, reason):
    path = tmp_path / name
    path.write_bytes(data)
    begun = perf_counter()
    with pytest.raises(FileErrors) as caught:
        read_mesh(path)
    assert reason in str(caught.value)
    assert perf_counter() - begun < 5.0


def test_too_many_triangles_are_told_with_a_cure(tmp_path, monkeypatch):
    monkeypatch.setattr(mesh_checks, "MOST_TRIANGLES", 10)
    with pytest.raises(FileErrors, match="12 triangles; RVS shows at most 10"):
        read_mesh(write_box(tmp_path / "a.stl"))


def test_files_read_last_are_remembered_up_to_a_count_of_triangles(tmp_path, monkeypatch):
    monkeypatch.setattr(meshes, "_MEMORY", meshes._Memory())
    monkeypatch.setattr(meshes, "REMEMBERED", 2 * 12)
    first, second, third = (write_box(tmp_path / f"{name}.stl") for name in "abc")
    boxes = read_mesh(first), read_mesh(second)
    assert read_mesh(second) is boxes[1]
    assert read_mesh(first) is boxes[0]
    read_mesh(third)
    assert read_mesh(first) is boxes[0]
    assert read_mesh(second) is not boxes[1]
    monkeypatch.setattr(meshes, "REMEMBERED", 0)
    last = read_mesh(third)
    assert read_mesh(third) is last
    assert read_mesh(first) is not boxes[0]


def test_a_cell_takes_its_mesh_files_along(tmp_path):
    far = write_box(tmp_path / "part.stl")
    home = tmp_path / "cells"
    home.mkdir()
    thing = part(far)
    saved = save_cell(home / "cell.rvs", Cell(Document(things=(thing,))))
    text = (home / "cell.rvs").read_text(encoding="utf-8")
    assert 'file = "meshes/part.stl"' in text
    assert (home / "meshes" / "part.stl").read_bytes() == far.read_bytes()
    (read,) = saved.document.things
    assert read.mesh is not None
    assert thing.mesh is not None
    assert read.mesh.surface == thing.mesh.surface
    save_cell(home / "cell.rvs", saved)
    assert len(list((home / "meshes").iterdir())) == 1


def test_a_missing_mesh_file_loses_nothing(tmp_path):
    path = tmp_path / "cell.rvs"
    save_cell(path, Cell(Document(things=(part(write_box(tmp_path / "part.stl")),))))
    (tmp_path / "part.stl").unlink()
    text = path.read_text(encoding="utf-8")
    cell = read_cell(path)
    assert any("RVS shows a box instead" in str(one) for one in cell.warnings)
    (thing,) = cell.document.things
    assert thing.mesh is not None
    assert (thing.mesh.surface, thing.mesh.box) == (None, BOX)
    save_cell(path, cell)
    assert path.read_text(encoding="utf-8") == text


def test_unsaved_mesh_files_are_found_again_after_a_crash(tmp_path):
    thing = part(write_box(tmp_path / "part.stl"))
    slot = Slot.open(tmp_path / "recovery")
    slot.write(Cell(Document(things=(thing,))), True)
    slot._lock.release()
    (left,) = leftovers(tmp_path / "recovery").found
    assert left.cell.document.things == (thing,)
    left.discard()


def test_a_surface_with_a_hole_is_made_coarser_like_a_closed_one(tmp_path):
    ball = trimesh.creation.icosphere(4, 50.0)
    trimesh.Trimesh(ball.vertices, ball.faces[5:], process=False).export(tmp_path / "hole.stl")
    (solid,) = thing_solids(part(tmp_path / "hole.stl"))
    whole = len(solid.mesh.triangles)
    assert whole == 2 * (len(ball.faces) - 5)
    fewer = coarser(solid.mesh, 0.001)
    assert len(fewer.triangles) < whole / 3
    radii = np.linalg.norm(fewer.vertices, axis=1)
    assert radii.min() > 0.048
    assert radii.max() < 0.0501


def test_the_inner_side_of_an_open_mesh_lies_below_its_facets(tmp_path: Path) -> None:
    """Facets that turn from the viewer show nothing of it between those that do not."""
    ball = trimesh.creation.icosphere(subdivisions=2)
    ball.update_faces(ball.triangles_center[:, 2] > 0.0)
    ball.export(tmp_path / "cap.stl")
    ((_, mesh),) = surface_meshes(read_mesh(tmp_path / "cap.stl").surface)
    far = np.linalg.norm(mesh.vertices, axis=1)
    corners = mesh.vertices[mesh.corners.reshape(-1, 3)]
    facets = np.linalg.norm(corners[: len(corners) // 2].mean(axis=1), axis=1)
    inner = far[far < 1.0 - 1e-6]
    # All but those of the rim are there twice.
    assert len(inner) > 0.3 * len(far)
    assert inner.max() < facets.max()
    assert inner.min() > 0.9


def test_both_sides_of_an_open_plane_are_in_one_place(tmp_path: Path) -> None:
    plate = trimesh.creation.box().subdivide()
    plate.update_faces(plate.face_normals[:, 2] > 0.5)
    plate.export(tmp_path / "plate.stl")
    ((_, mesh),) = surface_meshes(read_mesh(tmp_path / "plate.stl").surface)
    np.testing.assert_allclose(mesh.vertices[:, 2], 0.5, atol=1e-7)


def test_the_wall_of_a_cylinder_is_round_however_its_facets_are_divided(tmp_path: Path) -> None:
    tube = trimesh.creation.cylinder(radius=5.0, height=20.0, sections=24)
    tube.export(tmp_path / "tube.stl")
    ((_, mesh),) = surface_meshes(read_mesh(tmp_path / "tube.stl").surface)
    wall = np.abs(mesh.normals[:, 2]) < 0.5
    radial = mesh.vertices[mesh.corners][wall] * [0.2, 0.2, 0.0]
    np.testing.assert_allclose(mesh.normals[wall], radial, atol=1e-6)
