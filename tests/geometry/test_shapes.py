"""Every shape of the catalogue: closed, outward, of the volume of its inscribed polyhedron."""

from collections import Counter
from itertools import pairwise
from math import acos, asin, ceil, cos, hypot, pi, sin

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rvs.bodies.part_meshes import flipped_mesh, shape_mesh
from rvs.engine.errors import ArgumentError
from rvs.geometry.shapes import SHAPES
from rvs.geometry.shapes.machined import tooth_points
from rvs.geometry.surfaces import volume
from rvs.model.body.sizes import face_count, measured
from tests.examples import examples


def defaults(name, **changes):
    sizes = {one.name: one.default for one in SHAPES[name].parameters}
    return {**sizes, **changes}


def mesh_of(name, **changes):
    return shape_mesh(name, tuple(defaults(name, **changes).items()))


def sector(radius, angle, steps):
    """Area between a center and the chords of an arc."""
    return steps / 2 * radius**2 * sin(angle / steps)


def disc(radius, n):
    return sector(radius, 2 * pi, n)


def arc(middle, radius, start, end, steps):
    turns = np.linspace(start, end, steps + 1)
    return [(middle[0] + radius * cos(t), middle[1] + radius * sin(t)) for t in turns]


def turned(profile, n):
    """Volume of a profile (r, z), upwards along the outside, turned in n steps."""
    rings = zip(profile, [*profile[1:], profile[0]], strict=True)
    return disc(1, n) * sum((z - y) * (r * r + r * s + s * s) / 3 for (r, y), (s, z) in rings)


def fine(n):
    return ceil(n / 12 - 1e-9)


def rim(radius, low, high, bottom, top, n):
    lower = arc((radius - bottom, low + bottom), bottom, -pi / 2, 0, fine(n))
    return lower + arc((radius - top, high - top), top, 0, pi / 2, fine(n))


def filleted(radius, height, bottom, top, n):
    return turned([(0, 0), *rim(radius, 0, height, bottom, top, n), (0, height)], n)


