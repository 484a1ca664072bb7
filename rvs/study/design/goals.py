"""Goals of a design: objectives to minimise, and secondary goals in addition.

Every goal is a logarithm, so that its weight refers to relative changes: with weight 1, one per
cent of it is worth one per cent of the squared condition number.  All are computed over the same
random postures, in the final size of the robot.  Torques are those of uniform rods of 1 kg/m along
the links, as a design has no masses yet.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rvs.engine.arrays import Array, Booleans, check_choice
from rvs.engine.errors import ArgumentError
from rvs.engine.screws import cross
from rvs.study.design.architecture import (
    ALPHA,
    THETA,
    A,
    B,
    Geometry,
    Task,
    derivatives,
    halves,
    homogeneous,
    pull_back,
)
from rvs.value_class import dataclass

POSTURES, SEED = 128, 17
GRAVITY = 9.81
# What a goal is taken for that is 0, as where no posture is in the box.
NOTHING = 1e-9


@dataclass(frozen=True)
class Goal:
    """A secondary goal.

    Attributes:
        name: ``"conditioning"``, ``"reach"``, ``"length"`` or ``"gravity"``.
        weight: Its weight, above 0.
        box: Lower and upper corner of the relevant part of the workspace, m, in the base frame; for
            conditioning only.  None is the whole workspace.

    Raises:
        ArgumentError: An unknown name, a weight that is not positive, or an inverted box.
    """

    name: str
    weight: float
    box: tuple[tuple[float, float, float], tuple[float, float, float]] | None = None

    def __post_init__(self) -> None:
        check_choice(self.name, "goal", tuple(GOALS))
        if not 0.0 < self.weight < np.inf:
            raise ArgumentError(f"goal: {self.name} needs a weight above 0, got {self.weight:g}")
        if self.box is not None and not np.less(*self.box).all():
            raise ArgumentError("goal: the lower corner of the box must be below the upper one")


@dataclass(frozen=True, eq=False)
class Spread:
    """A robot in many postures.

    Attributes:
        table: Its rows a, b, alpha, theta (n, 4), m and rad.
        turns: True for revolute joints (n,).
        rows: Rows of the Jacobian that are used.
        length: Characteristic length L, m.
        axes: Unit vectors along the axes (m, n, 3).
        origins: The origin of the base and those after each joint (m, n + 1, 3), m.
        tool: The tool point (m, 3), m.
    """

    table: Array
    turns: Booleans
    rows: tuple[int, ...]
    length: float
    axes: Array
    origins: Array
    tool: Array


def spread(
    table: Array, turns: Booleans, tip: Array, rows: tuple[int, ...], length: float
) -> Spread:
    """Return a robot in the postures over which goals are averaged.

    Revolute joints make a full turn; prismatic joints move by the typical length of a link.

    Args:
        table: Rows a, b, alpha, theta (n, 4), m and rad.
        turns: True for revolute joints (n,).
        tip: The tool point in the last frame (3,), m.
        rows: Rows of the Jacobian that are used.
        length: Characteristic length L, m.
    """
    n = len(table)
    random = np.random.default_rng(SEED).uniform(-1.0, 1.0, (POSTURES, n))
    typical = np.hypot(table[:, A], table[:, B]).mean()
    theta = np.where(turns, np.pi * random, table[:, THETA])
    b = np.where(turns, table[:, B], table[:, B] + typical * random)
    axes, origins = np.empty((POSTURES, n, 3)), np.zeros((POSTURES, n + 1, 3))
    x, y, z = (np.tile(row, (POSTURES, 1)) for row in np.eye(3))
    for i in range(n):
        axes[:, i] = z
        c, s = np.cos(theta[:, i, None]), np.sin(theta[:, i, None])
        ca, sa = np.cos(table[i, ALPHA]), np.sin(table[i, ALPHA])
        along, side = c * x + s * y, c * y - s * x
        origins[:, i + 1] = origins[:, i] + b[:, i, None] * z + table[i, A] * along
        x, y, z = along, ca * side + sa * z, ca * z - sa * side
    tool = origins[:, -1] + tip[0] * x + tip[1] * y + tip[2] * z
    return Spread(table, turns, rows, length, axes, origins, tool)


def cost(goal: Goal, found: Spread) -> float:
    """Return the quantity to be minimised for a goal, with its weight."""
    return goal.weight * float(GOALS[goal.name](found, goal))


def _conditioning(found: Spread, goal: Goal) -> float:
    """Return the global conditioning index: the mean of 1/kappa over the postures in the box."""
    arms = found.tool[:, None] - found.origins[:, :-1]
    turning = found.turns[:, None]
    angular = np.where(turning, found.axes, 0.0)
    linear = np.where(turning, cross(found.axes, arms) / found.length, found.axes)
    J = np.concatenate([angular, linear], axis=-1)[..., list(found.rows)]
    values = np.linalg.svd(J, compute_uv=False)
    with np.errstate(divide="ignore", over="ignore"):
        squared = np.sum(values**2, axis=-1) * np.sum(values**-2.0, axis=-1)
    inverse = values.shape[-1] / np.sqrt(squared)
    if goal.box is not None:
        low, high = goal.box
        inverse = inverse[((found.tool >= low) & (found.tool <= high)).all(axis=-1)]
    return -_log(inverse.mean() if len(inverse) else 0.0)


def _reach(found: Spread, _goal: Goal) -> float:
    return -_log(np.linalg.norm(found.tool, axis=-1).max())


def _length(found: Spread, _goal: Goal) -> float:
    return _log(np.abs(found.table[:, [A, B]]).sum())


def _gravity(found: Spread, _goal: Goal) -> float:
    """Return the largest torque of gravity about any revolute axis, in the worst posture."""
    steps = np.diff(found.origins, axis=1)
    masses = np.linalg.norm(steps, axis=-1)
    weighted = masses[..., None] * (found.origins[:, :-1] + 0.5 * steps)
    outer = np.cumsum(weighted[:, ::-1], axis=1)[:, ::-1]
    beyond = np.cumsum(masses[:, ::-1], axis=1)[:, ::-1]
    levers = outer - beyond[..., None] * found.origins[:, :-1]
    # the z component of axis x lever, as gravity acts along -z
    torques = GRAVITY * np.abs(cross(found.axes, levers)[..., 2])
    return _log(torques[:, found.turns].max(initial=0.0))


def _log(number: float) -> float:
    return float(np.log(max(number, NOTHING)))


# name -> what is made small, without its weight
GOALS: dict[str, Callable[[Spread, Goal], float]] = {
    "conditioning": _conditioning,
    "reach": _reach,
    "length": _length,
    "gravity": _gravity,
}


# Rows of the Jacobian that a task has; a planar arm moves in the plane normal to its first axis.
ROWS: dict[Task, tuple[int, ...]] = {
    "pose": (0, 1, 2, 3, 4, 5),
    "position": (3, 4, 5),
    "orientation": (0, 1, 2),
    "planar": (2, 3, 4),
}
# Past this the condition number counts as infinite.
SINGULAR = 1e12


@dataclass(frozen=True)
class Objective:
    """The measures of one kind of robot.

    Attributes:
        turns: True for each revolute joint, in order.
        task: Rows of the Jacobian that are used.
    """

    turns: tuple[bool, ...]
    task: Task = "pose"

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows that are used."""
        return ROWS[self.task]

    @property
    def size(self) -> int:
        """Number of relevant singular values: rows of the task, or joints if they are fewer."""
        return min(len(self.rows), len(self.turns))

    def flags(self) -> Booleans:
        """Return a mask of the revolute joints (n,)."""
        return np.array(self.turns)

    def jacobian(self, found: Geometry, length: float) -> Array:
        """Return the rows of H that are used (m, n)."""
        return homogeneous(found, length)[list(self.rows)]

    def condition(self, found: Geometry, length: float) -> float:
        """Return the condition number in the weighted Frobenius norm (thesis, eq. 8.4).

        Infinite if the Jacobian is singular.
        """
        values = np.linalg.svd(self.jacobian(found, length), compute_uv=False)
        if values[-1] * SINGULAR <= values[0]:
            return float("inf")
        return float(np.sqrt(np.sum(values**2) * np.sum(values**-2)) / self.size)

    def slope(self, found: Geometry, length: float) -> tuple[float, Array, float]:
        """Return the logarithm of the squared condition number with its gradient.

        The logarithm does not move the optima and reduces the slope near singularities.

        Returns:
            The value, its gradient with respect to the table (n, 4), and to L.
        """
        H = self.jacobian(found, length)
        wide = H if H.shape[0] <= H.shape[1] else H.T
        inverse = np.linalg.inv(wide @ wide.T)
        f1, f2 = float(np.trace(wide @ wide.T)), float(np.trace(inverse))
        by = 2.0 * wide / f1 - 2.0 * inverse @ inverse @ wide / f2
        full = np.zeros((6, len(self.turns)))
        full[list(self.rows)] = by if wide is H else by.T
        table, own = pull_back(found, length, full)
        return float(np.log(f1 * f2 / self.size**2)), table, own

    def misfit(self, found: Geometry, length: float) -> tuple[Array, Array, Array]:
        """Return the distance of the Jacobian from isotropy, with derivatives.

        With six joints or more this is 3 / n_R H H^T - 1, n_R the number of revolute joints: their
        axes are unit vectors, which determines the size of an isotropic H.  With fewer joints it is
        H^T H / s^2 - 1, s^2 the mean square of the singular values, and likewise for tasks of fewer
        rows.

        Returns:
            Entries on and above the diagonal (r,), derivatives with respect to table (r, n, 4), and
            to L (r,).
        """
        H, by_table, by_length = self._parts(found, length)
        size, turning = self.size, sum(self.turns)
        product = H @ H.T
        upper = np.triu_indices(size)
        changes = np.concatenate([by_table.reshape(-1, *H.shape), by_length[None]]) @ H.T
        changes = changes + changes.swapaxes(-1, -2)
        if self.task == "pose" and len(self.turns) >= 6:
            scale = turning / 3.0
            rest, slopes = product / scale - np.eye(size), changes / scale
        else:
            scale = np.trace(product) / size
            grown = np.trace(changes, axis1=-2, axis2=-1)[:, None, None] / size
            rest = product / scale - np.eye(size)
            slopes = (changes - grown * product / scale) / scale
        slopes = slopes[:, *upper].T
        return rest[upper], slopes[:, :-1].reshape(-1, len(self.turns), 4), slopes[:, -1]

    def _parts(self, found: Geometry, length: float) -> tuple[Array, Array, Array]:
        """Return the Jacobian with its derivatives, transposed if it has more rows than columns."""
        rows = list(self.rows)
        H = homogeneous(found, length)[rows]
        by_table = derivatives(found, length)[:, :, rows]
        angular, linear = halves(found)
        by_length = np.vstack([0.0 * angular, -linear * found.turns / length**2])[rows]
        if H.shape[0] <= H.shape[1]:
            return H, by_table, by_length
        return H.T, by_table.swapaxes(-1, -2), by_length.T
