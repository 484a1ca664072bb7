"""Layout of figures: their size, their contents, and the cutting of lines among bodies."""

from dataclasses import replace

import numpy as np
import pytest

from rvs.bodies.solid import Solid
from rvs.engine.errors import ArgumentError
from rvs.export.figure import draw, draw_job
from rvs.export.formats.drawing import Fill, Stroke, Text
from rvs.export.layout import Paper
from rvs.export.lettering import dimension_lines, letters
from rvs.export.visibility.bodies import bodies
from rvs.export.visibility.line_cuts import Cover, Curtain
from rvs.export.visibility.sheet import Sheet
from rvs.export.visibility.strokes import line_marks
from rvs.geometry.shapes.flat import block
from rvs.geometry.shapes.revolved import sphere
from rvs.model.figures.figure import STYLES, Style
from rvs.model.views.view import Camera
from rvs.scene.annotate.labels import place_labels
from rvs.scene.annotate.ramp import PERCENT, legend_items
from rvs.scene.camera import half_height
from rvs.scene.fonts.measure import measure
from rvs.scene.items import Backdrop, Label, Line, Points, Region, Scene

BLUE, WHITE = (0.2, 0.3, 0.8, 1.0), (1.0, 1.0, 1.0, 1.0)
CAMERA = Camera((0.0, 0.0, 0.0), 0.0, 0.0, 4.0, parallel=True)
BOX = Solid(block(0.4, 0.4, 0.4), np.eye(4), BLUE, owner=("arm", "link", 1))
LABEL = Label("X", np.array([0.0, 0.5, 0.0]), BLUE, WHITE, "5,6", (0.0, 1.0, 0.0))
SCENE = Scene((BOX, LABEL), Backdrop((0.8, 0.8, 0.9, 1.0), WHITE))
SCREEN = STYLES["screen"]
ACROSS = np.array([[0.0, -1.0, 0.0], [0.0, 1.0, 0.0]])


def marks(scene, kind, style=SCREEN, camera=CAMERA):
    drawing = draw(scene, camera, Paper(400, 300), style)
    return [mark for mark in drawing.marks() if isinstance(mark, kind)]


def test_a_pixel_is_a_96th_of_an_inch_unless_said():
    drawing = draw(SCENE, CAMERA, Paper(400, 300), Style())
    assert drawing.width * drawing.mm == pytest.approx(400 / 96 * 25.4)


@pytest.mark.parametrize("crop", [False, True])
def test_the_width_is_that_asked_for(crop):
    style = Style(crop=crop, type_size=9.0)
    drawing = draw(SCENE, CAMERA, Paper(400, 300, 84.0), style)
    assert drawing.width * drawing.mm == pytest.approx(84.0)
    text = next(mark for mark in drawing.marks() if isinstance(mark, Text))
    assert text.runs[0].size * drawing.mm == pytest.approx(9.0 / 72 * 25.4, rel=0.02)


def test_cropping_leaves_the_margin_around_what_is_drawn():
    drawing = draw(Scene((BOX,), None), CAMERA, Paper(400, 300), Style(crop=True, margin=2.0))
    body = np.concatenate([ring for mark in drawing.marks() for ring in mark.rings])
    margin = 2.0 / drawing.mm
    assert body[:, 0].min() - drawing.left == pytest.approx(margin, abs=0.1)
    assert drawing.top + drawing.height - body[:, 1].max() == pytest.approx(margin, abs=0.1)


def test_cropping_cuts_no_label_at_the_edge_of_the_picture():
    camera = replace(CAMERA, distance=1.6, parallel=False)
    for width in (None, 60.0):
        paper = Paper(400, 300, width)
        drawing = draw(SCENE, camera, paper, Style(crop=True, ground="white"))
        texts = [mark for mark in drawing.marks() if isinstance(mark, Text)]
        assert texts
        for text in texts:
            left, right = text.runs[0].x, text.runs[0].x + text.width
            assert drawing.left <= left
            assert right <= drawing.left + drawing.width
            assert drawing.top <= text.runs[0].y - 0.7 * text.runs[0].size


