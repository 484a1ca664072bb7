"""The trace of a tool and the ranges of joints."""

from dataclasses import replace
from math import pi

import numpy as np
import pytest

from rvs.bodies.skeleton.skeleton import skeleton_parts, skeleton_solids
from rvs.engine.chain import joint_axes
from rvs.engine.kinematics import fkine, frames
from rvs.engine.robot import Robot
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import Glide, JointTrajectory
from rvs.model.motions.tracks import Together
from rvs.model.refs import link_ref
from rvs.scene.annotate.limits import limit_items
from rvs.scene.annotate.trace import POINTS, tool_path, trace_items
from rvs.scene.build import build_scene
from rvs.scene.items import Line, Points, Region

LIMIT = rgba(SCENE["light"].limit)[:3]


def arm(*limits):
    return Robot.from_dh([0.4, 0.3], [0.3, 0], [0.2, 0], 0, limits=limits or None)


def trajectory(count=50, robot="r0"):
    turns = np.linspace(0, 2, count)
    return JointTrajectory.evenly(robot, np.stack([turns, -turns], axis=1), 0.1)


def test_the_path_passes_where_the_tool_is(state_of):
    placed = state_of(arm(), arm()).document.robots[1]
    motion = trajectory(robot="r1")
    times, places = tool_path(placed, motion)
    assert set(motion.keys) <= set(times)
    for k in (0, 17, len(times) - 1):
        tool = fkine(arm(), motion.posture(times[k]))[:3, 3] + [2.0, 0, 0]
        assert places[k] == pytest.approx(tool, abs=1e-12)


def test_a_long_motion_has_a_short_path(state_of):
    placed = state_of(arm()).document.robots[0]
    times, places = tool_path(placed, trajectory(100_000))
    assert len(times) == len(places) == POINTS
    assert times[-1] == pytest.approx(9999.9)


def test_past_is_solid_and_future_dashed_and_they_meet(state_of):
    placed = state_of(arm()).document.robots[0]
    past, future = trace_items(placed, trajectory(), 2.03, "light")
    here = fkine(arm(), trajectory().posture(2.03))[:3, 3]
    assert not past.dashed
    assert future.dashed
    assert past.points[-1] == pytest.approx(here, abs=1e-12)
    assert future.points[0] == pytest.approx(here, abs=1e-12)
    assert past.points[0] == pytest.approx([0.7, 0, 0.2])
    assert past.owner == future.owner == ("r0", "trace")


def test_at_the_ends_there_is_one_line(state_of):
    placed = state_of(arm()).document.robots[0]
    (future,) = trace_items(placed, trajectory(), 0.0, "light")
    assert future.dashed
    (past,) = trace_items(placed, trajectory(), trajectory().duration, "light")
    assert not past.dashed


def test_what_rests_or_does_not_move_has_no_trace(state_of):
    state = state_of(arm(), arm())
    first, second = state.document.robots
    assert not trace_items(second, trajectory(), 1.0, "light")
    assert not trace_items(first, Glide("r0", (0.1, 0.2), (0.1, 0.2), 3.0), 1.0, "light")
    assert not trace_items(first, Glide("r0", (0.1,), (0.2,), 3.0), 1.0, "light")


def test_every_robot_of_a_motion_has_its_trace(state_of):
    motion = Together((trajectory(), trajectory(robot="r1")))
    state = replace(state_of(arm(), arm()), motion=motion, playhead=1.0)
    owners = {item.owner for item in build_scene(state).items if isinstance(item, Line)}
    assert {("r0", "trace"), ("r1", "trace")} <= owners
    hidden = replace(state, view=replace(state.view, trace=False))
    assert not any("trace" in item.owner for item in build_scene(hidden).items)


def test_a_hidden_trace_leaves_the_scene_as_it_was(state_of):
    state = replace(state_of(arm(), trace=False), motion=trajectory())
    assert build_scene(state) is build_scene(replace(state, playhead=1.0))


def dials(robot, q=(0.2, 0.3)):
    return limit_items(PlacedRobot("arm", robot), tuple(q), "light")


def of_kind(items, kind, owner):
    return [item for item in items if isinstance(item, kind) and item.owner == owner]


def test_arcs_lie_about_their_axes():
    robot = arm((-1, 2), (-2, 2))
    q = np.array([0.2, 0.3])
    z, p = joint_axes(robot.chain, frames(robot, q))
    for k in range(2):
        bands = of_kind(dials(robot), Region, link_ref("arm", k + 1))
        assert len(bands) == 3
        points = np.concatenate([band.points for band in bands]) - p[k]
        along = points @ z[k]
        assert np.ptp(along) < 1e-9
        away = np.linalg.norm(points - along[:, None] * z[k], axis=1)
        assert np.ptp(away) < 0.2 * away.max()


