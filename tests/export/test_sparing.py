"""Figures of reports: bodies of very many triangles become coarser, others stay as they are."""

import numpy as np

from rvs.bodies.solid import Solid, Solids
from rvs.export.report import figures
from rvs.export.report.figures import FEW, spared
from rvs.geometry.shapes.revolved import sphere
from rvs.scene.items import Scene

GRAY = (0.5, 0.5, 0.5, 1.0)
LARGE, LITTLE = sphere(0.1, 96), sphere(0.1, 12)


def test_only_large_meshes_of_crowded_scenes_become_coarser(monkeypatch):
    near, far = Solid(LARGE, np.eye(4), GRAY), Solid(LARGE, np.eye(4), GRAY)
    few = Solid(LITTLE, np.eye(4), GRAY)
    assert len(LITTLE.triangles) <= FEW < len(LARGE.triangles)
    scene = Scene((near, few, Solids((far,), np.eye(4)[None])), None)
    assert spared(scene, 0.02) is scene
    monkeypatch.setattr(figures, "MOST", len(LARGE.triangles))
    made = spared(scene, 0.02)
    first, second, third = made.items
    assert len(first.mesh.triangles) < len(LARGE.triangles)
    assert third.mesh is first.mesh
    assert second.mesh is LITTLE
    away = np.linalg.norm(first.mesh.vertices, axis=1)
    assert np.allclose(away, 0.1)
