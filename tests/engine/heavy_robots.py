"""Random robots with masses and motors, for properties of dynamics."""

import numpy as np
from hypothesis import strategies as st

from rvs.engine.joint import Inertia, Joint, Motor
from rvs.engine.robot import Robot

KINDS = ("revolute", "prismatic", "helical")


def random_robot(seed: int, joints: int, convention: str, motors: bool = True) -> Robot:
    """Return a robot of mixed joints with physical masses, and a base and tool of its own."""
    rng = np.random.default_rng(seed)
    return Robot(
        tuple(_joint(rng, convention, motors) for _ in range(joints)),
        gravity=tuple(rng.uniform(-10, 10, 3).tolist()),
    ).replace(base=random_pose(rng), tool=random_pose(rng))


def _joint(rng: np.random.Generator, convention: str, motors: bool) -> Joint:
    a, alpha, d, theta, offset = rng.uniform(-1, 1, 5)
    motor = Motor(*rng.uniform(0, [0.01, 20, 0.01]), (0.0, 0.0)) if motors else None
    return Joint(
        a,
        2 * alpha,
        d,
        3 * theta,
        kind=KINDS[rng.choice(3, p=[0.6, 0.25, 0.15])],
        pitch=rng.uniform(-0.3, 0.3),
        offset=offset,
        convention=convention,
        inertia=random_inertia(rng),
        motor=motor,
    )


def random_inertia(rng: np.random.Generator) -> Inertia:
    """Return the inertia of a handful of point masses: always a physical one."""
    mass = rng.uniform(0.5, 5)
    points = rng.normal(0, 0.2, (6, 3))
    points -= points.mean(axis=0)
    second = mass / 6 * points.T @ points
    moments = np.trace(second) * np.eye(3) - second
    six = [moments[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2))]
    return Inertia(mass, tuple(rng.normal(0, 0.3, 3).tolist()), tuple(six))


def random_pose(rng: np.random.Generator) -> np.ndarray:
    """Return a random rigid motion (4, 4)."""
    q, r = np.linalg.qr(rng.normal(size=(3, 3)))
    rotation = q * np.sign(np.diag(r))
    pose = np.eye(4)
    pose[:3, :3] = rotation * np.sign(np.linalg.det(rotation))
    pose[:3, 3] = rng.normal(0, 1, 3)
    return pose


seeds = st.integers(0, 2**32 - 1)
heavy_robots = st.builds(
    random_robot, seeds, st.integers(1, 12), st.sampled_from(["standard", "modified"])
)


def random_motion(robot: Robot, seed: int, rows: int | None = None) -> list[np.ndarray]:
    """Return a posture, velocities and accelerations, (n,) or (rows, n) each."""
    shape = (robot.n,) if rows is None else (rows, robot.n)
    return list(np.random.default_rng(seed).uniform(-1.5, 1.5, (3, *shape)))
