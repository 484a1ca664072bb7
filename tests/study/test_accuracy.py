"""Accuracy and repeatability against closed forms of planar arms and exact other robots."""

from dataclasses import replace
from itertools import pairwise
from math import pi, sqrt

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.scripting.opening import placed
from rvs.study.accuracy.accuracy import (
    accuracy,
    budget,
    distances,
    error_map,
    repeatability,
    scatter_of,
)
from rvs.study.accuracy.iso_poses import iso_poses, plane_grid
from rvs.study.accuracy.table import (
    LINK,
    is_length,
    moved,
    name_of,
    places,
    poses_and_screws,
    table_of,
)

RNG = np.random.default_rng(4)


def planar(*lengths: float) -> Robot:
    return Robot.from_dh(lengths, 0, 0, 0, limits=[(-pi, pi)] * len(lengths))


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("name", ["puma560", "scara", "stanford", "cylindrical"])
def test_screws_are_the_derivatives_of_the_pose(name: str, convention: str) -> None:
    robot = placed(name).robot
    table = table_of(robot.to_dh(convention))
    q = RNG.uniform(-1.0, 1.0, (3, robot.n))
    T, screws = poses_and_screws(table, q)
    np.testing.assert_allclose(T, fkine(robot, q), atol=1e-12)
    for k in range(table.size):
        step = np.zeros(table.size)
        step[k] = 1e-6
        ahead, behind = (poses_and_screws(moved(table, sign * step), q)[0] for sign in (1, -1))
        slope = (ahead - behind) / 2e-6
        W = slope[:, :3, :3] @ np.swapaxes(T[:, :3, :3], 1, 2)
        twist = np.stack([W[:, 2, 1], W[:, 0, 2], W[:, 1, 0], *slope[:, :3, 3].T], axis=1)
        np.testing.assert_allclose(screws[:, :, k], twist, atol=1e-8, err_msg=name_of(table, k))


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_distances_are_those_of_robots_with_other_numbers(convention: str) -> None:
    robot = placed("puma560").robot.to_dh(convention)
    stanford = placed("stanford").robot.to_dh(convention)
    for arm in (robot, stanford):
        table = table_of(arm)
        q = RNG.uniform(-2.0, 2.0, (4, arm.n))
        changes = RNG.normal(0.0, 0.01, (3, arm.n, LINK))
        changes[..., 4] = 0.0
        found = distances(table, changes, q)
        for k, change in enumerate(changes):
            joints = []
            for joint, (theta, b, a, alpha, _) in zip(arm.joints, change, strict=True):
                own = (
                    {"offset": joint.offset + theta, "d": joint.d + b}
                    if joint.turns
                    else {"offset": joint.offset + b, "theta": joint.theta + theta}
                )
                joints.append(replace(joint, a=joint.a + a, alpha=joint.alpha + alpha, **own))
            other = arm.replace(joints=tuple(joints))
            span = np.linalg.norm(fkine(other, q)[:, :3, 3] - fkine(arm, q)[:, :3, 3], axis=1)
            np.testing.assert_allclose(found[:, k], span, atol=1e-13)


def test_planar_2r_has_the_covariance_of_the_textbook() -> None:
    table = table_of(planar(0.5, 0.3))
    q = np.array([[0.4, 1.1]])
    scatter = scatter_of(
        table, ["a=0.3mm", "theta1=0.02deg", "theta2=0.05deg"], "normal", sigmas=1.0
    )
    c, s = np.cos([0.4, 1.5]), np.sin([0.4, 1.5])
    x, y = 0.5 * c[0] + 0.3 * c[1], 0.5 * s[0] + 0.3 * s[1]
    t1, t2 = np.radians([0.02, 0.05])
    expected = 2 * 0.3e-3**2 + t1**2 * (x * x + y * y) + t2**2 * 0.3**2
    found = accuracy(table, scatter, q, 40_000)
    assert found.predicted[0] == pytest.approx(sqrt(expected), rel=1e-12)
    assert found.attained[0] == pytest.approx(sqrt(expected), rel=0.02)
    assert found.turned[0] == pytest.approx(sqrt(t1**2 + t2**2), rel=1e-12)
    own, joints = budget(table, scatter, q)
    assert own.sum() == pytest.approx(expected, rel=1e-12)
    assert own[1, 0] == pytest.approx(t2**2 * 0.3**2, rel=1e-12)
    assert not joints.any()
    assert error_map(table, scatter, q)[0] == pytest.approx(sqrt(expected), rel=1e-12)


