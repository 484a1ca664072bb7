"""Fifteen functions of a line that rigid motions map linearly.

A directed line with a point on it, direction l through p, has

    e(l, p) = [l, p, p.l, p.p, p x l, (p.p) l - 2 (p.l) p, 1].

Raghavan and Roth (1990) take the first fourteen as their equations because a motion (R, t), which
sends l to R l and p to R p + t, makes of each a combination of the same fifteen:

    p'.l'      = p.l + t.(R l)
    p'.p'      = p.p + 2 t.(R p) + t.t
    p' x l'    = R (p x l) + t x (R l)
    last three = R (last three) + (t.t) R l - 2 t (t.R l) - 2 (p.l) t - 2 t x R (p x l)

So e(X (l, p)) = D(X) e(l, p) with a 15 x 15 matrix D(X), and D(X Y) = D(X) D(Y): a linear
representation of the group of motions.  What others derive symbolically for each robot is here a
product of numbers.

Source: Raghavan and Roth, "Inverse kinematics of the general 6R manipulator and related linkages",
ASME J. Mech. Des. 115 (1993), 502-508.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rvs.engine.arrays import Array

SIZE = 15
# Where the parts of e stand.
_L, _P, _PL, _PP, _M, _X, _ONE = slice(0, 3), slice(3, 6), 6, 7, slice(8, 11), slice(11, 14), 14


def line_functionals(direction: Array, point: Array) -> Array:
    """Return e(l, p) of lines, (..., 15).

    Args:
        direction: Directions l (..., 3).
        point: Points p (..., 3).

    >>> line_functionals(np.array([0.0, 0, 1]), np.zeros(3)).nonzero()[0]
    array([ 2, 14])
    """
    along = (point * direction).sum(-1, keepdims=True)
    square = (point * point).sum(-1, keepdims=True)
    last = square * direction - 2 * along * point
    one = np.ones_like(along)
    return np.concatenate(
        [direction, point, along, square, np.cross(point, direction), last, one], axis=-1
    )


def motion_matrix(X: Array) -> Array:
    """Return D(X) of rigid motions, (..., 15, 15).

    Args:
        X: Motions (..., 4, 4).

    >>> np.array_equal(motion_matrix(np.eye(4)), np.eye(15))
    True
    """
    R, t = X[..., :3, :3], X[..., :3, 3]
    square = (t * t).sum(-1)[..., None, None]
    t_cross_R = np.cross(t[..., None], R, axis=-2)
    t_dot_R = np.einsum("...i,...ij->...j", t, R)
    D = np.zeros((*X.shape[:-2], SIZE, SIZE))
    for part in (_L, _P, _M, _X):
        D[..., part, part] = R
    D[..., _PL, _PL] = D[..., _PP, _PP] = D[..., _ONE, _ONE] = 1.0
    D[..., _P, _ONE] = t
    D[..., _PL, _L] = t_dot_R
    D[..., _PP, _P] = 2 * t_dot_R
    D[..., _PP, _ONE] = square[..., 0, 0]
    D[..., _M, _L] = t_cross_R
    D[..., _X, _L] = square * R - 2 * t[..., None] * t_dot_R[..., None, :]
    D[..., _X, _PL] = -2 * t
    D[..., _X, _M] = -2 * t_cross_R
    return D


class TurnParts(NamedTuple):
    """What a turn about z does: ``sin q * sin + cos q * cos + one`` is its D."""

    sin: Array
    cos: Array
    one: Array


def _turn_parts() -> TurnParts:
    sin, cos, one = np.zeros((3, SIZE, SIZE))
    for x in (part.start for part in (_L, _P, _M, _X)):
        y, z = x + 1, x + 2
        cos[x, x] = cos[y, y] = sin[y, x] = one[z, z] = 1.0
        sin[x, y] = -1.0
    one[_PL, _PL] = one[_PP, _PP] = one[_ONE, _ONE] = 1.0
    for part in (sin, cos, one):
        part.setflags(write=False)
    return TurnParts(sin, cos, one)


TURN = _turn_parts()


def turned(e: Array, sign: float = 1.0) -> Array:
    """Return what a turn by q makes of columns e: its coefficients of sin q, cos q and 1.

    Args:
        e: Functionals as columns (..., 15, k).
        sign: 1 for a turn by q, -1 for a turn by -q.

    Returns:
        Columns (..., 15, 3 k): k for sin q, k for cos q, k for 1.
    """
    return np.concatenate([sign * (TURN.sin @ e), TURN.cos @ e, TURN.one @ e], axis=-1)
