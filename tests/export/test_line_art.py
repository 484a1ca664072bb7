"""Line art: wires as single strokes, smooth curves, hidden edges lighter than seen ones."""

from dataclasses import replace

import numpy as np
import pytest
from shapely import LineString, unary_union

from rvs.bodies.solid import Solid
from rvs.engine.rotations import from_rpy
from rvs.engine.transforms import pose
from rvs.export.figure import draw
from rvs.export.formats.drawing import Stroke
from rvs.export.layout import Paper
from rvs.export.visibility import contours
from rvs.export.visibility.bodies import bodies
from rvs.export.visibility.contours import HIDDEN_INK, INK, edges, smoothed
from rvs.export.visibility.painting_order import stages
from rvs.export.visibility.sheet import Sheet
from rvs.export.visibility.wires import mesh_pieces
from rvs.geometry.shapes import flat
from rvs.geometry.shapes.revolved import cylinder
from rvs.geometry.surfaces import merged, moved
from rvs.model.document import Document
from rvs.model.figures.figure import STYLES, Style
from rvs.model.state import State
from rvs.model.views.view import Camera, View
from rvs.scene.build import build_scene, default_camera
from rvs.scene.items import Scene

from ..alone import robot_alone

AHEAD = Camera((0.0, 0.0, 0.0), 0.0, 0.0, 4.0, parallel=True)
WIRES = 5
# Upright rods, 5 mm thick, 0.1 m apart across the view.
GRILLE = merged(
    [moved(flat.box(0.005, 0.005, 1.0), pose(p=[0.0, 0.1 * (k - 2), 0.0])) for k in range(WIRES)]
)


def body(mesh, at=(0.0, 0.0, 0.0), owner="grille") -> Solid:
    return Solid(mesh, pose(p=at), (0.5, 0.5, 0.5, 1.0), owner=(owner,))


def strokes(*solids: Solid, width: float = 84.0, style: Style = STYLES["lines"]) -> list[Stroke]:
    drawing = draw(Scene(solids, None), AHEAD, Paper(800, 600, width), style)
    return [mark for mark in drawing.marks() if isinstance(mark, Stroke)]


def lines(found: list[Stroke]) -> list[np.ndarray]:
    return [np.asarray(line) for stroke in found for line in stroke.lines]


def test_a_mesh_knows_its_slender_pieces() -> None:
    pieces = mesh_pieces(merged([GRILLE, flat.box(0.3, 0.3, 0.3)]))
    slender = np.isfinite(pieces.widths)
    assert slender.sum() == WIRES
    assert pieces.widths[slender] == pytest.approx(0.005)
    spans = np.linalg.norm(pieces.ends[slender, 1] - pieces.ends[slender, 0], axis=1)
    assert spans == pytest.approx(1.0)


def test_thin_wires_are_one_stroke_each_and_thick_ones_have_contours() -> None:
    thin = lines(strokes(body(GRILLE)))
    assert len(thin) == WIRES
    assert all(np.ptp(line[:, 0]) < 1e-6 for line in thin)
    places = sorted(float(line[0, 0]) for line in thin)
    metre = 600 / (2 * 4.0 * np.tan(AHEAD.field_of_view / 2))
    assert np.diff(places) == pytest.approx(0.1 * metre)
    # In a large print there is room between the two contours of each.
    large = lines(strokes(body(GRILLE), width=2000.0))
    assert sum(np.ptp(line[:, 0]) > 1.0 for line in large) == WIRES


@pytest.mark.parametrize("sides", [24, 32, 48])
def test_a_box_with_slightly_rounded_edges_shows_three_of_them_inside(sides) -> None:
    tilted = from_rpy((0.3, 0.6, 0.7))
    for fillet, inside in ((0.01, 3), (0.3, 0)):
        block = Solid(flat.rounded_block(1.0, 1.0, 1.0, fillet, sides), pose(tilted),
                      (0.5, 0.5, 0.5, 1.0), owner=("box",))  # fmt: skip
        found = strokes(block)
        contour = max(stroke.width for stroke in found)
        outer = unary_union([LineString(line) for line in lines(
            [stroke for stroke in found if stroke.width == contour])])  # fmt: skip
        middles = [LineString(line).interpolate(0.5, normalized=True) for line in lines(found)]
        assert sum(outer.distance(middle) > 20.0 for middle in middles) == inside


def test_what_stands_before_wires_hides_them() -> None:
    plate = body(flat.box(0.02, 2.0, 0.5), (0.5, 0.0, 0.0), "plate")
    wires = [line for line in lines(strokes(body(GRILLE), plate)) if np.ptp(line[:, 0]) < 1e-6]
    metre = 600 / (2 * 4.0 * np.tan(AHEAD.field_of_view / 2))
    uprights = [line for line in wires if np.ptp(line[:, 1]) < 0.6 * metre and len(line) == 2]
    assert len(uprights) >= WIRES
    assert all(np.ptp(line[:, 1]) == pytest.approx(0.5 * metre, abs=1.5) for line in uprights)


