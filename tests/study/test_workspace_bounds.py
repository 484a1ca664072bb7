"""Error bounds of a workspace hold: against closed forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Joint
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.study.workspace.workspace import Workspace, workspace
from tests.examples import everyday

TURN, HALF = 2 * np.pi, np.pi / 2


def found(robot: Robot, levels: int = 1, limits: bool = True) -> Workspace:
    # A length is given because the best one is sought for longer than the workspace; sizes do not
    # depend on what is judged, which the coarse ones show.
    judge = levels == 1
    *_, last = workspace(robot, levels=levels, limits=limits, length=1.0, judge=judge)
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


@pytest.mark.property
@pytest.mark.parametrize("seed", range(everyday(12)))
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


@pytest.mark.parametrize(
    ("joints", "exact"),
    [
        ((Joint(alpha=HALF), Joint(alpha=-HALF), Joint(d=0.5)), 4 * np.pi * 0.25),
        ((Joint(alpha=HALF), Joint(alpha=-HALF), Joint(0.3, d=0.4)), 4 * np.pi * 0.25),
        ((Joint(0.5, HALF), Joint(), Joint(0.2)), TURN * TURN * 0.5 * 0.2),
        ((Joint(0.3), Joint(kind="prismatic", limits=(0, 1)), Joint()), TURN * 0.3),
    ],
)
def test_a_surface_that_several_joints_sweep(joints: tuple[Joint, ...], exact: float) -> None:
    holds(found(Robot(joints)), exact)


@pytest.mark.parametrize("seed", range(4))
def test_a_zone_of_a_sphere_that_two_joints_draw(seed: int) -> None:
    rng = np.random.default_rng(seed)
    limits = np.sort(rng.uniform(-2.0, 2.0, (2, 2))).tolist()
    twists = rng.uniform(0.4, 1.5, 2) * (1.0, -1.0)
    tilt, roll = (tuple(pair) for pair in limits)
    robot = Robot((Joint(alpha=twists[0]), Joint(alpha=twists[1], limits=tilt),
                   Joint(0.3, d=0.4, limits=roll)))  # fmt: skip
    grid = np.stack(np.meshgrid([0.0], *(np.linspace(*pair, 200) for pair in limits)), axis=-1)
    height = np.ptp(fkine(robot, grid.reshape(-1, 3))[:, 2, 3])
    # Archimedes: a zone has the area of the cylinder around it.
    holds(found(robot), TURN * 0.5 * height)


def test_part_of_a_surface_that_several_joints_sweep_is_not_measured() -> None:
    robot = Robot((Joint(alpha=HALF, limits=(0, 1)), Joint(alpha=-HALF), Joint(0.3, d=0.4)))
    with pytest.raises(ArgumentError, match="moves on a surface that several joints sweep"):
        found(robot)


R, P = "revolute", "prismatic"
# Rows of a, alpha, d, theta, kind, limits of chains in space; what of the half plane through the
# first axis they reach, turned about it (m^3), and how far that may be off: counted in cells that
# dense grids of joint values, or least squares from cell to cell, reach.
CHAINS = {
    # Between its two shells lies a gap that is narrower than two cells.
    "RRR": ([(0.0428, 0.0, 0.2329), (0.0471, -HALF, 0.0), (0.3673, HALF, 0.0)], 0.2281, 0.0008),
    "RRR within limits": ([(0.2153, 0.0, 0.3825), (0.1421, -HALF, 0.1171, 0.0, R, -0.5022, 1.9602),
                           (0.1492, 0.0, 0.2341, 0.0, R, -1.207, 1.6599)], 0.2571, 0.0003),
    "RRR, another": ([(0.0152, -HALF, 0.0), (0.3303, 1.2944, 0.0), (0.1491, HALF, 0.0875)],
                     0.4766, 0.0004),
    "RPR": ([(0.372, 0.9395, 0.1015), (0.241, HALF, 0.0, -0.3642, P, 0.1, 0.6),
             (0.3093, -HALF, 0.0, 0.0, R, -1.0848, 1.56)], 0.7858, 0.0028),
    "RRRR": ([(0.4149, 0.0, 0.328), (0.2143, HALF, 0.0409), (0.4249, -0.3182, 0.0),
              (0.3492, -HALF, 0.1101)], 7.688, 0.034),
    "RRRRRR": ([(0.2476, -1.1238, 0.0), (0.3871, -HALF, 0.0), (0.1026, -HALF, 0.0),
                (0.4547, 0.0, 0.0), (0.2404, HALF, 0.3686), (0.2815, 0.0, 0.3368)], 25.44, 0.18),
}  # fmt: skip


def joint_of(
    a: float, alpha: float, d: float, theta: float = 0.0, kind: Any = R, *limits: float
) -> Joint:
    bounds = (limits[0], limits[1]) if limits else (-np.inf, np.inf)
    return Joint(a, alpha, d, theta, kind, limits=bounds)


@pytest.mark.parametrize("name", CHAINS)
def test_chains_in_space(name: str) -> None:
    rows, counted, off = CHAINS[name]
    ground = found(Robot(tuple(joint_of(*row) for row in rows)), levels=2)
    assert not ground.planar
    assert abs(ground.measure - counted) <= ground.error + off
    assert ground.error < 0.05 * counted