def test_arcs_lie_where_the_bodies_of_the_joints_are():
    """The first joint's body stands on the foot, above the root of its axis."""
    placed = PlacedRobot("arm", arm((-1, 2), (-2, 2)))
    parts = skeleton_parts(placed.robot, placed.place, placed.end_effector)
    index = next(k for k, part in enumerate(parts) if (part.role, part.owner) == ("joint", 1))
    body = skeleton_solids(placed, (0.2, 0.3))[index]
    corners = body.mesh.vertices @ body.pose[:3, :3].T + body.pose[:3, 3]
    band = of_kind(dials(placed.robot), Region, link_ref("arm", 1))[0]
    assert band.points[:, 2] == pytest.approx(corners[:, 2].mean(), abs=0.01)
    assert band.points[0, 2] > 0.03


def test_an_arc_covers_the_range_and_no_more():
    bands = of_kind(dials(arm((-1, 2), (-2, 2))), Region, link_ref("arm", 1))
    points = np.concatenate([band.points for band in bands])
    angles = np.arctan2(points[:, 1], points[:, 0])
    assert (angles.min(), angles.max()) == pytest.approx((-1.0, 2.0))
    zone = bands[2]
    assert zone.color[:3] == LIMIT
    assert np.arctan2(zone.points[:, 1], zone.points[:, 0]).min() == pytest.approx(2 - 0.06 * 3)


def needle(items, owner):
    return of_kind(items, Line, owner)[-1]


@pytest.mark.parametrize(("value", "near"), [(0.5, False), (1.9, True), (2.5, True), (-0.95, True)])
def test_the_needle_shows_the_value_and_warns_near_a_limit(value, near):
    line = needle(dials(arm((-1, 2), (-2, 2)), (value, 0.0)), link_ref("arm", 1))
    tip = line.points[1] - line.points[0]
    assert np.arctan2(tip[1], tip[0]) == pytest.approx(value)
    assert (line.color[:3] == LIMIT) is near


def test_an_offset_turns_the_arc():
    robot = Robot.from_dh([0.4], 0, 0, 0, limits=[[-1, 1]], offset=[pi / 2])
    line = needle(dials(robot, [0.0]), link_ref("arm", 1))
    assert line.points[1] - line.points[0] == pytest.approx(
        [0, np.linalg.norm(line.points[1] - line.points[0]), 0], abs=1e-12
    )


def test_more_than_a_turn_winds_outwards():
    robot = Robot.from_dh([0.4], 0, 0, 0, limits=[[-4.6, 4.6]])
    bands = of_kind(dials(robot, [0.0]), Region, link_ref("arm", 1))
    away = [np.linalg.norm(band.points[:, :2], axis=1) for band in bands]
    first, last = away[0].max(), away[-1].min()
    assert last > first * 0.99
    assert 1.0 < away[-1].max() / first < 1.5


def test_assumed_ranges_are_dashed():
    items = dials(arm())
    assert not any(isinstance(item, Region) for item in items)
    assert of_kind(items, Line, link_ref("arm", 1))[0].dashed


def test_a_sliding_joint_has_a_bar_beside_its_axis():
    robot = Robot.from_dh([0, 0], [0.4, 0], 0, 0, "RP", limits=[[-1, 1], [0.1, 0.6]])
    items = dials(robot, [0.3, 0.2])
    owner = link_ref("arm", 2)
    z, p = joint_axes(robot.chain, frames(robot, np.array([0.3, 0.2])))
    bars = of_kind(items, Line, owner)
    (dot,) = of_kind(items, Points, owner)
    along = np.concatenate([bar.points for bar in bars]) @ z[1] - p[1] @ z[1]
    assert (along.min(), along.max()) == pytest.approx((0.1, 0.6))
    assert (dot.at[0] - p[1]) @ z[1] == pytest.approx(0.2)
    assert [bar.color[:3] == LIMIT for bar in bars] == [True, False, True]


def test_locked_joints_have_no_range():
    first, second = arm().joints
    robot = arm().replace(joints=(replace(first, locked=True), second))
    assert {item.owner for item in dials(robot)} == {link_ref("arm", 2)}


def test_ranges_show_when_wanted(state_of):
    ranges = {link_ref("r0", 1)}
    plain, wanted = (
        {item.owner for item in build_scene(state_of(arm(), limit_arcs=on)).items
         if isinstance(item, Line)}
        for on in (False, True)
    )  # fmt: skip
    assert not ranges & plain
    assert ranges <= wanted
