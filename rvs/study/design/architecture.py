"""The homogeneous Jacobian of a Denavit-Hartenberg table, and its partial derivatives.

The thesis writes a row of the table as (a, b, alpha, theta): along and about the axes of the
standard convention.  Here a table with its posture is one array, so that both dimensions and joint
variables are design variables (Angeles, Fundamentals of Robotic Mechanical Systems, ch. 5).
"""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array, Booleans
from rvs.engine.screws import cross
from rvs.study.dexterity.tasks import Task as Task
from rvs.value_class import dataclass

# Columns of a table.
A, B, ALPHA, THETA = range(4)
COLUMNS = ("a", "b", "alpha", "theta")
LENGTHS = (A, B)


@dataclass(frozen=True, eq=False)
class Geometry:
    """The axes of a table in one posture, in base axes.

    Attributes:
        table: Rows a, b, alpha, theta (n, 4), m and rad.
        turns: True for revolute joints (n,), False for prismatic ones.
        axes: Unit vectors along the joint axes (n, 3).
        common: Unit vectors along the common normals, the x axes after each joint (n, 3).
        arms: Vectors from a point of each axis to the tool point (n, 3), m.
        ends: Vectors from the origin after each joint to the tool point (n, 3), m.
    """

    table: Array
    turns: Booleans
    axes: Array
    common: Array
    arms: Array
    ends: Array


def geometry(table: Array, turns: Booleans, tip: Array) -> Geometry:
    """Return the axes of a table.

    Args:
        table: Rows a, b, alpha, theta (n, 4), m and rad.
        turns: True for revolute joints (n,).
        tip: The tool point in the last frame (3,), m.
    """
    n = len(table)
    axes, common = np.empty((n, 3)), np.empty((n, 3))
    origins = np.zeros((n + 1, 3))
    frame = np.eye(3)
    sines, cosines = np.sin(table[:, ALPHA:]), np.cos(table[:, ALPHA:])
    for i in range(n):
        x, y, z = frame.T
        (sa, st), (ca, ct) = sines[i], cosines[i]
        axes[i] = z
        along = ct * x + st * y
        side = ct * y - st * x
        frame = np.column_stack([along, ca * side + sa * z, ca * z - sa * side])
        common[i] = along
        origins[i + 1] = origins[i] + table[i, B] * z + table[i, A] * along
    point = origins[n] + frame @ tip
    return Geometry(table, turns, axes, common, point - origins[:-1], point - origins[1:])


def halves(found: Geometry) -> tuple[Array, Array]:
    """Return the angular and the linear rows of the Jacobian (3, n) each; levers in m."""
    turning = found.turns[:, None]
    angular = np.where(turning, found.axes, 0.0)
    linear = np.where(turning, cross(found.axes, found.arms), found.axes)
    return angular.T, linear.T


def homogeneous(found: Geometry, length: float) -> Array:
    """Return the homogeneous Jacobian H (6, n), angular rows first (thesis, eq. 8.5).

    A prismatic joint has the column [0; e], whatever the unit of length.

    Args:
        found: The axes.
        length: The characteristic length L, m.
    """
    angular, linear = halves(found)
    return np.vstack([angular, linear * scales(found, length)])


def scales(found: Geometry, length: float) -> Array:
    """Return the factors of the linear rows that make them dimensionless (n,): 1/L for levers."""
    return np.where(found.turns, 1.0 / length, 1.0)


def screws(found: Geometry) -> tuple[Array, Array]:
    """Return the motions of all later links due to each number of the table.

    A small change of a, b, alpha or theta of joint j moves all later axes and the tool point
    as one rigid body: b and theta along and about the axis of joint j, a and alpha along and
    about its common normal.

    Returns:
        Angular velocity of the later body, and velocity of the tool point, for a change at unit
        speed: (n, 4, 3) each.
    """
    n = len(found.table)
    turning, moving = np.zeros((n, 4, 3)), np.zeros((n, 4, 3))
    turning[:, ALPHA], turning[:, THETA] = found.common, found.axes
    moving[:, A], moving[:, B] = found.common, found.axes
    moving[:, ALPHA] = cross(found.common, found.ends)
    moving[:, THETA] = cross(found.axes, found.arms)
    return turning, moving


def derivatives(found: Geometry, length: float) -> Array:
    """Return the derivatives of the homogeneous Jacobian with respect to every number of the table.

    Args:
        found: The axes.
        length: The characteristic length L, m.

    Returns:
        (n, 4, 6, n): the row and the number of the table, then the derivative of H.
    """
    n = len(found.table)
    angular, linear = halves(found)
    turning, moving = screws(found)
    later = (np.arange(n) > np.arange(n)[:, None])[:, None, :, None]
    e, m = angular.T, linear.T
    de = np.where(later, cross(turning[:, :, None], e), 0.0)
    # an axis that stays sees only the tool point move; one that moves turns with all after it
    dm = np.where(later, cross(turning[:, :, None], m), cross(e[None, None], moving[:, :, None]))
    return np.concatenate([de, dm * scales(found, length)[:, None]], axis=-1).swapaxes(-1, -2)


def pull_back(found: Geometry, length: float, slope: Array) -> tuple[Array, float]:
    """Return the gradient, converted from the entries of H to the table and L (adjoint form).

    One pass over the chain replaces one for every number of the table.

    Args:
        found: The axes.
        length: The characteristic length L, m.
        slope: Gradient of a function with respect to the entries of H (6, n).

    Returns:
        Its gradient with respect to the table (n, 4), and to L.
    """
    angular, linear = halves(found)
    by_angular, by_linear = slope[:3].T, slope[3:].T * scales(found, length)[:, None]
    moments = cross(angular.T, by_angular) + cross(linear.T, by_linear)
    # sums over the axes after each joint, and over those up to and including it
    later = np.cumsum(moments[::-1], axis=0)[::-1] - moments
    until = np.cumsum(cross(by_linear, angular.T), axis=0)
    turning, moving = screws(found)
    table = np.einsum("jkc,jc->jk", turning, later) + np.einsum("jkc,jc->jk", moving, until)
    levers = linear.T * found.turns[:, None]
    return table, float(-np.sum(by_linear * levers) / length)
