"""Good and bad directions of a robot in a posture: ellipsoids, nearest singularity."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_choice, check_moving, check_one
from rvs.engine.dynamics import inertia
from rvs.engine.jacobians import jacobian
from rvs.engine.measures import SingularityKind, singularity, unrounded
from rvs.engine.robot import Robot
from rvs.study.dexterity.condition import jacobian_of_task
from rvs.study.dexterity.tasks import Task, rows_of

Part = Literal["linear", "angular"]

PARTS: tuple[Part, ...] = ("linear", "angular")
# Beside the largest radius, one below this is none.
FLAT = 1e-12
# Beside the largest singular value, the smallest one of a posture that counts as singular.
AT_SINGULARITY = 1e-9
WORDS: dict[str, str] = {
    "wrist": "wrist singularity: axes 4 and 6 in line",
    "elbow": "elbow singularity: the arm stretched or folded",
    "shoulder": "shoulder singularity: the wrist above the first axis",
    "other": "singularity without a name of its own",
}


class Direction(NamedTuple):
    """One singular value of the homogeneous Jacobian and its motions.

    Attributes:
        value: The singular value: how fast the tool moves for joint rates of unit norm.
        twist: The motion of the tool (6,), world axes, angular first, lengths in units of L; unit.
        rates: The corresponding joint rates (k,), of the joints that are not locked, prismatic
            joints in units of L; unit.
    """

    value: float
    twist: Array
    rates: Array


class Ellipsoid(NamedTuple):
    """An ellipsoid about the tool point.

    Attributes:
        axes: Unit vectors along its axes, as columns (3, 3), world axes.
        radii: Half lengths of the axes (3,), the longest first; 0 where it is flat, infinite where
            it is unbounded.
    """

    axes: Array
    radii: Array


class Nearest(NamedTuple):
    """The singularity nearest to a posture.

    Attributes:
        kind: ``"wrist"``, ``"elbow"``, ``"shoulder"`` or ``"other"``.
        words: The kind in words, with the direction of the most difficult motion.
        distance: Smallest singular value of H, no unit: no singular Jacobian is nearer in the
            2-norm (Eckart and Young 1936); 0 at the singularity.
        direction: Twist of the tool that is impossible, or most difficult (6,), as ``Direction``.
        rates: Joint rates with the least motion of the tool (k,), as ``Direction``.
    """

    kind: SingularityKind
    words: str
    distance: float
    direction: Array
    rates: Array


def singular_directions(
    robot: Robot, q: ArrayLike, length: float | None = None, task: Task = "pose"
) -> tuple[Direction, ...]:
    """Return the singular values of the homogeneous Jacobian with their motions, the best first.

    Args:
        robot: The robot.
        q: Posture (n,), rad or m.
        length: As ``singular_values``.
        task: As ``condition_number``.

    Returns:
        One for each feasible direction of the task.

    Raises:
        ArgumentError: As ``condition_number``.

    >>> arm = Robot.from_dh([1, 1], 0, 0, 0)
    >>> fastest, slowest = singular_directions(arm, [0, 0], task="position")
    >>> np.abs(fastest.twist).round(9).tolist(), round(slowest.value, 9)
    ([0.0, 0.0, 0.0, 0.0, 1.0, 0.0], 0.0)
    """
    posture = check_one(q, "q", check_moving(robot).n)
    rows = rows_of(robot, task)
    H = jacobian_of_task(robot, posture, length, task)
    u, sigma, vt = np.linalg.svd(H, full_matrices=False)
    sigma, count = unrounded(sigma), len(rows.angular)
    twists = np.hstack([u.T[:, :count] @ rows.angular, u.T[:, count:] @ rows.linear])
    return tuple(
        Direction(float(sigma[i]), twists[i] * _sign(twists[i]), vt[i] * _sign(twists[i]))
        for i in range(rows.rank)
    )


def _sign(vector: Array) -> float:
    """Return the sign that makes a vector's largest entry positive; both are equivalent."""
    return float(np.sign(vector[np.argmax(np.abs(vector).round(9))])) or 1.0


def nearest_singularity(
    robot: Robot, q: ArrayLike, length: float | None = None, task: Task = "pose"
) -> Nearest:
    """Return the distance of a posture from a singularity, its kind, and the lost motion.

    Args:
        robot: The robot.
        q: Posture (n,), rad or m.
        length: As ``singular_values``.
        task: As ``condition_number``.

    Raises:
        ArgumentError: As ``condition_number``.

    >>> arm = Robot.from_dh([0, 0.4, 0, 0, 0, 0], np.radians([90, 0, -90, 90, -90, 0]),
    ...                     [0, 0, 0, 0.4, 0, 0], 0)
    >>> nearest_singularity(arm, [0.1, 0.2, 0.3, 0.4, 0.0, 0.6]).words[:45]
    'at a wrist singularity: axes 4 and 6 in line;'
    """
    directions = singular_directions(robot, q, length, task)
    last = directions[-1]
    near = singularity(robot, check_one(q, "q", robot.n))
    kind: SingularityKind = near.kind if task == "pose" and not isinstance(near, tuple) else "other"
    there = last.value <= AT_SINGULARITY * max(directions[0].value, 1.0)
    article = "an" if WORDS[kind][0] in "aeiou" else "a"
    where = f"at {article} {WORDS[kind]}" if there else f"nearest: {WORDS[kind]}"
    lost = "lost" if there else "hardest"
    words = f"{where}; {lost}: {_motion(last.twist)}"
    return Nearest(kind, words, last.value, last.twist, last.rates)


