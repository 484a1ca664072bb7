"""Surfaces of flat convex polygons with the normals of the smooth surface, and their cache."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cached_property, wraps
from threading import Lock
from typing import Any, ParamSpec

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError

Indices = NDArray[np.int32]


class Mesh:
    """An immutable polygon mesh, equal to another by value.

    Attributes:
        vertices: Points (v, 3), m; shared by the faces that meet there.
        corners: Vertex of each corner, face after face (c,).
        starts: Face k has the corners ``starts[k]`` to ``starts[k + 1]``, counter-clockwise seen
            from outside (f + 1,).
        normals: Unit normal at each corner (c, 3); equal across a smooth edge.
        groups: Smooth surface of each face (f,).
        parts: Vertices of convex bodies whose union fills the mesh; None if unknown, empty if the
            mesh is inside the silhouette of another body.
        digest: Fingerprint of the surface.
        shape: Name and sizes of its shape in the catalogue, and True if it is mirrored along x;
            None for any other mesh.
    """

    __slots__ = (
        "__dict__",
        "corners",
        "digest",
        "groups",
        "normals",
        "parts",
        "shape",
        "starts",
        "vertices",
    )

    def __init__(
        self,
        vertices: ArrayLike,
        corners: ArrayLike,
        starts: ArrayLike,
        normals: ArrayLike,
        groups: ArrayLike,
        parts: Sequence[ArrayLike] | None = None,
    ) -> None:
        self.vertices = _frozen(vertices, np.float64)
        self.corners = _frozen(corners, np.int32)
        self.starts = _frozen(starts, np.int32)
        self.normals = _frozen(normals, np.float64)
        self.groups = _frozen(groups, np.int32)
        self.parts: tuple[Indices, ...] | None = (
            None if parts is None else tuple(_frozen(part, np.int32) for part in parts)
        )
        self.shape: tuple[str, tuple[tuple[str, Any], ...], bool] | None = None
        self._check()
        arrays = (self.vertices, self.corners, self.starts, self.normals, self.groups)
        self.digest = hashlib.blake2b(b"".join(map(_bytes, arrays)), digest_size=16).digest()

    @property
    def nbytes(self) -> int:
        """Bytes of its source data."""
        arrays = (self.vertices, self.corners, self.starts, self.normals, self.groups)
        return sum(array.nbytes for array in (*arrays, *(self.parts or ())))

    def _check(self) -> None:
        if self.vertices.ndim != 2 or self.vertices.shape[1] != 3:
            raise ArgumentError(f"vertices: expected shape (v, 3), got {self.vertices.shape}")
        if not np.isfinite(self.vertices).all():
            raise ArgumentError("vertices: every coordinate must be a finite number")
        if self.normals.shape != (len(self.corners), 3):
            raise ArgumentError(f"normals: expected one for each of {len(self.corners)} corners")
        if len(self.groups) != len(self.starts) - 1:
            raise ArgumentError(f"groups: expected one for each of {len(self.starts) - 1} faces")

    @cached_property
    def triangles(self) -> Indices:
        """Corners of the triangles of all faces (t, 3): indices into ``corners``."""
        sizes = np.diff(self.starts)
        counts = sizes - 2
        first = np.repeat(self.starts[:-1], counts)
        step = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        return np.stack([first, first + step + 1, first + step + 2], axis=1).astype(np.int32)

    @cached_property
    def bounds(self) -> Array:
        """Smallest and largest coordinates (2, 3), m."""
        return np.stack([self.vertices.min(axis=0), self.vertices.max(axis=0)])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mesh) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<Mesh of {len(self.groups)} faces, {len(self.vertices)} vertices>"


def _frozen(values: ArrayLike, kind: type) -> NDArray:  # type: ignore[type-arg]
    array: NDArray = np.array(values, dtype=kind)  # type: ignore[type-arg]
    array.setflags(write=False)
    return array


def _bytes(array: NDArray) -> bytes:  # type: ignore[type-arg]
    return repr(array.shape).encode() + array.tobytes()


P = ParamSpec("P")
Key = tuple[object, ...]


class Remembered:
    """Results of mesh functions: the most recent ones, up to a number of bytes.

    A limit on the number of meshes would not suffice: a bolt has a hundred bytes, a housing a
    million.

    Attributes:
        most: Limit of the bytes of all meshes together; the last mesh is kept whatever its size.
        nbytes: Bytes of the cached meshes.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.nbytes = 0
        self._kept: OrderedDict[Key, Mesh] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def __call__(self, make: Callable[P, Mesh]) -> Callable[P, Mesh]:
        """Return a function that caches its meshes here, by the values of its arguments."""

        @wraps(make)
        def remembered(*args: P.args, **kwargs: P.kwargs) -> Mesh:
            key = (make, args, *sorted(kwargs.items()))
            with self._lock:
                found = self._kept.get(key)
                if found is not None:
                    self._kept.move_to_end(key)
                    return found
            # Without the lock: it may ask for other meshes.
            mesh = make(*args, **kwargs)
            with self._lock:
                return self._keep(key, mesh)

        return remembered

    def _keep(self, key: Key, mesh: Mesh) -> Mesh:
        """Store a mesh; if another thread made it in the meantime, all use that one."""
        first = self._kept.setdefault(key, mesh)
        if first is mesh:
            self.nbytes += mesh.nbytes
        while self.nbytes > self.most and len(self._kept) > 1:
            _, gone = self._kept.popitem(last=False)
            self.nbytes -= gone.nbytes
        return first
