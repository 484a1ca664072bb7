"""Dragging handles, against points that were moved first and looked at then."""

from dataclasses import replace
from math import cos, pi, radians, sin

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.model.document import PlacedRobot
from rvs.model.views.view import Camera
from rvs.scene.camera import eye, project, ray
from rvs.scene.gizmos.gizmo import dragged, joint_handle, sliding_handle, snapped, turning_handle

pytestmark = pytest.mark.property

SIZE = 1000, 800
CAMERAS = st.builds(
    Camera,
    target=st.just((0.1, -0.2, 0.3)),
    azimuth=st.floats(-3.0, 3.0),
    elevation=st.floats(-1.5, 1.5),
    distance=st.floats(3.0, 8.0),
    parallel=st.booleans(),
)
PART = st.floats(-0.7, 0.7)
PLACES = st.tuples(PART, PART, PART).map(np.array)


def unit(vector):
    return vector / np.linalg.norm(vector)


DIRECTIONS = (
    st.tuples(st.floats(-1, 1), st.floats(-1, 1), st.floats(-1, 1))
    .map(np.array)
    .filter(lambda v: np.linalg.norm(v) > 0.2)
    .map(unit)
)


def turned(point, center, axis, angle):
    """Rodrigues' rotation of a point about an axis."""
    v = point - center
    parts = v * cos(angle), np.cross(axis, v) * sin(angle), axis * (axis @ v) * (1 - cos(angle))
    return center + sum(parts)


def ray_to(camera, point):
    x, y, _ = project(camera, point, *SIZE)
    return ray(camera, float(x), float(y), *SIZE)


@given(CAMERAS, PLACES, DIRECTIONS, PLACES, st.floats(-3.0, 3.0))
def test_a_dial_turns_as_far_as_the_point_under_the_pointer(camera, center, axis, grip, angle):
    lever = (grip - center) - ((grip - center) @ axis) * axis
    assume(np.linalg.norm(lever) > 0.05)
    rays = [ray_to(camera, turned(grip, center, axis, part)) for part in (0.0, angle)]
    assume(min(abs(along @ axis) for _, along in rays) > sin(radians(16)))
    handle = turning_handle(center, axis, grip, rays[0][1], 0.01)
    assert handle.way == "dial"
    assert dragged(handle, rays[1], angle) == pytest.approx(angle, abs=1e-6)


@given(CAMERAS, DIRECTIONS, PLACES, st.floats(-0.5, 0.5))
def test_a_rail_slides_as_far_as_the_point_under_the_pointer(camera, axis, grip, way):
    rays = [ray_to(camera, grip + part * axis) for part in (0.0, way)]
    assume(max(abs(along @ axis) for _, along in rays) < cos(radians(16)))
    handle = sliding_handle(axis, grip, rays[0][1])
    assert handle.way == "rail"
    assert dragged(handle, rays[1]) == pytest.approx(way, abs=1e-6)


@given(CAMERAS, PLACES, DIRECTIONS, st.floats(0.1, 0.5), st.sampled_from([1.0, -1.0]))
def test_a_drum_goes_with_the_pointer_before_and_behind_its_axis(camera, center, axis, lever, side):
    """An axis in the picture's plane through a point right before or behind it."""
    towards = unit(eye(camera) - center) if not camera.parallel else -ray_to(camera, center)[1]
    across = np.cross(towards, axis)
    assume(np.linalg.norm(across) > 0.1)
    axis = unit(across)
    grip = center + side * lever * towards
    first = ray_to(camera, grip)
    handle = turning_handle(center, axis, grip, first[1])
    assert handle.way == "pull"
    small = 1e-4
    now = ray_to(camera, turned(grip, center, axis, small))
    assert dragged(handle, now) == pytest.approx(small, rel=1e-2)


def test_a_dial_counts_turns_beyond_one() -> None:
    camera = Camera(target=(0.0, 0.0, 0.0), elevation=1.2)
    axis, center, grip = np.array([0.0, 0.0, 1.0]), np.zeros(3), np.array([0.3, 0.0, 0.1])
    handle = turning_handle(center, axis, grip, ray_to(camera, grip)[1])
    for way in (1, -1):
        angle = 0.0
        for step in range(60):
            wanted = way * step * radians(20.0)
            angle = dragged(handle, ray_to(camera, turned(grip, center, axis, wanted)), angle)
            assert angle == pytest.approx(wanted, abs=1e-9)
        assert abs(angle) > 3 * 2 * pi


def test_a_ray_beyond_the_horizon_of_a_dial_keeps_to_its_direction() -> None:
    """A floor seen flatly: what points above its horizon means the far end, not the near one."""
    axis, grip = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])
    origin = np.array([0.0, -3.0, 1.5])
    handle = turning_handle(np.zeros(3), axis, grip, unit(grip - origin))
    right = unit(np.array([0.5, 1.0, 0.01]))
    flat = unit(np.array([0.5, 1.0, -1e-6]))
    above, below = dragged(handle, (origin, right)), dragged(handle, (origin, flat))
    assert above == pytest.approx(below, abs=1e-4)


