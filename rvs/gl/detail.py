"""How fine the meshes of a quick picture have to be: as fine as its pixels."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from rvs.geometry.coarse import coarser
from rvs.geometry.mesh import Mesh
from rvs.gl.frame import Frame
from rvs.scene.camera import axes, pixel_size

# No surface moves farther than this, in pixels.
ERROR = 0.7
# Triangles that are made coarser in one picture, so that none of them takes long; the rest has its
# turn in the next ones.  Larger meshes would take too long and stay as they are.
TRIANGLES_A_PICTURE, LARGEST = 2_000, 50_000
# Meshes of more take longer than a picture may, and are made coarser before anything moves.
LONG = 4_000
# Tolerances are powers of two, in m.
FINEST, COARSEST = -20, 4
KEPT = 4_096

Levels = NDArray[np.int64]


class Detail:
    """Coarser meshes, made a few in each picture and kept.

    Attributes:
        complete: Whether the last picture had all that it wanted.
    """

    def __init__(self) -> None:
        self.complete = True
        self._made: dict[tuple[Mesh, int], Mesh] = {}
        self._left = 0

    def choose(self, wanted: Iterable[tuple[Mesh, int]]) -> list[Mesh]:
        """Return for each mesh and level one that is as coarse as that, or finer for now."""
        self.complete, self._left = True, TRIANGLES_A_PICTURE
        if len(self._made) > KEPT:
            self._made.clear()
        return [self._chosen(mesh, level) for mesh, level in wanted]

    def foresee(self, wanted: Iterable[tuple[Mesh, int]]) -> bool:
        """Make one coarser mesh of those that would take long; return whether there was one."""
        for mesh, level in wanted:
            if LONG < len(mesh.triangles) <= LARGEST and (mesh, level) not in self._made:
                self._made[mesh, level] = coarser(mesh, 2.0**level)
                return True
        return False

    def _chosen(self, mesh: Mesh, level: int) -> Mesh:
        found = self._made.get((mesh, level))
        if found is None and len(mesh.triangles) > LARGEST:
            found = mesh
        if found is None and self._left > 0:
            self._left -= len(mesh.triangles)
            found = self._made[mesh, level] = coarser(mesh, 2.0**level)
        if found is None:
            self.complete = False
        return found or mesh


def levels(
    rows: NDArray[np.float32], middles: NDArray[np.float64], radii: NDArray[np.float64],
    frame: Frame,
) -> Levels:  # fmt: skip
    """Return the power of two of the tolerance that does for each solid (n,), in its own unit.

    Args:
        rows: Their poses in the first three of each row (n, 5, 4).
        middles: Middles of the boxes around their meshes (n, 3).
        radii: Radii of balls around these boxes (n,).
        frame: The picture.
    """
    turns = rows[:, :3, :3].astype(float)
    scale = np.sqrt((turns * turns).sum(axis=1).max(axis=1))
    places = (turns @ middles[:, :, None])[:, :, 0] + rows[:, :3, 3]
    camera, high = frame.camera, frame.device[1]
    # The nearest point of each decides.
    nearest = places + (radii * scale)[:, None] * axes(camera)[2]
    size = pixel_size(camera, nearest, high)
    found: Levels = np.floor(np.log2(ERROR * size / np.maximum(scale, 1e-12))).astype(np.int64)
    return np.clip(found, FINEST, COARSEST)
