"""The condition number of the homogeneous Jacobian, in two norms that must not be mixed.

Every length is divided by L first, so that a revolute joint has the column [e; e x r / L] of H and
a prismatic joint [0; e], whatever the unit of length.  With the singular values s_1 >= ... >= s_r
of H, ``r`` being the number of feasible directions of the task,

* the weighted Frobenius norm of the RVS2006 thesis gives (8.4) ``k_F = sqrt(sum s_i^2 sum s_i^-2) /
r``, from ``H H^T`` for six joints or more; * the 2-norm of Angeles's book gives ``k_2 = s_1 /
s_r``.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_choice, check_moving, check_positive, check_posture
from rvs.engine.jacobians import jacobian
from rvs.engine.kernels import accelerated
from rvs.engine.measures import unrounded
from rvs.engine.robot import Robot
from rvs.study.dexterity.tasks import Rows, Task, rows_of

Norm = Literal["frobenius", "2"]

NORMS: tuple[Norm, ...] = ("frobenius", "2")
# Beside the largest singular value, the smallest one of a singular posture.
SINGULAR = 1e-13
# The best L is looked for within this factor of the typical lever, on a grid, then by halving.
RANGE, GRID, HALVINGS = 1e4, 25, 44
# Beyond the range a condition number is at most this times what it is at the end.
ROUNDED = 1.0 + 1e-9
# So many postures are searched at a time.
CHUNK = 20_000


class Halves(NamedTuple):
    """The relevant rows of the Jacobian, so that H = [angular; levers / L + slides].

    Attributes:
        angular: Angular velocities (..., a, k).
        levers: Velocities due to revolute joints (..., b, k), in m.
        slides: Velocities due to prismatic joints (..., b, k).
    """

    angular: Array
    levers: Array
    slides: Array

    def at(self, length: Array) -> Array:
        """Return H (..., a + b, k) for lengths (...); for 0 the limit of L H."""
        L = np.asarray(length)[..., None, None]
        near, others = 1.0 / np.where(L > 0, L, 1.0), L > 0
        linear = self.levers * near + self.slides * others
        return np.concatenate([self.angular * others, linear], axis=-2)


def halves_of(rows: Rows, J: Array) -> Halves:
    """Return the rows of a task of Jacobians (..., 6, k)."""
    angular, linear = rows.seen(J)
    return Halves(
        angular,
        np.where(rows.turns, linear, 0.0),
        np.where(rows.turns, 0.0, linear),
    )


def task_jacobian(rows: Rows, J: Array, length: float) -> Array:
    """Return the rows of a task of H (..., r, k) of Jacobians (..., 6, k) at one length, in m."""
    H = np.concatenate(rows.seen(J), axis=-2)
    H[..., len(rows.angular) :, :] *= np.where(rows.turns, 1.0 / length, 1.0)
    return H


def homogeneous_jacobian(robot: Robot, q: ArrayLike, length: float) -> Array:
    """Return the homogeneous Jacobian H, world axes (thesis, 8.5).

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        length: Characteristic length L in m.

    Returns:
        H (6, k) or (m, 6, k), angular rows first, one column for each joint that is not locked: [e;
        e x r / L] of a revolute joint, [0; e] of a prismatic one.  No entry has a unit.

    Raises:
        ArgumentError: q has another shape or is not finite, L is not above 0, or every joint is
            locked.

    >>> arm = Robot.from_dh([1, 1], 0, 0, 0)
    >>> homogeneous_jacobian(arm, [0, 0], 0.5)[[2, 4]]
    array([[1., 1.],
           [4., 2.]])
    """
    L = check_positive(length, "length")
    J = jacobian(check_moving(robot), check_posture(robot, q), active=True).copy()
    turns = robot.chain.turn[list(robot.active)] > 0
    J[..., 3:, :] = np.where(turns, J[..., 3:, :] / L, J[..., 3:, :])
    return J


def condition_number(
    robot: Robot,
    q: ArrayLike,
    length: float | None = None,
    norm: Norm = "frobenius",
    task: Task = "pose",
) -> float | Array:
    """Return the condition number of the homogeneous Jacobian: 1 is best, infinite is singular.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        length: Characteristic length L in m; None for the best one of each posture.
        norm: ``"frobenius"``: the weighted Frobenius norm of the thesis; ``"2"``: the 2-norm.
            Numbers in different norms cannot be compared.
        task: The rows that are used: ``"pose"``, ``"position"``, ``"orientation"`` or ``"planar"``
            (the plane across the first revolute axis).  Directions that are not feasible in any
            posture are left out.

    Returns:
        A number, or (m,).

    Raises:
        ArgumentError: q has another shape or is not finite, L is not above 0, an unknown norm or
            task, a task without any feasible motion, or every joint is locked.

    >>> arm = Robot.from_dh([np.sqrt(2), 1], 0, 0, 0)
    >>> round(condition_number(arm, np.radians([0, 135]), task="position"), 9)
    1.0
    """
    values = _conditions(robot, q, length, norm, task)[..., 0]
    return float(values) if values.ndim == 0 else values


def characteristic_length(
    robot: Robot, q: ArrayLike, norm: Norm = "frobenius", task: Task = "pose"
) -> float | Array:
    """Return the length L for which a posture has its least condition number.

    If H has full row rank and no joint is prismatic, the Frobenius norm gives it in closed form:
    with E and M the angular and linear rows of J and W = (J J^T)^-1 in the same blocks, ``L^4 =
    |M|^2 tr W_11 / (|E|^2 tr W_22)``.  Otherwise it is found numerically, within a factor of 10,000
    of the typical lever in either direction.  The two norms differ.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        norm: As ``condition_number``.
        task: As ``condition_number``.

    Returns:
        A length in m, or (m,).  0 or infinite if the condition number decreases monotonically, as
        may be the case for arms with fewer than six joints: the condition number is then the limit.
        NaN if no length changes it: for a singular posture, and for tasks without angles with arms
        that have only revolute joints.

    Raises:
        ArgumentError: As ``condition_number``.

    >>> arm = Robot.from_dh([1, 1, 1 / np.sqrt(3)], 0, 0, 0)
    >>> round(characteristic_length(arm, np.radians([0, 120, 150])), 6)
    0.408248
    """
    values = _conditions(robot, q, None, norm, task)[..., 1]
    return float(values) if values.ndim == 0 else values


def conditioning_index(
    robot: Robot,
    q: ArrayLike,
    length: float | None = None,
    norm: Norm = "frobenius",
    task: Task = "pose",
) -> float | Array:
    """Return the kinetostatic conditioning index in percent: 100 over the condition number.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        length: As ``condition_number``.
        norm: As ``condition_number``.
        task: As ``condition_number``.

    Raises:
        ArgumentError: As ``condition_number``.

    >>> arm = Robot.from_dh([1, 1, 1 / np.sqrt(3)], 0, 0, 0)
    >>> round(conditioning_index(arm, np.radians([0, 120, 150])), 6)
    100.0
    """
    return 100.0 / condition_number(robot, q, length, norm, task)


def singular_values(
    robot: Robot, q: ArrayLike, length: float | None = None, task: Task = "pose"
) -> Array:
    """Return the singular values of the homogeneous Jacobian, the largest first.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        length: Characteristic length L in m; None for the best one in the Frobenius norm (1 m if
            none is best).
        task: As ``condition_number``.

    Returns:
        One for each feasible direction of the task (r,) or (m, r).

    Raises:
        ArgumentError: As ``condition_number``.

    >>> quarter = np.radians([-90, -90, 0])
    >>> singular_values(Robot.from_dh(0, quarter, 0, quarter, "PPP"), [0.1, 0.2, 0.3]).round(12)
    array([1., 1., 1.])
    """
    rows = rows_of(check_moving(robot), task)
    H = jacobian_of_task(robot, q, length, task)
    return unrounded(np.linalg.svd(H, compute_uv=False)[..., : rows.rank])


def jacobian_of_task(robot: Robot, q: ArrayLike, length: float | None, task: Task) -> Array:
    """Return the rows of H that are used (..., r, k); L as ``singular_values``."""
    rows = rows_of(check_moving(robot), task)
    J = jacobian(robot, check_posture(robot, q), active=True)
    if length is not None:
        return task_jacobian(rows, J, check_positive(length, "length"))
    best = _conditions(robot, q, None, "frobenius", task)[..., 1]
    return halves_of(rows, J).at(np.where(np.isfinite(best) & (best > 0), best, 1.0))


def _conditions(robot: Robot, q: ArrayLike, length: float | None, norm: Norm, task: Task) -> Array:
    """Return the condition number and length (..., 2)."""
    check_choice(norm, "norm", NORMS)
    rows = rows_of(check_moving(robot), task)
    if task == "pose" and rows.rank == 6:
        values = pose_conditions(robot, q, length, norm == "2")
        unknown = np.isnan(values[..., 0])
        if not unknown.any():
            return values
        # nearly singular postures, which the kernel does not know well enough
        J = jacobian(robot, q, active=True)
        values[unknown] = conditions(rows, J[unknown], length, norm)
        return values
    posture = check_posture(robot, q)
    L = None if length is None else check_positive(length, "length")
    return conditions(rows, jacobian(robot, posture, active=True), L, norm)


@accelerated
def pose_conditions(
    robot: Robot, q: ArrayLike, length: float | None = None, two: bool = False
) -> Array:
    """Return condition number and length of poses with six joints or more (..., 2).

    The kernel returns NaN for condition numbers above ten million, whose accuracy is insufficient.

    Args:
        robot: The robot, for which every twist is feasible.
        q: Posture (n,) or batch (m, n), rad or m.
        length: L in m; None for the best one.
        two: Use the 2-norm; otherwise the weighted Frobenius norm.

    Raises:
        ArgumentError: As ``condition_number``.

    >>> pose_conditions.__name__
    'pose_conditions'
    """
    posture = check_posture(check_moving(robot), q)
    L = None if length is None else check_positive(length, "length")
    J = jacobian(robot, posture, active=True)
    return conditions(rows_of(robot, "pose"), J, L, "2" if two else "frobenius")


def conditions(rows: Rows, J: Array, length: float | None, norm: Norm) -> Array:
    """Return condition number and length of Jacobians (..., 6, k), as (..., 2).

    Args:
        rows: The relevant rows.
        J: Jacobians.
        length: L in m; None for the best one.
        norm: ``"frobenius"`` or ``"2"``.
    """
    halves = halves_of(rows, J)
    given = None if length is None else np.full(J.shape[:-2], length)
    best = _best_length(rows, halves, norm) if given is None else given
    value = _values(halves, np.where(np.isnan(best), 1.0, best), rows.rank, norm)
    # of a singular posture every length is as bad
    best = best if length is not None else np.where(np.isfinite(value), best, np.nan)
    return np.stack([value, best], axis=-1)


def _values(halves: Halves, length: Array, rank: int, norm: Norm) -> Array:
    """Return condition numbers (...) at lengths (...)."""
    sigma = np.asarray(np.linalg.svd(halves.at(length), compute_uv=False), dtype=float)
    return condition_of(sigma[..., :rank], norm)


def condition_of(sigma: Array, norm: Norm) -> Array:
    """Return condition numbers (...) of singular values (..., r), the largest first."""
    largest = sigma[..., :1]
    parts = sigma / np.where(largest > 0, largest, 1.0)
    regular = parts[..., -1] > SINGULAR
    parts = np.where(regular[..., None], parts, 1.0)
    if norm == "2":
        value = 1.0 / parts[..., -1]
    else:
        squares = parts**2
        value = np.sqrt(squares.sum(axis=-1) * (1.0 / squares).sum(axis=-1)) / sigma.shape[-1]
    return np.where(regular, np.maximum(value, 1.0), np.inf)


def _best_length(rows: Rows, halves: Halves, norm: Norm) -> Array:
    """Return the best L (...), NaN if all lengths are equally good."""
    levers = (halves.levers**2).sum(axis=(-1, -2))
    others = (halves.angular**2).sum(axis=(-1, -2)) + (halves.slides**2).sum(axis=(-1, -2))
    if not levers.any() or not others.any():
        return np.full(levers.shape, np.nan)
    if norm == "frobenius" and rows.full and rows.turns.all():
        return _closed_length(halves, levers, others)
    typical = np.sqrt(levers / others)
    flat = [part.reshape(typical.size, *part.shape[-2:]) for part in halves]
    found = [
        _searched_length(Halves(*(part[i : i + CHUNK] for part in flat)), start, rows.rank, norm)
        for i, start in enumerate_chunks(typical.ravel())
    ]
    return np.concatenate(found or [np.zeros(0)]).reshape(typical.shape)


def enumerate_chunks(values: Array) -> list[tuple[int, Array]]:
    """Return the starts of chunks of values, and the chunks."""
    return [(i, values[i : i + CHUNK]) for i in range(0, len(values), CHUNK)]


def _closed_length(halves: Halves, levers: Array, others: Array) -> Array:
    """Return L^4 = |M|^2 tr W_11 / (|E|^2 tr W_22), W = H^+T H^+, at a suitable length."""
    typical = np.sqrt(levers / np.where(others > 0, others, 1.0))
    typical = np.where(typical > 0, typical, 1.0)
    H = halves.at(typical)
    count = halves.angular.shape[-2]
    u, sigma, _ = np.linalg.svd(H, full_matrices=False)
    regular = sigma[..., -1] > SINGULAR * sigma[..., 0]
    weight = np.where(regular[..., None], 1.0 / np.where(sigma > 0, sigma, 1.0) ** 2, 1.0)
    diagonal = (u**2 * weight[..., None, :]).sum(axis=-1)
    ratio = diagonal[..., :count].sum(axis=-1) / diagonal[..., count:].sum(axis=-1)
    # both halves are as large at the typical length, so their quotient is 1
    return np.where(regular, typical * ratio**0.25, np.nan)


def _searched_length(halves: Halves, typical: Array, rank: int, norm: Norm) -> Array:
    """Return the best L (m,) from a grid of log L, then at the zero of the slope."""
    typical = np.where(typical > 0, typical, 1.0)
    grid = np.linspace(-np.log(RANGE), np.log(RANGE), GRID)
    values = [_values(halves, typical * np.exp(t), rank, norm) for t in grid]
    place = np.argmin(values, axis=0)
    low, high = grid[np.maximum(place - 1, 0)], grid[np.minimum(place + 1, GRID - 1)]
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        falls = _slope(halves, typical * np.exp(middle), rank, norm) < 0
        low, high = np.where(falls, middle, low), np.where(falls, high, middle)
    found = typical * np.exp((low + high) / 2)
    least = _values(halves, found, rank, norm)
    for last, end in ((0, 0.0), (GRID - 1, np.inf)):
        beyond = _values(halves, np.full(len(found), end), rank, norm)
        found = np.where((place == last) & (beyond <= ROUNDED * least), end, found)
    return np.asarray(found)


def _slope(halves: Halves, length: Array, rank: int, norm: Norm) -> Array:
    """Return the derivative of the log of the condition number with respect to log L (m,).

    A singular value s = u^T H v changes by u^T dH v, and dH / d log L is -[0; levers / L].
    """
    u, sigma, vt = np.linalg.svd(halves.at(length), full_matrices=False)
    lower = u[..., halves.angular.shape[-2] :, :rank]
    moved = halves.levers / length[:, None, None]
    change = -np.einsum("mbr,mbk,mrk->mr", lower, moved, vt[..., :rank, :])
    s = sigma[..., :rank]
    s = np.maximum(s, SINGULAR * s[..., :1])
    relative = change / s
    if norm == "2":
        return np.asarray(relative[..., 0] - relative[..., -1])
    up, down = s**2, (s / s[..., -1:]) ** -2.0
    return np.asarray(
        (up * relative).sum(-1) / up.sum(-1) - (down * relative).sum(-1) / down.sum(-1)
    )
