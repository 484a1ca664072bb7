"""Measuring: what is between two spots, what is snapped to, what follows the links."""

from dataclasses import replace
from math import pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.bodies.solid import Solid
from rvs.geometry.shapes.flat import block
from rvs.geometry.shapes.revolved import cylinder, sphere, tube
from rvs.model.annotations.marks import Anchor, Measure, Note
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.document import Document, PlacedRobot
from rvs.model.numbers.units import UNITS
from rvs.model.robots.new_robots import blank
from rvs.model.state import State
from rvs.model.views.view import Camera, View
from rvs.scene.annotate.labels import place_labels, rough_size
from rvs.scene.build import build_scene
from rvs.scene.items import Label, Line, Points, Scene
from rvs.scene.measuring.measure import (
    Spot,
    anchor_at,
    between,
    read_measure,
    reading_items,
    spot_of,
)
from rvs.scene.measuring.snaps import Aim, features, snap
from rvs.scene.notes import note_items
from rvs.scene.pick import pick

MM = UNITS["mm"]
BARE = blank("3R")
ARM = PlacedRobot("arm", BARE.replace(joints=tuple(replace(joint, a=0.4) for joint in BARE.joints)))
DOCUMENT = Document((ARM,))
HOME = {"arm": tuple(ARM.robot.home.tolist())}
RED = (1.0, 0.0, 0.0, 1.0)


def spot(point, kind="point", way=(0.0, 0.0, 0.0)) -> Spot:
    return Spot(np.asarray(point, float), kind, np.asarray(way, float))


def test_points_lines_and_planes() -> None:
    x, z = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)
    reading = between(spot((0, 0, 0)), spot((3, 4, 12)))
    assert (reading.distance, reading.delta.tolist(), reading.angle) == (13.0, [3, 4, 12], None)
    assert between(spot((0, 0, 5)), spot((7, 3, 0), "line", z)).distance == pytest.approx(58**0.5)
    assert between(spot((0, 0, 5)), spot((7, 3, 1), "plane", z)).distance == pytest.approx(4.0)
    lines = between(spot((0, 0, 0), "line", x), spot((5, 2, 7), "line", z))
    assert (lines.distance, lines.angle) == (pytest.approx(2.0), pytest.approx(pi / 2))
    assert lines.end.tolist() == pytest.approx([5, 2, 0])
    planes = between(spot((0, 0, 1), "plane", z), spot((9, 9, 4), "plane", (0.0, 0.0, -1.0)))
    assert (planes.distance, planes.angle) == (pytest.approx(3.0), pytest.approx(0.0))
    assert "parallel planes" in planes.words
    tilted = between(spot((0, 0, 0), "line", z), spot((0, 3, 0), "plane", (0.0, 0.8, 0.6)))
    assert tilted.angle == pytest.approx(np.arcsin(0.6))
    beside = between(spot((0, 0, 0), "line", x), spot((0, 0, 3), "plane", z))
    assert (beside.distance, beside.angle) == (pytest.approx(3.0), pytest.approx(0.0))


COORDINATES = st.tuples(*[st.floats(-2.0, 2.0)] * 3)


@given(COORDINATES, COORDINATES, COORDINATES, COORDINATES)
def test_the_distance_of_lines_is_the_shortest(p, q, one, two) -> None:
    if min(np.linalg.norm(one), np.linalg.norm(two)) < 0.1:
        return
    a, b = np.asarray(one) / np.linalg.norm(one), np.asarray(two) / np.linalg.norm(two)
    reading = between(spot(p, "line", a), spot(q, "line", b))
    assert np.allclose(np.cross(reading.start - p, a), 0.0, atol=1e-6)
    if reading.angle > 0.01:
        steps = np.linspace(-0.1, 0.1, 5)
        others = [
            np.linalg.norm(reading.start + s * a - reading.end - t * b)
            for s in steps
            for t in steps
        ]
        assert min(others) >= reading.distance - 1e-9


