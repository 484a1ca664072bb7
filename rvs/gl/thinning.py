"""Long polylines with fewer points, for pictures between others."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import cos, radians

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.gl.frame import Frame
from rvs.model.views.view import Camera
from rvs.scene.camera import pixel_size
from rvs.scene.items import Line

# Lines of fewer points are left as they are.
MANY = 100
# Pixels from one point to the next at least; corners that turn by more than this angle stay.
STEP, CORNER = 3.0, cos(radians(10.0))


def thinned(line: Line, frame: Frame) -> Line:
    """Return a polyline with as many points as a quick picture needs, else the very same line."""
    if not frame.quick or line.pairs or line.alphas is not None or len(line.points) < MANY:
        return line
    return _thinned(line, frame.camera, frame.device[1])


# Lines by identity, cameras by value: while both rest, so does what is sent of the line.
@lru_cache(maxsize=32)
def _thinned(line: Line, camera: Camera, high: int) -> Line:
    points = np.asarray(line.points, float)
    step = STEP * float(pixel_size(camera, points, high).min())
    kept = _kept(points, step)
    return replace(line, points=points[kept]) if 2 * len(kept) < len(points) else line


def _kept(points: Array, step: float) -> NDArray[np.int64]:
    """Which points of a polyline stay (k,): its ends, corners, and one in every step."""
    ways = np.diff(points, axis=0)
    long = np.linalg.norm(ways, axis=1)
    along = np.concatenate([[0.0], np.cumsum(long)])
    stays = np.diff(np.floor(along / step), prepend=-1.0) > 0.0
    turn = (ways[1:] * ways[:-1]).sum(axis=1)
    stays[1:-1] |= turn < CORNER * long[1:] * long[:-1]
    stays[-1] = True
    return np.flatnonzero(stays)
