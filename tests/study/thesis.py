"""The gradient of the thesis, chapter 8, written as it stands there, with its misprints mended.

It is the reference that the fast form in ``architecture`` is held against: every partial
derivative of e_i and r_i by a_j, b_j, alpha_j and theta_j is a product of matrices of its own.
Equation numbers are those of the thesis; ``docs/errata.md`` lists what is printed wrongly there.
Vectors are expressed in the first frame.
"""

from __future__ import annotations

from functools import reduce

import numpy as np

from rvs.engine.arrays import Array, Booleans
from rvs.study.design.architecture import ALPHA, THETA, A, B

EYE = np.eye(3)
E3 = np.array([0.0, 0.0, 1.0])


def turn(alpha: float, theta: float) -> Array:
    """Return Q, from the axes of one frame to those before it (7.4)."""
    s, c, sa, ca = np.sin(theta), np.cos(theta), np.sin(alpha), np.cos(alpha)
    return np.array([[c, -ca * s, sa * s], [s, ca * c, -sa * c], [0.0, sa, ca]])


def turn_by_alpha(alpha: float, theta: float) -> Array:
    """Return the derivative of Q by alpha (8.34)."""
    s, c, sa, ca = np.sin(theta), np.cos(theta), np.sin(alpha), np.cos(alpha)
    return np.array([[0.0, sa * s, ca * s], [0.0, -sa * c, -ca * c], [0.0, ca, -sa]])


def turn_by_theta(alpha: float, theta: float) -> Array:
    """Return the derivative of Q by theta (8.35, where Q itself is printed)."""
    s, c, sa, ca = np.sin(theta), np.cos(theta), np.sin(alpha), np.cos(alpha)
    return np.array([[-s, -ca * c, sa * c], [c, -ca * s, sa * s], [0.0, 0.0, 0.0]])


def arm(a: float, b: float, theta: float) -> Array:
    """Return the vector a, from one origin to the next in the frame of the first (7.3)."""
    return np.array([a * np.cos(theta), a * np.sin(theta), b])


def arm_by(column: int, a: float, theta: float) -> Array:
    """Return the derivative of the vector a by one number of its row; the list leaves it out."""
    s, c = np.sin(theta), np.cos(theta)
    by = {A: [c, s, 0.0], B: [0.0, 0.0, 1.0], ALPHA: [0.0] * 3, THETA: [-a * s, a * c, 0.0]}
    return np.array(by[column])


class Chain:
    """Matrices Q and vectors a of a table, and products of them."""

    def __init__(self, table: Array, tip: Array) -> None:
        """Compute them.

        Args:
            table: Rows a, b, alpha, theta (n, 4), m and rad.
            tip: The tool point in the last frame (3,), m.
        """
        self.table, self.tip, self.n = table, tip, len(table)
        self.turns = [turn(alpha, theta) for _, _, alpha, theta in table]
        self.arms = [arm(a, b, theta) for a, b, _, theta in table]

    def product(self, first: int, last: int) -> Array:
        """Return Q_first ... Q_last, numbered from 0; 1 where there is none."""
        found: Array = reduce(np.matmul, self.turns[first : last + 1], EYE)
        return found

    def axis(self, i: int) -> Array:
        """Return e_i (8.26)."""
        found: Array = self.product(0, i - 1) @ E3
        return found

    def reach(self, i: int) -> Array:
        """Return r_i in frame i (8.36), with the tool point as one more vector at the end."""
        parts = [self.product(i, k - 1) @ self.arms[k] for k in range(i, self.n)]
        found: Array = np.sum([*parts, self.product(i, self.n - 1) @ self.tip], axis=0)
        return found

    def turn_by(self, j: int, column: int) -> Array:
        """Return the derivative of Q_j by one number of its row (8.29, 8.30, 8.34, 8.35)."""
        _, _, alpha, theta = self.table[j]
        if column == ALPHA:
            return turn_by_alpha(alpha, theta)
        return turn_by_theta(alpha, theta) if column == THETA else np.zeros((3, 3))

    def axis_by(self, i: int, j: int, column: int) -> Array:
        """Return the derivative of e_i by a number of row j (8.32, 8.33)."""
        if j >= i:
            return np.zeros(3)
        changed = self.product(0, j - 1) @ self.turn_by(j, column) @ self.product(j + 1, i - 1)
        found: Array = changed @ E3
        return found

    def reach_by(self, i: int, j: int, column: int) -> Array:
        """Return the derivative of r_i in the first frame by a number of row j (8.37-8.39)."""
        if j < i:
            before = self.product(0, j - 1) @ self.turn_by(j, column)
            found: Array = before @ self.product(j + 1, i - 1) @ self.reach(i)
            return found
        a, _, _, theta = self.table[j]
        after = self.reach(j + 1) if j + 1 < self.n else self.tip
        own = arm_by(column, a, theta) + self.turn_by(j, column) @ after
        # the prefix Q_1 ... Q_(i-1) Q_i ... Q_(j-1) is missing in the thesis where j > i
        return np.asarray(self.product(0, j - 1) @ own)


