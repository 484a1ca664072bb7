"""Arms that are stretched or folded while the axes of their wrist line up, and proofs there.

The double root of the elbow is off by the square root of what numbers are off by; so the wrist
seems regular, and a curve of postures looks like one posture.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from rvs.engine.inverse import ikine_all
from rvs.engine.inverse.descent import gaps
from rvs.engine.inverse.plan import plan_of
from rvs.engine.jacobians import fkine, jacobian
from rvs.engine.robot import Robot
from rvs.files.library import load_robot, names

# Points of curves are so close, and a posture between two of them is nearer.
STEP = 0.12


def wrist(robot: Robot) -> tuple[int, ...]:
    """The joints of a spherical wrist behind three that turn; none where there is no such arm."""
    if robot.n != 6 or len(robot.active) != 6 or not all(one.turns for one in robot.joints):
        return ()
    method = plan_of(robot).method
    return (3, 4, 5) if method and method.triple == "meeting" and method.first == 3 else ()


def roots(robot: Robot, q: np.ndarray, joint: int, rows: slice, columns: slice) -> list[float]:
    """The values of a joint at which a square part of the Jacobian is singular, by halving."""

    def determinant(value: float) -> float:
        at = q.copy()
        at[joint] = value
        return float(np.linalg.det(jacobian(robot, at)[rows, columns]))

    found = []
    for low, high in pairwise(np.linspace(-np.pi, np.pi, 90) + 0.0123):
        ends = determinant(low), determinant(high)
        if ends[0] * ends[1] > 0.0:
            continue
        for _ in range(60):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if ends[0] * determinant(middle) > 0.0 else (low, middle)
        found.append(0.5 * (low + high))
    return found


def stretched(robot: Robot, q: np.ndarray, most: int) -> list[np.ndarray]:
    """Postures with the elbow and the wrist at singularities, beginning with other joints at q."""
    angular = (
        slice(0, 3) if np.allclose(np.linalg.norm(jacobian(robot, q)[:3], axis=0), 1) else None
    )
    rows = angular or slice(3, 6)
    lines = roots(robot, q, 4, rows, slice(3, 6))[:2]
    regular = q.copy()
    regular[4] = lines[0] + 1.0
    elbows = roots(robot, regular, 2, slice(0, 6), slice(0, 6))[:2]
    return [np.array([*q[:2], e, q[3], w, q[5]]) for e in elbows for w in lines][:most]


ARMS = ("staubli-rx160", "abb-irb1600", "abb-irb140", "puma560")


@pytest.mark.parametrize("name", ARMS)
def test_a_curve_is_not_taken_for_one_posture(name: str) -> None:
    robot = load_robot(name).robot
    q = np.random.default_rng(len(name)).uniform(-1.5, 1.5, 6)
    for posture in stretched(robot, q, 1):
        check(robot, posture)


@pytest.mark.long
def test_no_stretched_arm_of_the_library_has_a_false_proof() -> None:
    arms = [one for one in (load_robot(name).robot for name in names()) if wrist(one)]
    assert len(arms) > 10
    rng = np.random.default_rng(1)
    for robot in arms:
        for q in (robot.home, rng.uniform(-2.0, 2.0, 6)):
            for posture in stretched(robot, np.array(q), 4):
                check(robot, posture)


def check(robot: Robot, posture: np.ndarray) -> None:
    """Whoever has proved that nothing is missing has the curve through the posture."""
    T = fkine(robot, posture)
    found = ikine_all(robot, T)
    assert len(found)
    if found.certified:
        assert found.infinite
        assert gaps(robot, found.q, posture, 1.0).min() < STEP


def test_the_zero_posture_of_an_rx160() -> None:
    robot = load_robot("staubli-rx160").robot
    T = np.eye(4)
    T[:3, 3] = [0.15, 0.0, 2.11]
    found = ikine_all(robot, T)
    assert found.infinite
    assert found.reason.joints == (3, 5)
    assert "wrist singularity, joints 4, 6 can move" in str(found.reason)
    span = np.ptp(found.q, axis=0)
    assert span[3] > 5.0
    np.testing.assert_allclose(found.q[:, 3] + found.q[:, 5], 0.0, atol=1e-6)
