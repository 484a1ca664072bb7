"""Properties of a workspace known at some points, extended to neighbouring points."""

from __future__ import annotations

import numpy as np
from scipy.spatial import cKDTree  # type: ignore[import-untyped]

from rvs.engine.arrays import Array
from rvs.model.derived import derived
from rvs.study.workspace.clearing import Clear
from rvs.study.workspace.dexterous import Service
from rvs.study.workspace.workspace import Workspace

# Points beside one that say together whether it is reached without collision.
BESIDE = 12


def freedom(clear: Clear, points: Array) -> Array:
    """Return the fraction (m,) of known neighbours of points in frame 0 that are freely reached."""
    if not len(clear.points) or not len(points):
        return np.zeros(len(points))
    _, beside = _clear_tree(clear).query(points, k=min(BESIDE, len(clear.points)))
    return np.asarray(clear.free[beside].reshape(len(points), -1).mean(axis=1))


def served(area: Workspace, service: Service, known: Array, coordinates: Array) -> Array:
    """Return the properties of the nearest sample (m,).

    Args:
        area: The workspace.
        service: The samples.
        known: A number for each sample.
        coordinates: u, v and s of the points (m, 3).
    """
    _, nearest = _service_tree(area, service).query(_places(area, coordinates))
    return np.asarray(known[nearest])


@derived(size=4)
def _clear_tree(clear: Clear) -> cKDTree:
    return cKDTree(clear.points)


@derived(size=4)
def _service_tree(area: Workspace, service: Service) -> cKDTree:
    local = (service.points - area.sweep.origin) @ area.sweep.axes
    return cKDTree(_places(area, area.sweep.across(local)))


def _places(area: Workspace, coordinates: Array) -> Array:
    """Return coordinates that measure nearness; full turns of the angle are ignored."""
    return coordinates[:, :2] if area.sweep.whole else area.sweep.place(*coordinates.T)
