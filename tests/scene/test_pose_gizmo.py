"""The gizmo of a pose: picked where it is drawn, and dragged along with the pointer."""

from __future__ import annotations

from math import radians

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rvs.engine.rotations import from_rpy, rotation
from rvs.engine.transforms import pose
from rvs.model.views.view import Camera
from rvs.scene.camera import pixel_size, project, ray
from rvs.scene.gizmos.pose_gizmo import AXES, GIZMO, dragged_pose, gizmo_handle, gizmo_items, take
from rvs.scene.items import Scene
from rvs.scene.pick import pick

pytestmark = pytest.mark.property

SIZE = 1000, 800
cameras = st.builds(
    Camera,
    target=st.just((0.0, 0.0, 0.0)),
    azimuth=st.floats(-3.0, 3.0),
    elevation=st.floats(-1.4, 1.4),
    distance=st.floats(3.0, 6.0),
    parallel=st.booleans(),
)
small = st.integers(-300, 300).map(lambda k: k / 1000)
poses = st.tuples(*[small] * 6).map(lambda x: pose(from_rpy(np.multiply(x[:3], 10)), x[3:]))
axes = st.integers(0, 2)


def look(camera, point):
    x, y, _ = project(camera, point, *SIZE)
    return ray(camera, float(x), float(y), *SIZE)


@given(cameras, poses, axes, small)
def test_an_arrow_moves_the_pose_along_its_axis_as_far_as_the_pointer(camera, T, axis, way):
    along = T[:3, axis]
    grip = T[:3, 3] + 0.1 * along
    then = look(camera, grip)
    assume(abs(along @ then[1]) < 0.9)
    taken = take((GIZMO, "move", AXES[axis]), T, grip, then[1])
    found, amount = dragged_pose(taken, look(camera, grip + way * along))
    assert np.isclose(amount, way, atol=1e-6)
    assert np.allclose(found, pose(T[:3, :3], T[:3, 3] + way * along), atol=1e-6)


@given(cameras, poses, axes, st.floats(-2.5, 2.5))
def test_a_ring_turns_the_pose_about_its_axis(camera, T, axis, angle):
    about, spoke = T[:3, axis], 0.2 * T[:3, (axis + 1) % 3]
    grip = T[:3, 3] + spoke
    then = look(camera, grip)
    assume(abs(about @ then[1]) > 0.4)
    taken = take((GIZMO, "turn", AXES[axis]), T, grip, then[1])
    found, _ = dragged_pose(taken, look(camera, T[:3, 3] + rotation(about, angle) @ spoke))
    assert np.allclose(found, pose(rotation(about, angle) @ T[:3, :3], T[:3, 3]), atol=1e-6)


@given(cameras, poses, axes, small, small)
def test_a_square_slides_the_pose_in_its_plane(camera, T, axis, one, other):
    grip = T[:3, 3]
    then = look(camera, grip)
    assume(abs(T[:3, axis] @ then[1]) > 0.4)
    way = one * T[:3, (axis + 1) % 3] + other * T[:3, (axis + 2) % 3]
    taken = take((GIZMO, "slide", AXES[axis]), T, grip, then[1])
    now = look(camera, grip + way)
    assume(abs(T[:3, axis] @ now[1]) > 0.2)
    found, _ = dragged_pose(taken, now)
    assert np.allclose(found[:3, 3], grip + way, atol=1e-6)
    assert np.array_equal(found[:3, :3], T[:3, :3])


@given(cameras, poses, small, small)
def test_the_ball_stays_under_the_pointer(camera, T, right, up):
    taken = take((GIZMO, "free", ""), T, T[:3, 3], look(camera, T[:3, 3])[1])
    x, y, _ = project(camera, T[:3, 3], *SIZE)
    now = ray(camera, float(x) + 300 * right, float(y) + 300 * up, *SIZE)
    found, _ = dragged_pose(taken, now)
    seen = project(camera, found[:3, 3], *SIZE)
    assert np.allclose(seen[:2], [x + 300 * right, y + 300 * up], atol=1e-6)


@given(cameras, poses, axes, small)
def test_snapping_takes_whole_steps(camera, T, axis, way):
    along, grip = T[:3, axis], T[:3, 3]
    then = look(camera, grip)
    assume(abs(along @ then[1]) < 0.9)
    taken = take((GIZMO, "move", AXES[axis]), T, grip, then[1])
    found, _ = dragged_pose(taken, look(camera, grip + way * along), snap=True)
    steps = (found[:3, 3] - grip) @ along / 0.01
    assert np.isclose(steps, round(steps), atol=1e-6)
    assert abs(steps * 0.01 - way) < 0.0051


@given(poses)
def test_the_handles_are_hit_where_they_are_drawn(T):
    camera = Camera((0.0, 0.0, 0.0), radians(-50), radians(25), 4.0)
    scene = Scene(gizmo_items(tuple(map(tuple, T.tolist())), "light"), None)
    x, y, _ = project(camera, T[:3, 3], *SIZE)
    hit = pick(scene, camera, float(x), float(y), *SIZE)
    assert hit is not None
    assert gizmo_handle(hit.owner) is not None
    shaft = T[:3, 3] + 80 * pixel_size(camera, T[:3, 3], SIZE[1]) * T[:3, 2]
    x, y, _ = project(camera, shaft, *SIZE)
    assert pick(scene, camera, float(x), float(y), *SIZE) is not None


def test_other_refs_are_no_handles():
    assert gizmo_handle(("puma", "link", 3)) is None
    assert take(("puma", "link", 3), np.eye(4), np.zeros(3), np.array([0, 0, 1.0])) is None
