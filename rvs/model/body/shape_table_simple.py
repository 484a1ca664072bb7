"""The round, bent and flat shapes of the catalogue."""

from __future__ import annotations

from math import pi

from rvs.model.body.shapes import (
    Relation,
    Shape,
    angle,
    count,
    length,
    optional_length,
    points,
    sides,
)

UPRIGHT = "Stands on the xy plane, its axis along +z."
CENTERED = "Its middle is the origin."
STANDING = "Stands on the xy plane, centred on the z axis."

_HALF = pi / 2
_HEIGHT = length("height", "height", 0.12)
_FLAT = length("thickness", "thickness along z", 0.012)
_BOX = (
    length("x", "edge along x", 0.12),
    length("y", "edge along y", 0.09),
    length("z", "edge along z", 0.06),
)
_RINGS = (
    length("outer", "outer radius", 0.06),
    length("inner", "inner radius", 0.04),
)
_WALL = Relation("inner", "outer")

ROUND = (
    Shape(
        "cylinder", "Cylinder", "round", "A cylinder with sharp rims.", UPRIGHT,
        (length("radius", "radius", 0.05), _HEIGHT, sides()),
        faces="sides + 2",
    ),
    Shape(
        "cone", "Cone", "round", "A cone that ends in a point.", UPRIGHT,
        (length("radius", "radius of the base", 0.05), _HEIGHT, sides()),
        faces="sides + 1",
    ),
    Shape(
        "truncated-cone", "Truncated cone", "round", "A cone cut off above its base.", UPRIGHT,
        (
            length("bottom", "radius at the bottom", 0.055),
            length("top", "radius at the top", 0.03),
            _HEIGHT,
            sides(),
        ),
        faces="sides + 2",
    ),
    Shape(
        "tube", "Tube", "round", "A hollow cylinder.", UPRIGHT,
        (*_RINGS, _HEIGHT, sides()),
        (_WALL,), "4 * sides",
    ),
    Shape(
        "disk", "Disk", "round", "A thin round plate whose rim is rounded.", UPRIGHT,
        (
            length("radius", "radius", 0.06),
            length("thickness", "thickness along z", 0.015),
            optional_length("fillet", "radius of both edges of the rim", 0.004),
            sides(),
        ),
        (Relation("2 * fillet", "thickness", False), Relation("fillet", "radius")),
        "sides * (3 + sides / 8)",
    ),
    Shape(
        "annulus", "Annulus", "round", "A thin flat ring.", UPRIGHT,
        (*_RINGS, length("thickness", "thickness along z", 0.01), sides()),
        (_WALL,), "4 * sides",
    ),
    Shape(
        "sphere", "Sphere", "round", "A ball.", CENTERED,
        (length("radius", "radius", 0.055), sides()),
        faces="sides * sides / 2",
    ),
    Shape(
        "hemisphere", "Hemisphere", "round", "Half a ball, its flat side down.", UPRIGHT,
        (length("radius", "radius", 0.06), sides()),
        faces="sides * sides / 4 + 1",
    ),
    Shape(
        "ellipsoid", "Ellipsoid", "round", "A ball stretched along the axes.", CENTERED,
        (
            length("x", "half axis along x", 0.07),
            length("y", "half axis along y", 0.05),
            length("z", "half axis along z", 0.04),
            sides(),
        ),
        faces="sides * sides / 2",
    ),
    Shape(
        "capsule", "Capsule", "round", "A cylinder with round ends.", UPRIGHT,
        (
            length("radius", "radius", 0.04),
            length("height", "height from end to end", 0.15),
            sides(),
        ),
        (Relation("2 * radius", "height"),), "sides * (sides / 2 + 1)",
    ),
    Shape(
        "torus", "Torus", "round", "A round bar bent to a ring in the xy plane.", CENTERED,
        (
            length("radius", "radius of the ring, to the middle of the bar", 0.055),
            length("bar", "radius of the bar", 0.018),
            sides(),
        ),
        (Relation("bar", "radius"),), "sides * sides / 2",
    ),
    Shape(
        "cylinder-fillet", "Filleted cylinder", "round",
        "A cylinder whose rims are rounded.", UPRIGHT,
        (
            length("radius", "radius", 0.05),
            _HEIGHT,
            optional_length("bottom", "radius of the lower rim's fillet", 0.012),
            optional_length("top", "radius of the upper rim's fillet", 0.012),
            sides(),
        ),
        (
            Relation("bottom + top", "height", False),
            Relation("bottom", "radius"),
            Relation("top", "radius"),
        ),
        "sides * (3 + sides / 8)",
    ),
    Shape(
        "ring-fillet", "Filleted ring", "round",
        "A hollow cylinder whose outer rims are rounded.", UPRIGHT,
        (
            *_RINGS,
            length("height", "height", 0.05),
            optional_length("fillet", "radius of the outer rims' fillets", 0.008),
            sides(),
        ),
        (_WALL, Relation("fillet", "outer - inner"), Relation("2 * fillet", "height", False)),
        "sides * (4 + sides / 8)",
    ),
)  # fmt: skip

