"""Meshes of MJCF: points in the model itself, older files, moved by their references."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rvs.bodies.robot_body import made_body, solid_body
from rvs.engine.arrays import Array
from rvs.engine.chain import chain_frames
from rvs.files.library import load_robot
from rvs.files.meshes.meshes import read_mesh
from rvs.files.text.errors import FileErrors
from rvs.files.trees.mjcf import read_mjcf

POINTS = "0 0 0 1 0 0 0 2 0 0 0 3"
FACES = "0 2 1 0 1 3 0 3 2 1 2 3"
MODEL = """<mujoco><asset><mesh name="m" {mesh}/></asset><worldbody><body name="a">
<geom type="box" size=".1 .1 .1"/><body name="b" pos="0 0 1"><inertial mass="1" pos="0 0 0"
diaginertia="1 1 1"/><joint name="j" axis="0 1 0"/><geom type="mesh" mesh="m" pos="1 2 3"
euler="10 20 30" {geom}/></body></body></worldbody></mujoco>"""


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RVS_HOME", str(tmp_path / "home"))


def written(folder: Path, mesh: str, geom: str = "") -> Path:
    path = folder / "arm.xml"
    path.write_text(MODEL.format(mesh=mesh, geom=geom), encoding="utf-8")
    return path


def corners(path: Path, make: Any = made_body) -> Array:
    """Corners of what moves, in the world at zero, each once, in order."""
    robot = load_robot(path)
    made = make(robot.body, robot.robot)
    frames = chain_frames(robot.robot.chain, np.zeros((1, 1)))[0]
    mesh, pose = made.meshes[-1], frames[1] @ made.poses[-1]
    return ordered(mesh.vertices @ pose[:3, :3].T + pose[:3, 3])


def ordered(points: Array) -> Array:
    return np.unique(np.round(points, 5) + 0.0, axis=0)


def by_mujoco(path: Path) -> Array:
    mujoco: Any = pytest.importorskip("mujoco")
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    turn = data.geom_xmat[-1].reshape(3, 3)
    return ordered(model.mesh_vert @ turn.T + data.geom_xpos[-1])


def msh(faces: bool = True) -> bytes:
    rows = np.array(FACES.split(), "<i4") if faces else np.zeros(0, "<i4")
    points = np.array(POINTS.split(), "<f4")
    head = struct.pack("<4i", 4, 4, 4, len(rows) // 3)
    return head + points.tobytes() + bytes(4 * (12 + 8)) + rows.tobytes()


@pytest.mark.parametrize(
    "mesh",
    [
        f'vertex="{POINTS}" face="{FACES}"',
        f'vertex="{POINTS}"',
        f'vertex="{POINTS}" face="{FACES}" scale="1 -2 0.5" refpos="0.1 0.2 0.3"',
        f'vertex="{POINTS}" scale="2 2 2" refpos="0.1 0.2 0.3" refquat="1 0.2 0.3 0.4"',
    ],
)
def test_points_in_the_model_stand_as_in_mujoco(tmp_path: Path, mesh: str) -> None:
    path = written(tmp_path, mesh)
    np.testing.assert_allclose(corners(path), by_mujoco(path), atol=3e-5)
    np.testing.assert_allclose(corners(path, solid_body), by_mujoco(path), atol=3e-5)


@pytest.mark.parametrize("scale", ['scale="3 3 3" refquat="0 1 1 0"', 'scale="1 2 3"'])
def test_files_are_moved_by_their_references(tmp_path: Path, scale: str) -> None:
    stl = read_mjcf(written(tmp_path, f'vertex="{POINTS}" face="{FACES}"')).visuals["b"][0].inline
    assert stl is not None
    stl.file().replace(tmp_path / "m.stl")
    path = written(tmp_path, f'file="m.stl" refpos="0.3 0.2 0.1" {scale}')
    np.testing.assert_allclose(corners(path), by_mujoco(path), atol=3e-5)


@pytest.mark.parametrize("faces", [True, False])
def test_files_of_older_versions(tmp_path: Path, faces: bool) -> None:
    inline = corners(written(tmp_path, f'vertex="{POINTS}"'))
    (tmp_path / "m.msh").write_bytes(msh(faces))
    path = written(tmp_path, 'file="m.msh"')
    np.testing.assert_allclose(corners(path), inline, atol=1e-6)
    surface = read_mesh(tmp_path / "m.msh").surface
    assert surface.closed
    a, b, c = np.moveaxis(surface.vertices.array[surface.triangles.array.astype(int)], 1, 0)
    assert np.einsum("ij,ij->", a, np.cross(b, c)) / 6 == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"$MeshFormat\n4.1 0 8\n", "of Gmsh"),
        (msh()[:-4], "incomplete"),
        (b"abc", "is not an MSH file"),
        (b"\xff" * 64, "is not an MSH file"),
        (
            struct.pack("<4i", 4, 0, 0, 1) + struct.pack("<12f", *[np.nan] * 12) + bytes(12),
            "not num",
        ),
        (struct.pack("<4i", 3, 0, 0, 1) + bytes(36) + struct.pack("<3i", 0, 1, 9), "with missing"),
    ],
)
def test_faults_of_such_files(tmp_path: Path, data: bytes, words: str) -> None:
    (tmp_path / "m.msh").write_bytes(data)
    with pytest.raises(FileErrors, match=words):
        read_mesh(tmp_path / "m.msh")


@pytest.mark.parametrize(
    ("mesh", "words"),
    [
        ('vertex="0 0 0 1"', "vertex: expected three finite numbers"),
        ('vertex="0 0 nan 1 0 0 0 1 0"', "vertex: expected three finite numbers"),
        ('vertex="0 0 0 1 0 0"', "at least three points"),
        (f'vertex="{POINTS}" face="0 1 4"', "face: expected vertices from 0 to 3"),
        (f'vertex="{POINTS}" face="0 1 x"', "face: expected three finite vertices"),
    ],
)
def test_faults_of_points_have_their_place(tmp_path: Path, mesh: str, words: str) -> None:
    file = read_mjcf(written(tmp_path, mesh))
    said = [one for one in file.warnings if words in one.message]
    assert [one.line for one in said] == [1]
    assert file.tree.joints


def test_a_flat_mesh_of_the_model_is_named_with_its_file(tmp_path: Path) -> None:
    path = written(tmp_path, 'vertex="0 0 2 0 0 0 0 0 1" face="0 2 1"')
    (warning,) = load_robot(path).warnings
    assert str(warning).startswith(f"{path}: mesh 'm' contains only triangles without area")


def test_a_mesh_that_is_computed_is_named(tmp_path: Path) -> None:
    file = read_mjcf(written(tmp_path, 'builtin="sphere" params="2"'))
    assert "a mesh that is computed" in file.warnings[0].message
