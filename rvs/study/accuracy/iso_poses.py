"""The five poses of ISO 9283 in a cube of the workspace, and grids of poses in a plane.

The poses are on the diagonals of a plane C1-C2-C7-C8 of a cube whose edges are parallel to the axes
of the world: P1 in the middle, P2 to P5 inside the corners by 10 % of the diagonal (ISO 9283:1998,
section 6.8).  The cube is the largest that fits in the most likely working region, here in front of
the robot.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from rvs.engine.arrays import Array, Booleans
from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.inverse.batch import descend
from rvs.engine.kinematics import fkine, jacobian
from rvs.engine.robot import Robot
from rvs.value_class import dataclass

# Of the diagonal, from a corner to its pose.
INWARD = 0.1
# Corners that the plane C1-C2-C7-C8 joins, in half sides: the lower edge near the base.
CORNERS = np.array([(-1, -1, -1), (-1, 1, -1), (1, 1, 1), (1, -1, 1)], dtype=float)
SQUARE = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], dtype=float)
SAMPLES, MIDDLES, SIDES, FINE = 400, 12, 6, 0.02
# Of the search for postures: a bend of all joints, rad, and random starts.
BENT, TRIES = 0.3, 3


@dataclass(frozen=True, eq=False)
class FivePoses:
    """The five poses, and postures of them.

    Attributes:
        poses: Poses of the tool in the world (5, 4, 4).
        q: Postures (5, n), rad and m.
        centre: Middle of the cube in the world (3,), m.
        side: Its side, m.
        planar: It is a square in the plane of the arm, or not a cube at all.
    """

    poses: Array
    q: Array
    centre: Array
    side: float
    planar: bool


def iso_poses(
    robot: Robot, q: Array, centre: Array | None = None, side: float | None = None
) -> FivePoses:
    """Return the five poses of ISO 9283 of a robot.

    Args:
        robot: The robot.
        q: Posture (n,) whose orientation of the tool is used in all poses.
        centre: Middle of the cube in the world (3,), m; found when omitted.
        side: Its side, m; the largest that fits when omitted.

    Raises:
        RvsError: The robot can't even move in a plane, or a pose is out of reach.
    """
    axes = directions(robot)
    corners = CORNERS if len(axes) == 3 else SQUARE @ axes
    here = fkine(robot, q)
    if centre is not None and side is not None:
        found = _reached(robot, q, here, np.asarray(centre, dtype=float), side, corners)
        if found is None:
            raise RvsError(
                f"cube: the robot does not reach its five poses around {_words(centre)} m with the "
                f"side {side:g} m in this orientation of the tool; take a smaller side"
            )
        return found
    best: FivePoses | None = None
    for middle in _middles(robot, q, axes) if centre is None else [np.asarray(centre, dtype=float)]:
        best = _largest(robot, q, here, middle, corners, best, side)
        if best is not None and side is not None:
            break
    if best is None:
        raise RvsError(
            "cube: no cube was found whose five poses the robot reaches with the orientation of "
            "the tool in this posture; choose another posture, or give postures by q"
        )
    return best


def directions(robot: Robot) -> Array:
    """Return the directions in which the tool point can move (2 or 3, 3), world axes.

    Raises:
        RvsError: It moves along a line only.
    """
    rng = np.random.default_rng(3)
    J = jacobian(robot, random_postures(robot, 24, rng))[:, 3:]
    u, sigma, _ = np.linalg.svd(np.concatenate(list(J), axis=1))
    rank = int((sigma > 1e-9 * max(sigma[0], 1e-12)).sum())
    if rank < 2:
        raise RvsError("the tool point moves along a line; give postures by q")
    if rank == 3:
        return np.eye(3)
    # the axes of the world that the plane is nearest to
    plane = u[:, :2] @ u[:, :2].T
    first = plane[int(np.argmax(np.diag(plane) + np.array([2e-9, 1e-9, 0.0])))]
    first = first / np.linalg.norm(first)
    return np.stack([first, np.cross(u[:, 2], first) * np.sign(np.linalg.det(u))])


def reached(robot: Robot, q: Array, poses: Array) -> tuple[Array, Booleans]:
    """Return postures for poses within the limits (m, n), and a mask of those found (m,).

    All are searched together from the same posture; with fewer than six joints, only the position
    is matched.
    """
    found, ok = _solved(robot, np.tile(q, (len(poses), 1)), poses)
    if not ok.all():
        free = np.isin(np.arange(robot.n), robot.active) & (robot.chain.turn > 0)
        again, more = _solved(robot, np.tile(q + BENT * free, (int((~ok).sum()), 1)), poses[~ok])
        found[~ok], ok[~ok] = again, more
    return found, ok


def _solved(robot: Robot, x: Array, poses: Array) -> tuple[Array, Booleans]:
    """Return postures of poses (m, n), each searched from its own start, and a mask (m,)."""
    return descend(robot, poses, x, position=len(robot.active) < 6, bounded=True)


def plane_grid(
    robot: Robot, q: Array, plane: str, count: int
) -> tuple[Array, Array, Array, Booleans]:
    """Return postures on a grid in a plane of the world through the tool point.

    Args:
        robot: The robot.
        q: Posture (n,) that determines the position of the plane and the orientation of the tool.
        plane: ``"xy"``, ``"xz"`` or ``"yz"``.
        count: Points along each side.

    Returns:
        Coordinates along both axes (count,) each, m, postures (count, count, n) in the order of the
        second axis, then the first, and a mask of those that reach their point.

    Raises:
        ArgumentError: The tool point does not move in this plane.
    """
    here = fkine(robot, q)
    first, second = ("xyz".index(letter) for letter in plane)
    points = fkine(robot, random_postures(robot, 4 * SAMPLES, np.random.default_rng(5)))[:, :3, 3]
    low, high = points.min(axis=0), points.max(axis=0)
    if min(high[first] - low[first], high[second] - low[second]) < 1e-9:
        raise ArgumentError(f"plane: the tool point does not move in the plane {plane}")
    across, up = (np.linspace(float(low[i]), float(high[i]), count) for i in (first, second))
    poses = np.tile(here, (count, count, 1, 1))
    poses[..., first, 3] = across
    poses[..., second, 3] = up[:, None]
    found, ok = reached(robot, q, poses.reshape(-1, 4, 4))
    found, ok = found.reshape(count, count, -1), ok.reshape(count, count)
    starts = random_postures(robot, TRIES, np.random.default_rng(11))
    for start in starts:
        _try(robot, found, ok, ~ok, np.broadcast_to(start, found.shape), poses)
        # points whose neighbours are reached are tried again from there
        for side, axis in product((1, -1), (0, 1)):
            near = np.roll(ok, side, axis=axis)
            # what rolls over the edge is no neighbour
            np.moveaxis(near, axis, 0)[0 if side > 0 else -1] = False
            _try(robot, found, ok, near & ~ok, np.roll(found, side, axis=axis), poses)
    return across, up, found, ok


def _try(
    robot: Robot, found: Array, ok: Booleans, which: Booleans, starts: Array, poses: Array
) -> None:
    """Search for postures of some poses of a grid from others, and store those found."""
    if which.any():
        q, good = _solved(robot, starts[which].copy(), poses[which])
        found[which], ok[which] = np.where(good[:, None], q, found[which]), good


def _largest(
    robot: Robot,
    q: Array,
    here: Array,
    middle: Array,
    corners: Array,
    best: FivePoses | None,
    side: float | None,
) -> FivePoses | None:
    """Return the largest cube around a point, if it is larger than the best one so far."""
    if side is not None:
        return _reached(robot, q, here, middle, side, corners) or best
    least = best.side if best else FINE * _size(robot)
    low, found = least * (1.0 + FINE), None
    found = _reached(robot, q, here, middle, low, corners)
    if found is None:
        return best
    high = 2.0 * _size(robot)
    for _ in range(SIDES):
        half = 0.5 * (low + high)
        trial = _reached(robot, q, here, middle, half, corners)
        low, high, found = (half, high, trial) if trial else (low, half, found)
    return found


def _reached(
    robot: Robot, q: Array, here: Array, middle: Array, side: float, corners: Array
) -> FivePoses | None:
    """Return the poses of a cube with their postures, if the robot reaches them and the corners."""
    ends = middle + 0.5 * side * corners
    spots = np.vstack([middle, middle + (1.0 - 2.0 * INWARD) * (ends - middle)])
    poses = np.tile(here, (9, 1, 1))
    poses[:, :3, 3] = np.vstack([spots, ends])
    found, ok = reached(robot, q, poses)
    if not ok.all():
        return None
    planar = bool(np.linalg.matrix_rank(corners) == 2 and corners is not CORNERS)
    return FivePoses(fkine(robot, found[:5]), found[:5], middle, side, planar)


def _middles(robot: Robot, q: Array, axes: Array) -> Iterator[Array]:
    """Yield positions for the cube: random tool points in front of the base, central ones first."""
    here = fkine(robot, q)[:3, 3]
    points = fkine(robot, random_postures(robot, SAMPLES, np.random.default_rng(1)))[:, :3, 3]
    origin = robot.base[:3, 3]
    if len(axes) == 3:
        up = robot.base[:3, 2]
        # turned about the first axis into the half plane of the tool point
        level = here - origin - up * ((here - origin) @ up)
        if np.linalg.norm(level) < 1e-9:
            level = robot.base[:3, 0]
        level = level / np.linalg.norm(level)
        rest = points - origin
        height = rest @ up
        radius = np.linalg.norm(rest - height[:, None] * up, axis=1)
        points = origin + radius[:, None] * level + height[:, None] * up
    yield here
    order = np.argsort(np.linalg.norm(points - np.median(points, axis=0), axis=1))
    yield from points[order[:: SAMPLES // MIDDLES]]


def random_postures(robot: Robot, count: int, rng: np.random.Generator) -> Array:
    """Return postures (count, n) within the limits; endless joints are from -180 to 180 degrees."""
    low, high = within(robot)
    found = rng.uniform(low, high, (count, robot.n))
    held = [i for i in range(robot.n) if i not in robot.active]
    found[:, held] = robot.home[held]
    return found


def within(robot: Robot) -> tuple[Array, Array]:
    """Return bounds of random postures (n,) each: the limits, else half a turn or 0.5 m."""
    far = np.where(robot.chain.turn > 0, np.pi, 0.5)
    low, high = robot.limits.T
    low, high = np.where(np.isfinite(low), low, -far), np.where(np.isfinite(high), high, far)
    return low, np.maximum(low, high)


def _size(robot: Robot) -> float:
    """Return the sum of the lengths of the links and their strokes, m."""
    low, high = within(robot)
    slides = np.sum(np.where(robot.chain.turn > 0, 0.0, high - low))
    tool = float(np.linalg.norm(robot.tool[:3, 3]))
    return (sum(joint.span for joint in robot.joints) + float(slides) + tool) or 1.0


def _words(point: Array) -> str:
    return f"({', '.join(f'{value:g}' for value in np.asarray(point))})"