def test_taken_at_its_middle_a_dial_is_a_knob() -> None:
    """Its upper side goes right with the pointer: clockwise, as the viewer sees it."""
    camera = Camera(target=(0.0, 0.0, 0.0), azimuth=-pi / 2, elevation=0.0)
    grip, center = np.array([0.001, -0.1, 0.0]), np.zeros(3)
    first = ray_to(camera, grip)
    right = ray_to(camera, np.add(grip, (0.1, 0.0, 0.0)))
    for axis, sign in (([0.0, -1.0, 0.0], -1.0), ([0.0, 1.0, 0.0], 1.0)):
        handle = turning_handle(center, np.array(axis), grip, first[1], 0.05)
        assert handle.way == "pull"
        assert dragged(handle, right) == pytest.approx(sign * 0.1 / 0.05, rel=1e-2)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_rail_seen_from_its_end_comes_nearer_when_pulled_down(sign) -> None:
    camera = Camera(target=(0.0, 0.0, 0.0), azimuth=-pi / 2, elevation=0.0, parallel=True)
    axis, grip = np.array([0.0, sign, 0.0]), np.array([0.0, -0.2, 0.0])
    handle = sliding_handle(axis, grip, ray_to(camera, grip)[1])
    assert handle.way == "pull"
    lower = ray_to(camera, grip - [0.0, 0.0, 0.1])
    assert dragged(handle, lower) == pytest.approx(-sign * 0.1, rel=1e-6)


@given(CAMERAS, DIRECTIONS, PLACES, PLACES)
def test_a_handle_that_was_not_moved_has_not_moved(camera, axis, center, grip) -> None:
    here = ray_to(camera, grip)
    for handle in (
        turning_handle(center, axis, grip, here[1], 0.02),
        sliding_handle(axis, grip, here[1]),
    ):
        assert dragged(handle, here) == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("index", [0, 1, 2])
def test_the_handle_of_a_joint_moves_a_point_of_its_link(convention, index) -> None:
    """The link's pose before and after the joint has moved says where the point has gone."""
    from rvs.bodies.skeleton.skeleton import world_frames

    joints = (
        Joint(a=0.2, alpha=0.4, d=0.3, convention=convention),
        Joint(a=0.3, alpha=-0.7, d=0.1, convention=convention),
        Joint(a=0.1, alpha=0.5, kind="prismatic", theta=0.3, convention=convention),
    )
    quarter = ((0.0, -1.0, 0.0, 0.3), (1.0, 0.0, 0.0, 0.1), (0.0, 0.0, 1.0, 0.2), (0, 0, 0, 1.0))
    placed = PlacedRobot("arm", Robot(joints, name="arm"), place=quarter)
    camera = Camera(target=(0.0, 0.0, 0.4), elevation=0.9)
    posture, change = (0.3, -0.5, 0.25), 0.2
    moved = tuple(q + change * (i == index) for i, q in enumerate(posture))
    local = np.array([0.1, 0.15, 0.05, 1.0])
    before, after = (world_frames(placed, q)[index + 1] @ local for q in (posture, moved))
    first, last = ray_to(camera, before[:3]), ray_to(camera, after[:3])
    handle = joint_handle(placed, posture, index, before[:3], first[1], 0.001)
    assert handle.way == ("rail" if index == 2 else "dial")
    assert dragged(handle, last) == pytest.approx(change, abs=1e-9)


def test_behind_the_eye_a_rail_stays_where_it_was() -> None:
    axis, grip = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])
    handle = sliding_handle(axis, grip, np.array([0.0, 1.0, 0.0]))
    assert dragged(handle, (np.zeros(3), unit(np.array([0.1, -1.0, 0.0]))), 0.7) == 0.7


def test_snaps_to_multiples() -> None:
    step = radians(5.0)
    assert snapped(radians(12.6), step) == pytest.approx(radians(15.0))
    assert snapped(radians(-12.4), step) == pytest.approx(radians(-10.0))
    assert snapped(0.123, 0.0) == 0.123


def test_a_parallel_view_drags_what_lies_behind_its_eye() -> None:
    camera = replace(Camera(target=(0.0, 0.0, 0.0)), distance=0.01, parallel=True)
    grip = 0.5 * unit(eye(camera))
    axis = np.array([0.0, 0.0, 1.0])
    handle = sliding_handle(axis, grip, ray_to(camera, grip)[1])
    assert dragged(handle, ray_to(camera, grip + 0.002 * axis)) == pytest.approx(0.002)
