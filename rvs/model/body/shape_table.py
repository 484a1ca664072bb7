"""The catalogue of shapes; most stand on the xy plane with their axis along +z."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi

from rvs.model.body.shape_table_simple import BENT, FLAT, ROUND, UPRIGHT
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

ALONG = "Runs along +z from the xy plane, its section centred on the z axis."

_THICKNESS = length("thickness", "thickness along z", 0.02)

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