def test_a_measurement_follows_the_links() -> None:
    base = Anchor(("arm", "link", 0), (0.0, 0.0, 0.0))
    tip = Anchor(("arm", "link", 3), (0.0, 0.0, 0.0))
    document = Document((ARM,), measures=(Measure("m", base, tip),))
    stretched = read_measure(document, {"arm": (0.0, 0.0, 0.0)}, document.measures[0])
    folded = read_measure(document, {"arm": (0.0, pi, 0.0)}, document.measures[0])
    lengths = [abs(joint.a) for joint in ARM.robot.joints]
    assert stretched.distance == pytest.approx(sum(lengths))
    assert folded.distance < stretched.distance / 2


def test_an_anchor_stands_where_it_was_put() -> None:
    postures = {"arm": (0.3, -0.5, 0.9)}
    for owner in (("arm", "link", 2, "part", "x"), ("arm", "tool"), ("arm", "frame", 1), ()):
        for kind, way in (("point", (0, 0, 0)), ("line", (0.6, 0.0, 0.8))):
            placed = spot((0.1, 0.2, 0.3), kind, way)
            anchor = anchor_at(DOCUMENT, postures, owner, placed)
            again = spot_of(DOCUMENT, postures, anchor)
            assert np.allclose(again.point, placed.point)
            assert np.allclose(again.way, placed.way)
    assert anchor_at(DOCUMENT, postures, ("arm", "tool"), placed).owner == ("arm", "link", 3)
    assert anchor_at(DOCUMENT, postures, ("nobody",), placed).owner == ()


def test_features_of_standard_shapes() -> None:
    box = features(block(1.0, 2.0, 3.0))
    assert (len(box.corners), len(box.edges), len(box.circles)) == (8, 12, 0)
    assert len(box.flats) == 6
    pipe = features(tube(0.5, 0.3, 1.0, 48))
    assert sorted(round(circle.radius, 6) for circle in pipe.circles) == [0.3, 0.3, 0.5, 0.5]
    assert sorted(round(axis.radius, 6) for axis in pipe.axes.values()) == [0.3, 0.5]
    assert all(np.allclose(np.abs(axis.way), (0, 0, 1)) for axis in pipe.axes.values())
    assert (len(pipe.corners), len(pipe.edges)) == (0, 0)
    ball = features(sphere(0.4, 48))
    assert (len(ball.corners), len(ball.edges), ball.axes) == (0, 0, {})


CAMERA = Camera(target=(0.0, 0.0, 0.0), azimuth=-0.9, elevation=0.5, distance=8.0)
SIZE = 600, 500


def snapped(mesh, at, shift=(0.0, 0.0)):
    """Return the feature that the pointer snaps to near a point of the world."""
    from rvs.scene.camera import project

    scene = Scene((Solid(mesh, np.eye(4), RED, owner=("thing",)),), None)
    x, y, _ = project(CAMERA, np.asarray(at, float), *SIZE).tolist()
    x, y = x + shift[0], y + shift[1]
    hit = pick(scene, CAMERA, x, y, *SIZE)
    return snap(Document(), {}, hit, Aim(CAMERA, x, y, *SIZE), MM)


@pytest.mark.parametrize(
    ("at", "name", "kind"),
    [
        ((0.5, -1.0, 1.5), "Corner", "point"),
        ((0.5, 0.2, 1.5), "Edge", "line"),
        ((0.0, 0.0, 1.5), "Middle of face", "point"),
        ((0.2, 0.5, 1.5), "Face", "plane"),
    ],
)
def test_snapping_on_a_box(at, name, kind) -> None:
    found = snapped(block(1.0, 2.0, 3.0), at, shift=(-1.0, 1.5))
    assert (found.name, found.spot.kind) == (name, kind)
    if kind != "plane":
        assert np.linalg.norm(found.spot.point - at) < 0.1
    else:
        assert found.spot.way.tolist() == [0, 0, 1]


