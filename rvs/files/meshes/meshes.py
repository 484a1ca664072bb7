"""Surfaces from mesh files, read after checks of their size; unchanged files are cached."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from threading import Lock

import numpy as np

from rvs.engine.arrays import Array
from rvs.files.budget import read_once, spend, within_budget
from rvs.files.meshes.mesh_checks import CHECKS, MOST_TRIANGLES, plain_mesh, too_many
from rvs.files.meshes.soup import Ints, Soup, joined
from rvs.files.suffixes import SUFFIXES, is_mesh
from rvs.files.text.errors import whole_file
from rvs.files.text.source import MEGABYTE, read_data
from rvs.model.array_value import block
from rvs.model.mesh_file import Surface
from rvs.value_class import dataclass

LARGEST_FILE = 300 * MEGABYTE
FARTHEST = 1e7
# Triangles of all files that are remembered together.
REMEMBERED = 1_000_000


@dataclass(frozen=True)
class MeshRead:
    """Contents of a mesh file.

    Attributes:
        surface: Its triangles, in its own unit; those of a DAE file in metres.
        box: Least x, y, z and greatest x, y, z.
        scale: Metres per unit, usual for files of its format.
        turn: Rotation (3, 3) from the axes of the file to z upwards.
    """

    surface: Surface
    box: tuple[float, ...]
    scale: float
    turn: Array


@within_budget()
def read_mesh(path: Path) -> MeshRead:
    """Read a mesh file; an unchanged one is cached.

    Raises:
        FileErrors: No such file, one of no known format, damaged, or too large.
    """
    if not is_mesh(path):
        raise whole_file(path, f"has an unknown format; expected {', '.join(SUFFIXES)}")
    try:
        if path.is_dir():
            raise whole_file(path, "is a folder, not a file")
        facts = path.stat()
    except FileNotFoundError as error:
        raise whole_file(path, "the file does not exist") from error
    except (OSError, ValueError) as error:
        raise whole_file(path, f"can't be read: {error}") from error
    return _MEMORY.read(path, (facts.st_mtime_ns, facts.st_size))


class _Memory:
    """Cached files by time and size: the most recently used, up to a maximum number."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[Path, tuple[int, int]], MeshRead] = OrderedDict()
        self._triangles = 0
        # Files are read in threads too.
        self._keeping = Lock()

    def read(self, path: Path, stamp: tuple[int, int]) -> MeshRead:
        """Return the contents of a file with a time and a size."""
        fault = spend("triangles", 0)
        if fault:
            raise whole_file(path, fault)
        found = self._known.get((path, stamp)) or _read(path)
        fault = spend("triangles", len(found.surface.triangles), path)
        if fault:
            raise whole_file(path, fault)
        with self._keeping:
            self._keep((path, stamp), found)
        return found

    def _keep(self, key: tuple[Path, tuple[int, int]], found: MeshRead) -> None:
        if key not in self._known:
            self._known[key] = found
            self._triangles += len(found.surface.triangles)
        self._known.move_to_end(key)
        while self._triangles > REMEMBERED and len(self._known) > 1:
            _, gone = self._known.popitem(last=False)
            self._triangles -= len(gone.surface.triangles)


_MEMORY = _Memory()


# More than is remembered may be in one cell.
@read_once
def _read(path: Path) -> MeshRead:
    kind = path.suffix.lower().removeprefix(".")
    data = plain_mesh(kind, read_data(path, LARGEST_FILE))
    fault = CHECKS[kind](data)
    if fault:
        raise whole_file(path, fault)
    soup = _reader(kind)(data, path)
    vertices, triangles, paints = soup.whole()
    fault = _fault(vertices, triangles)
    if fault:
        raise whole_file(path, fault)
    vertices, triangles, closed = joined(vertices, triangles)
    box = (*vertices.min(axis=0).tolist(), *vertices.max(axis=0).tolist())
    surface = Surface(block(vertices), block(triangles), closed, paints)
    return MeshRead(surface, box, soup.scale, soup.turn)


def _reader(kind: str) -> Callable[[bytes, Path], Soup]:
    """Return a format's function ``read``, whose arguments are the bytes and the path."""
    module = import_module(f"rvs.files.meshes.{'gltf' if kind == 'glb' else kind}")
    reader: Callable[[bytes, Path], Soup] = module.read
    return reader


def _fault(vertices: Array, triangles: Ints) -> str:
    if not len(triangles) or not len(vertices):
        return "contains no triangles"
    if len(triangles) > MOST_TRIANGLES:
        return too_many(len(triangles))
    if not np.isfinite(vertices).all() or np.abs(vertices).max() > FARTHEST:
        return f"contains a point that is not within {FARTHEST:g} units of the origin"
    if triangles.min() < 0 or triangles.max() >= len(vertices):
        return "has a triangle with missing points"
    corners = vertices[triangles]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return "" if np.any(across) else "contains only triangles without area"