BENT = (
    Shape(
        "elbow", "Elbow", "bent", "A part of a torus: a bent round bar.",
        "Starts at the origin along +z and bends towards +x.",
        (
            length("radius", "radius of the bar", 0.03),
            length("bend", "radius of its center line", 0.07),
            angle("angle", "how far it bends", _HALF),
            sides(),
        ),
        (Relation("radius", "bend", False),), "sides * (sides / 2 + 1)",
    ),
    Shape(
        "tube-elbow", "Tube elbow", "bent", "A bent pipe.",
        "Starts at the origin along +z and bends towards +x.",
        (
            length("outer", "outer radius", 0.032),
            length("inner", "inner radius", 0.024),
            length("bend", "radius of its center line", 0.07),
            angle("angle", "how far it bends", _HALF, 1.9 * pi),
            sides(),
        ),
        (_WALL, Relation("outer", "bend", False)), "sides * sides",
    ),
    Shape(
        "spring", "Spring", "bent", "A wire wound to a helix.", UPRIGHT,
        (
            length("radius", "radius of the coil, to the middle of the wire", 0.035),
            length("wire", "radius of the wire", 0.006),
            length("pitch", "height of one turn", 0.022),
            count("turns", "number of turns", 5, 1, 50),
            sides(24, 64),
        ),
        (Relation("wire", "radius"), Relation("2 * wire", "pitch")), "turns * sides * sides",
    ),
    Shape(
        "cable", "Cable", "bent", "A round bar along a path, its corners bent to arcs.",
        "Where the path is.",
        (
            points(
                "path", "points it runs through",
                ((0.0, 0.0, 0.0), (0.0, 0.0, 0.08), (0.1, 0.0, 0.08), (0.1, 0.06, 0.14)),
                2, "space",
            ),
            length("radius", "radius of the bar", 0.012),
            length("bend", "radius of the corners' arcs, to the middle", 0.03),
            sides(24, 96),
        ),
        (Relation("radius", "bend", False),),
        faces="path * sides * (sides / 4 + 2)",
    ),
)  # fmt: skip

FLAT = (
    Shape("box", "Box", "flat", "A box with sharp edges.", STANDING, _BOX, faces="6"),
    Shape(
        "rounded-box", "Rounded box", "flat", "A box whose edges and corners are all rounded.",
        STANDING,
        (*_BOX, optional_length("fillet", "radius of the edges", 0.012), sides()),
        (Relation("2 * fillet", "min(x, y, z)", False),), "sides * sides / 2 + 26",
    ),
    Shape(
        "box-fillet", "Filleted box", "flat", "A box whose upright edges are rounded.", STANDING,
        (*_BOX, optional_length("fillet", "radius of the upright edges", 0.02), sides()),
        (Relation("2 * fillet", "min(x, y)", False),), "sides + 6",
    ),
    Shape(
        "wedge", "Wedge", "flat", "A box cut by a slope that falls towards +x.", STANDING,
        (*_BOX, optional_length("top", "length of the flat top along x", 0.03)),
        (Relation("top", "x"),), "6",
    ),
    Shape(
        "pyramid", "Pyramid", "flat", "A pyramid over a rectangle.", STANDING,
        (*_BOX[:2], length("height", "height", 0.1)),
        faces="5",
    ),
    Shape(
        "frustum", "Frustum", "flat", "A pyramid cut off above its base.", STANDING,
        (
            length("x", "base along x", 0.12),
            length("y", "base along y", 0.1),
            length("top_x", "top along x", 0.07),
            length("top_y", "top along y", 0.06),
            length("height", "height", 0.08),
        ),
        faces="6",
    ),
    Shape(
        "prism", "Prism", "flat", "A prism over a regular polygon, its first side towards +x.",
        UPRIGHT,
        (
            length("radius", "radius of its edges about the axis", 0.055),
            _HEIGHT,
            count("sides", "number of sides", 6, 3, 64),
        ),
        faces="sides + 2",
    ),
    Shape(
        "plate", "Plate", "flat", "A flat plate with rounded corners.", STANDING,
        (
            length("x", "edge along x", 0.14),
            length("y", "edge along y", 0.1),
            _FLAT,
            optional_length("fillet", "radius of the corners", 0.015),
            sides(),
        ),
        (Relation("2 * fillet", "min(x, y)", False),), "sides + 6",
    ),
    Shape(
        "plate-hole", "Plate with hole", "flat", "A flat plate with a round hole in its middle.",
        STANDING,
        (
            length("x", "edge along x", 0.14),
            length("y", "edge along y", 0.1),
            _FLAT,
            length("hole", "radius of the hole", 0.03),
            optional_length("fillet", "radius of the corners", 0.015),
            sides(),
        ),
        (Relation("2 * fillet", "min(x, y)", False), Relation("2 * hole", "min(x, y)")),
        "4 * sides + 8",
    ),
)  # fmt: skip
