from dataclasses import replace
from itertools import cycle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.files.library import load_robot
from rvs.model.document import Document, PlacedRobot
from rvs.model.state import State
from rvs.model.views.view import Camera
from rvs.scene.annotate.labels import place_labels, rough_size
from rvs.scene.build import build_scene, default_camera
from rvs.scene.camera import project
from rvs.scene.items import Label, Line

INK = (0.0, 0.0, 0.0, 1.0)
CAMERA = Camera()


def label(at, away=(0, 0, 1), **changes):
    return Label("Z", np.array(at, float), INK, INK, away=away, **changes)


def overlap(a, b):
    wide = (a.width + b.width) / 2 - abs(a.x - b.x)
    high = (a.height + b.height) / 2 - abs(a.y - b.y)
    return max(wide, 0) * max(high, 0)


def test_a_lone_label_stands_its_gap_beyond_the_anchor_along_its_axis():
    (placed,) = place_labels([label((0, 0, 0.5))], CAMERA, 800, 600, rough_size)
    x, y, _ = project(CAMERA, [0, 0, 0.5], 800, 600)
    assert (placed.x, placed.y) == pytest.approx((x, y - 15))
    assert placed.moved == 0


def test_an_axis_towards_the_eye_keeps_its_label_on_the_anchor():
    top = Camera(elevation=np.pi / 2)
    (placed,) = place_labels([label((0, 0, 0.5))], top, 800, 600, rough_size)
    assert (placed.x, placed.y) == pytest.approx((400, 300))


def test_a_label_behind_the_eye_is_left_out():
    behind = Camera(target=(0, 0, 0), distance=1.0)
    placed = place_labels([label((0, 0, 0)), label((3, -6, 2))], behind, 800, 600, rough_size)
    assert placed[0] is not None
    assert placed[1] is None


def test_the_later_label_gives_way_to_a_place_that_no_line_through_the_first_leads_to():
    both = [label((0, 0, 0.5)), label((0, 0, 0.5))]
    first, second = place_labels(both, CAMERA, 800, 600, rough_size)
    assert first.moved == 0
    assert second.led
    assert overlap(first, second) == 0
    assert abs(second.x - first.x) > first.width


@pytest.mark.property
@given(
    st.lists(
        st.tuples(*[st.floats(-0.3, 0.3)] * 3, st.sampled_from([(1, 0, 0), (0, 1, 0), (0, 0, 1)])),
        max_size=12,
    )
)
def test_a_dozen_labels_never_overlap(places):
    labels = [label((x, y, z + 0.5), away) for x, y, z, away in places]
    placed = place_labels(labels, CAMERA, 1200, 900, rough_size)
    for k, one in enumerate(placed):
        assert all(overlap(one, other) < 1e-6 for other in placed[:k])


def test_nothing_to_place():
    assert place_labels([], CAMERA, 800, 600, rough_size) == []


def test_labels_keep_clear_of_lines():
    across = np.array([[0.0, -1.0, 0.0], [0.0, 1.0, 0.0]])
    camera = Camera((0.0, 0.0, 0.0), 0.0, 0.0, 4.0, parallel=True)
    named = label((0, 0, 0), away=(0.0, 0.0, 0.0), gap=0.0)
    line = Line(across, (0.0, 0.0, 0.0, 1.0), pairs=True, depth="on top")
    (free,) = place_labels([named], camera, 800, 600, rough_size)
    (placed,) = place_labels([named], camera, 800, 600, rough_size, [line])
    assert free.moved == 0.0
    assert abs(placed.y - 300.0) > placed.height / 2


def arrow(at, start, text="Z"):
    away = np.subtract(at, start)
    return Label(text, np.array(at, float), INK, INK, away=tuple(away), stem=np.array(start, float))


def test_a_label_keeps_clear_of_the_arrows_of_others():
    up = arrow((0.0, 0.0, 0.8), (0.0, 0.0, 0.6))
    through = arrow((0.0, 0.0, 1.0), (0.0, 0.0, 0.82), "X")
    alone, _ = place_labels([up, arrow((2, 2, 2), (2, 2, 1.8))], CAMERA, 800, 600, rough_size)
    placed, _ = place_labels([up, through], CAMERA, 800, 600, rough_size)
    assert alone.moved == 0
    tip = project(CAMERA, [up.at, through.stem, through.at], 800, 600)[:, :2]
    assert abs(placed.x - tip[2][0]) > placed.width / 2
    assert placed.led == (placed.moved >= 12)


