"""Earlier postures of a motion."""

from dataclasses import replace

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.files.library import load_robot
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.motion import JointTrajectory
from rvs.model.state import State
from rvs.model.views.view import View
from rvs.scene.annotate.ghosts import ghost_solids, trail_items
from rvs.scene.build import build_scene, robot_solids, scene_points
from rvs.scene.items import Line

ARM = PlacedRobot("arm", load_robot("scara").robot)
ROWS = np.zeros((3, 4))
ROWS[:, 0] = [0.0, 0.5, 1.0]
ROWS[:, 2] = 0.1


def ghosts(count):
    motion = JointTrajectory.evenly("arm", ROWS, 1.0)
    return ghost_solids(ARM, motion, count, "light", "skeleton")


def test_each_earlier_posture_is_a_thing_of_its_own_and_clearer_with_time():
    names = dict.fromkeys(solid.owner[0] for solid in ghosts(2))
    assert list(names) == ["arm at 0 s", "arm at 1 s"]
    early, late = ([s for s in ghosts(2) if s.owner[0] == name] for name in names)
    assert max(s.color[3] for s in early) < max(s.color[3] for s in late) < 1.0


def test_what_does_not_move_is_left_out():
    whole = robot_solids(ARM, tuple(ROWS[0].tolist()), "#888888")
    assert 0 < len(ghosts(1)) < len(whole)
    still = JointTrajectory.evenly("arm", np.zeros((3, 4)), 1.0)
    assert ghost_solids(ARM, still, 3, "light", "skeleton") == ()


def trail(playhead, count=4):
    rows = np.zeros((5, 4))
    rows[:, 0] = np.linspace(0.0, 1.0, 5)
    motion = JointTrajectory.evenly("arm", rows, 1.0)
    state = State(
        Document((ARM,)), {"arm": motion.at(playhead)["arm"]}, View(trail=count),
        motion=motion, playhead=playhead,
    )  # fmt: skip
    return state, trail_items(state)


def test_a_trail_grows_as_the_motion_goes_on():
    counts = [len(trail(t)[1]) for t in (0.0, 0.5, 1.5, 2.5, 3.5, 4.0)]
    assert counts[0] == 0
    assert np.diff(counts[:5]).tolist() == [counts[1]] * 4
    assert counts[5] == counts[4]
    state, items = trail(2.5)
    assert all(item.owner == () for item in items)
    assert set(items) <= set(build_scene(state).items)
    assert trail_items(state) is items
    assert build_scene(replace(state, motion=None)).items


def test_what_never_moves_is_not_in_the_trail():
    state, items = trail(3.5)
    base = robot_solids(ARM, state.postures["arm"], "#888888")[0]
    assert not any(np.array_equal(one.pose, base.pose) and one.mesh is base.mesh for one in items)


def test_a_box_is_drawn_and_bounds_what_cameras_see():
    view = View(bounds=(-1, 2, 0, 1, -0.5, 3))
    state = State(Document((ARM,)), {"arm": (0.0,) * 4}, view)
    points = scene_points(state)
    assert points.min(axis=0).tolist() == [-1, 0, -0.5]
    assert points.max(axis=0).tolist() == [2, 1, 3]
    lines = [i for i in build_scene(state).items if isinstance(i, Line) and len(i.points) == 24]
    ends = lines[-1].points.reshape(12, 2, 3)
    lengths = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    assert sorted(lengths.tolist()) == [1.0] * 4 + [3.0] * 4 + [3.5] * 4
    with pytest.raises(ArgumentError, match="bounds"):
        View(bounds=(1, 0, 0, 1, 0, 1))
    with pytest.raises(ArgumentError, match="trail"):
        View(trail=51)