def test_a_legend_of_a_cropped_figure_stands_beside_what_is_drawn():
    legend = legend_items("κ", PERCENT, "paper", ("legend",))
    scene = Scene((BOX, *legend), None)
    whole = draw(scene, CAMERA, Paper(800, 300), Style())
    cropped = draw(scene, CAMERA, Paper(800, 300), Style(crop=True, margin=0.0))
    assert cropped.width < 0.5 * whole.width
    texts = [mark for mark in cropped.marks() if isinstance(mark, Text)]
    assert len(texts) == len(legend)
    ends = [text.runs[0].x + text.width for text in texts]
    solid = [mark for mark in cropped.marks() if isinstance(mark, Fill)]
    left = min(ring[:, 0].min() for mark in solid for ring in mark.rings)
    assert left - max(ends) == pytest.approx(12.0, abs=0.5)
    assert min(text.runs[0].x for text in texts) == pytest.approx(cropped.left, abs=0.5)
    # the lines of the legend stay as far apart as they are in the picture
    before = [text.runs[0].y for text in whole.marks() if isinstance(text, Text)]
    after = [text.runs[0].y for text in texts]
    assert np.diff(after) == pytest.approx(np.diff(before))


def test_a_larger_sheet_has_the_same_scale():
    for parallel in (True, False):
        sheet = Sheet(replace(CAMERA, parallel=parallel), 400.0, 300.0)
        wide = sheet.widened(0.1)
        point = np.array([0.3, -0.2, 0.4])
        moved = wide.place(point) - sheet.place(point)
        assert moved == pytest.approx([40.0, 30.0, 0.0])
        assert wide.unit_size(point) == pytest.approx(sheet.unit_size(point))
        assert wide.picture == pytest.approx((40.0, 30.0, 440.0, 330.0))
        assert sheet.picture == (0.0, 0.0, 400.0, 300.0)


def test_a_scale_is_kept_in_parallel_views_and_refused_in_others():
    scene = Scene((BOX,), None)
    drawing = draw(scene, CAMERA, Paper(400, 300, scale=10.0), Style(crop=True, margin=0.0))
    assert drawing.width * drawing.mm == pytest.approx(40.0, abs=0.01)
    with pytest.raises(ArgumentError, match="parallel view"):
        draw(scene, Camera(), Paper(400, 300, scale=10.0), Style())


def test_the_scale_bar_is_as_long_as_it_says():
    drawing = draw(SCENE, CAMERA, Paper(400, 300), Style(scale_bar=True))
    bar = drawing.parts[-1]
    assert bar.name == "scale bar"
    stroke, text = bar.parts
    length = np.ptp(stroke.lines[0][:, 0]) * float(Sheet(CAMERA, 400, 300).unit_size(np.zeros(3)))
    assert text.runs[0].words == f"{length * 1000:g} mm"
    assert stroke.lines[0][:, 1].max() < drawing.top + drawing.height


def test_labels_stand_where_they_do_on_the_screen():
    sheet = Sheet(CAMERA, 400.0, 300.0)
    (place,) = place_labels([LABEL], CAMERA, 400, 300, measure)
    (text,) = letters([LABEL], sheet).texts.values()
    first, second = text.runs
    assert first.x + text.width / 2 == pytest.approx(place.x)
    assert text.width == pytest.approx(place.width, abs=1.5)
    assert second.words == "5,6"
    assert second.y > first.y


def test_a_line_is_cut_where_a_body_hides_it():
    made = bodies([BOX], Sheet(CAMERA, 400.0, 300.0))
    behind, before = ACROSS - np.array([1.0, 0, 0]), ACROSS + np.array([1.0, 0, 0])
    hit = Curtain(Cover(made.facets, np.arange(len(made.facets))), 1.0)
    sheet = made.facets.sheet
    (cut,) = line_marks(Line(behind, BLUE), sheet, hit)
    (whole,) = line_marks(Line(before, BLUE), sheet, hit)
    assert len(cut.lines) == 2
    assert len(whole.lines) == 1
    edge = sheet.place(np.array([[0.0, 0.2, 0.0]]))[0, 0]
    assert min(abs(line[:, 0] - edge).min() for line in cut.lines) < 0.02


