"""The kinds of thing that stand around a robot: their sizes with bounds, their usual look.

Every thing stands on the plane z = 0 of its own frame, its footprint centred on the origin, so that
its box follows from its sizes.  How each becomes solids is in ``rvs.bodies.things``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, pi, radians, sin
from typing import Literal

from rvs.model.body.shapes import Parameter

Family = Literal["furniture", "logistics", "workpieces", "safety", "stands", "shapes", "files"]
Corner = tuple[float, float, float]
Box = tuple[Corner, Corner]

MESH = "mesh"
LONGEST = 100.0
THINNEST = 1e-4


@dataclass(frozen=True, slots=True)
class ThingKind:
    """A kind of thing.

    Attributes:
        name: Key in a file.
        title: What people call it.
        family: Where the gallery shows it.
        summary: What it is, one sentence.
        sizes: Its sizes with their usual values, m, rad or plain numbers.
        color: Its usual main colour.
        material: Material of what has its main colour.
    """

    name: str
    title: str
    family: Family
    summary: str
    sizes: tuple[Parameter, ...]
    color: str
    material: str = "paint"

    def size(self, name: str) -> Parameter | None:
        """Return the size of a name, or None."""
        return next((one for one in self.sizes if one.name == name), None)


def _length(name: str, meaning: str, usual: float, most: float = LONGEST) -> Parameter:
    return Parameter(name, meaning, "length", usual, THINNEST, most, needed=False)


def _count(name: str, meaning: str, usual: int, least: int, most: int) -> Parameter:
    return Parameter(name, meaning, "count", float(usual), least, most, needed=False)


def _box(x: float, y: float, z: float) -> tuple[Parameter, ...]:
    return (
        _length("length", "length along x", x),
        _length("width", "width along y", y),
        _length("height", "height along z", z),
    )


def _round(diameter: float, height: float) -> tuple[Parameter, ...]:
    return (_length("diameter", "diameter", diameter), _length("height", "height", height))


_CATALOG = (
    ThingKind(
        "table", "Table", "furniture", "A table with a thin top on four legs.",
        (*_box(1.2, 0.8, 0.75), _length("top", "thickness of the top", 0.03, 1.0)),
        "#C9B48F", "matte",
    ),
    ThingKind(
        "shelf", "Shelf", "furniture", "Boards between four uprights.",
        (*_box(1.0, 0.4, 1.8), _count("levels", "number of boards", 4, 2, 20)),
        "#AEB6BE",
    ),
    ThingKind(
        "cabinet", "Cabinet", "furniture", "A closed cabinet, such as that of a robot's control.",
        _box(0.6, 0.5, 0.95), "#D7DADC",
    ),
    ThingKind(
        "conveyor", "Conveyor", "logistics",
        "A belt over rollers between two rails, on legs; it runs along x.",
        _box(2.0, 0.5, 0.75), "#2E8B57",
    ),
    ThingKind(
        "pallet", "Pallet", "logistics", "A wooden pallet of boards and blocks.",
        _box(1.2, 0.8, 0.144), "#C8A46E", "matte",
    ),
    ThingKind(
        "bin", "Bin", "logistics", "An open container with a rim.",
        (*_box(0.4, 0.3, 0.22), _length("wall", "thickness of the walls", 0.004, 1.0)),
        "#4F7CA6", "plastic",
    ),
    ThingKind(
        "rail", "Rail", "logistics", "A bed with two guide rails, for what travels along x.",
        _box(3.0, 0.5, 0.25), "#5A6470",
    ),
    ThingKind(
        "battery", "Battery", "workpieces", "A round cell with its cap.",
        _round(0.0332, 0.0615), "#2F343A", "plastic",
    ),
    ThingKind(
        "peg", "Peg", "workpieces", "A round pin with bevelled ends.",
        _round(0.02, 0.08), "#C3C7CC", "brushed",
    ),
    ThingKind(
        "surface", "Surface", "workpieces",
        "A sheet to work on, flat or bent to an arch along x.",
        (
            *_box(1.0, 0.8, 0.01)[:2],
            _length("thickness", "thickness of the sheet", 0.01, 1.0),
            Parameter("rise", "height of the bent middle above the ends", "length", 0.0, 0.0,
                      LONGEST, needed=False),
        ),
        "#9DB4C8",
    ),
    ThingKind(
        "fuselage", "Fuselage", "workpieces",
        "A panel of an aircraft's shell with frames and stringers; its axis is along x.",
        (
            _length("length", "length along x", 3.0),
            _length("diameter", "outer diameter of the shell", 3.8),
            Parameter("angle", "part of the circle that it spans", "angle", radians(100.0),
                      radians(10.0), 2 * pi, needed=False),
            _length("skin", "thickness of the skin", 0.012, 1.0),
            _count("frames", "number of frames", 5, 2, 60),
            _count("stringers", "number of stringers", 11, 2, 120),
        ),
        "#B9C4B0", "brushed",
    ),
    ThingKind(
        "wall", "Wall", "safety", "A plain wall along x.",
        (
            _length("length", "length along x", 3.0),
            _length("height", "height", 2.4),
            _length("thickness", "thickness along y", 0.12),
        ),
        "#DAD8D2", "matte",
    ),
    ThingKind(
        "fence", "Fence", "safety", "Posts along x with panels of wire mesh between them.",
        (
            _length("length", "length along x", 3.0),
            _length("height", "height", 2.0),
            _length("spacing", "greatest distance of the posts", 1.05),
            _length("post", "side of a post", 0.05, 1.0),
        ),
        "#F2B705",
    ),
    ThingKind(
        "pedestal", "Pedestal", "stands", "A column between two plates, for a robot to stand on.",
        (
            _length("width", "side of the lower plate", 0.5),
            _length("top", "diameter of the upper plate", 0.3),
            _length("height", "height", 0.6),
        ),
        "#4A525C",
    ),
    ThingKind(
        "positioner", "Positioner", "stands", "A turntable on a stand, for work to be welded.",
        (*_round(0.9, 0.75), _length("base", "side of the stand's foot", 0.7)),
        "#D9772B",
    ),
    ThingKind("box", "Box", "shapes", "A box.", _box(0.3, 0.3, 0.3), "#C9A86A", "matte"),
    ThingKind("cylinder", "Cylinder", "shapes", "A cylinder.", _round(0.2, 0.3), "#7FA08A"),
    ThingKind(
        "sphere", "Sphere", "shapes", "A ball.",
        (_length("diameter", "diameter", 0.2),), "#B5524A", "plastic",
    ),
    ThingKind(
        MESH, "Mesh file", "files", "A surface read from an STL, OBJ or glTF file.",
        (Parameter("scale", "metres for one unit of the file", "number", 0.001, 1e-6, 1e6,
                   needed=False),),
        "#AEB6BE",
    ),
)  # fmt: skip

KINDS: Mapping[str, ThingKind] = {kind.name: kind for kind in _CATALOG}


def own_box(kind: str, sizes: Mapping[str, float]) -> Box:
    """Return the smallest and largest coordinates of a thing in its own frame, m.

    Args:
        kind: Any kind but a mesh file.
        sizes: All its sizes, m and rad.
    """
    if kind == "fuselage":
        return _arch(sizes)
    if kind == "pedestal":
        x = y = max(sizes["width"], sizes["top"])
    elif kind == "positioner":
        x = y = max(sizes["diameter"], sizes["base"])
    elif "diameter" in sizes:
        x = y = sizes["diameter"]
    else:
        x = sizes["length"]
        y = sizes["width"] if "width" in sizes else sizes["thickness" if kind == "wall" else "post"]
    return (-x / 2, -y / 2, 0.0), (x / 2, y / 2, _height(kind, sizes))


def _height(kind: str, sizes: Mapping[str, float]) -> float:
    if kind == "surface":
        return sizes["thickness"] + sizes["rise"]
    return sizes["diameter"] if kind == "sphere" else sizes["height"]


def frame_depth(sizes: Mapping[str, float]) -> float:
    """Return how far the frames of a fuselage reach inwards from its skin, m."""
    radius = sizes["diameter"] / 2
    return min(0.09, 0.08 * radius)


def fuselage_skin(sizes: Mapping[str, float]) -> float:
    """Return the thickness of a fuselage's skin: no more than a tenth of its radius, m."""
    return min(sizes["skin"], 0.05 * sizes["diameter"])


def _arch(sizes: Mapping[str, float]) -> Box:
    """A part of a ring about x whose middle is on top and whose lowest edges are at z = 0."""
    radius, half = sizes["diameter"] / 2, min(sizes["angle"] / 2, pi)
    inner = radius - fuselage_skin(sizes) - frame_depth(sizes)
    side = radius * (1.0 if half >= pi / 2 else sin(half))
    low = (inner if half < pi / 2 else radius) * cos(half)
    return (-sizes["length"] / 2, -side, 0.0), (sizes["length"] / 2, side, radius - low)
