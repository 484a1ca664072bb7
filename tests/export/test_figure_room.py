"""Contents that do not fit into the picture of a figure: its sheet is widened, in steps."""

from dataclasses import replace

import numpy as np
import pytest

from rvs.bodies.solid import Solid
from rvs.export import figure as memories
from rvs.export.figure import Memory, backdrop_fills, draw, draw_job
from rvs.export.formats.drawing import Fill, Stroke, Text
from rvs.export.formats.svg import svg
from rvs.export.layout import CUT_ROOM, MOST_BEYOND, ROOM, Paper, extents, layout
from rvs.export.visibility.sheet import Sheet
from rvs.geometry.shapes.flat import block
from rvs.model.figures.figure import STYLES, Style
from rvs.model.jobs import finished
from rvs.model.views.view import Camera
from rvs.scene.items import Backdrop, Label, Line, Region, Scene

BLUE, WHITE = (0.2, 0.3, 0.8, 1.0), (1.0, 1.0, 1.0, 1.0)
CAMERA = Camera((0.0, 0.0, 0.0), 0.3, 0.4, 4.0)
PAPER = Paper(400, 300, 84.0)
CROPPED = replace(STYLES["screen"], crop=True)


def body(high: float) -> Solid:
    return Solid(block(1.2, 1.2, high), np.eye(4), BLUE, owner=("arm", "link", 1))


# all of it is in the picture, and almost fills it
WHOLE = Scene((body(1.4),), None)
# its ends are not
CUT = Scene((body(1.9),), None)


def placed(scene: Scene, style: Style, camera: Camera = CAMERA, paper: Paper = PAPER):
    return layout(scene.items, camera, paper, style)


@pytest.mark.parametrize(("scene", "step"), [(WHOLE, ROOM), (CUT, CUT_ROOM)])
def test_a_sheet_is_widened_by_steps_that_are_small_where_bodies_are_cut(scene, step):
    rooms = [placed(scene, replace(CROPPED, margin=margin)) for margin in (0.0, 2.0, 4.0, 20.0)]
    beyond = [place.sheet.beyond / step for place in rooms]
    assert beyond[0] == 0.0
    assert beyond[1] == beyond[2] == 1.0
    assert beyond[3] > 1.0
    assert all(part == round(part) for part in beyond)
    for place in rooms:
        left, top, right, bottom = place.box
        assert left >= 0.0
        assert top >= 0.0
        assert right <= place.sheet.width
        assert bottom <= place.sheet.height
    # the picture itself is shown as it was
    left, top = rooms[1].sheet.picture[:2]
    points = np.array([[0.0, 0.0, 0.0], [0.1, 0.2, 0.3]])
    before, after = (place.sheet.place(points) for place in rooms[:2])
    assert after - before == pytest.approx(np.array([[left, top, 0.0]] * 2))
    assert rooms[1].seen[0] == pytest.approx(rooms[1].box[0] - left)


def test_margins_and_type_that_grow_find_nothing_out_again(monkeypatch):
    calls = []
    inner = memories.bodies_job
    monkeypatch.setattr(
        memories, "bodies_job", lambda some, sheet: calls.append(1) or inner(some, sheet)
    )
    memory, tall = Memory(), Label("tip", np.array([0.0, 0.0, 0.9]), BLUE, WHITE)
    scene = Scene((*WHOLE.items, tall), None)

    def drawn(**change: float) -> str:
        job = draw_job(scene, CAMERA, PAPER, replace(CROPPED, **change), memory=memory)
        return svg(finished(job))

    drawn(margin=2.0)
    for change in ({"margin": 2.5}, {"margin": 5.0}, {"type_size": 10.0, "margin": 3.0}):
        count = len(calls)
        known = drawn(**change)
        assert len(calls) == count, change
        assert known == svg(draw(scene, CAMERA, PAPER, replace(CROPPED, **change)))


def test_what_has_a_place_in_the_picture_keeps_it_unless_that_is_cut():
    pinned = Label("note", np.zeros(3), BLUE, WHITE, shift=(0.0, 0.0), sheet=(0.25, 0.75))
    scene = Scene((*WHOLE.items, pinned), None)

    def middle(style: Style) -> tuple[float, float]:
        place = placed(scene, style)
        text, (left, top) = place.letters.texts[pinned], place.sheet.picture[:2]
        return text.runs[0].x + text.width / 2 - left, text.runs[0].y - top

    across, down = middle(replace(CROPPED, crop=False))
    assert across == pytest.approx(0.25 * 400.0, abs=1.0)
    assert down == pytest.approx(0.75 * 300.0, abs=10.0)
    # cut, it stands beside what is drawn, whatever the margin and the sheet around it
    places = [placed(scene, replace(CROPPED, margin=margin)) for margin in (0.0, 4.0)]
    assert places[1].sheet.beyond > places[0].sheet.beyond
    for margin in (0.0, 4.0):
        assert middle(replace(CROPPED, margin=margin))[0] < across - 20.0
    assert middle(replace(CROPPED, margin=4.0)) == pytest.approx(middle(CROPPED), abs=3.0)