def test_no_speck_of_a_line_is_left_between_bodies():
    boxes = [replace(BOX, pose=BOX.pose.copy()) for _ in range(2)]
    # a gap of half a pixel
    for box, y in zip(boxes, (-0.2006, 0.2006), strict=True):
        box.pose[1, 3] = y
    behind = Line(ACROSS - np.array([1.0, 0.0, 0.0]), BLUE)
    (stroke,) = marks(Scene((*boxes, behind), None), Stroke)
    assert len(stroke.lines) == 2
    assert all(np.abs(line[:, 0] - 200.0).min() > 20.0 for line in stroke.lines)


def test_a_line_that_shows_behind_bodies_is_dashed_there():
    scene = Scene((BOX, Line(ACROSS - (1.0, 0.0, 0.0), BLUE, depth="hidden")), None)
    strokes = marks(scene, Stroke)
    assert [bool(stroke.dashes) for stroke in strokes] == [False, True]
    assert strokes[1].color[3] < strokes[0].color[3]


def test_a_line_in_a_face_is_seen():
    scene = Scene((BOX, Line(ACROSS * 0.1 + (0.2, 0.0, 0.0), BLUE)), None)
    (stroke,) = marks(scene, Stroke)
    assert len(stroke.lines) == 1


@pytest.mark.parametrize("parallel", [True, False])
def test_points_behind_bodies_are_not_drawn(parallel):
    camera = Camera((0.0, 0.0, 0.0), 0.0, 0.0, 4.0, parallel=parallel)
    here, there = np.array([[1.0, 0.0, 0.0]]), np.array([[-1.0, 0.0, 0.0]])
    seen = marks(Scene((BOX, Points(here, WHITE)), None), Fill, camera=camera)
    hidden = marks(Scene((BOX, Points(there, WHITE)), None), Fill, camera=camera)
    assert len(seen) == len(hidden) + 1


def test_an_area_is_cut_by_the_body_that_stands_through_it():
    corners = np.array([[0.0, -1, -1], [0, 1, -1], [0, 1, 1], [0, -1, 1]])
    half = Solid(block(0.4, 0.4, 0.4), BOX.pose, BLUE)
    region = Region(corners, np.array([0, 4], np.int32), (1.0, 0.0, 0.0, 0.5))
    fills = [fill for fill in marks(Scene((half, region), None), Fill) if fill.color[3] == 0.5]
    assert [len(fill.rings) for fill in fills] == [2]


def test_overlays_are_never_drawn():
    handle = Solid(sphere(0.1, 48), np.eye(4), BLUE, layer="overlay")
    drawing = draw(Scene((handle,), None), CAMERA, Paper(100, 100), Style(ground="none"))
    assert list(drawing.marks()) == []


def test_a_thing_that_is_seen_through_is_painted_once_in_each_place():
    pane = Solid(sphere(0.3, 48), np.eye(4), (*BLUE[:3], 0.4), owner=("ghost",))
    fills = marks(Scene((BOX, pane), None), Fill, Style(ground="none"))
    glass = [fill for fill in fills if fill.color[3] < 1.0]
    from manifold3d import CrossSection, FillRule, OpType

    areas = [CrossSection(list(fill.rings), FillRule.EvenOdd) for fill in glass]
    union = CrossSection.batch_boolean(areas, OpType.Add).area()
    assert sum(area.area() for area in areas) == pytest.approx(union, rel=2e-3)


def test_grounds():
    names = {
        ground: [g.name for g in draw(SCENE, CAMERA, Paper(90, 80), Style(ground=ground)).parts]
        for ground in ("screen", "white", "none")
    }
    assert names["screen"][0] == names["white"][0] == "background"
    assert "background" not in names["none"]
    # the ground has as many shades as the backdrop needs, from the horizon's up
    fills = draw(SCENE, CAMERA, Paper(90, 80), Style()).parts[0].parts
    assert len(fills) > 10


