"""Edges of meshes: each side of every triangle is there once, and those that two share once."""

import numpy as np
import pytest

from rvs.geometry.mesh_edges import LARGEST, edges_of
from rvs.geometry.shapes.flat import block
from rvs.geometry.shapes.revolved import sphere


def sides_of(edges) -> list[tuple[int, int, int]]:
    """Triangle, and from where to where one of its sides goes."""
    none = len(edges.triangles)
    both = zip(edges.sides.tolist(), edges.ends.tolist(), strict=True)
    each = [side for (left, right), (a, b) in both for side in ((left, a, b), (right, b, a))]
    return sorted(side for side in each if side[0] != none)


def expected(triangles) -> list[tuple[int, int, int]]:
    return sorted(
        (number, int(corners[k]), int(corners[(k + 1) % 3]))
        for number, corners in enumerate(triangles)
        for k in range(3)
    )


@pytest.mark.parametrize("mesh", [block(1, 2, 3), sphere(0.2, 24)])
def test_each_edge_of_a_closed_mesh_has_two_triangles(mesh) -> None:
    edges = mesh.edges
    assert 2 * len(edges.ends) == 3 * len(edges.triangles)
    assert edges.sides.max() < len(edges.triangles)
    assert sides_of(edges) == expected(edges.triangles)


def test_edges_of_one_triangle_and_of_three_are_all_there() -> None:
    # the edge from 0 to 1 is there twice, and back once; the last triangle is a line
    triangles = np.array([[0, 1, 2], [0, 1, 3], [1, 0, 4], [5, 5, 6]], np.int32)
    edges = edges_of(triangles)
    assert len(edges.ends) == 3 * len(triangles) - 2
    assert sides_of(edges) == expected(triangles)


def test_large_meshes_keep_all_sides_of_their_triangles() -> None:
    triangles = np.tile(block(1, 2, 3).edges.triangles, (LARGEST // 12 + 1, 1))
    edges = edges_of(triangles)
    assert len(edges.ends) == 3 * len(triangles) > 3 * LARGEST
    assert sides_of(edges) == expected(triangles)
