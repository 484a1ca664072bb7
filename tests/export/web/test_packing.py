"""Meshes and tables as a browser gets them, read back as it reads them."""

from __future__ import annotations

import base64

import numpy as np

from rvs.bodies.solid import Solid
from rvs.export.web.content import STEPS, Packed, folded, packed_meshes
from rvs.geometry.mesh import Mesh
from rvs.geometry.outline import rounded
from rvs.geometry.surfaces import revolve
from rvs.scene.build import robot_solids

from ...alone import robot_alone


def unfolded(flat: np.ndarray) -> np.ndarray:
    height = 1.0 - np.abs(flat).sum(axis=1)
    signs = np.where(flat < 0.0, -1.0, 1.0)
    sides = np.where(height[:, None] < 0.0, (1.0 - np.abs(flat[:, ::-1])) * signs, flat)
    normals = np.column_stack([sides, height])
    return normals / np.linalg.norm(normals, axis=1, keepdims=True)


def read(packed: Packed, said: dict) -> tuple[np.ndarray, np.ndarray]:
    """Return corners and normals of all triangles (3 t, 3) each."""
    data = base64.b64decode(packed.text())
    kind = "<u4" if said["wide"] else "<u2"
    indices = np.frombuffer(data, kind, said["count"], said["indices"])
    rows = np.frombuffer(data, "<i2", 5 * (indices.max() + 1), said["corners"]).reshape(-1, 5)
    rows = rows[indices] / STEPS
    places = np.array(said["middle"]) + rows[:, :3] * np.array(said["half"])
    return places, unfolded(rows[:, 3:])


def puma_meshes() -> list[Mesh]:
    _, placed = robot_alone("puma560")
    solids: tuple[Solid, ...] = robot_solids(placed, tuple(placed.robot.home), "#808080", "full")
    return list(dict.fromkeys(solid.mesh for solid in solids))


def test_normals_are_folded_and_unfolded():
    rng = np.random.default_rng(3)
    normals = rng.normal(size=(2000, 3))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    axes = np.concatenate([np.eye(3), -np.eye(3)])
    every = np.concatenate([normals, axes])
    assert np.abs(folded(every)).max() <= 1.0
    assert np.allclose(unfolded(folded(every)), every, atol=1e-12)


def test_meshes_come_back_within_a_step():
    meshes = puma_meshes()
    packed, said = packed_meshes(meshes, 1.0)
    assert len(said) == len(meshes) > 20
    for mesh, one in zip(meshes, said, strict=True):
        places, normals = read(packed, one)
        corners = mesh.triangles.ravel()
        step = np.ptp(mesh.bounds, axis=0).max() / STEPS
        assert np.abs(places - mesh.vertices[mesh.corners[corners]]).max() <= step
        assert (normals * mesh.normals[corners]).sum(axis=1).min() > 1.0 - 1e-6


def test_large_meshes_are_made_coarser_until_they_fit(monkeypatch):
    side = [(0.3 + 0.1 * np.sin(3.0 * z), z) for z in np.linspace(0.0, 1.0, 60)]
    mesh = revolve(rounded([(0.0, 0.0), *side, (0.0, 1.0)]), 120)
    whole, _ = packed_meshes([mesh], 1.0)
    monkeypatch.setattr("rvs.export.web.content.MOST", whole.size // 2)
    less, (said,) = packed_meshes([mesh], 1.0)
    assert less.size <= whole.size // 2
    places, _ = read(less, said)
    assert np.abs(np.ptp(places, axis=0) - np.ptp(mesh.bounds, axis=0)).max() < 0.01


def test_a_mesh_of_many_corners_has_wide_indices(monkeypatch):
    mesh = revolve(rounded([(0.0, 0.0), (0.3, 0.0), (0.3, 1.0), (0.0, 1.0)]), 64)
    monkeypatch.setattr("rvs.export.web.content.FEW", 20)
    packed = Packed()
    said = packed.mesh(mesh)
    assert said["wide"]
    places, _ = read(packed, said)
    assert np.allclose(places, mesh.vertices[mesh.corners[mesh.triangles.ravel()]], atol=1e-4)