def test_an_encoder_step_scatters_by_its_root_of_twelfth_part() -> None:
    table, length, step = table_of(planar(0.7)), 0.7, np.radians(0.1)
    scatter = scatter_of(table, ["encoder=0.1deg"])
    assert scatter.joints[1, 0] == pytest.approx(step / sqrt(12.0))
    assert error_map(table, scatter, np.zeros((1, 1)))[0] == pytest.approx(length * step / sqrt(12))
    found = accuracy(table, scatter, np.zeros((1, 1)), 100)
    # of a uniform u the mean of |u| is a quarter of the step, its sigma step / sqrt(48)
    exact = length * step * (0.25 + 3.0 / sqrt(48.0))
    assert found.repeated[0] == pytest.approx(exact, rel=0.02)
    assert found.attained[0] == 0.0
    assert found.misfit == 0.0


def test_a_locked_joint_has_neither_play_nor_an_encoder_step() -> None:
    """With joint 2 locked, a planar 2R is one arm: its tool scatters about joint 1 alone."""
    table, q = table_of(planar(0.4, 0.3)), np.array([[0.2, 1.1]])
    words = ["backlash=0.1deg", "encoder=0.05deg", "theta2=0.02deg"]
    scatter = scatter_of(table, words, locked=[False, True])
    assert scatter.joints[:, 1].tolist() == [0.0, 0.0]
    arm = np.hypot(0.4 + 0.3 * np.cos(1.1), 0.3 * np.sin(1.1))
    steps = arm**2 * np.radians([0.1, 0.05]) ** 2 / 12
    own, joints = budget(table, scatter, q)
    assert joints == pytest.approx(np.array([[steps[0], 0.0], [steps[1], 0.0]]))
    # the angle at which it is locked keeps its tolerance
    assert own[1, 0] == pytest.approx(0.3**2 * np.radians(0.02) ** 2 / 3)
    assert scatter_of(table, ["backlash2=0"], locked=[False, True]).joints.sum() == 0.0
    assert scatter_of(table, ["backlash=1deg"], locked=[True, True]).joints.sum() == 0.0
    with pytest.raises(ArgumentError, match="'encoder2=1deg': joint 2 is locked, so it has"):
        scatter_of(table, ["encoder2=1deg"], locked=[False, True])


def test_repeatability_of_normal_deviations() -> None:
    """Means of the chi distributions with one, two and three degrees of freedom."""
    assert repeatability(np.zeros((3, 3))) == 0.0
    for count, mean in ((1, sqrt(2 / pi)), (2, sqrt(pi / 2)), (3, 2 * sqrt(2 / pi))):
        values = np.diag([4e-8] * count + [0.0] * (3 - count))
        exact = 2e-4 * (mean + 3.0 * sqrt(count - mean**2))
        assert repeatability(values) == pytest.approx(exact, rel=1e-6)


def test_backlash_repeats_as_normal_deviations_predict() -> None:
    table = table_of(placed("puma560").robot)
    words = ["backlash=1arcmin", "encoder=1arcmin"]
    found = accuracy(table, scatter_of(table, words), RNG.uniform(-1, 1, (3, 6)), 100)
    # uniform deviations have shorter tails
    assert (found.repeated < found.repeated_predicted).all()
    np.testing.assert_allclose(found.repeated, found.repeated_predicted, rtol=0.12)


@pytest.mark.parametrize("spread", ["uniform", "normal", "triangular"])
def test_random_numbers_have_the_stated_deviations(spread: str) -> None:
    table = table_of(planar(0.5))
    scatter = scatter_of(table, ["a=1mm", "alpha=1deg"], spread, sigmas=2.0)
    drawn = scatter.draw(40_000, np.random.default_rng(0))
    np.testing.assert_allclose(drawn.std(axis=0), scatter.deviations, rtol=0.02)
    if spread != "normal":
        assert np.abs(drawn[:, 0, 2]).max() <= 1e-3


