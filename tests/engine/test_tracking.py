"""Tracking keeps the tool on its way and the arm on its branch, and says what stops it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.engine.tracking import JUMP, pull, track
from rvs.engine.transforms import interpolate, pose
from rvs.files.library import load_robot
from tests.examples import examples

PUMA = load_robot("puma560").robot
ELBOW_UP = np.radians([30, 45, -160, 10, -65, 0])
PLANAR = Robot.from_dh([1, 1], 0, 0, 0)
IN_PLANE = [0, 0, 0, 1, 1, 0]


def straight(start, end):
    """A motion from one pose to another in a second."""
    return lambda t: interpolate(start, end, t)


def shifted(T, *way):
    return pose(T[:3, :3], T[:3, 3] + way)


def test_the_tool_of_a_puma_stays_on_a_line():
    start = fkine(PUMA, ELBOW_UP)
    end = shifted(start, -0.1, -0.3, 0.1)
    found = track(PUMA, straight(start, end), np.linspace(0, 1, 50), ELBOW_UP)
    assert found.stop is None
    assert np.allclose(fkine(PUMA, found.q), interpolate(start, end, np.linspace(0, 1, 50)))
    assert found.errors.max() < 1e-8


def test_a_redundant_arm_repeats_the_published_circle():
    """The bundled rows follow the least joint rates from the thesis's first posture."""
    arm = load_robot("rediestro").robot
    text = Path("jtraj/rediestro-circle.jtraj").read_text(encoding="utf-8").split("ping-pong")[-1]
    rows = np.radians(np.array(text.split(), float).reshape(-1, 7))
    circle = fkine(arm, rows)
    angles = np.unwrap(np.arctan2(circle[:, 1, 3] - 0.071897, circle[:, 0, 3] - 0.474478))

    def around(t):
        T = np.repeat(circle[:1], len(t), axis=0)
        T[:, 0, 3] = 0.474478 + 0.1 * np.cos(t)
        T[:, 1, 3] = 0.071897 + 0.1 * np.sin(t)
        return T

    found = track(arm, lambda t: around(-t), -angles, rows[0], tolerance=1e-6)
    assert found.stop is None
    assert np.degrees(np.abs(found.q - rows)).max() < 0.05


def test_a_way_out_of_reach_stops_there():
    start, end = pose(p=[1, 0, 0]), pose(p=[1, 4, 0])
    found = track(
        PLANAR,
        straight(start, end),
        np.linspace(0, 1, 101),
        [np.pi / 3, -2 * np.pi / 3],
        mask=IN_PLANE,
    )
    assert found.stop.kind == "reach"
    assert np.isclose(found.stop.time, 3**0.5 / 4, atol=1e-4)
    assert len(found.q) == 44


def test_a_limit_stops_and_names_its_joint():
    arm = Robot.from_dh([1, 1], 0, 0, 0, limits=[[-2, 2], [-2.5, -1.0]])
    start, end = pose(p=[1, 0, 0]), pose(p=[1, 4, 0])
    found = track(
        arm,
        straight(start, end),
        np.linspace(0, 1, 101),
        [np.pi / 3, -2 * np.pi / 3],
        mask=IN_PLANE,
    )
    assert (found.stop.kind, found.stop.joint) == ("limit", 1)
    reached = np.linalg.norm(end[:3, 3] * [0.25, found.stop.time, 0] * [4, 1, 0])
    assert np.isclose(reached, 2 * np.cos(0.5), atol=1e-3)
    free = track(
        arm,
        straight(start, end),
        np.linspace(0, 0.4, 41),
        [np.pi / 3, -2 * np.pi / 3],
        mask=IN_PLANE,
        limits=False,
    )
    assert free.stop is None


def test_a_redundant_arm_goes_on_without_a_joint_at_its_limit():
    links = Robot.from_dh([1, 1, 1], 0, 0, 0, limits=[[-3, 3], [0.2, 0.5], [-3, 3]])
    start = [0.2, 0.3, 1.2]
    T = fkine(links, start)
    found = track(
        links, straight(T, shifted(T, -0.8, 0.1, 0)), np.linspace(0, 1, 30), start, mask=IN_PLANE
    )
    assert found.stop is None
    assert found.q[:, 1].max() == 0.5