@pytest.mark.parametrize("parallel", [True, False])
def test_the_backdrop_of_the_picture_stays_the_same(parallel):
    backdrop = Backdrop((0.6, 0.7, 0.9, 1.0), WHITE)
    sheet = Sheet(replace(CAMERA, parallel=parallel, elevation=0.0), 400.0, 300.0)
    edges = []
    for one in (sheet, sheet.widened(ROOM)):
        page = np.array([[0.0, 0.0], [one.width, 0.0], [one.width, one.height], [0.0, one.height]])
        fills = backdrop_fills(backdrop, one, page)[1:]
        # the middle column, from the top of the picture
        middle = [np.interp(one.width / 2, *fill.rings[0][2:][::-1].T) for fill in fills]
        edges.append(
            {fill.color: y - one.picture[1] for fill, y in zip(fills, middle, strict=True)}
        )
    assert len(edges[0]) > 5
    common = set(edges[0]) & set(edges[1])
    inner = [color for color in common if 1.0 < edges[0][color] < 299.0]
    assert len(inner) > 5
    for color in inner:
        assert edges[1][color] == pytest.approx(edges[0][color], abs=0.5)


def test_nothing_is_drawn_beside_the_page():
    beside = Line(np.array([[0.0, -1.45, 0.0], [0.0, -1.4, 0.0]]), BLUE)
    across = Line(np.array([[0.0, -1.45, 0.0], [0.0, 1.45, 0.0]]), BLUE)
    camera = replace(CAMERA, azimuth=0.0)
    style = replace(CROPPED, margin=4.0)
    away = replace(
        body(0.5), pose=np.array([[1.0, 0, 0, 0], [0, 1, 0, 3], [0, 0, 1, 0], [0, 0, 0, 1]])
    )
    for scene in (Scene((body(1.6), beside, across), None), Scene((body(1.9), away), None)):
        assert placed(scene, style, camera).sheet.beyond > 0.0
        drawing = draw(scene, camera, PAPER, style)
        low = np.array([drawing.left, drawing.top])
        high = np.array([drawing.left + drawing.width, drawing.top + drawing.height])
        marks = [mark for mark in drawing.marks() if not isinstance(mark, Text)]
        assert marks
        for mark in marks:
            assert isinstance(mark, Fill | Stroke)
            rim = 0.0 if isinstance(mark, Fill) else mark.width
            for one in mark.rings if isinstance(mark, Fill) else mark.lines:
                assert (one.max(axis=0) > low - rim).all()
                assert (one.min(axis=0) < high + rim).all()


def test_extents_move_with_the_sheet_and_labels_reach_only_so_far_out():
    sheet = Sheet(CAMERA, 400.0, 300.0)
    far = Label("far", np.array([0.0, 0.0, 0.9]), BLUE, WHITE)
    found = extents((*WHOLE.items, far), sheet)
    frame = sheet.picture
    text = np.array([[180.0, -500.0], [220.0, -480.0]])
    box = found.content(frame, {far: text})
    assert box is not None
    assert box[1] == -MOST_BEYOND * 300.0
    wide = sheet.widened(ROOM)
    moved = found.moved(wide.picture[:2]).content(wide.picture, {far: text + wide.picture[:2]})
    assert np.array(moved) - box == pytest.approx([100.0, 75.0, 100.0, 75.0])
    assert found.whole(frame)
    assert not extents(CUT.items, sheet).whole(frame)


def test_what_lies_at_the_height_of_the_floor_counts_and_the_floor_does_not():
    """As the workspace of a planar arm, which was cut at its body."""
    corners = np.array([[-0.5, -0.5, 0.0], [0.5, -0.5, 0.0], [0.5, 0.5, 0.0], [-0.5, 0.5, 0.0]])
    area = Region(corners, np.array([0, 4], np.int32), BLUE)
    sheet = Sheet(CAMERA, 400.0, 300.0)
    alone = extents((area,), sheet)
    assert np.ptp(alone.solid, axis=0).min() > 30.0
    for floor in (replace(area, alphas=np.ones(4)), replace(area, united=True)):
        assert not len(extents((floor,), sheet).solid)
