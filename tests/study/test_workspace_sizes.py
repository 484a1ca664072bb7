"""Sizes of workspaces against closed forms and a count, and errors that tell the truth."""

from __future__ import annotations

import numpy as np
import pytest

from rvs.engine.joint import Joint
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.files.library import files_of, load_robot
from rvs.study.dexterity import maximum_reach
from rvs.study.workspace.workspace import workspace

# Its sliding joint has no limits.
ENDLESS = {"cobra600"}
PUMA = load_robot("puma560").robot
A2, FOREARM = PUMA.joints[1].a, float(np.hypot(PUMA.joints[2].a, PUMA.joints[3].d))


def planar(*lengths: float) -> Robot:
    return Robot.from_dh(a=list(lengths), alpha=0, d=0, theta=0)


ELBOW = Robot((Joint(a=1.0, limits=(-0.3, 0.7)), Joint(a=0.5, limits=(0.0, np.pi))))
SCARA = Robot((Joint(a=0.4), Joint(a=0.3, alpha=np.pi), Joint(kind="prismatic", limits=(0.0, 0.2))))


@pytest.mark.parametrize(
    ("robot", "limits", "exact"),
    [
        (planar(1.0, 0.5), True, np.pi * (1.5**2 - 0.5**2)),
        (planar(1.0, 1.0), True, np.pi * 2.0**2),
        (planar(1.0, 0.7, 0.4), True, np.pi * 2.1**2),
        (planar(1.0, 0.3, 0.2), True, np.pi * (1.5**2 - 0.5**2)),
        (ELBOW, True, (1.5**2 - 0.5**2) / 2.0),
        (SCARA, True, np.pi * (0.7**2 - 0.1**2) * 0.2),
        (PUMA, False, 4 / 3 * np.pi * ((A2 + FOREARM) ** 3 - (FOREARM - A2) ** 3)),
    ],
    ids=["2R", "2R equal", "3R", "3R with a hole", "2R limited", "SCARA", "PUMA"],
)
def test_the_error_that_is_told_is_no_smaller_than_the_true_one(robot, limits, exact):
    # The length changes no size, and takes longer to find.
    for area in workspace(robot, limits=limits, levels=2, length=1.0):
        assert abs(area.measure - exact) <= area.error
        assert area.measure == pytest.approx(exact, rel=1e-2)
        assert area.error < 0.02 * exact


def reached(points: np.ndarray) -> np.ndarray:
    """Which points (m, 3) the PUMA's wrist centre gets to within the limits, in closed form."""
    x, y, z = points.T
    z, offset = z - PUMA.joints[0].d, PUMA.joints[2].d
    bent = np.arctan2(PUMA.joints[3].d, PUMA.joints[2].a)
    square = x * x + y * y - offset**2
    found = np.zeros(len(points), dtype=bool)
    for side in (1.0, -1.0):
        rho = side * np.sqrt(np.maximum(square, 0.0))
        q1 = np.arctan2(y, x) - np.arctan2(-offset, rho)
        cosine = (rho**2 + z * z - A2**2 - FOREARM**2) / (2.0 * A2 * FOREARM)
        for elbow in (1.0, -1.0):
            angle = elbow * np.arccos(np.clip(cosine, -1.0, 1.0))
            q2 = np.arctan2(z, rho) - np.arctan2(
                FOREARM * np.sin(angle), A2 + FOREARM * np.cos(angle)
            )
            q = np.column_stack([q1, q2, angle - bent])
            there = (square >= 0.0) & (np.abs(cosine) <= 1.0)
            found |= there & within(q)
            some = np.flatnonzero(there)[:3]
            whole = np.hstack([q[some], np.zeros((len(some), 3))])
            tips = fkine(PUMA, whole)[:, :3, 3]
            assert np.allclose(tips, points[some], atol=1e-9)  # the closed form is right
    return found


def within(q: np.ndarray) -> np.ndarray:
    low, high = PUMA.limits[:3].T
    return ((q - low) % (2.0 * np.pi) <= high - low).all(axis=1)


def test_the_puma_within_its_limits_has_the_volume_that_counting_points_gives():
    rng = np.random.default_rng(7)
    radius = float(np.hypot(A2 + FOREARM, PUMA.joints[2].d)) + 1e-6
    points = rng.uniform(-radius, radius, (200_000, 3))
    points[:, 2] += PUMA.joints[0].d
    share = reached(points).mean()
    counted = share * (2.0 * radius) ** 3
    spread = 3.0 * (2.0 * radius) ** 3 * np.sqrt(share * (1.0 - share) / len(points))
    *_, area = workspace(PUMA, levels=2, length=1.0)
    assert area.measure == pytest.approx(counted, rel=1e-2)
    assert abs(area.measure - counted) <= area.error + spread


@pytest.mark.parametrize("name", sorted(set(files_of("arch")) - ENDLESS)[::9])
def test_robots_of_the_library_have_sane_numbers(name):
    robot = load_robot(name).robot
    area = next(workspace(robot))
    assert area.measure > 0.0
    assert 0.0 < area.error < 0.1 * area.measure
    assert 0.0 <= area.gci <= 1.0
    assert area.reach == pytest.approx(maximum_reach(robot, limits=True).distance, rel=1e-9)
    ball = np.pi * area.reach**2 if area.planar else 4 / 3 * np.pi * area.reach**3
    assert area.measure <= ball * 1.02
