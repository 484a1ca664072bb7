"""Cross-sections: areas that planes cut out of triangles, against closed forms."""

import numpy as np
import pytest

from rvs.bodies.part_meshes import shape_mesh
from rvs.geometry.cross_section import area_of, cut_triangles

# the normal is z, and y and z of the section are x and y of the shape
ACROSS = np.array([[0, 1, 0, 0], [0, 0, 1, 0], [1, 0, 0, 0.1], [0, 0, 0, 1.0]])


def cut(*shapes):
    """The section at a height of 0.1 m of shapes of the catalogue, some moved aside."""
    found = []
    for name, sizes, *aside in shapes:
        mesh = shape_mesh(name, tuple(sizes.items()))
        triangles = mesh.vertices[mesh.corners[mesh.triangles]]
        found.append(triangles + np.array([*(aside or [0.0, 0.0]), 0.0]))
    return area_of(cut_triangles(np.concatenate(found), ACROSS))


def test_bar() -> None:
    r = 0.05
    area = cut(("cylinder", {"radius": r, "height": 0.3, "sides": 200}, 0.2, -0.1))
    assert area.size == pytest.approx(np.pi * r**2, rel=1e-3)
    assert area.center == pytest.approx((0.2, -0.1), abs=1e-6)
    assert area.moments[:2] == pytest.approx([np.pi * r**4 / 4] * 2, rel=1e-3)
    assert area.moments[2] == pytest.approx(0.0, abs=1e-10)
    assert area.torsion == pytest.approx(np.pi * r**4 / 2, rel=2e-3)


def test_tube() -> None:
    """The cavity is closed, so torsion is that of the tube, not that of a slotted one."""
    a, b = 0.05, 0.04
    area = cut(("tube", {"outer": a, "inner": b, "height": 0.3, "sides": 200}))
    assert area.size == pytest.approx(np.pi * (a**2 - b**2), rel=2e-3)
    assert area.moments[0] == pytest.approx(np.pi * (a**4 - b**4) / 4, rel=3e-3)
    assert area.torsion == pytest.approx(np.pi * (a**4 - b**4) / 2, rel=5e-3)


def test_rectangle_turned() -> None:
    """A rectangle has exact moments in its axes; turned, its product of inertia too."""
    b, h, turn = 0.06, 0.02, 0.4
    c, s = np.cos(turn), np.sin(turn)
    corners = np.array([[-b, -h], [b, -h], [b, h], [-b, h]]) / 2 @ np.array([[c, s], [-s, c]])
    segments = np.stack([corners, np.roll(corners, -1, axis=0)], axis=1)
    area = area_of(segments)
    own_y, own_z = h * b**3 / 12, b * h**3 / 12
    assert area.size == pytest.approx(b * h, rel=1e-4)
    expected = (own_z * c**2 + own_y * s**2, own_z * s**2 + own_y * c**2, (own_y - own_z) * s * c)
    assert area.moments == pytest.approx(expected, rel=1e-3)
    # Saint-Venant's approximation is within 8 % of the series, 0.263 for a ratio of 3
    assert area.torsion == pytest.approx(0.263 * b * h**3, rel=0.08)


def test_overlaps_count_once_and_open_gaps_are_no_cavities() -> None:
    inner = {"radius": 0.03, "height": 0.3, "sides": 100}
    outer = {"radius": 0.05, "height": 0.3, "sides": 100}
    alone = cut(("cylinder", outer))
    both = cut(("cylinder", outer), ("cylinder", inner))
    assert both.size == pytest.approx(alone.size, rel=1e-6)
    assert both.torsion == pytest.approx(alone.torsion, rel=1e-6)
    # a U: what it opens to is outside
    u = np.array([[0, 0], [3, 0], [3, 3], [2, 3], [2, 1], [1, 1], [1, 3], [0, 3.0]])
    area = area_of(np.stack([u, np.roll(u, -1, axis=0)], axis=1))
    assert area.size == pytest.approx(7.0, rel=1e-3)
    polar = sum(area.moments[:2])
    assert area.torsion == pytest.approx(7.0**4 / (4 * np.pi**2 * polar), rel=5e-3)


def test_plane_beside_the_body_cuts_nothing() -> None:
    mesh = shape_mesh("cylinder", (("radius", 0.05), ("height", 0.05)))
    triangles = mesh.vertices[mesh.corners[mesh.triangles]]
    assert area_of(cut_triangles(triangles, ACROSS)) is None
