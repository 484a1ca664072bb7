import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.model.views.view import Camera
from rvs.scene.annotate.labels import place_labels, rough_size
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
    again = place_labels([first, second], CAMERA, 800, 600, rough_size, before=[one.way, two.way])
    assert again == [one, two]
    (home,) = place_labels([second], CAMERA, 800, 600, rough_size, before=[two.way])
    assert home.moved == 0


def test_labels_rarely_jump_while_the_view_turns():
    rng = np.random.default_rng(3)
    starts = rng.uniform(-0.4, 0.4, (12, 3))
    ways = rng.normal(size=(12, 3))
    tips = starts + 0.15 * ways / np.linalg.norm(ways, axis=1, keepdims=True)
    labels = [arrow(tip, start) for tip, start in zip(tips, starts, strict=True)]
    before, shifts, jumps = None, None, 0
    for k in range(100):
        camera = Camera(azimuth=0.01 * k)
        places = place_labels(labels, camera, 900, 700, rough_size, before=before, searches=1)
        before = [place.way for place in places]
        anchors = project(camera, tips, 900, 700)[:, :2]
        now = np.array([(place.x, place.y) for place in places]) - anchors
        if shifts is not None:
            jumps += int((np.linalg.norm(now - shifts, axis=1) > 12).sum())
        shifts = now
    assert jumps < 12