def _motion(twist: Array) -> str:
    """Return a unit twist in words."""
    turn, move = twist[:3], twist[3:]
    parts = [
        f"{verb} ({', '.join(f'{value:.2f}' for value in part.round(2) + 0.0)})"
        for verb, part in (("turning about", turn), ("moving along", move))
        if np.linalg.norm(part) > 0.05
    ]
    return " and ".join(parts)


def velocity_ellipsoid(robot: Robot, q: ArrayLike, part: Part = "linear") -> Ellipsoid:
    """Return the velocities of the tool for joint rates of unit norm (Yoshikawa 1985).

    With J the linear (or angular) rows of the Jacobian these are ``v^T (J J^T)^+ v <= 1``.

    Args:
        robot: The robot.
        q: Posture (n,), rad or m.
        part: ``"linear"``: velocities of the tool point, m/s; ``"angular"``: angular velocities,
            rad/s.

    Raises:
        ArgumentError: q has another shape or is not finite, an unknown part, every joint locked.

    >>> arm = Robot.from_dh([np.sqrt(2), 1], 0, 0, 0)
    >>> velocity_ellipsoid(arm, np.radians([0, 135])).radii.round(9)
    array([1., 1., 0.])
    """
    return _ellipsoid(_half(robot, q, part))


def force_ellipsoid(robot: Robot, q: ArrayLike, part: Part = "linear") -> Ellipsoid:
    """Return the forces held by joint torques of unit norm (Yoshikawa 1985).

    They are ``f^T J J^T f <= 1``: the axes of the velocity ellipsoid, the radii inverted.  In
    directions in which the robot cannot move, the structure holds any force.

    Args:
        robot: The robot.
        q: Posture (n,), rad or m.
        part: ``"linear"``: forces at the tool point, N; ``"angular"``: moments, N m.

    Raises:
        ArgumentError: As ``velocity_ellipsoid``.

    >>> force_ellipsoid(Robot.from_dh([1, 1], 0, 0, 0), [0, np.pi / 2]).radii[0]
    np.float64(inf)
    """
    axes, radii = _ellipsoid(_half(robot, q, part))
    with np.errstate(divide="ignore"):
        return Ellipsoid(axes[:, ::-1], (1.0 / radii)[::-1])


def dynamic_ellipsoid(robot: Robot, q: ArrayLike, part: Part = "linear") -> Ellipsoid:
    """Return the accelerations at rest under joint torques of unit norm, without gravity.

    With M the inertia matrix they are those of ``J M^-1`` (Yoshikawa 1985, dynamic manipulability).

    Args:
        robot: The robot, with masses; locked joints are held.
        q: Posture (n,), rad or m.
        part: ``"linear"``: accelerations of the tool point, m/s^2; ``"angular"``: angular ones,
            rad/s^2.

    Raises:
        ArgumentError: As ``velocity_ellipsoid``, or a link without mass.

    >>> slide = Robot.from_dh([0], [0], [0], [0], "P", mass=[4], com=[[0, 0, 0]])
    >>> dynamic_ellipsoid(slide, [0.5]).radii
    array([0.25, 0.  , 0.  ])
    """
    half = _half(robot, q, part)
    return _ellipsoid(np.asarray(np.linalg.solve(_moving_inertia(robot, q), half.T).T, dtype=float))


def dynamic_manipulability(robot: Robot, q: ArrayLike) -> float | Array:
    """Return the product of the singular values of ``J M^-1`` (Yoshikawa 1985).

    It measures how readily torques accelerate the tool, as ``kinematics.manipulability`` measures
    how readily joint rates move it; with six joints it is ``|det J| / det M``.

    Args:
        robot: The robot, with masses; locked joints are held.
        q: Posture (n,) or batch (m, n), rad or m.

    Returns:
        A number, or (m,).

    Raises:
        ArgumentError: q has another shape or is not finite, a link without mass, every joint
            locked.

    >>> slide = Robot.from_dh([0], [0], [0], [0], "P", mass=[4], com=[[0, 0, 0]])
    >>> dynamic_manipulability(slide, [0.5])
    0.25
    """
    M = _moving_inertia(robot, q)
    J = jacobian(robot, q, active=True)
    pushed = np.swapaxes(np.linalg.solve(M, np.swapaxes(J, -1, -2)), -1, -2)
    values = np.prod(np.linalg.svd(pushed, compute_uv=False), axis=-1)
    return float(values) if values.ndim == 0 else np.asarray(values)


def _moving_inertia(robot: Robot, q: ArrayLike) -> Array:
    active = list(check_moving(robot).active)
    return inertia(robot, q)[..., active, :][..., active]


def _half(robot: Robot, q: ArrayLike, part: Part) -> Array:
    """Return the linear or the angular rows of the Jacobian in one posture (3, k)."""
    check_choice(part, "part", PARTS)
    posture = check_one(q, "q", check_moving(robot).n)
    J = jacobian(robot, posture, active=True)
    return J[3:] if part == "linear" else J[:3]


def _ellipsoid(J: Array) -> Ellipsoid:
    u, sigma, _ = np.linalg.svd(J)
    radii = np.zeros(3)
    radii[: len(sigma)] = np.where(sigma > FLAT * sigma[0], sigma, 0.0)
    return Ellipsoid(u, radii)
