"""Number of orientations and postures in which a point is reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from itertools import permutations, product

import numpy as np

from rvs.engine.arrays import Array, Integers
from rvs.engine.errors import ArgumentError
from rvs.engine.inverse import ikine, ikine_all
from rvs.engine.robot import Robot
from rvs.study.workspace.cloud import cloud
from rvs.study.workspace.workspace import Workspace
from rvs.value_class import dataclass

# Points of one job.
BATCH = 10


@dataclass(frozen=True, eq=False)
class Service:
    """Range of orientations of the tool at points spread evenly over a workspace.

    Attributes:
        points: The points in frame 0 (m, 3), m.
        cells: The cell of each (m,).
        share: Fraction of the orientations reached at each (m,), 0 to 1.
        postures: Mean number of postures for a reached orientation (m,).
        dexterous: Fraction of the workspace in which every orientation is reached.
        mean: Mean fraction of orientations.
        done: Completed fraction of the search, 0 to 1.
    """

    points: Array
    cells: Integers
    share: Array
    postures: Array
    dexterous: float
    mean: float
    done: float = 1.0


def turns() -> Array:
    """Return the 24 rotations of the cube (24, 3, 3), orientations spread evenly."""
    found = []
    for order in permutations(range(3)):
        for signs in product((1.0, -1.0), repeat=3):
            R = np.zeros((3, 3))
            R[range(3), order] = signs
            if np.linalg.det(R) > 0:
                found.append(R)
    return np.array(found)


def service(
    found: Workspace, count: int = 200, executor: Executor | None = None, seed: int = 0
) -> Service:
    """Return the number of orientations and postures at points of a workspace.

    Args:
        found: The workspace.
        count: Number of points.
        executor: Executor of the jobs; this thread when omitted.
        seed: Seed of the random points.

    Raises:
        ArgumentError: The robot has fewer than six joints, so that it can't turn its tool freely.
    """
    *_, last = serving(found, count, executor, seed)
    return last


def serving(
    found: Workspace, count: int = 200, executor: Executor | None = None, seed: int = 0
) -> Iterator[Service]:
    """Yield the results of ``service``, some points at a time, for the same arguments."""
    robot = found.sweep.limited
    if robot.n < 6:
        raise ArgumentError(
            f"robot: {robot.n} joints can't orient the tool freely; at least six are needed"
        )
    points, cells = cloud(found, count, seed)
    jobs = [(robot, points[i : i + BATCH]) for i in range(0, count, BATCH)]
    run: Callable[..., Iterator[Array]] = map if executor is None else executor.map
    rows = np.zeros((0, 2))
    for part in run(_served, jobs):
        rows = np.concatenate([rows, part])
        share, postures = rows.T
        m = len(rows)
        yield Service(
            points[:m], cells[:m], share, postures,
            float(np.mean(share >= 1.0)), float(np.mean(share)), m / count,
        )  # fmt: skip


def _served(job: tuple[Robot, Array]) -> Array:
    """Return the fraction of orientations, and mean number of postures, at some points (k, 2)."""
    robot, points = job
    T = np.eye(4)
    rows = []
    for point in points:
        counts = []
        for T[:3, :3] in turns():
            T[:3, 3] = point
            counts.append(_count(robot, T))
        reached = [count for count in counts if count]
        rows.append((len(reached) / len(counts), np.mean(reached) if reached else 0.0))
    return np.array(rows)


def _count(robot: Robot, T: Array) -> int:
    if robot.n > 6:
        # a redundant arm has a continuum of postures; that there is one is what counts
        return int(bool(ikine(robot, T, starts=3).success))
    q = ikine_all(robot, T, limits=True).q
    # copies by whole turns are one posture
    return len(np.unique(np.round(np.exp(1j * q), 6), axis=0))
