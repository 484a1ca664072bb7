"""Faces of a DAE file as triangles: triangles, polygons, fans and strips."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.files.meshes.dae_values import Dae
from rvs.files.meshes.mesh_checks import MOST_TRIANGLES, too_many
from rvs.files.meshes.soup import Ints
from rvs.files.text.errors import whole_file
from rvs.files.trees.xml import Element

FACES = ("triangles", "polylist", "polygons", "trifans", "tristrips")
NONE: Ints = np.zeros((0, 3), np.int64)
# A corner bends inwards where its cross product is below minus this part of the largest one.
INWARD = 1e-9


def faces(dae: Dae, element: Element, points: Array) -> Ints:
    """Return the triangles of an element, as rows of vertices.

    Args:
        dae: The file.
        element: Faces of one material.
        points: The vertices (v, 3).

    Raises:
        FileErrors: They refer to missing points, or are too many.
    """
    inputs = list(element.all("input"))
    offsets = [int(dae.number(one, "offset", 0, (0, 64))) for one in inputs]
    own = [k for one, k in zip(inputs, offsets, strict=True) if one.get("semantic") == "VERTEX"]
    if not own:
        raise dae.error(element, "it has no <input semantic='VERTEX'>")
    runs = [_vertices(dae, run, own[0], max(offsets) + 1, points) for run in _runs(element)]
    if element.tag == "triangles":
        found = [run[: len(run) // 3 * 3].reshape(-1, 3) for run in runs]
    elif element.tag == "polylist":
        found = [_polylist(dae, element, run, points) for run in runs]
    elif element.tag == "polygons":
        found = [_polygons(run[None], points) for run in runs if len(run) > 2]
    else:
        found = [_strip(run, fan=element.tag == "trifans") for run in runs]
    if sum(map(len, found)) > MOST_TRIANGLES:
        raise whole_file(dae.path, too_many(sum(map(len, found))))
    return np.concatenate(found) if found else NONE


def _runs(element: Element) -> list[Element]:
    """Return the lists of indices; for a polygon with holes, its outline."""
    found = list(element.all("p"))
    for holed in element.all("ph"):
        found += list(holed.all("p"))[:1]
    return found


def _vertices(dae: Dae, run: Element, own: int, stride: int, points: Array) -> Ints:
    values = dae.numbers(run)
    if len(values) % stride:
        raise dae.error(run, f"{len(values)} numbers do not fill rows of {stride}")
    found = values.reshape(-1, stride)[:, own].astype(np.int64)
    if len(found) and (found.min() < 0 or found.max() >= len(points)):
        wrong = int(found.max()) if found.min() >= 0 else int(found.min())
        raise dae.error(run, f"there is no point {wrong}; there are {len(points)} points")
    return found


def _polylist(dae: Dae, element: Element, run: Ints, points: Array) -> Ints:
    counted = element.first("vcount")
    counts = dae.numbers(counted).astype(np.int64) if counted is not None else NONE[:, 0]
    if (counts < 0).any() or int(counts.sum()) != len(run):
        raise dae.error(
            element, f"<vcount> gives {int(counts.sum())} corners, but there are {len(run)}"
        )
    starts = np.cumsum(counts) - counts
    found = [
        _polygons(run[starts[counts == n][:, None] + np.arange(n)], points)
        for n in np.unique(counts[counts > 2]).tolist()
    ]
    return np.concatenate(found) if found else NONE


def _polygons(rows: Ints, points: Array) -> Ints:
    """Return triangles of polygons with equal numbers of corners (k, n)."""
    n = rows.shape[1]
    fan = np.stack([rows[:, [0] * (n - 2)], rows[:, 1 : n - 1], rows[:, 2:]], axis=2)
    if n == 3:
        return fan.reshape(-1, 3)
    corners = points[rows]
    steps = np.roll(corners, -1, axis=1) - corners
    bends = np.cross(np.roll(steps, 1, axis=1), steps)
    normal = np.cross(corners - corners[:, :1], np.roll(corners, -1, axis=1) - corners[:, :1])
    along = np.einsum("kni,ki->kn", bends, normal.sum(axis=1))
    hollow = (along < -INWARD * np.abs(along).max(axis=1, keepdims=True)).any(axis=1)
    found = [fan[~hollow].reshape(-1, 3)]
    found += [_hollow(row, points[row]) for row in rows[hollow]]
    return np.concatenate(found)


def _hollow(row: Ints, corners: Array) -> Ints:
    """Return triangles of a nearly planar polygon that is not convex."""
    from manifold3d import triangulate

    normal = np.cross(corners, np.roll(corners, -1, axis=0)).sum(axis=0)
    axis = int(np.argmax(np.abs(normal)))
    flat = np.delete(corners, axis, axis=1)
    # Seen from above the outline has to run counter-clockwise.
    turned = (normal[axis] < 0.0) != (axis == 1)
    order = np.arange(len(row))[::-1] if turned else np.arange(len(row))
    found = np.asarray(triangulate([flat[order]]), np.int64).reshape(-1, 3)
    triangles: Ints = row[order[found]]
    return triangles[:, ::-1] if turned else triangles


def _strip(run: Ints, fan: bool) -> Ints:
    if len(run) < 3:
        return NONE
    last = np.arange(2, len(run))
    if fan:
        return np.stack([run[np.zeros_like(last)], run[last - 1], run[last]], axis=1)
    odd = last % 2
    return np.stack([run[last - 2 + odd], run[last - 1 - odd], run[last]], axis=1)