def test_groups_are_named_after_what_they_show():
    drawing = draw(SCENE, CAMERA, Paper(400, 300), STYLES["flat"])
    arm = next(group for group in drawing.parts if group.name == "arm")
    assert [group.name for group in arm.parts] == ["link 1"]
    assert arm.parts[0].ref == ("arm", "link", 1)
    assert [group.name for group in drawing.parts][-2:] == ["edges", "labels"]


def test_widths_of_lines_are_millimetres():
    thing = Scene((replace(BOX, owner=("box", "thing")),), None)
    drawing = draw(thing, Camera(), Paper(400, 300, 84.0), STYLES["lines"])
    widths = {m.width * drawing.mm for m in drawing.marks() if isinstance(m, Stroke)}
    assert sorted(widths) == pytest.approx([0.18, 0.35])


def widest(drawing):
    """Width of the widest line on paper, mm."""
    return max(m.width * drawing.mm for m in drawing.marks() if isinstance(m, Stroke))


def test_usual_lines_are_thinner_where_a_robot_is_small():
    lines = STYLES["lines"]
    large, small, least = (draw(SCENE, CAMERA, Paper(400, 300, mm), lines) for mm in (400, 150, 20))
    # the front of the box is nearer than its middle, which a parallel view does not mind
    size = 0.4 / (2 * half_height(CAMERA)) * 300 * small.mm
    assert 0.3 < size / 40.0 < 1.0
    expected = [0.35, 0.35 * size / 40.0, 0.35 * 0.3]
    assert [widest(one) for one in (large, small, least)] == pytest.approx(expected, rel=0.02)
    said = draw(SCENE, CAMERA, Paper(400, 300, 20.0), replace(lines, outer=0.35))
    assert widest(said) == pytest.approx(0.35)
    # without a robot they are as usual
    thing = Scene((replace(BOX, owner=("box", "thing")),), None)
    assert draw(thing, CAMERA, Paper(400, 300, 20.0), lines).weight == 1.0


def test_hidden_edges_are_dashed_if_wanted():
    style = Style(style="lines", hidden="dashed", ground="none")
    scene = Scene((BOX,), None)
    strokes = marks(scene, Stroke, style, camera=Camera((0, 0, 0), 0.5, 0.4, 4.0))
    assert sum(bool(stroke.dashes) for stroke in strokes) == 1
    hidden = next(stroke for stroke in strokes if stroke.dashes)
    assert sum(len(line) - 1 for line in hidden.lines) == 3


def test_a_job_tells_how_far_it_is_and_can_be_stopped():
    parts = [progress.part for progress in draw_job(SCENE, CAMERA, Paper(400, 300), SCREEN)]
    assert parts == sorted(parts)
    assert parts[0] == 0.0
    stopped = draw_job(SCENE, CAMERA, Paper(400, 300), Style())
    next(stopped)
    stopped.close()
    assert list(stopped) == []


@pytest.mark.parametrize(
    "make",
    [
        lambda: Paper(0, 10),
        lambda: Paper(10, 10, -1.0),
        lambda: Style(outer=0.0),
        lambda: Style(margin=-1.0),
        lambda: Style(type_size=float("nan")),
    ],
)
def test_impossible_sizes_are_refused(make):
    with pytest.raises(ArgumentError):
        make()


def test_labels_keep_clear_of_a_curve_in_a_few_straight_pieces():
    turns = np.linspace(0.0, np.pi, 61)
    points = np.stack([np.cos(turns), np.sin(turns), np.zeros(61)], axis=1)
    curve = Line(points, (0.0, 0.0, 0.0, 1.0), depth="on top")
    (short,) = dimension_lines([curve])
    assert len(short.points) == 8
    assert np.array_equal(short.points[[0, -1]], points[[0, -1]])
    assert all((point == points).all(axis=1).any() for point in short.points)
    pairs = replace(curve, points=points[:60], pairs=True)
    straight = replace(curve, points=points[[0, -1]])
    hidden = replace(curve, depth="tested")
    assert dimension_lines([pairs, straight, hidden]) == [pairs, straight]
    assert dimension_lines([straight] * 101) == []
