"""Numbers for a browser: meshes as corners of ten bytes, tables of single precision, base64."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rvs.engine.arrays import Array
from rvs.geometry.coarse import coarser
from rvs.geometry.mesh import Mesh

# Steps of a corner's coordinates on each side of the middle of its mesh.
STEPS = 32767
FEW = 65536
# So many bytes all meshes may have; of more, each is made coarser by parts of the size of all.
MOST = 1_350_000
TOLERANCES = (0.0, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3)


class Packed:
    """Collects bytes, and where in them things are."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def table(self, values: ArrayLike) -> dict[str, int]:
        """Add rows of single precision; tell where they are, how many, and how wide."""
        rows = np.asarray(values, "<f4")
        rows = rows.reshape(len(rows), -1)
        return {"at": self._add(rows), "count": len(rows), "width": rows.shape[1]}

    def mesh(self, mesh: Mesh) -> dict[str, Any]:
        """Add a mesh: coordinates and folded normals in steps, and the triangles."""
        low, high = mesh.bounds
        middle, half = (low + high) / 2, np.maximum((high - low) / 2, 1e-9)
        places = np.rint((mesh.vertices - middle) / half * STEPS)[mesh.corners]
        rows = np.concatenate([places, np.rint(folded(mesh.normals) * STEPS)], axis=1)
        rows, back = np.unique(rows.astype("<i2"), axis=0, return_inverse=True)
        corners = np.ravel(back)[mesh.triangles]
        at = self._add(rows)
        indices = self._add(corners.astype("<u4" if len(rows) > FEW else "<u2"))
        return {
            "corners": at, "indices": indices, "count": corners.size, "wide": len(rows) > FEW,
            "middle": middle.tolist(), "half": half.tolist(),
        }  # fmt: skip

    def text(self) -> str:
        """Return everything as base64."""
        return base64.b64encode(self._bytes).decode("ascii")

    @property
    def size(self) -> int:
        """Number of bytes so far."""
        return len(self._bytes)

    def _add(self, values: NDArray[Any]) -> int:
        self._bytes += b"\0" * (-len(self._bytes) % 4)
        at = len(self._bytes)
        self._bytes += np.ascontiguousarray(values).tobytes()
        return at


def folded(normals: Array) -> Array:
    """Return unit vectors (c, 3) as points of the square -1 to 1 (c, 2).

    The sphere is projected onto an octahedron, whose lower half is folded outwards (Meyer et al.,
    On Floating-Point Normal Vectors, 2010).
    """
    flat = normals / np.abs(normals).sum(axis=1, keepdims=True)
    signs = np.where(flat[:, :2] < 0.0, -1.0, 1.0)
    lower = (1.0 - np.abs(flat[:, 1::-1])) * signs
    found: Array = np.where(flat[:, 2:] < 0.0, lower, flat[:, :2])
    return found


def packed_meshes(meshes: Sequence[Mesh], size: float) -> tuple[Packed, list[dict[str, Any]]]:
    """Return meshes packed, as fine as they may be, and where each is.

    Args:
        meshes: The meshes.
        size: Of everything together, m.
    """
    for tolerance in TOLERANCES:
        packed = Packed()
        said = [packed.mesh(coarser(one, tolerance * size) if tolerance else one) for one in meshes]
        if packed.size <= MOST:
            break
    return packed, said
