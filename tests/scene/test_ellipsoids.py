"""Ellipsoids at the tool: their shape against the singular values of the Jacobian."""

from __future__ import annotations

import numpy as np
import pytest

from rvs.engine.kinematics import fkine, jacobian
from rvs.files.library import load_robot
from rvs.files.placed_robot import placed_robot
from rvs.model.robots.ranges import reach
from rvs.scene.annotate.ellipsoids import SIZE, ellipsoid_items


@pytest.mark.parametrize("kind", ["velocity", "force"])
def test_the_axes_are_as_long_as_the_singular_values(kind) -> None:
    placed = placed_robot(load_robot("puma560"), "puma")
    q = (0.3, 0.4, -1.2, 0.5, 0.7, 0.1)
    *rings, axes = ellipsoid_items(placed, q, "light", kind)
    values = np.linalg.svd(jacobian(placed.robot, np.array(q))[3:], compute_uv=False)
    wanted = values if kind == "velocity" else 1.0 / values[::-1]
    ends = axes.points.reshape(3, 2, 3)
    half = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1) / 2
    assert np.allclose(half, wanted / wanted[0] * SIZE * reach(placed.robot), rtol=1e-9)
    tool = fkine(placed.robot, np.array(q))[:3, 3]
    assert len(rings) == 3
    for ring in rings:
        assert np.allclose(ring.points[:-1].mean(axis=0), tool, atol=1e-9)


def test_a_flat_ellipsoid_is_drawn(project_root) -> None:
    placed = placed_robot(load_robot("planar3r"), "arm")
    for kind in ("velocity", "force"):
        items = ellipsoid_items(placed, (0.0, 0.0, 0.0), "dark", kind)
        assert len(items) == 4
        assert all(np.isfinite(item.points).all() for item in items)
