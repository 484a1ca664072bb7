"""Kinematics: derivatives against differences, frames, links, batches, locked joints, gates."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from robots import robots_and_postures

from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import (
    damped_inverse,
    fkine,
    fkine_derivative,
    frames,
    hessian,
    jacobian,
    jacobian_dot,
    manipulability,
    singularity,
    velocity,
)
from rvs.engine.robot import Robot
from rvs.engine.screws import adjoint, log6, twist_matrix, twist_vector
from rvs.engine.transforms import inverse, pose

PUMA = Robot.from_dh(
    [0, 0.4318, 0.0203, 0, 0, 0],
    np.radians([90, 0, -90, 90, -90, 0]),
    [0.67, 0, 0.15, 0.4318, 0, 0],
    0,
    tool=pose(p=[0, 0, 0.1]),
)
UR = Robot.from_dh(
    [0, -0.425, -0.392, 0, 0, 0],
    np.radians([90, 0, 0, 90, -90, 0]),
    [0.089, 0, 0, 0.109, 0.095, 0.082],
    0,
)
ARMS = robots_and_postures()
FREE_ARMS = robots_and_postures(locks=False)


def slope(function: Any, x: np.ndarray, direction: np.ndarray, h: float = 1e-3) -> np.ndarray:
    """The derivative along a direction, to sixth order."""
    steps = {1: 3 / 4, 2: -3 / 20, 3: 1 / 60}
    return sum(
        weight * (function(x + k * h * direction) - function(x - k * h * direction)) / h
        for k, weight in steps.items()
    )


def body_twist(T: np.ndarray, T_dot: np.ndarray) -> np.ndarray:
    """[omega, velocity of the origin] in base axes."""
    omega = twist_vector(T_dot @ np.linalg.inv(T))[:3]
    return np.concatenate([omega, T_dot[:3, 3]])


@pytest.mark.property
@given(ARMS)
def test_jacobian_is_the_derivative_of_fkine(arm: Any) -> None:
    robot, q, _ = arm
    J, T = jacobian(robot, q), fkine(robot, q)
    for i in range(robot.n):
        T_dot = slope(lambda x: fkine(robot, x), q, np.eye(robot.n)[i])
        locked = robot.joints[i].locked
        wanted = np.zeros((4, 4)) if locked else T_dot
        np.testing.assert_allclose(fkine_derivative(robot, q, i), wanted, atol=1e-8)
        np.testing.assert_allclose(J[:, i], 0 if locked else body_twist(T, T_dot), atol=1e-8)


@pytest.mark.property
@given(ARMS)
def test_jacobian_dot_is_the_time_derivative(arm: Any) -> None:
    robot, q, qd = arm
    links = (None, (robot.n + 1) // 2)
    for frame in ("base", "space"):
        for link in links:
            wanted = slope(lambda x: jacobian(robot, x, frame, link), q, qd)  # noqa: B023
            ours = jacobian_dot(robot, q, qd, frame, link)
            np.testing.assert_allclose(ours, wanted, atol=1e-6 * (1 + np.abs(wanted).max()))


@pytest.mark.property
@given(FREE_ARMS)
def test_velocity_of_tool_and_links(arm: Any) -> None:
    robot, q, qd = arm
    T_dot = slope(lambda x: fkine(robot, x), q, qd)
    wanted = body_twist(fkine(robot, q), T_dot)
    np.testing.assert_allclose(velocity(robot, q, qd), wanted, atol=1e-7 * (1 + abs(wanted).max()))
    np.testing.assert_allclose(velocity(robot, q, qd), jacobian(robot, q) @ qd, atol=1e-12)
    for link in range(1, robot.n + 1):
        X_dot = slope(lambda x: frames(robot, x)[link], q, qd)  # noqa: B023
        wanted = body_twist(frames(robot, q)[link], X_dot)
        ours = velocity(robot, q, qd, link)
        np.testing.assert_allclose(ours, wanted, atol=1e-7 * (1 + abs(wanted).max()))
        assert not jacobian(robot, q, link=link)[:, link:].any()


@pytest.mark.property
@given(ARMS)
def test_jacobians_in_other_frames(arm: Any) -> None:
    robot, q, qd = arm
    J, T, X = jacobian(robot, q), fkine(robot, q), frames(robot, q)

    def turned(M: np.ndarray, R: np.ndarray) -> np.ndarray:
        return np.vstack([R.T @ M[:3], R.T @ M[3:]])

    np.testing.assert_allclose(jacobian(robot, q, "tool"), turned(J, T[:3, :3]), atol=1e-12)
    np.testing.assert_allclose(
        adjoint(T) @ jacobian(robot, q, "tool"), jacobian(robot, q, "space"), atol=1e-9
    )
    for i in range(robot.n + 1):
        np.testing.assert_allclose(jacobian(robot, q, i), turned(J, X[i, :3, :3]), atol=1e-12)
        J_dot = turned(jacobian_dot(robot, q, qd), X[i, :3, :3])
        np.testing.assert_allclose(jacobian_dot(robot, q, qd, i), J_dot, atol=1e-12)


@pytest.mark.property
@given(ARMS)
def test_hessian_is_the_derivative_of_the_jacobian(arm: Any) -> None:
    robot, q, qd = arm
    free = np.array([not joint.locked for joint in robot.joints])
    H = hessian(robot, q)
    assert H.shape == (robot.n, 6, robot.n)
    total = np.tensordot(qd * free, H, axes=1)
    np.testing.assert_allclose(total, jacobian_dot(robot, q, qd * free), atol=1e-10)


@pytest.mark.property
@given(ARMS)
def test_batches_are_rows_of_single_calls(arm: Any) -> None:
    robot, q, qd = arm
    Q, QD = np.stack([q, qd, q - qd]), np.stack([qd, q, qd])
    calls = {
        "fkine": lambda x, v: fkine(robot, x),
        "frames": lambda x, v: frames(robot, x),
        "jacobian": lambda x, v: jacobian(robot, x, "tool", 1, active=True),
        "space": lambda x, v: jacobian(robot, x, "space"),
        "jacobian_dot": lambda x, v: jacobian_dot(robot, x, v, robot.n),
        "velocity": lambda x, v: velocity(robot, x, v),
        "fkine_derivative": lambda x, v: fkine_derivative(robot, x, 0),
        "hessian": lambda x, v: hessian(robot, x),
        "damped_inverse": lambda x, v: damped_inverse(jacobian(robot, x), 0.1, 0.1),
    }
    for name, call in calls.items():
        rows = np.stack([call(x, v) for x, v in zip(Q, QD, strict=True)])
        np.testing.assert_allclose(call(Q, QD), rows, atol=1e-9, err_msg=name)
        assert call(Q[:1], QD[:1]).shape == rows[:1].shape
        assert call(Q[:0], QD[:0]).shape == rows[:0].shape


def test_active_drops_locked_columns() -> None:
    robot = Robot.from_dh([1, 1, 1], 0, 0, 0, locked=[False, True, False])
    q = [0.1, 0.2, 0.3]
    J = jacobian(robot, q)
    assert not J[:, 1].any()
    np.testing.assert_array_equal(jacobian(robot, q, active=True), J[:, [0, 2]])
    assert jacobian_dot(robot, q, [1, 1, 1], active=True).shape == (6, 2)


def test_base_axes_are_world_axes_and_frame_0_is_the_base() -> None:
    base = pose([[0, -1, 0], [1, 0, 0], [0, 0, 1]], [5, 6, 7])
    robot = Robot.from_dh([1], 0, 0, 0, base=base)
    np.testing.assert_allclose(jacobian(robot, [0])[3:, 0], [-1, 0, 0], atol=1e-15)
    np.testing.assert_allclose(jacobian(robot, [0], 0)[3:, 0], [0, 1, 0], atol=1e-15)


def test_damped_inverse_far_from_singular_is_the_inverse() -> None:
    J = jacobian(PUMA, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    for rule in ("nakamura", "roboop"):
        np.testing.assert_allclose(damped_inverse(J, 1e-6, 1.0, rule) @ J, np.eye(6), atol=1e-10)
    np.testing.assert_allclose(damped_inverse(J[:, :4], 0, 0), np.linalg.pinv(J[:, :4]), atol=1e-9)


def test_damped_inverse_rules() -> None:
    J, epsilon, largest = np.diag([3.0, 2.0, 0.04]), 0.1, 0.5
    damping = (1 - 0.4**2) * largest**2
    nakamura = [s / (s**2 + damping) for s in (3.0, 2.0, 0.04)]
    np.testing.assert_allclose(np.diag(damped_inverse(J, epsilon, largest)), nakamura)
    roboop = [1 / 3, 1 / 2, 1 / (0.04 + damping)]
    np.testing.assert_allclose(np.diag(damped_inverse(J, epsilon, largest, "roboop")), roboop)
    assert np.isfinite(damped_inverse(np.zeros((6, 6)), 0.1, 0.0)).all()


def test_manipulability_measures() -> None:
    q = np.array([[0.1, 0.2, 0.3, 0.4, 0.5, 0.6], [0.1, 0.2, 0.3, 0.4, 0.0, 0.6]])
    J = jacobian(PUMA, q)
    yoshikawa = np.sqrt(np.abs(np.linalg.det(J @ np.swapaxes(J, 1, 2))))
    np.testing.assert_allclose(manipulability(PUMA, q), yoshikawa, atol=1e-9)
    least = np.linalg.svd(J, compute_uv=False)[:, -1]
    np.testing.assert_allclose(manipulability(PUMA, q, "min_singular"), least, atol=1e-15)
    assert isinstance(manipulability(PUMA, q[0]), float)


@pytest.mark.parametrize(
    ("robot", "q", "kind"),
    [
        (PUMA, [0.1, 0.2, 0.3, 0.4, 0.0, 0.6], "wrist"),
        (PUMA, [0.1, 0.2, np.arctan2(0.0203, 0.4318) - np.pi / 2, 0.4, 0.7, 0.6], "elbow"),
        (UR, [0.1, -0.5, 0.7, 0.4, 0.0, 0.6], "wrist"),
        (UR, [0.1, -0.5, 0.0, 0.4, 0.9, 0.6], "elbow"),
        # neither arm nor wrist, but six parallel axes
        (Robot.from_dh([0.3] * 6, 0, 0.1, 0), [0.0] * 6, "other"),
        (Robot.from_dh([0.0] * 6, 0, 0, 0), [0.0] * 6, "other"),
        (Robot.from_dh([1, 1], 0, 0, 0), [0.1, 0.0], "other"),
    ],
)
def test_kinds_of_singularity(robot: Robot, q: list[float], kind: str) -> None:
    found = singularity(robot, np.array(q))
    assert found.kind == kind
    J = jacobian(robot, q)
    assert found.distance == pytest.approx(np.linalg.svd(J, compute_uv=False)[-1])
    np.testing.assert_allclose(np.linalg.norm(found.direction @ J), found.distance, atol=1e-9)


def test_shoulder_singularity() -> None:
    """The wrist centre over the first axis: the elbow bent so that the arm reaches straight up."""
    robot = Robot.from_dh(
        [0, 0.4, 0, 0, 0, 0], np.radians([90, 0, -90, 90, -90, 0]), [0, 0, 0, 0.4, 0, 0], 0
    )
    q2, bend = 1.1, 2 * (np.pi / 2 - 1.1)
    q = np.array([0.3, q2, bend - np.pi / 2, 0.4, 0.7, 0.6])
    center = frames(robot, q)[4, :3, 3]
    assert np.hypot(*center[:2]) == pytest.approx(0, abs=1e-9)
    assert singularity(robot, q).kind == "shoulder"
    assert [one.kind for one in singularity(robot, np.stack([q, q]))] == ["shoulder"] * 2


def test_log_of_a_step_is_the_space_jacobian() -> None:
    q, step = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]), 1e-6
    for i in range(6):
        moved = fkine(PUMA, q + step * np.eye(6)[i])
        twist = log6(moved @ inverse(fkine(PUMA, q))) / step
        np.testing.assert_allclose(twist, jacobian(PUMA, q, "space")[:, i], atol=1e-6)
        assert twist_matrix(twist).shape == (4, 4)


ZEROS = [0.0] * 6


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("q", lambda: fkine(PUMA, [0.0] * 5)),
        ("q", lambda: fkine(PUMA, [])),
        ("q", lambda: frames(PUMA, [np.nan] * 6)),
        ("q", lambda: fkine(PUMA, [np.inf] * 6)),
        ("q", lambda: fkine(PUMA, ["a"] * 6)),
        ("q", lambda: jacobian(PUMA, np.zeros((2, 2, 6)))),
        ("frame", lambda: jacobian(PUMA, ZEROS, "world")),
        ("frame", lambda: jacobian(PUMA, ZEROS, 7)),
        ("frame", lambda: jacobian(PUMA, ZEROS, -1)),
        ("frame", lambda: jacobian_dot(PUMA, ZEROS, ZEROS, 1.5)),
        ("link", lambda: jacobian(PUMA, ZEROS, link=0)),
        ("link", lambda: velocity(PUMA, ZEROS, ZEROS, link=7)),
        ("link", lambda: hessian(PUMA, ZEROS, link=True)),
        ("qd", lambda: velocity(PUMA, ZEROS, [0.0] * 5)),
        ("q, qd", lambda: jacobian_dot(PUMA, np.zeros((3, 6)), np.zeros((2, 6)))),
        ("i", lambda: fkine_derivative(PUMA, ZEROS, 6)),
        ("i", lambda: fkine_derivative(PUMA, ZEROS, -1)),
        ("J", lambda: damped_inverse([1.0, 2.0], 0.1, 0.1)),
        ("J", lambda: damped_inverse(np.full((6, 6), np.nan), 0.1, 0.1)),
        ("epsilon", lambda: damped_inverse(np.eye(6), -0.1, 0.1)),
        ("lambda_max", lambda: damped_inverse(np.eye(6), 0.1, np.nan)),
        ("rule", lambda: damped_inverse(np.eye(6), 0.1, 0.1, "nakamur")),
        ("measure", lambda: manipulability(PUMA, ZEROS, "yoshi")),
        ("q", lambda: singularity(PUMA, [0.0])),
    ],
)
def test_gates(name: str, call: Any) -> None:
    with pytest.raises(ArgumentError, match=rf"^{name}: "):
        call()


def test_a_wrong_word_is_answered_with_the_right_one() -> None:
    with pytest.raises(ArgumentError, match="did you mean 'nakamura'"):
        damped_inverse(np.eye(6), 0.1, 0.1, "nakamur")


def test_one_velocity_serves_a_batch_of_postures() -> None:
    postures, speeds = np.arange(12.0).reshape(2, 6), np.ones(6)
    together = velocity(PUMA, postures, speeds)
    for q, twist in zip(postures, together, strict=True):
        np.testing.assert_allclose(twist, velocity(PUMA, q, speeds), atol=1e-14)
    assert velocity(PUMA, speeds, postures).shape == (2, 6)
    assert jacobian_dot(PUMA, postures, speeds).shape == (2, 6, 6)