def ball(n):
    return turned(arc((0, 0), 1, -pi / 2, pi / 2, n // 2), n)


def rectangle(x, y, fillet, n):
    return x * y - 4 * (fillet**2 - sector(fillet, pi / 2, fine(n)))


def bend(area, radius, angle, n):
    steps = max(1, round(n * angle / (2 * pi)))
    return area * radius * steps * sin(angle / steps)


def capsule(radius, height, n):
    low = arc((0, radius), radius, -pi / 2, 0, n // 4)
    return turned(low + arc((0, height - radius), radius, 0, pi / 2, n // 4), n)


def rounded_box(x, y, z, fillet, n):
    q = fine(n)
    a, b, c = x - 2 * fillet, y - 2 * fillet, z - 2 * fillet
    flat = a * b * c + 2 * fillet * (a * b + b * c + c * a)
    return flat + disc(fillet, 4 * q) * (a + b + c) + fillet**3 * ball(4 * q)


def tapered(length, radius, far_radius, n):
    lean = acos((radius - far_radius) / length)
    near, far = 2 * (pi - lean), 2 * lean
    side = (radius + far_radius) * length * sin(lean) / 2
    return (
        sector(radius, near, round(n * near / (2 * pi)))
        + sector(far_radius, far, round(n * far / (2 * pi)))
        + 2 * side
    )


def cable(path, radius, bend_radius, n):
    steps = np.diff(path, axis=0)
    lengths = np.linalg.norm(steps, axis=1)
    along = steps / lengths[:, None]
    total, straight = 0.0, lengths.sum()
    for one, two in pairwise(along):
        angle = acos(one @ two)
        straight -= 2 * bend_radius * np.tan(angle / 2)
        total += bend(disc(radius, n), bend_radius, angle, n)
    return total + straight * disc(radius, n)


def shoelace(points):
    x, y = np.array(points, float).T
    return np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) / 2


def fork(gap, cheek, y, reach, foot, bore, n):
    ear = y * reach + sector(y / 2, pi, n // 2) - disc(bore, n)
    return 2 * cheek * ear + gap * y * foot


def flange(radius, thickness, circle, hole, holes, bore, n):
    cut = holes * disc(hole, max(8, n // 3)) + disc(bore, n)
    return thickness * (disc(radius, n) - cut)


# the volume of each shape's inscribed polyhedron: sizes and number of sides
EXACT = {
    "cylinder": lambda s, n: disc(s["radius"], n) * s["height"],
    "cone": lambda s, n: disc(s["radius"], n) * s["height"] / 3,
    "truncated-cone": lambda s, n: turned(
        [(0, 0), (s["bottom"], 0), (s["top"], s["height"]), (0, s["height"])], n
    ),
    "tube": lambda s, n: (disc(s["outer"], n) - disc(s["inner"], n)) * s["height"],
    "disk": lambda s, n: filleted(s["radius"], s["thickness"], s["fillet"], s["fillet"], n),
    "annulus": lambda s, n: (disc(s["outer"], n) - disc(s["inner"], n)) * s["thickness"],
    "sphere": lambda s, n: s["radius"] ** 3 * ball(n),
    "hemisphere": lambda s, n: s["radius"] ** 3 * turned(
        [(0, 0), *arc((0, 0), 1, 0, pi / 2, n // 4)], n
    ),
    "ellipsoid": lambda s, n: s["x"] * s["y"] * s["z"] * ball(n),
    "capsule": lambda s, n: capsule(s["radius"], s["height"], n),
    "torus": lambda s, n: disc(s["bar"], n // 2) * s["radius"] * n * sin(2 * pi / n),
    "cylinder-fillet": lambda s, n: filleted(s["radius"], s["height"], s["bottom"], s["top"], n),
    "ring-fillet": lambda s, n: filleted(s["outer"], s["height"], s["fillet"], s["fillet"], n)
    - disc(s["inner"], n) * s["height"],
    "elbow": lambda s, n: bend(disc(s["radius"], n), s["bend"], s["angle"], n),
    "tube-elbow": lambda s, n: bend(
        disc(s["outer"], n) - disc(s["inner"], n), s["bend"], s["angle"], n
    ),
    "cable": lambda s, n: cable(np.array(s["path"]), s["radius"], s["bend"], n),
    "box": lambda s, n: s["x"] * s["y"] * s["z"],
    "rounded-box": lambda s, n: rounded_box(s["x"], s["y"], s["z"], s["fillet"], n),
    "box-fillet": lambda s, n: rectangle(s["x"], s["y"], s["fillet"], n) * s["z"],
    "wedge": lambda s, n: (s["x"] + s["top"]) / 2 * s["y"] * s["z"],
    "pyramid": lambda s, n: s["x"] * s["y"] * s["height"] / 3,
    "frustum": lambda s, n: s["height"] / 6 * (
        s["x"] * s["y"] + s["top_x"] * s["top_y"]
        + (s["x"] + s["top_x"]) * (s["y"] + s["top_y"])
    ),
    "prism": lambda s, n: disc(s["radius"], int(s["sides"])) * s["height"],
    "plate": lambda s, n: rectangle(s["x"], s["y"], s["fillet"], n) * s["thickness"],
    "plate-hole": lambda s, n: s["thickness"]
    * (rectangle(s["x"], s["y"], s["fillet"], n) - disc(s["hole"], n)),
    "rectangular-tube": lambda s, n: s["length"]
    * (s["x"] * s["y"] - (s["x"] - 2 * s["wall"]) * (s["y"] - 2 * s["wall"])),
    "l-beam": lambda s, n: s["length"] * s["wall"] * (s["x"] + s["y"] - s["wall"]),
    "i-beam": lambda s, n: s["length"]
    * (2 * s["x"] * s["wall"] + (s["y"] - 2 * s["wall"]) * s["web"]),
    "t-beam": lambda s, n: s["length"] * (s["x"] * s["wall"] + (s["y"] - s["wall"]) * s["web"]),
    "u-beam": lambda s, n: s["length"]
    * (s["x"] * s["wall"] + 2 * (s["y"] - s["wall"]) * s["wall"]),
    "slot-link": lambda s, n: s["thickness"] * tapered(s["length"], s["radius"], s["radius"], n),
    "tapered-link": lambda s, n: s["thickness"]
    * tapered(s["length"], s["radius"], s["far_radius"], n),
    "fork": lambda s, n: fork(
        s["gap"], s["cheek"], s["y"], s["reach"], s["foot"], s["bore"], n
    ),
    "flange": lambda s, n: flange(
        s["radius"], s["thickness"], s["circle"], s["hole"], s["holes"], s["bore"], n
    ),
    "nut": lambda s, n: s["height"] * (3**0.5 / 2 * s["width"] ** 2 - disc(s["bore"], n)),
    "extrusion": lambda s, n: shoelace(s["points"]) * s["height"],
    "revolution": lambda s, n: turned(
        [(0, s["points"][0][1]), *s["points"], (0, s["points"][-1][1])], n
    ),
    "sweep": lambda s, n: shoelace(s["section"])
    * np.linalg.norm(np.diff(s["path"], axis=0), axis=1).sum(),
}  # fmt: skip
ROUND = [name for name in EXACT if name != "prism" and "sides" in defaults(name)]
# arcs of these are cut into steps that do not double exactly
UNEVEN = ("cable", "tapered-link")
CURVED = [name for name in ROUND if name not in (*UNEVEN, "extrusion")]


def assert_closed(mesh):
    """Every edge is passed once each way."""
    edges = Counter()
    for k in range(len(mesh.groups)):
        face = mesh.corners[mesh.starts[k] : mesh.starts[k + 1]].tolist()
        edges.update(zip(face, face[1:] + face[:1], strict=True))
    assert max(edges.values()) == 1
    assert all((b, a) in edges for a, b in edges)


def test_the_catalogue_says_what_each_shape_is():
    assert len(SHAPES) >= 40
    assert all(shape.summary.endswith(".") and shape.place for shape in SHAPES.values())


@pytest.mark.parametrize("name", [name for name, one in SHAPES.items() if one.smooth])
def test_meshes_of_many_sides_approach_the_exact_volume(name):
    for changes in ({}, {"fillet": 0.004, "bore": 0.01, "far_bore": 0.007}):
        known = {key: size for key, size in changes.items() if key in defaults(name)}
        most = SHAPES[name].parameter("sides").most
        coarse, fine = (mesh_of(name, sides=float(n), **known) for n in (most / 4, most))
        exact = SHAPES[name].bulk(defaults(name, **known)).volume
        off, less = exact - volume(coarse), exact - volume(fine)
        assert abs(less) < 0.01 * exact
        assert abs(less) <= 0.11 * abs(off) + 1e-12 * exact


@pytest.mark.parametrize("name", [name for name, one in SHAPES.items() if not one.smooth])
def test_the_exact_volume_of_a_shape_with_flat_faces_is_its_mesh_s(name):
    exact = SHAPES[name].bulk(defaults(name)).volume
    assert exact == pytest.approx(volume(mesh_of(name)), rel=1e-12)


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_are_closed_flat_faced_and_point_outwards(name, assert_body):
    mesh = mesh_of(name)
    assert_body(mesh)
    assert volume(mesh) > 0
    flipped = flipped_mesh(name, tuple(defaults(name).items()))
    assert_body(flipped)
    assert volume(flipped) == pytest.approx(volume(mesh))
    assert flipped.bounds[:, 0] == pytest.approx(-mesh.bounds[::-1, 0])


@pytest.mark.parametrize("name", EXACT)
def test_volume_is_that_of_the_inscribed_polyhedron(name):
    for n in (8, 24, 48) if name in ROUND else (0,):
        changes = {"sides": float(n)} if n else {}
        sizes = defaults(name, **changes)
        assert volume(mesh_of(name, **changes)) == pytest.approx(EXACT[name](sizes, n), rel=1e-9)


@pytest.mark.parametrize("name", SHAPES)
def test_how_many_faces_there_will_be_is_known_before(name):
    """A body of too many faces is refused by this number before a mesh is made."""
    mesh = mesh_of(name)
    assert len(mesh.starts) - 1 <= 1.3 * face_count(SHAPES[name], defaults(name))


@pytest.mark.parametrize("name", CURVED)
def test_volume_converges_quadratically_to_the_smooth_one(name):
    # what corners lack is by chance just what the hole of the default plate lacks
    changes = {"hole": 0.02} if name == "plate-hole" else {}
    limit = EXACT[name](defaults(name, **changes), 1 << 15)
    errors = [limit - volume(mesh_of(name, sides=float(n), **changes)) for n in (24, 48, 96)]
    assert errors[0] / errors[1] == pytest.approx(4, rel=0.06)
    assert errors[1] / errors[2] == pytest.approx(4, rel=0.06)


@pytest.mark.parametrize("name", UNEVEN)
def test_uneven_arcs_approach_the_smooth_volume_too(name):
    limit = EXACT[name](defaults(name), 1 << 15)
    errors = [limit - volume(mesh_of(name, sides=float(n))) for n in (24, 96)]
    assert 10 < errors[0] / errors[1] < 24


def test_a_spring_approaches_the_wire_along_its_helix():
    s = defaults("spring")
    wire = s["turns"] * hypot(2 * pi * s["radius"], s["pitch"])
    limit = pi * s["wire"] ** 2 * wire
    errors = [limit - volume(mesh_of("spring", sides=float(n))) for n in (16, 32, 64)]
    assert errors[0] / errors[1] == pytest.approx(4, rel=0.1)
    assert errors[1] / errors[2] == pytest.approx(4, rel=0.1)


def test_the_ends_of_a_spring_are_flat_and_sharp():
    mesh = mesh_of("spring")
    last = int(mesh.groups.max())
    for group in (last - 1, last):
        faces = np.flatnonzero(mesh.groups == group)
        corners = np.concatenate([np.arange(*mesh.starts[k : k + 2]) for k in faces])
        points, normal = mesh.vertices[mesh.corners[corners]], mesh.normals[corners[0]]
        assert np.allclose(mesh.normals[corners], normal)
        assert np.ptp(points @ normal) < 1e-9


def test_known_smooth_volumes():
    big = {"sides": 256.0}
    assert volume(mesh_of("sphere", radius=1.0, **big)) == pytest.approx(4 / 3 * pi, rel=1e-3)
    assert volume(mesh_of("torus", radius=2.0, bar=0.5, **big)) == pytest.approx(pi**2, rel=1e-3)
    quarter = volume(mesh_of("elbow", radius=0.5, bend=2.0, **big))
    assert quarter == pytest.approx(pi**2 / 4, rel=1e-3)


def test_a_loft_between_like_polygons_is_a_prismatoid():
    bottom = ((-3.0, -2.0), (3.0, -2.0), (3.0, 2.0), (-3.0, 2.0))
    top = tuple((x / 2, y / 2) for x, y in bottom)
    mesh = mesh_of("loft", bottom=bottom, top=top, height=2.0)
    assert len(mesh.groups) == 6
    assert volume(mesh) == pytest.approx(2 / 3 * (24 + 6 + 12))


def test_rims_of_links_are_rounded(assert_body):
    for name in ("slot-link", "tapered-link"):
        sharp, soft = mesh_of(name), mesh_of(name, fillet=0.006, bore=0.012, far_bore=0.008)
        assert_body(soft)
        assert soft.bounds == pytest.approx(sharp.bounds, abs=1e-12)
        assert volume(soft) < volume(sharp)
        assert_body(mesh_of(name, fillet=0.01))


def test_teeth_of_a_gear_are_half_the_pitch_wide():
    module, teeth = 0.01, 24
    points = tooth_points(module, teeth)
    radii = np.linalg.norm(points, axis=1)
    assert radii.max() == pytest.approx(module * (teeth / 2 + 1))
    assert radii.min() == pytest.approx(module * (teeth / 2 - 1.25))
    pitch = module * teeth / 2
    left = points[(points[:, 1] > 0)]
    order = np.argsort(np.linalg.norm(left, axis=1))
    angle = np.interp(
        pitch,
        np.linalg.norm(left, axis=1)[order],
        np.arctan2(left[:, 1], left[:, 0])[order],
    )
    assert 2 * angle * pitch == pytest.approx(pi * module / 2, rel=0.01)
    assert asin(1) > angle > 0


@pytest.mark.parametrize("teeth", [6, 7, 12, 30, 120])
@pytest.mark.parametrize("bore", [0.0, 0.002])
def test_gears_of_all_sizes_are_closed(teeth, bore, assert_body):
    assert_body(mesh_of("gear", teeth=float(teeth), bore=bore, module=0.003))


def test_equal_sizes_give_the_very_same_mesh():
    assert mesh_of("cylinder") is mesh_of("cylinder")
    assert mesh_of("cylinder", radius=0.2) is not mesh_of("cylinder")
    assert shape_mesh("cylinder", (("radius", 0.05), ("height", 0.12))) is mesh_of("cylinder")


def test_unknown_shapes_and_bad_sizes_are_named():
    with pytest.raises(ArgumentError, match="no shape 'cylindr'"):
        shape_mesh("cylindr")
    with pytest.raises(ArgumentError, match="inner must be below outer"):
        mesh_of("tube", inner=0.07)
    with pytest.raises(ArgumentError, match="radius: -1 must be above 0"):
        mesh_of("sphere", radius=-1.0)
    with pytest.raises(ArgumentError, match="finite"):
        mesh_of("sphere", radius=float("nan"))
    with pytest.raises(ArgumentError, match="whole"):
        mesh_of("prism", sides=6.5)
    with pytest.raises(ArgumentError, match="needs radius"):
        shape_mesh("sphere")


@pytest.mark.parametrize(
    ("name", "changes", "words"),
    [
        ("extrusion", {"points": ((0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 2.0))}, "crosses"),
        ("extrusion", {"points": ((0.0, 0.0), (1.0, 0.0), (2.0, 0.0))}, "no area"),
        ("extrusion", {"fillet": 0.05}, "does not fit"),
        ("revolution", {"points": ((-0.1, 0.0), (0.1, 0.1))}, "negative"),
        ("revolution", {"points": ((0.1, 0.1), (0.1, 0.0))}, "upwards"),
        ("sweep", {"path": ((0.0, 0.0, 0.0), (0.01, 0.0, 0.0), (0.01, 0.01, 0.0))}, "too wide"),
        (
            "sweep",
            {"path": ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.1, 0.0))},
            "more than 150 degrees",
        ),
        ("cable", {"bend": 0.2}, "does not fit"),
        ("loft", {"top": ((0.0, 0.0), (1.0, 0.0), (0.2, 0.2), (0.0, 1.0))}, "not convex"),
    ],
)
def test_points_that_make_no_shape_are_refused(name, changes, words):
    with pytest.raises(ArgumentError, match=words):
        measured(SHAPES[name], defaults(name, **changes))


@st.composite
def some_shape(draw):
    name = draw(st.sampled_from(sorted(SHAPES)))
    sizes = {}
    for one in SHAPES[name].parameters:
        if one.kind in ("plane", "space"):
            sizes[one.name] = one.default
        elif one.kind == "count":
            top = min(one.most, 40)
            sizes[one.name] = float(draw(st.integers(int(one.least), int(top))))
        else:
            sizes[one.name] = one.default * draw(st.floats(0.2, 3.0))
    return name, sizes


@pytest.mark.property
@examples(120)
@given(some_shape())
def test_whatever_sizes_are_allowed_make_a_closed_body(case):
    name, sizes = case
    try:
        checked = measured(SHAPES[name], sizes)
    except ArgumentError:
        assume(False)
    mesh = shape_mesh(name, tuple(sizes.items()))
    assert_closed(mesh)
    assert volume(mesh) > 0
    assert np.allclose(np.linalg.norm(mesh.normals, axis=1), 1.0)
    assert len(mesh.groups) <= 2.5 * face_count(SHAPES[name], checked) + 50
