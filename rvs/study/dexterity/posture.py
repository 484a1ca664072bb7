"""The posture and the length at which a robot has its least condition number."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rvs.engine.arrays import Array, Integers, check_choice, check_flag, check_moving
from rvs.engine.errors import ArgumentError
from rvs.engine.jacobians import jacobian
from rvs.engine.robot import Robot
from rvs.engine.screws import cross
from rvs.study.dexterity.condition import NORMS, Norm, conditions, halves_of
from rvs.study.dexterity.descent import Box, box_of, descend
from rvs.study.dexterity.tasks import Rows, Task, rows_of

# Random postures that are looked at, and how many of the best go on to each stage.
SAMPLES, FIRST, SECOND, LAST_FEW = 4000, 160, 32, 8
# Steps of the first look, of a stage, and of the last one.
LOOK, STAGE, LAST = 40, 60, 400
# Powers that lead from the Frobenius norm towards the 2-norm: at last to parts of a million.
POWERS = (8.0, 16.0, 32.0, *(4.0**k for k in range(3, 12)))
# How far from each point others begin, rad or parts of the typical lever: one that leaves saddles,
# and more of them at the powers at which one minimum becomes several.
ASIDE, ASIDES, PARTING = 0.03, (0.03, 0.1, 0.3), 64.0
# The smallest singular value that is told from none, beside the largest.
LEAST = 1e-15
# How far apart the logarithms of L may be, and values that count as one.
WIDEST, ALIKE = 12.0, 1e-9
SEED = 11
# A slide without limits that has gone so many typical levers has no best place.
FAR = 20.0


class Optimum(NamedTuple):
    """The best posture of a robot.

    Attributes:
        q: The posture (n,), rad and m; joints without influence are at home.
        length: The corresponding characteristic length, in m; NaN if all are equally good.
        condition: The condition number there.
        kci: The kinetostatic conditioning index, 100 over the condition number, in percent.
    """

    q: Array
    length: float
    condition: float
    kci: float


def optimum_posture(
    robot: Robot, norm: Norm = "frobenius", task: Task = "pose", limits: bool = False
) -> Optimum:
    """Return the posture and the length L with the least condition number of all.

    Descents by BFGS from the best of 4,000 random postures, over posture and L together, with exact
    derivatives.  The 2-norm is not smooth where singular values meet, as they do at its minima; it
    is approached by ``log(sum s^p sum s^-p) / p`` with p from 2, the Frobenius norm, to four
    million. The same call always gives the same result.

    Args:
        robot: The robot; its locked joints stay at home.
        norm: As ``condition_number``.
        task: As ``condition_number``.
        limits: Respect the limits of revolute joints; those of prismatic joints are always
            respected.

    Returns:
        The best one found.  Its condition number is infinite if the robot is singular in every
        posture.

    Raises:
        ArgumentError: An unknown norm or task, a task without any feasible motion, every
            joint is locked, or a slide without limits with which the condition number falls
            without end.

    >>> best = optimum_posture(Robot.from_dh([1, 1, 1 / np.sqrt(3)], 0, 0, 0))
    >>> round(best.condition, 9), round(best.length, 6)
    (1.0, 0.408248)
    """
    check_choice(norm, "norm", NORMS)
    within = check_flag(limits, "limits")
    rows = rows_of(check_moving(robot), task)
    box = box_of(robot, within, _typical(robot, rows), _idle(robot))
    best = _search(_Search(robot, rows, box), norm)
    values = conditions(rows, jacobian(robot, best, active=True), None, norm)[:, 0]

    def condition(q: Array) -> float:
        return float(conditions(rows, jacobian(robot, q, active=True), None, norm)[0])

    q = box.calmed(best[np.argmin(values)], condition)
    _check_near(robot, q, box)
    value, length = conditions(rows, jacobian(robot, q, active=True), None, norm).tolist()
    return Optimum(q, length, value, 100.0 / value)


def _check_near(robot: Robot, q: Array, box: Box) -> None:
    """Raise an error if a prismatic joint without limits has reached the bound of the descent."""
    for i, bounded, length in zip(box.moving, box.bounded, box.half, strict=True):
        slides = robot.joints[i].kind != "revolute"
        if slides and not bounded and abs(q[i] - box.held[i]) > FAR * length:
            raise ArgumentError(
                f"robot: joint {i + 1} is prismatic and has no limits, and the condition number "
                "improves with its distance; give it limits"
            )


def _idle(robot: Robot) -> tuple[int, ...]:
    """Return joints that change no condition number: the first one moves the rest as one body."""
    return robot.active[:1] if len(robot.active) > 1 else ()


def _typical(robot: Robot, rows: Rows) -> float:
    """Return a length typical of the arm's levers, for prismatic joints and the initial L, in m."""
    halves = halves_of(rows, jacobian(robot, _anywhere(robot), active=True))
    squares = float((halves.levers**2).sum())
    return float(np.sqrt(3.0 * squares / halves.levers.size)) if squares else 1.0


