"""Meshes cached by their arguments, within a memory limit."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import ParamSpec

from rvs.geometry.mesh import Mesh

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