def test_snapping_on_a_cylinder() -> None:
    mesh = cylinder(0.5, 1.0, 48)
    rim = snapped(mesh, (0.5 * np.cos(-0.9), 0.5 * np.sin(-0.9), 1.0), shift=(0.0, 1.0))
    assert rim.name == "Centre of circle ⌀ 1000 mm"
    assert rim.spot.point.tolist() == pytest.approx([0, 0, 1], abs=1e-9)
    axis = snapped(mesh, (0.0, 0.0, 0.4))
    assert axis.name.startswith("Axis of cylinder")
    assert np.allclose(np.abs(axis.spot.way), (0, 0, 1))
    side = snapped(mesh, (0.5 * np.cos(-0.2), 0.5 * np.sin(-0.2), 0.45))
    assert (side.name, side.spot.kind) == ("Point", "point")


def test_nothing_is_snapped_to_nowhere() -> None:
    assert snapped(block(0.1, 0.1, 0.1), (2.0, 2.0, 0.0)) is None


def test_axes_and_origins_of_robots() -> None:
    from rvs.scene.camera import project

    x, y, _ = project(CAMERA, np.zeros(3), *SIZE).tolist()
    found = snap(DOCUMENT, HOME, None, Aim(CAMERA, x + 2, y, *SIZE), MM)
    assert found.name == "Origin of frame 0"
    assert anchor_at(DOCUMENT, HOME, found.owner, found.spot).owner == ("arm", "link", 0)


def test_a_reading_is_drawn_with_its_numbers() -> None:
    reading = between(spot((0, 0, 0), "line", (1, 0, 0)), spot((1, 2, 3), "line", (0, 0, 1)))
    color = rgba(SCENE["light"].label)
    items = reading_items(reading, (MM, UNITS["deg"]), color, "light", ("m",))
    assert [item.text for item in items if isinstance(item, Label)] == ["2000 mm", "∠ 90°"]
    assert any(isinstance(item, Line) and item.dashed for item in items)
    assert {item.owner for item in items} == {("m",)}


def test_notes_have_leaders_and_lines_below_each_other() -> None:
    anchor = Anchor(("arm", "link", 2), (0.0, 0.0, 0.0))
    notes = (Note("n", "one\n\nthree", anchor), Note("s", "title", None, (0.25, 0.5)))
    document = Document((ARM,), notes=notes)
    items = note_items(document, HOME, "light")
    first, third, title = (item for item in items if isinstance(item, Label))
    assert (first.text, third.text, first.leader, third.leader) == ("one", "three", True, False)
    assert third.shift[1] > first.shift[1] + 30
    assert any(isinstance(item, Points) for item in items)
    camera = Camera(distance=10.0)
    places = place_labels([first, third, title], camera, 400, 300, rough_size)
    assert (places[2].x > 100.0, places[2].y) == (True, 150.0)
    away = place_labels(
        [title], Camera(target=(99.0, 0.0, 0.0), distance=0.1), 400, 300, rough_size
    )
    assert away[0] is not None


def test_others_give_way_to_notes() -> None:
    anchor = np.zeros(3)
    note = Label("a long note here", anchor, RED, RED, shift=(0.0, -15.0))
    other = Label("X", anchor, RED, RED, away=(0.0, 0.0, 1.0))
    camera = Camera(target=(0.0, 0.0, 0.0), elevation=0.0)
    _, alone = None, place_labels([other], camera, 400, 300, rough_size)[0]
    placed, given = place_labels([other, note], camera, 400, 300, rough_size)
    assert given.moved == 0.0
    assert placed.moved > 0.0 == alone.moved


def test_scenes_show_them_unless_the_view_says_no() -> None:
    document = Document((ARM,), notes=(Note("n", "remark"),))
    shown = build_scene(State(document, HOME, View()))
    hidden = build_scene(State(document, HOME, View(notes=False)))
    assert any(item.owner == ("n",) for item in shown.items)
    assert not any(item.owner == ("n",) for item in hidden.items)
