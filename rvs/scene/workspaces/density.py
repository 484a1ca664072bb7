"""A workspace as smooth fields: the reached part around any point, and its quality."""

from __future__ import annotations

import numpy as np
from scipy.ndimage import gaussian_filter, map_coordinates  # type: ignore[import-untyped]

from rvs.engine.arrays import Array
from rvs.model.derived import derived
from rvs.model.workspace_result import Found
from rvs.scene.workspaces.samples import freedom
from rvs.study.workspace.sweep import TURN
from rvs.study.workspace.workspace import Workspace

# Bins along the sweep, and how far both fields are smoothed, in cells; these are reached or not,
# and know the best of the few postures that came there.
BINS, EDGES, VALUES = 72, 0.7, 1.2


def coordinates_of(area: Workspace, points: Array) -> Array:
    """Return u, v and s (m, 3) of points in frame 0 (m, 3), m."""
    return area.sweep.across((points - area.sweep.origin) @ area.sweep.axes)


def density(found: Found, coordinates: Array) -> Array:
    """Return the reached part of the surroundings of points (m,), 0 to 1; 0.5 at the boundary.

    Args:
        found: The workspace.
        coordinates: u, v and s of the points (m, 3).
    """
    area = found.workspace
    picture, low, step = _filled(area)
    i, j = _cells(area, coordinates)
    k = (coordinates[:, 2] - low) / step
    values = np.asarray(map_coordinates(picture, [i, j, k], order=1, mode="constant"))
    if found.clear is not None:
        some = np.flatnonzero(values > 0.0)
        points = area.sweep.place(*coordinates[some].T)
        values[some] *= freedom(found.clear, points)
    return values


def smooth_values(area: Workspace, values: Array, coordinates: Array) -> Array:
    """Return the values of cells (c,) interpolated at points between them (m,).

    Args:
        area: The workspace.
        values: A number for each cell.
        coordinates: u, v and s of the points (m, 3).
    """
    i, j = _cells(area, coordinates)
    return np.asarray(map_coordinates(_smoothed(area, values), [i, j], order=1, mode="nearest"))


def _cells(area: Workspace, coordinates: Array) -> tuple[Array, Array]:
    """Return positions of points among the centres of the cells, along u and v."""
    frame = area.frame
    i = (coordinates[:, 0] - frame.low[0]) / frame.step[0] - 0.5
    j = (coordinates[:, 1] - frame.low[1]) / frame.step[1] - 0.5
    # the axis is not a border
    return (np.maximum(i, 0.0) if area.sweep.turns else i), j


@derived(size=4)
def _filled(area: Workspace) -> tuple[Array, float, float]:
    """Return the reached share of each cell along the sweep, the first position and the step."""
    shape = area.frame.shape
    if area.sweep.whole:
        picture = np.repeat(area.share.reshape(*shape, 1), 2, axis=2)
        return _blurred(picture), 0.0, TURN
    first, last = 0.0, TURN
    if not area.sweep.turns:
        first, last = float(area.spans[:, 1].min()), float(area.spans[:, 2].max())
    ends = np.linspace(first, last, BINS + 1)
    step = float(ends[1] - ends[0])
    filled = np.zeros((area.frame.count, BINS))
    cells, low, high = area.spans.T
    for k in range(BINS):
        within = np.minimum(high, ends[k + 1]) - np.maximum(low, ends[k])
        np.add.at(filled[:, k], cells.astype(np.int64), np.maximum(within, 0.0) / step)
    picture = (np.minimum(filled, 1.0) * area.share[:, None]).reshape(*shape, BINS)
    around = ((0, 0), (0, 0), (1, 1))
    picture = np.pad(picture, around, mode="wrap" if area.sweep.turns else "constant")
    return _blurred(picture), first - step / 2.0, step


def _blurred(picture: Array) -> Array:
    widths = [EDGES if count > 1 else 0.0 for count in picture.shape[:2]]
    return np.asarray(gaussian_filter(picture, (*widths, 0.0), mode="nearest"))


@derived(size=8)
def _smoothed(area: Workspace, values: Array) -> Array:
    """Return means over the reached cells around each, weighted by proximity."""
    shape = area.frame.shape
    weights = (area.share > 0).astype(float).reshape(shape)
    widths = [VALUES if count > 1 else 0.0 for count in shape]
    whole = gaussian_filter(weights, widths, mode="nearest")
    found = gaussian_filter(values.reshape(shape) * weights, widths, mode="nearest")
    return np.asarray(found / np.maximum(whole, 1e-9))
