"""A mesh file as a value: its path, its size, and its contents."""

from __future__ import annotations

from pathlib import PurePath

from rvs.engine.errors import ArgumentError
from rvs.model.array_value import Block
from rvs.model.bounds import NUMBER, check_fields, check_texts
from rvs.value_class import dataclass

UNKNOWN_BOX = (-0.5, -0.5, 0.0, 0.5, 0.5, 1.0)


@dataclass(frozen=True, slots=True)
class Surface:
    """The triangles of a mesh file, in the file's own unit.

    Attributes:
        vertices: Points (v, 3).
        triangles: Vertices of each triangle, counter-clockwise seen from outside (t, 3).
        closed: They enclose a body; otherwise both of their sides are visible.
        paints: Colours of the file, ``#RRGGBB``, ``#RRGGBBAA`` or empty, each with the number of
            consecutive triangles of that colour; empty if the file has none.
    """

    vertices: Block
    triangles: Block
    closed: bool = True
    paints: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class MeshFile:
    """A file with the surface of an object or of a part of a body.

    Attributes:
        path: The file as named: relative to the file that names it if it is below the folder of
            that file.
        box: Minimum x, y, z and maximum x, y, z of its points, in the file's unit; this box is
            shown while the file is missing.
        surface: Its content, or None while it is missing.
    """

    path: str
    box: tuple[float, ...] = UNKNOWN_BOX
    surface: Surface | None = None

    def __post_init__(self) -> None:
        if len(self.box) != 6:
            raise ArgumentError("box: expected six numbers")
        check_fields(self, {"box": NUMBER})
        check_texts(self, "path")
        if any(low > high for low, high in zip(self.box[:3], self.box[3:], strict=True)):
            raise ArgumentError("box: its least x, y, z come first, then its greatest")


def mesh_id(path: str) -> str:
    """Return an id similar to the name of a mesh file.

    >>> mesh_id("meshes/link 1#v2.stl")
    'link 1_v2'
    """
    stem = PurePath(path).stem
    kept = "".join(sign if sign.isalnum() or sign in " .()+-_" else "_" for sign in stem)
    return kept.strip(" .()+-_")[:50].rstrip(" (-_") or "mesh"