def test_a_label_nearer_to_another_tip_is_led_to_its_own():
    camera = Camera((0.0, 0.0, 0.0), 0.0, 0.0, 4.0, parallel=True)
    left = arrow((0.0, -0.02, 0.0), (0.0, -0.5, 0.0), "X")
    right = arrow((0.0, 0.02, 0.0), (0.0, 0.5, 0.0), "Y")
    for place in place_labels([left, right], camera, 800, 600, rough_size):
        assert place.led


def test_labels_of_what_is_seen_stay_in_the_picture_unless_it_may_grow():
    camera = Camera((0.0, 0.0, 0.0), 0.0, 0.0, 4.0, parallel=True)
    metres = 2 * 4.0 * np.tan(camera.field_of_view / 2) / 600
    edge = arrow((0.0, 398 * metres, 0.0), (0.0, 300 * metres, 0.0))
    (kept,) = place_labels([edge], camera, 800, 600, rough_size)
    (free,) = place_labels([edge], camera, 800, 600, rough_size, page=(0, 0, 900, 600))
    assert kept.x + kept.width / 2 <= 800
    assert free.x + free.width / 2 > 800


def test_a_label_keeps_its_place_while_it_can_and_goes_home_when_there_is_room():
    first, second = label((0, 0, 0.5)), label((0, 0, 0.5))
    one, two = place_labels([first, second], CAMERA, 800, 600, rough_size)
    again = place_labels([first, second], CAMERA, 800, 600, rough_size, before=[one, two])
    assert again == [one, two]
    (home,) = place_labels([second], CAMERA, 800, 600, rough_size, before=[two])
    assert home.moved == 0


def overlaps(placed):
    return sum(overlap(one, other) for k, one in enumerate(placed) for other in placed[:k])


def turned(name, degrees, steps, searches=(2,)):
    """The labels of a robot while the view turns, picture by picture, and their anchors."""
    turn = cycle(searches)
    robot = load_robot(name).robot
    arm = PlacedRobot("arm", robot)
    state = State(Document((arm,)), {"arm": tuple(robot.home.tolist())})
    labels = [item for item in build_scene(state).items if isinstance(item, Label)]
    first, before = default_camera(state, 1100 / 800), None
    for azimuth in first.azimuth + np.radians(np.linspace(0.0, degrees, steps)):
        camera = replace(first, azimuth=float(azimuth))
        most = next(turn) if before else None
        before = place_labels(labels, camera, 1100, 800, rough_size, before=before, searches=most)
        yield labels, camera, before


@pytest.mark.parametrize("searches", [(2,), (*[0] * 5, 6)])
@pytest.mark.parametrize("name", ["puma560", "rediestro", "ur5e", "stanford"])
def test_labels_never_jump_while_the_view_turns_and_rarely_change_places(name, searches):
    before, way, covered = None, 0.0, []
    for _, _, places in turned(name, 115.0, 231, searches):
        now = np.array([(place.x, place.y) for place in places])
        now -= [place.anchor for place in places]
        if before is not None:
            steps = np.linalg.norm(now - before, axis=1)
            assert steps.max() < 8.001
            way += steps.sum()
        before = now
        covered.append(overlaps(places) / sum(place.width * place.height for place in places))
    # in half a degree a label moves by less than a pixel beside its anchor
    assert way < 230 * len(before)
    # what is on its way may cover others
    assert np.mean(covered) < 0.01


def test_labels_that_were_on_their_way_arrive_in_a_picture_of_what_rests():
    *_, (labels, camera, moving) = turned("rediestro", 40.0, 21)
    still = place_labels(labels, camera, 1100, 800, rough_size, before=moving, searches=2)
    assert still != moving
    for place in still:
        beside = place.goal or (place.x - place.anchor[0], place.y - place.anchor[1])
        assert (place.x - place.anchor[0], place.y - place.anchor[1]) == pytest.approx(beside)
    assert overlaps(still) < 20.0
    again = place_labels(labels, camera, 1100, 800, rough_size, before=still, searches=2)
    assert again == still
