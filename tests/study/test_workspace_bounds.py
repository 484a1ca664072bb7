"""What is said of the error of a workspace holds: against closed forms."""

from __future__ import annotations

import numpy as np
import pytest

from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.study.workspace.workspace import Workspace, workspace

TURN, HALF = 2 * np.pi, np.pi / 2


def found(robot: Robot, levels: int = 1, limits: bool = True) -> Workspace:
    *_, last = workspace(robot, levels=levels, limits=limits)
    return last


def holds(ground: Workspace, exact: float) -> None:
    assert ground.planar
    assert abs(ground.measure - exact) <= ground.error
    assert ground.error < 0.1 * exact


def disc(lengths: np.ndarray) -> float:
    """The ring that links in a plane reach, all of which turn freely."""
    hole = max(0.0, 2 * lengths.max() - lengths.sum())
    return float(np.pi * (lengths.sum() ** 2 - hole**2))


@pytest.mark.parametrize("count", [2, 3, 5, 7, 10, 12])
def test_chains_in_a_plane(count: int) -> None:
    for lengths in (np.full(count, 0.2), np.random.default_rng(count).uniform(0.05, 1.0, count)):
        robot = Robot.from_dh(a=lengths.tolist(), alpha=0, d=0, theta=0)
        holds(found(robot), disc(lengths))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
def test_any_chain_in_a_plane(seed: int) -> None:
    rng = np.random.default_rng(seed)
    lengths = rng.uniform(0.02, 1.0, rng.integers(2, 13))
    robot = Robot.from_dh(a=lengths.tolist(), alpha=0, d=0, theta=0)
    holds(found(robot, levels=2), disc(lengths))


def test_a_tool_that_stays_on_a_cylinder() -> None:
    slide = Joint(0.3, kind="prismatic", limits=(0.0, 1.0))
    holds(found(Robot((Joint(d=0.4), slide))), TURN * 0.3)
    part = Joint(d=0.4, limits=(-1.0, 0.5))
    holds(found(Robot((part, slide))), 1.5 * 0.3)


@pytest.mark.parametrize(
    ("pan", "tilt", "exact"),
    [
        ((-3.0, 2.0), (-0.5, 1.0), 5.0 * 0.25 * (np.sin(1.0) + np.sin(0.5))),
        ((-4.0, 4.0), (-0.5, 1.0), TURN * 0.25 * (np.sin(1.0) + np.sin(0.5))),
        ((-4.0, 4.0), (-3.2, 3.2), 4 * np.pi * 0.25),
        # Half a turn of both covers a half of the sphere, and over the pole the other half.
        ((0.0, np.pi), (0.0, np.pi), 2 * np.pi * 0.25),
        ((0.0, HALF), (0.0, np.pi), np.pi * 0.25),
        ((0.0, 1.5 * np.pi), (0.0, np.pi), 2 * np.pi * 0.25),
    ],
)
def test_a_tool_that_stays_on_a_sphere(
    pan: tuple[float, float], tilt: tuple[float, float], exact: float
) -> None:
    robot = Robot((Joint(0.0, HALF, 0.4, limits=pan), Joint(0.5, limits=tilt)))
    holds(found(robot), exact)


def test_a_slide_that_carries_a_turn() -> None:
    slide = Joint(0.0, HALF, kind="prismatic", limits=(0.0, 2.0))
    ground = found(Robot((slide, Joint(0.5, limits=(0.0, 1.0)))))
    # Where the arm turns across the slide it is a piece of a cylinder or of a plane.
    assert ground.planar
    assert ground.measure > 0.0