def _anywhere(robot: Robot) -> Array:
    turns = robot.chain.turn > 0
    Q = np.random.default_rng(SEED).uniform(-np.pi, np.pi, (50, robot.n))
    return np.where(turns, Q, robot.home)


class _Search:
    """The function to minimise, of variables of the joints and log L."""

    def __init__(self, robot: Robot, rows: Rows, box: Box) -> None:
        self.robot, self.rows, self.box = robot, rows, box
        self.scale = _typical(robot, rows)
        moving = dict.fromkeys(box.moving)
        self.columns = [i for i, joint in enumerate(robot.active) if joint in moving]
        self.power = 2.0

    def lengths(self, X: Array) -> Array:
        """Return L of variables (b,), in m."""
        return np.asarray(self.scale * np.exp(WIDEST * np.tanh(X[:, -1] / WIDEST)))

    def __call__(self, X: Array) -> tuple[Array, Array]:
        """Return log(sum s^p sum s^-p) / p (b,) and its gradient (b, d)."""
        Q, inner = self.box.postures(X[:, :-1])
        J = jacobian(self.robot, Q, active=True)
        halves, L = halves_of(self.rows, J), self.lengths(X)
        u, sigma, vt = np.linalg.svd(halves.at(L), full_matrices=False)
        rank = self.rows.rank
        s = np.maximum(sigma[:, :rank], LEAST * sigma[:, :1] + 1e-300)
        up, down = _weights(np.log(s), self.power)
        value = up[1] + down[1]
        pull = u[..., :rank] @ (((up[0] - down[0]) / s)[..., None] * vt[:, :rank])
        by_joint, by_length = _carried_back(self.rows, J, L, pull)
        stretch = 1.0 / np.cosh(X[:, -1] / WIDEST) ** 2
        gradient = np.column_stack([by_joint[:, self.columns] * inner, by_length * stretch])
        return value, gradient


def _weights(logs: Array, power: float) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """Return shares of s^p and s^-p in their sums (b, r), and log of these sums over p (b,)."""
    answers = []
    for sign in (1.0, -1.0):
        exponents = sign * power * logs
        top = exponents.max(axis=1)
        parts = np.exp(exponents - top[:, None])
        total = parts.sum(axis=1)
        answers.append((parts / total[:, None], (top + np.log(total)) / power))
    return answers[0], answers[1]


def _carried_back(rows: Rows, J: Array, L: Array, pull: Array) -> tuple[Array, Array]:
    """Transform a gradient from the entries of H (b, r, k) to the joints (b, k) and to log L (b,).

    A joint rotates all later columns as one body, and moves the tool point in its own column and
    all earlier ones.
    """
    count = len(rows.angular)
    w, m = np.swapaxes(J[:, :3], 1, 2), np.swapaxes(J[:, 3:], 1, 2)
    by_w = np.swapaxes(pull[:, :count], 1, 2) @ rows.angular
    by_m = np.swapaxes(pull[:, count:], 1, 2) @ rows.linear
    by_m = np.where(rows.turns[:, None], by_m / L[:, None, None], by_m)
    moments = cross(w, by_w) + cross(m, by_m)
    after = np.flip(np.cumsum(np.flip(moments, 1), axis=1), 1) - moments
    until = np.cumsum(cross(by_m, w), axis=1)
    by_joint = (w * after).sum(axis=-1) + (m * until).sum(axis=-1)
    by_length = -(by_m * m * rows.turns[:, None]).sum(axis=(1, 2))
    return by_joint, by_length


def _search(function: _Search, norm: Norm) -> Array:
    """Return the best postures found (b, n)."""
    starts = function.box.starts(SAMPLES, SEED)
    X = np.column_stack([starts, np.zeros(len(starts))])
    stages = [(2.0, LOOK, SECOND), (2.0, LAST, LAST_FEW)]
    if norm == "2":
        stages = [(POWERS[0], LOOK, SECOND), *((power, STAGE, LAST_FEW) for power in POWERS)]
    function.power = stages[0][0]
    X = _best(function.box, X, function(X)[0], FIRST)
    rng = np.random.default_rng(SEED)
    for function.power, steps, count in stages:
        # symmetric postures may be saddles
        parts = norm == "2" and function.power <= PARTING
        asides = ASIDES if parts else (ASIDE,)
        X = np.vstack([X, *(X + rng.normal(0.0, aside, X.shape) for aside in asides)])
        X = _best(function.box, *descend(function, X, steps), count)
    return function.box.postures(X[:, :-1])[0]


def _best(box: Box, X: Array, values: Array, count: int) -> Array:
    """Return this many of the points: those with the smallest values, one of each equal group.

    Mirrored postures have equal values but different distances to the limits, which the next stage
    may reach: the one farthest from them is selected.
    """
    order: Integers = np.argsort(values, kind="stable")
    X, values = X[order], values[order]
    group = np.append(0, np.cumsum(np.diff(values) > ALIKE))
    order = np.lexsort((-box.room(X[:, :-1]), group))
    _, first = np.unique(group[order], return_index=True)
    return np.asarray(X[order[first[:count]]])
