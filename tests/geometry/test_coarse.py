"""Coarser surfaces stay within a tolerance and are lit alike."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.geometry.coarse import coarser, corners_of, ever_coarser
from rvs.geometry.mesh import Mesh
from rvs.geometry.shapes.flat import block, rounded_block
from rvs.geometry.shapes.revolved import cylinder_fillet, sphere
from rvs.geometry.surfaces import both_sides, front


def open_mesh() -> Mesh:
    """A ball with a hole."""
    ball = sphere(0.1, 48)
    corners = ball.triangles[ball.vertices[ball.corners[ball.triangles], 2].max(axis=1) < 0.08]
    flat = corners.ravel()
    starts, groups = np.arange(0, len(flat) + 1, 3), np.zeros(len(corners))
    return Mesh(ball.vertices, ball.corners[flat], starts, ball.normals[flat], groups)


@given(st.sampled_from([1e-3, 2e-3, 4e-3, 8e-3]))
def test_no_point_moves_farther_than_the_tolerance(tolerance: float) -> None:
    ball = coarser(sphere(0.1, 48), tolerance)
    points = ball.vertices[ball.corners[ball.triangles]]
    shares = np.array([[1, 1, 1], [1, 1, 0], [0, 1, 1], [2, 1, 0]]) / [[3], [2], [2], [3]]
    radii = np.linalg.norm(np.einsum("sk,tkj->tsj", shares, points), axis=-1)
    assert 0.1 - 1.1 * tolerance < radii.min()
    assert radii.max() < 0.1 + 1e-6


@pytest.mark.parametrize(
    "mesh",
    [
        sphere(0.1, 48),
        cylinder_fillet(0.05, 0.2, 0.01, 0.01, 48),
        rounded_block(0.2, 0.1, 0.1, 0.02),
    ],
)
def test_it_has_fewer_triangles_the_larger_the_tolerance(mesh: Mesh) -> None:
    counts = [len(coarser(mesh, tolerance).triangles) for tolerance in (1e-3, 4e-3, 8e-3)]
    assert counts == sorted(counts, reverse=True)
    assert 8 <= counts[-1] < 0.5 * len(mesh.triangles)


def test_it_stays_closed_and_as_large() -> None:
    mesh = cylinder_fillet(0.05, 0.2, 0.01, 0.01, 48)
    coarse = coarser(mesh, 2e-3)
    assert np.abs(coarse.bounds - mesh.bounds).max() <= 2e-3
    _, place = np.unique(coarse.vertices, axis=0, return_inverse=True)
    triangles = place[coarse.corners[coarse.triangles]]
    edges = {tuple(edge) for a in range(3) for edge in triangles[:, [a, (a + 1) % 3]].tolist()}
    assert all((b, a) in edges for a, b in edges)


def test_flat_faces_stay_flat_where_their_fillets_are_gone() -> None:
    coarse = coarser(cylinder_fillet(0.1, 0.2, 0.002, 0.002, 48), 4e-3)
    points = coarse.vertices[coarse.corners[coarse.triangles]]
    across = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    level = np.abs(across[:, 2]) > 0.999
    assert level.sum() > 8
    assert np.allclose(np.abs(coarse.normals.reshape(-1, 3, 3)[level][..., 2]), 1.0)
    assert np.allclose(np.linalg.norm(coarse.normals, axis=1), 1.0)


@pytest.mark.parametrize("mesh", [block(1.0, 1.0, 1.0), sphere(0.1, 4), sphere(0.1, 96)])
def test_what_cannot_be_coarser_stays_as_it_is(mesh: Mesh) -> None:
    assert coarser(mesh, 1e-6) is mesh


def test_the_rim_of_a_hole_stays_where_it_is() -> None:
    mesh, tolerance = open_mesh(), 4e-3
    coarse = coarser(mesh, tolerance)
    assert len(coarse.triangles) < 0.3 * len(mesh.triangles)
    assert 8 < len(rim(coarse)) < len(rim(mesh))
    gaps = np.linalg.norm(rim(mesh)[:, None] - rim(coarse), axis=-1)
    assert gaps.min(axis=0).max() < 1e-12


def rim(mesh: Mesh) -> np.ndarray:
    """Points (n, 3) of the edges that have one face."""
    _, place = np.unique(mesh.vertices, axis=0, return_inverse=True)
    triangles = place.reshape(-1)[mesh.corners[mesh.triangles]]
    edges = np.sort(triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    found, count = np.unique(edges, axis=0, return_counts=True)
    points = np.unique(mesh.vertices, axis=0)
    return points[np.unique(found[count == 1])]


def test_edges_between_colours_do_not_part() -> None:
    """Two halves of a ball, coarser each by itself, still meet within the tolerance."""
    ball, tolerance = sphere(0.1, 96), 2e-3
    middles = ball.vertices[ball.corners[ball.triangles]].mean(axis=1)
    halves = []
    for upper in (True, False):
        chosen = ball.triangles[(middles[:, 2] > 0.0) == upper]
        corners = ball.corners[chosen].ravel()
        starts = np.arange(0, len(corners) + 1, 3)
        normals = ball.normals[chosen].reshape(-1, 3)
        halves.append(Mesh(ball.vertices, corners, starts, normals, np.zeros(len(chosen))))
    rims = [rim(coarser(half, tolerance)) for half in halves]
    assert all(2 < len(one) < 60 for one in rims)
    for one in rims:
        assert np.abs(one[:, 2]).max() < 1e-12
        angles = np.sort(np.arctan2(one[:, 1], one[:, 0]))
        widest = np.diff(angles, append=angles[0] + 2 * np.pi).max()
        assert 0.1 * (1 - np.cos(widest / 2)) < 1.5 * tolerance


def test_ever_coarser_is_what_coarser_makes_of_the_first() -> None:
    ball, tolerances = sphere(0.1, 48), [1e-3, 2e-3, 4e-3]
    made = list(ever_coarser(ball, tolerances))
    assert made[0] == coarser(ball, tolerances[0])
    counts = [len(one.triangles) for one in made]
    assert counts == sorted(counts, reverse=True)
    radii = np.linalg.norm(made[-1].vertices, axis=1)
    assert np.abs(radii - 0.1).max() < 1e-12


def test_the_other_side_of_an_open_surface_stays_behind_it() -> None:
    ball = open_mesh()
    corners = ball.corners[ball.triangles]
    normals = ball.normals[ball.triangles].reshape(-1, 3)
    points, faces, normals = both_sides(ball.vertices, corners.astype(np.int64), normals)
    starts = np.arange(0, faces.size + 1, 3)
    mesh = Mesh(points, faces.ravel(), starts, normals, np.zeros(len(faces)))
    assert front(ball) is None
    assert front(mesh) is not None
    coarse = coarser(mesh, 2e-3)
    seen = front(coarse)
    assert seen is not None
    assert 2 * len(seen.triangles) == len(coarse.triangles)
    behind = np.setdiff1d(coarse.corners[len(seen.corners) :], seen.corners)
    radii = np.linalg.norm(coarse.vertices[behind], axis=1)
    assert len(behind) > 20
    assert radii.max() < 0.1 - 1e-4
    assert radii.min() > 0.1 - 2.1e-3


def sieve(seed: int) -> Mesh:
    """A ball with many holes, seen from both sides, as in files of meshes."""
    ball = sphere(0.1, 96)
    kept = np.random.default_rng(seed).random(len(ball.triangles)) < 0.7
    above = ball.corners[ball.triangles[kept]]
    faces = np.concatenate([above, above[:, ::-1]])
    out = ball.vertices / np.linalg.norm(ball.vertices, axis=1, keepdims=True)
    normals = np.concatenate([out[above].reshape(-1, 3), -out[above[:, ::-1]].reshape(-1, 3)])
    starts = np.arange(0, faces.size + 1, 3)
    return Mesh(ball.vertices, faces.ravel(), starts, normals, faces[:, 0])


@pytest.mark.parametrize("seed", range(3, 8))
def test_the_rims_of_small_holes_are_joined(seed: int) -> None:
    mesh, tolerance = sieve(seed), 12e-3
    coarse = coarser(mesh, tolerance)
    assert len(coarse.triangles) < 0.4 * len(mesh.triangles)
    radii = np.linalg.norm(coarse.vertices, axis=1)
    assert np.abs(radii - 0.1).max() < tolerance
    facing = np.einsum("ij,ij->i", coarse.normals, coarse.vertices[coarse.corners]) / 0.1
    assert (np.abs(facing) > 0.85).all()
    assert 0.4 < (facing > 0.0).mean() < 0.6
    assert len(corners_of(coarse)[0]) < 1.1 * len(coarse.triangles)


def test_corners_that_share_vertex_and_normal_are_one() -> None:
    chosen, corner = corners_of(block(1.0, 1.0, 1.0))
    assert len(chosen) == 24
    mesh = sphere(0.1, 24)
    chosen, corner = corners_of(mesh)
    assert len(chosen) == len(mesh.vertices)
    assert (mesh.corners[chosen][corner] == mesh.corners).all()
