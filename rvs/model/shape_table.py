"""The catalogue of shapes; most stand on the xy plane with their axis along +z."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi

from rvs.model.shapes import (
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
ALONG = "Runs along +z from the xy plane, its section centred on the z axis."

_HALF = pi / 2
_HEIGHT = length("height", "height", 0.12)
_THICKNESS = length("thickness", "thickness along z", 0.02)
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

PROFILE = (
    Shape(
        "rectangular-tube", "Rectangular tube", "profile", "A hollow beam.", ALONG,
        (
            length("x", "outer width along x", 0.06),
            length("y", "outer width along y", 0.08),
            length("wall", "thickness of the wall", 0.006),
            length("length", "length along z", 0.13),
        ),
        (Relation("2 * wall", "min(x, y)"),), "16",
    ),
    Shape(
        "l-beam", "L-beam", "profile", "An angle: two legs along +x and +y.",
        "Runs along +z from the xy plane, its outer edge on the z axis.",
        (
            length("x", "length of the leg along x", 0.06),
            length("y", "length of the leg along y", 0.08),
            length("wall", "thickness of the legs", 0.008),
            length("length", "length along z", 0.13),
        ),
        (Relation("wall", "min(x, y)"),), "10",
    ),
    Shape(
        "i-beam", "I-beam", "profile", "Two flanges along x joined by a web along y.", ALONG,
        (
            length("x", "width of the flanges", 0.06),
            length("y", "height over the flanges", 0.08),
            length("wall", "thickness of the flanges", 0.008),
            length("web", "thickness of the web", 0.006),
            length("length", "length along z", 0.13),
        ),
        (Relation("2 * wall", "y"), Relation("web", "x")), "18",
    ),
    Shape(
        "t-beam", "T-beam", "profile", "A flange along x at the far end of a web along +y.",
        "Runs along +z from the xy plane; the foot of its web is on the z axis.",
        (
            length("x", "width of the flange", 0.07),
            length("y", "height over the flange", 0.07),
            length("wall", "thickness of the flange", 0.008),
            length("web", "thickness of the web", 0.008),
            length("length", "length along z", 0.13),
        ),
        (Relation("wall", "y"), Relation("web", "x")), "12",
    ),
    Shape(
        "u-beam", "U-beam", "profile", "A channel that opens towards +y.",
        "Runs along +z from the xy plane; the outer side of its floor is on the z axis.",
        (
            length("x", "outer width", 0.07),
            length("y", "height of the flanges", 0.05),
            length("wall", "thickness of floor and flanges", 0.007),
            length("length", "length along z", 0.13),
        ),
        (Relation("2 * wall", "x"), Relation("wall", "y")), "12",
    ),
)  # fmt: skip

_LINK = (
    _THICKNESS,
    optional_length("bore", "radius of the hole at the origin; 0 for none"),
    optional_length("far_bore", "radius of the hole at the far end; 0 for none"),
    optional_length("fillet", "radius of the rims"),
    sides(),
)
_THICK_RIMS = Relation("2 * fillet", "thickness", False)

MACHINED = (
    Shape(
        "slot-link", "Slot link", "machined", "A bar with half-round ends (an obround).",
        "Lies on the xy plane, from the origin along +x to (length, 0).",
        (
            length("length", "distance of the centres of its ends", 0.15),
            length("radius", "radius of its ends", 0.035),
            *_LINK,
        ),
        (
            _THICK_RIMS,
            Relation("max(bore, far_bore) + fillet", "radius"),
            Relation("bore + far_bore", "length"),
        ),
        "sides * (5 + sides / 8)",
    ),
    Shape(
        "tapered-link", "Tapered link", "machined",
        "A bar with half-round ends of two radii and sides tangent to both.",
        "Lies on the xy plane, from the origin along +x to (length, 0).",
        (
            length("length", "distance of the centres of its ends", 0.16),
            length("radius", "radius of its end at the origin", 0.05),
            length("far_radius", "radius of its far end", 0.03),
            *_LINK,
        ),
        (
            _THICK_RIMS,
            Relation("abs(radius - far_radius)", "length"),
            Relation("bore + fillet", "radius"),
            Relation("far_bore + fillet", "far_radius"),
            Relation("bore + far_bore", "length"),
        ),
        "sides * (5 + sides / 8)",
    ),
    Shape(
        "fork", "Fork", "machined", "A clevis: two round cheeks on a foot, with a hole for a pin.",
        "Stands on the xy plane; the pin is parallel to x, at z = reach.",
        (
            length("gap", "distance of the cheeks along x", 0.05),
            length("cheek", "thickness of a cheek", 0.014),
            length("y", "width along y", 0.07),
            length("reach", "height of the pin", 0.08),
            length("foot", "height of the foot", 0.02),
            optional_length("bore", "radius of the hole; 0 for none", 0.015),
            sides(),
        ),
        (Relation("2 * bore", "y"), Relation("foot + bore", "reach")),
        "sides * 8 + 12",
    ),
    Shape(
        "flange", "Flange", "machined", "A disk with a ring of holes for bolts.", UPRIGHT,
        (
            length("radius", "radius", 0.07),
            length("thickness", "thickness along z", 0.015),
            length("circle", "radius of the circle of the holes", 0.052),
            length("hole", "radius of a hole", 0.007),
            count("holes", "number of holes", 6, 1, 24),
            optional_length("bore", "radius of the hole in the middle; 0 for none", 0.03),
            sides(48),
        ),
        (
            Relation("circle + hole", "radius"),
            Relation("bore + hole", "circle"),
            Relation("hole", "circle * sin(pi / max(holes, 2))"),
        ),
        "4 * sides + holes * 48",
    ),
    Shape(
        "nut", "Nut", "machined", "A hexagon with a round hole, its flats at right angles to +x.",
        UPRIGHT,
        (
            length("width", "width across the flats", 0.05),
            length("height", "height", 0.022),
            length("bore", "radius of the hole", 0.014),
            sides(),
        ),
        (Relation("2 * bore", "width"),), "3 * sides + 14",
    ),
    Shape(
        "gear", "Gear", "machined",
        "A spur gear with involute teeth at 20 degrees, a tooth towards +x.", UPRIGHT,
        (
            length("module", "pitch diameter over the number of teeth", 0.006),
            count("teeth", "number of teeth", 20, 6, 120),
            length("thickness", "thickness along z", 0.02),
            optional_length("bore", "radius of the hole; 0 for none", 0.015),
            sides(),
        ),
        (Relation("bore", "module * (teeth / 2 - 1.25)"),), "30 * teeth + 3 * sides",
    ),
)  # fmt: skip

FREE = (
    Shape(
        "extrusion", "Extrusion", "free", "A polygon raised along +z.", "Lies on the xy plane.",
        (
            points(
                "points", "corners (x, y), counter-clockwise",
                ((-0.06, -0.05), (0.06, -0.05), (0.06, 0.0), (0.0, 0.01), (-0.02, 0.06),
                 (-0.06, 0.06)),
                3,
            ),
            length("height", "height", 0.05),
            optional_length("fillet", "radius of its corners"),
            sides(),
        ),
        faces="2 * points + (points + 2) * sides / 8",
    ),
    Shape(
        "revolution", "Revolution", "free", "A profile turned about the z axis.",
        "Where the profile is.",
        (
            points(
                "points", "profile (r, z), upwards along the outside; it is joined to the axis",
                ((0.06, 0.0), (0.06, 0.015), (0.03, 0.03), (0.025, 0.09), (0.04, 0.11),
                 (0.04, 0.125)),
                2,
            ),
            angle("crease", "corners that turn less are smooth", pi / 6, pi, needed=False),
            sides(),
        ),
        faces="sides * (points + 1)",
    ),
    Shape(
        "sweep", "Sweep", "free", "A polygon carried along a path, mitred at its corners.",
        "The section lies across the path, its y axis as near to +z as it can be.",
        (
            points(
                "section", "corners (x, y) of the section, counter-clockwise",
                ((-0.02, -0.012), (0.02, -0.012), (0.02, 0.012), (-0.02, 0.012)),
                3,
            ),
            points(
                "path", "points it runs through",
                ((-0.08, 0.0, 0.01), (0.0, 0.0, 0.01), (0.07, 0.06, 0.01), (0.07, 0.12, 0.05)),
                2, "space",
            ),
        ),
        faces="2 * section * path + 2 * section",
    ),
    Shape(
        "loft", "Loft", "free", "A skin between two convex polygons of as many corners.",
        "Stands on the xy plane.",
        (
            points(
                "bottom", "corners (x, y) at z = 0, counter-clockwise",
                ((-0.06, -0.05), (0.06, -0.05), (0.06, 0.05), (-0.06, 0.05)),
                3,
            ),
            points(
                "top", "corners (x, y) at the top, counter-clockwise",
                ((-0.01, -0.025), (0.04, -0.02), (0.04, 0.02), (-0.01, 0.025)),
                3,
            ),
            length("height", "height", 0.1),
        ),
        (Relation("bottom", "top", False), Relation("top", "bottom", False)),
        "2 * bottom + 2",
    ),
)  # fmt: skip

SHAPES: Mapping[str, Shape] = {
    shape.name: shape for shape in (*ROUND, *BENT, *FLAT, *PROFILE, *MACHINED, *FREE)
}