def test_hidden_wires_are_not_drawn_and_hidden_bodies_are() -> None:
    style = Style(style="lines", hidden="dashed", ground="white")
    plate = body(flat.box(0.02, 2.0, 2.0), (0.5, 0.0, 0.0), "plate")

    def dashed(*behind: Solid, width: float = 84.0) -> int:
        found = strokes(plate, *behind, style=style, width=width)
        return sum(stroke.color == HIDDEN_INK for stroke in found)

    assert dashed(body(GRILLE)) == 0
    assert dashed(body(GRILLE), width=2000.0) > 0
    assert dashed(body(flat.box(0.2, 0.2, 0.2))) > 0


def test_a_circle_has_no_corners() -> None:
    side = 16
    angles = 2 * np.pi * np.arange(side + 1) / side
    circle = 100.0 * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    made = smoothed(circle)
    assert np.abs(np.hypot(*made.T) - 100.0).max() < 0.15
    chords = np.hypot(*np.diff(made, axis=0).T)
    assert (chords**2 / 800.0).max() < 0.15
    kept = (np.abs(made[:, None] - circle).max(axis=-1) < 1e-12).any(axis=0)
    assert kept.all()


def test_straight_lines_and_corners_stay() -> None:
    square = np.array([[0, 0], [50, 0], [50, 50], [0, 50], [0, 0]], float)
    assert smoothed(square) is square
    line = np.array([[0, 0], [10, 0], [20, 0], [30, 0]], float)
    assert len(smoothed(line)) == len(line)


def test_a_rounded_corner_between_long_sides_stays_between_them() -> None:
    angles = np.radians([0.0, 30.0, 60.0, 90.0])
    corner = 100.0 + 4.0 * np.stack([np.sin(angles), np.cos(angles) - 1.0], axis=1)
    line = np.vstack([[-300.0, 100.0], corner, [104.0, -300.0]])
    made = smoothed(line)
    assert len(made) > len(line)
    assert made.max(axis=0) == pytest.approx([104.0, 100.0], abs=0.05)
    arc = made[(made > (99.99, 95.99)).all(axis=1)]
    assert np.hypot(*(arc - (100.0, 96.0)).T) == pytest.approx(4.0, abs=0.06)


def test_hidden_edges_are_lighter_and_thinner() -> None:
    style = Style(style="lines", hidden="dashed", ground="white")
    near = body(cylinder(0.3, 0.4), (0.8, 0.0, 0.0), "near")
    far = body(flat.box(0.2, 0.2, 0.2), owner="far")
    found = strokes(near, far, style=style)
    dashed = [stroke for stroke in found if stroke.dashes]
    full = [stroke for stroke in found if not stroke.dashes]
    assert dashed
    assert {stroke.color for stroke in dashed} == {HIDDEN_INK}
    assert {stroke.color for stroke in full} == {INK}
    assert max(stroke.width for stroke in dashed) < min(stroke.width for stroke in full)
    assert min(HIDDEN_INK[:3]) > max(INK[:3]) + 0.2
    # As standards of drawing have it, dashes are longer than what is between them.
    assert all(mark > gap > 0.0 for mark, gap in {stroke.dashes for stroke in dashed})


@pytest.mark.parametrize(
    ("ahead", "grey", "seam"),
    [(0.0, 0.5, False), (0.004, 0.5, True), (0.0, 0.8, True)],
    ids=["flush", "a step of 4 mm", "another colour"],
)
def test_parts_that_go_on_into_each_other_have_no_line_between_them(ahead, grey, seam) -> None:
    left = body(flat.box(0.4, 0.6, 0.5), (0.0, -0.25, 0.0))
    right = body(flat.box(0.4, 0.6, 0.3), (ahead, 0.25, 0.0))
    right = replace(right, color=(grey, grey, grey, 1.0))
    across = 600 / (2 * 4.0 * np.tan(AHEAD.field_of_view / 2))
    inner = [
        line
        for line in lines(strokes(left, right))
        if np.all(np.abs(line[:, 0] - 400.0) < 0.1 * across) and np.ptp(line[:, 1]) > 0.2 * across
    ]
    assert bool(inner) is seam


def test_nothing_but_flush_seams_leaves_the_drawing_of_a_robot() -> None:
    counts = {}
    for name in ("puma560", "ur5e"):
        _, arm = robot_alone(name)
        view = View(mode="full", frames=False, labels=False, floor=False, shadow=False)
        state = State(Document((arm,)), {arm.id: tuple(arm.robot.home.tolist())}, view)
        camera = default_camera(state, 800 / 600)
        sheet = Sheet(camera, 800, 600, 1.0)
        solids = stages(build_scene(state).items)[0].solids
        counts[name] = [len(edges(bodies(solids, sheet)))]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(contours, "flush", lambda *_: False)
            # Edges are remembered with the bodies that they are of.
            counts[name].append(len(edges(bodies(solids, sheet))))
    assert counts["puma560"][1] - counts["puma560"][0] in range(2, 7)
    assert counts["ur5e"][1] == counts["ur5e"][0]