def jacobian(table: Array, turns: Booleans, tip: Array, length: float) -> Array:
    """Return the homogeneous Jacobian H (6, n) (8.5).

    Args:
        table: Rows a, b, alpha, theta (n, 4), m and rad.
        turns: Which joints turn (n,); a sliding one has the column [0; e].
        tip: The tool point in the last frame (3,), m.
        length: The characteristic length L, m.
    """
    chain = Chain(table, tip)
    columns = []
    for i in range(chain.n):
        e = chain.axis(i)
        lever = np.cross(e, chain.product(0, i - 1) @ chain.reach(i))
        columns.append(np.r_[e, lever / length] if turns[i] else np.r_[0.0 * e, e])
    return np.transpose(columns)


def jacobian_by(
    table: Array, turns: Booleans, tip: Array, length: float, j: int, column: int
) -> Array:
    """Return the derivative of H (6, n) by a number of row j (8.25).

    Args:
        table: Rows a, b, alpha, theta (n, 4), m and rad.
        turns: Which joints turn (n,).
        tip: The tool point in the last frame (3,), m.
        length: The characteristic length L, m.
        j: Row of the number, from 0.
        column: Its column, from 0.
    """
    chain = Chain(table, tip)
    columns = []
    for i in range(chain.n):
        e, de = chain.axis(i), chain.axis_by(i, j, column)
        r, dr = chain.product(0, i - 1) @ chain.reach(i), chain.reach_by(i, j, column)
        lever = np.cross(de, r) + np.cross(e, dr)
        columns.append(np.r_[de, lever / length] if turns[i] else np.r_[0.0 * e, de])
    return np.transpose(columns)


def gradient(table: Array, turns: Booleans, tip: Array, length: float) -> Array:
    """Return the gradient of z = tr(H H^T) tr((H H^T)^-1) by the table (n, 4) (8.14-8.17, 8.42).

    With fewer than six joints H^T H stands for H H^T, which would be singular.

    Args:
        table: Rows a, b, alpha, theta (n, 4), m and rad.
        turns: Which joints turn (n,).
        tip: The tool point in the last frame (3,), m.
        length: The characteristic length L, m.
    """
    H = jacobian(table, turns, tip, length)
    if H.shape[1] < 6:
        H = H.T
    inverse = np.linalg.inv(H @ H.T)
    f1, f2 = np.trace(H @ H.T), np.trace(inverse)
    slopes = np.empty(table.shape)
    for j in range(len(table)):
        for column in range(4):
            dH = jacobian_by(table, turns, tip, length, j, column)
            dH = dH if H.shape == dH.shape else dH.T
            change = dH @ H.T + H @ dH.T
            slopes[j, column] = f2 * np.trace(change) - f1 * np.trace(inverse @ inverse @ change)
    return slopes
