"""The involute teeth of a spur gear."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sqrt, tan

import numpy as np

from rvs.engine.arrays import Array
from rvs.geometry.faces import Faces
from rvs.geometry.mesh import Mesh
from rvs.geometry.outline import Outline, smooth

PRESSURE = pi / 9
ADDENDUM, DEDENDUM = 1.0, 1.25
FLANK_STEPS = 4
TIP_STEPS = 2
CREASE = pi / 6


def toothed(module: float, teeth: int, thickness: float, holes: Sequence[Outline]) -> Mesh:
    """Return a spur gear, a tooth towards +x, with straight holes through it."""
    tooth = tooth_points(module, teeth)
    turns = 2 * pi * np.arange(teeth) / teeth
    ring = np.concatenate([_turned(tooth, turn) for turn in turns])
    rim = smooth(ring, CREASE, closed=True)
    faces = Faces()
    faces.band(rim, rim, (0.0, thickness), (0.0, 0.0))
    for hole in holes:
        faces.band(hole, hole, (thickness, 0.0), (0.0, 0.0))
    root = smooth(np.concatenate([_turned(tooth[[0, -1]], turn) for turn in turns]), CREASE, True)
    for z, up in ((0.0, False), (thickness, True)):
        faces.lid(root, holes, z, up)
        group = faces.group()
        for turn in turns:
            flat = _turned(tooth, turn)
            corners = np.column_stack([flat, np.full(len(flat), z)])
            faces.add(corners if up else corners[::-1], (0, 0, 1.0 if up else -1.0), group)
    return faces.mesh(_parts(root.points[:-1], tooth, turns, thickness))


def tooth_points(module: float, teeth: int) -> Array:
    """Return the corners (n, 2) of one tooth about the +x axis, from root to root.

    The flank is the involute of the base circle; below it the tooth runs straight to the root.
    """
    pitch = module * teeth / 2
    base, tip, root = pitch * cos(PRESSURE), pitch + ADDENDUM * module, pitch - DEDENDUM * module
    half = pi / (2 * teeth) + tan(PRESSURE) - PRESSURE
    radii = np.linspace(max(base, root), tip, FLANK_STEPS + 1)
    angles = np.array([half - _involute_at(r, base) for r in radii])
    sharp = angles < 0.0
    if sharp.any():
        # Few teeth end in a point below the tip circle.
        last = int(np.argmax(sharp))
        radii, angles = radii[: last + 1], np.append(angles[:last], 0.0)
    flank = np.column_stack([radii, angles])
    if root < base * (1 - 1e-9):
        flank = np.vstack([[root, angles[0]], flank])
    inner = TIP_STEPS - 1 if angles[-1] else 0
    crown = np.linspace(angles[-1], -angles[-1], inner + 2)[1:-1]
    over = np.column_stack([np.full(inner, radii[-1]), crown])
    back = flank[::-1] * (1.0, -1.0)
    whole = np.concatenate([flank, over, back if angles[-1] else back[1:]])
    polar = whole[::-1]
    return np.column_stack([polar[:, 0] * np.cos(polar[:, 1]), polar[:, 0] * np.sin(polar[:, 1])])


def _involute_at(radius: float, base: float) -> float:
    along = sqrt(max(radius * radius - base * base, 0.0))
    return along / base - float(np.arctan2(along, base))


def _turned(points: Array, angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    turned: Array = points @ np.array([[c, s], [-s, c]])
    return turned


def _parts(root: Array, tooth: Array, turns: Array, thickness: float) -> list[Array]:
    flats = [root, *(_turned(tooth, turn) for turn in turns)]
    return [
        np.concatenate([np.column_stack([flat, np.full(len(flat), z)]) for z in (0.0, thickness)])
        for flat in flats
    ]