def wrist_line(bend):
    """A line through the pose whose fifth angle is ``bend`` degrees, and the arm before it."""
    middle = fkine(PUMA, np.radians([0, 45, -170, 20, bend, 0]))
    start, end = shifted(middle, 0, -0.15, 0), shifted(middle, 0, 0.15, 0)
    before = np.radians([-12.7, 39.4, -159.4, 61.5, -11.9, -48.3])
    approach = track(PUMA, straight(fkine(PUMA, before), start), [0, 1], before, limits=False)
    return straight(start, end), approach.q[-1]


def test_damping_passes_a_wrist_singularity_calmly():
    way, before = wrist_line(0.1)
    times = np.linspace(0, 1, 201)
    exact = track(PUMA, way, times, before, limits=False)
    calm = track(PUMA, way, times, before, limits=False, damping=0.05)
    assert exact.stop is None
    assert calm.stop is None
    assert exact.margins.min() < 1e-3
    assert np.abs(np.diff(exact.q, axis=0)).max() > 1.0
    assert np.abs(np.diff(calm.q, axis=0)).max() <= JUMP
    assert 1e-4 < calm.errors.max() < 0.01
    assert calm.errors[-1] < 1e-8


@examples(12)
@given(st.lists(st.tuples(*[st.floats(-0.4, 0.4)] * 3), min_size=1, max_size=4))
def test_dragging_the_tool_about_and_back_never_changes_the_branch(drags):
    q, T = ELBOW_UP, fkine(PUMA, ELBOW_UP)
    for drag in drags:
        there = straight(T, shifted(T, *drag))
        found = track(PUMA, there, np.linspace(0, 1, 12), q)
        times = np.linspace(0, 1, 12)[: len(found.q)]
        tools = fkine(PUMA, found.q)
        assert np.allclose(tools, there(times), atol=1e-7)
        assume(found.margins.min() > 1e-3)
        if len(times) > 1:
            back = track(PUMA, lambda t, way=there, end=times[-1]: way(end - t), times, found.q[-1])
            assert back.stop is None
            assert np.allclose(back.q[-1], q, atol=1e-6)
        q, T = found.q[-1], tools[-1]


@examples(20)
@given(st.tuples(*[st.floats(-1.5, 1.5)] * 3))
def test_a_pulled_tool_goes_as_near_as_the_arm_can(way):
    start = fkine(PUMA, ELBOW_UP)
    goal = shifted(start, *way)
    pulled = pull(PUMA, goal, ELBOW_UP)
    left = np.linalg.norm(fkine(PUMA, pulled.q)[:3, 3] - goal[:3, 3])
    assert np.isclose(left, pulled.error, atol=1e-9)
    assert pulled.error <= np.linalg.norm(way) + 1e-9
    assert ((pulled.q >= PUMA.limits[:, 0]) & (pulled.q <= PUMA.limits[:, 1])).all()
    assert pulled.reached == np.allclose(fkine(PUMA, pulled.q), goal, atol=1e-7)


def test_a_pose_out_of_reach_is_followed_along_the_edge():
    """Moved sideways beyond its reach, the tool of a stretched arm turns after it."""
    arm = Robot.from_dh([1, 1, 0.5], 0, 0, 0)
    q = np.array([0.2, 0.3, 0.1])
    for side in np.linspace(0.0, 2.0, 60):
        q = pull(arm, pose(p=[4.0, side, 0.0]), q).q
    tool = fkine(arm, q)
    assert np.linalg.norm(tool[:2, 3]) > 2.3
    assert np.isclose(np.arctan2(tool[1, 3], tool[0, 3]), np.arctan2(2.0, 4.0), atol=0.15)


def test_a_posture_away_from_the_way_is_refused():
    start = fkine(PUMA, ELBOW_UP)
    with pytest.raises(ArgumentError, match="q0: the tool is not at the first pose"):
        track(PUMA, straight(shifted(start, 0.5, 0, 0), start), [0, 1], ELBOW_UP)


@pytest.mark.parametrize(
    ("words", "bad"),
    [
        ("times", {"times": [0, 0]}),
        ("mask", {"mask": [0] * 6}),
        ("damping", {"damping": -1.0}),
        ("tolerance", {"tolerance": 0.0}),
    ],
)
def test_bad_arguments_are_named(words, bad):
    start = fkine(PUMA, ELBOW_UP)
    arguments = {"times": [0, 1], **bad}
    times = arguments.pop("times")
    with pytest.raises(ArgumentError, match=words):
        track(PUMA, straight(start, start), times, ELBOW_UP, **arguments)
