"""A workspace as smooth fields: the reached part, its quality, and its colours."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from scipy.ndimage import gaussian_filter, map_coordinates  # type: ignore[import-untyped]
from scipy.spatial import cKDTree  # type: ignore[import-untyped]

from rvs.engine.arrays import Array, Integers
from rvs.model.appearance.colors import Rgba, rgba
from rvs.model.derived import derived
from rvs.model.refs import Ref
from rvs.model.views.view import Background, WorkspaceColors
from rvs.model.workspace_result import SAMPLED, Found
from rvs.scene.annotate.ramp import RAMP, ends, legend_items
from rvs.scene.items import Item
from rvs.study.workspace.clearing import Clear, Service
from rvs.study.workspace.sweep import TURN
from rvs.study.workspace.workspace import Workspace
from rvs.value_class import dataclass

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


PLAIN = "#3F7FBF"
TITLES: dict[WorkspaceColors, str] = {
    "conditioning": "1/κF",
    "manipulability": "manipulability",
    "postures": "postures",
    "service": "orientations",
}
LEGEND: Ref = ("workspace", "legend")
# Below this, ranges are told as powers of ten.
TENTH = 0.1


@dataclass(frozen=True, eq=False)
class Tints:
    """Colours of a workspace.

    Attributes:
        found: The workspace.
        colors: Their meaning.
        ends: Ends of their ranges, one more than there are colours.
    """

    found: Found
    colors: WorkspaceColors
    ends: Array

    @property
    def ramp(self) -> tuple[str, ...]:
        """The colours, from poor to good."""
        return RAMP if len(self.ends) > 1 else (PLAIN,)

    def paint(self, alpha: float) -> tuple[Rgba, ...]:
        """Return the colours with an opacity."""
        return tuple(rgba(color, alpha) for color in self.ramp)

    def classes(self, coordinates: Array) -> Integers:
        """Return the number of the colour (m,) at points with coordinates u, v and s (m, 3)."""
        values = self.values(coordinates)
        if values is None:
            return np.zeros(len(coordinates), dtype=np.int64)
        return np.asarray(np.searchsorted(self.ends[1:-1], values))

    def values(self, coordinates: Array) -> Array | None:
        """Return the values of the colours at points (m,), or None without a meaning."""
        area, service = self.found.workspace, self.found.service
        if len(self.ends) < 2:
            return None
        if service is not None and self.colors in SAMPLED:
            known = service.share if self.colors == "service" else service.postures
            return served(area, service, known, coordinates)
        return smooth_values(area, _cell_values(area, self.colors), coordinates)


@derived(size=8)
def tints(found: Found, colors: WorkspaceColors) -> Tints:
    """Return the colours of a workspace; a single one without a meaning."""
    if colors in SAMPLED:
        if found.service is None:
            return Tints(found, colors, np.zeros(1))
        most = 1.0 if colors == "service" else float(found.service.postures.max(initial=1.0))
    elif colors == "plain":
        return Tints(found, colors, np.zeros(1))
    else:
        most = float(_cell_values(found.workspace, colors).max(initial=0.0)) or 1.0
    return Tints(found, colors, ends(most))


def legend(
    found: Found,
    colors: WorkspaceColors,
    background: Background,
    above: int = 0,
    opacity: float = 1.0,
) -> tuple[Item, ...]:
    """Return the meaning of each colour; nothing if there is none.

    Args:
        found: The workspace.
        colors: Their meaning.
        background: Colours of the scene.
        above: Number of lines left free below the legend, for another one.
        opacity: Opacity of the coloured items.
    """
    tinted = tints(found, colors)
    if len(tinted.ends) < 2:
        return ()
    words = tuple(f"{low:.2f}–{high:.2f}" for low, high in pairwise(tinted.ends))
    if float(tinted.ends[-1]) < TENTH:
        words = tuple(f"{low:.1e}–{high:.1e}" for low, high in pairwise(tinted.ends))
    return legend_items(TITLES[colors], words, background, LEGEND, above, opacity)


def _cell_values(area: Workspace, colors: WorkspaceColors) -> Array:
    return area.manipulability if colors == "manipulability" else area.conditioning