def test_words_give_sizes_in_units() -> None:
    table = table_of(placed("stanford").robot)
    found = scatter_of(table, ["lengths=0.1mm", "d2=5um", "angles=1arcmin", "backlash=0.1mm"])
    assert found.table[0, 1] == pytest.approx(1e-4)
    assert found.table[1, 1] == pytest.approx(5e-6)
    assert found.table[2, 3] == pytest.approx(np.radians(1 / 60))
    # the joint that slides is the only one with a play in mm
    assert np.flatnonzero(found.backlash).tolist() == [2]
    assert is_length(table, int(places(table, ["b3"])[0]))


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("a=0.1", "expected a length"),
        ("a=0.1deg", "expected a length"),
        ("alpha=0.1mm", "expected an angle"),
        ("a9=0.1mm", "the robot has joints 1 to 6"),
        ("q=0.1mm", "not one of theta"),
        ("a=-1mm", "NAME=SIZE"),
        ("backlash7=1arcmin", "joint from 1 to 6"),
        ("1e999", "NAME=SIZE"),
        ("a=1e300mm", r"at most 1e\+06 m"),
    ],
)
def test_other_words_are_refused(word: str, words: str) -> None:
    with pytest.raises(ArgumentError, match=words):
        scatter_of(table_of(placed("puma560").robot), [word])


@pytest.mark.parametrize(("name", "centre"), [("puma560", (0.4, 0.1, 0.4)), ("cartesian", None)])
def test_five_poses_lie_on_the_diagonals_of_a_cube(name: str, centre: tuple | None) -> None:
    robot = placed(name).robot
    found = iso_poses(robot, robot.home, centre and np.array(centre))
    assert not found.planar
    np.testing.assert_allclose(fkine(robot, found.q), found.poses, atol=1e-9)
    low, high = robot.limits.T
    assert ((found.q >= low - 1e-9) & (found.q <= high + 1e-9)).all()
    points = found.poses[:, :3, 3]
    np.testing.assert_allclose(points[0], found.centre, atol=1e-8)
    # 10 % of the diagonal before the corners
    np.testing.assert_allclose(np.abs(points[1:] - points[0]), 0.4 * found.side, atol=1e-8)
    if robot.n == 6:
        np.testing.assert_allclose(
            found.poses[:, :3, :3], [fkine(robot, robot.home)[:3, :3]] * 5, atol=1e-8
        )
    # opposite poses are apart by 80 % of the space diagonal
    assert np.linalg.norm(points[1] - points[3]) == pytest.approx(0.8 * sqrt(3) * found.side)


def test_a_planar_arm_has_a_square() -> None:
    robot = planar(0.5, 0.4)
    found = iso_poses(robot, np.array([0.3, 1.2]), np.array([0.5, 0.2, 0.0]), 0.2)
    assert found.planar
    points = found.poses[:, :3, 3]
    sides = [np.linalg.norm(a - b) for a, b in pairwise(points[1:])]
    np.testing.assert_allclose(sides, 0.8 * 0.2, atol=1e-8)
    with pytest.raises(RvsError, match="smaller side"):
        iso_poses(robot, np.array([0.3, 1.2]), np.array([0.5, 0.2, 0.0]), 2.0)
    with pytest.raises(RvsError, match="along a line"):
        iso_poses(Robot.from_dh([0.0], 0, 0, 0, "P"), np.zeros(1))


def test_a_map_reaches_the_ring_of_a_planar_arm() -> None:
    robot = planar(0.5, 0.3)
    x, y, q, ok = plane_grid(robot, np.array([0.3, 1.2]), "xy", 15)
    radius = np.hypot(x, y[:, None])
    clear = np.minimum(np.abs(radius - 0.2), np.abs(radius - 0.8)) > 0.02
    assert (ok == ((radius > 0.2) & (radius < 0.8)))[clear].mean() > 0.97
    points = fkine(robot, q[ok])[:, :3, 3]
    np.testing.assert_allclose(points[:, 0], np.broadcast_to(x, ok.shape)[ok], atol=1e-8)
    with pytest.raises(ArgumentError, match="does not move"):
        plane_grid(robot, np.array([0.3, 1.2]), "xz", 5)
