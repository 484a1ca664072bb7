"""Robots from the lines of their axes, against the robots that the lines were taken from."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.chain import chain_frames, joint_axes
from rvs.engine.descriptions.axes import robot_of_axes
from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.files.library import load_robot
from tests.examples import examples

ANGLES = st.sampled_from([0.0, np.pi / 2, -np.pi / 2, np.pi, 0.3, -1.1])
LENGTHS = st.sampled_from([0.0, 0.1, -0.35, 0.8])
ROWS = st.lists(st.tuples(LENGTHS, ANGLES, LENGTHS, ANGLES, st.sampled_from("RRP")), min_size=1,
                max_size=7)  # fmt: skip


def lines_of(robot: Robot) -> np.ndarray:
    """The axes at q = 0 as they are drawn: points anywhere on them, and rounded."""
    z, points = joint_axes(robot.chain, chain_frames(robot.chain, np.zeros(robot.n)))
    away = np.linspace(-0.2, 0.3, robot.n)[:, None]
    return np.concatenate([points + away * z, z], axis=1)


@pytest.mark.property
@examples(40)
@given(ROWS, st.integers(0, 99))
def test_a_robot_is_found_from_its_axes(rows, seed):
    a, alpha, d, theta, kind = map(list, zip(*rows, strict=True))
    robot = Robot.from_dh(a, alpha, d, theta, "".join(kind), offset=theta)
    lines = lines_of(robot)
    made = robot_of_axes(lines, "".join(kind), fkine(robot, np.zeros(robot.n)))
    q = np.random.default_rng(seed).uniform(-2, 2, (4, robot.n))
    assert fkine(made, q) == pytest.approx(fkine(robot, q), abs=1e-9)
    first, last = made.joints[0], made.joints[-1]
    assert {joint.convention for joint in made.joints} == {"standard"}
    # Base and tool take all that the lines leave open.
    assert (last.a, last.alpha) == (0.0, 0.0)
    for joint in (first, last):
        assert joint.offset == 0.0
        assert (joint.theta if joint.kind == "prismatic" else joint.d) == 0.0


@pytest.mark.parametrize("name", ["puma560", "scara"])
def test_drawn_axes_give_the_lengths_and_twists_of_a_library_robot(name):
    robot = load_robot(name).robot
    robot = robot.replace(base_rows=Robot.from_dh([0.0], [0], [0], [0]).base_rows)
    lines = lines_of(robot) + np.random.default_rng(3).uniform(-1e-8, 1e-8, (robot.n, 6))
    kinds = "".join("P" if joint.kind == "prismatic" else "R" for joint in robot.joints)
    made = robot_of_axes(lines, kinds, fkine(robot, np.zeros(robot.n)))
    # Where the line of a prismatic joint is does not matter.
    rows = [] if "P" in kinds else zip(made.joints[:-1], robot.joints[:-1], strict=True)
    for one, other in rows:
        assert abs(one.a) == pytest.approx(abs(other.a), abs=1e-6)
        assert abs(one.alpha) == pytest.approx(abs(other.alpha), abs=1e-6)
        assert one.a == 0.0 or abs(one.a) > 1e-3
    q = np.random.default_rng(1).uniform(-1, 1, (3, robot.n))
    assert fkine(made, q) == pytest.approx(fkine(robot, q), abs=1e-6)


@pytest.mark.parametrize(
    ("lines", "kinds", "words"),
    [
        ([[0, 0, 0, 0, 0, 0]], "R", "row 0 has a direction of zero length"),
        ([[0, 0, 0, 0, 0, 1]], "RR", "expected 1 letters from R and P"),
        ([[0, 0, 0, 0, 0, 1]], "H", "expected 1 letters from R and P"),
        ([[0, 0, 1]], "R", r"expected points and directions \(n, 6\)"),
        ([[0, 0, 0, 0, 0, np.nan]], "R", "lines"),
    ],
)
def test_what_is_no_axis_is_refused(lines, kinds, words):
    with pytest.raises(ArgumentError, match=words):
        robot_of_axes(lines, kinds)
