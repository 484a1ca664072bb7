"""From the closed loop to a 12 x 12 matrix that is singular at every solution.

Cut the loop behind joints 2 and 6 (u_6 does not move the sixth axis):

    K_2 turn(u_3) K_3 turn(u_4) K_4 turn(u_5) K_5 axis  =  turn(-u_2) K_1^-1 turn(-u_1) K_6^-1 axis

for the z axis of the sixth joint.  The functionals e of both sides are fourteen equations

    (sin u_3 P_s + cos u_3 P_c + P_1) m(u_4, u_5)  =  Q n(u_1, u_2)

m: the nine products of (sin, cos, 1) of u_4 and u_5;  n: the eight of u_1 and u_2 without 1.

* The six combinations of rows that vanish on the columns of Q, from its QR factorisation, leave six
  equations in u_3, u_4, u_5.
* With the tangents x = tan(u_4/2), y = tan(u_5/2) each is a polynomial, of degree 2 in x and in y.
* The six, and the six multiplied by x, are twelve linear equations for the twelve monomials
  x^3..x^0 times y^2..y^0.  These are not all zero, so the determinant of the 12 x 12 matrix is zero
  (Raghavan and Roth 1993, eq. 18).

Fifteen functions of a line that rigid motions map linearly.

A directed line with a point on it, direction l through p, has

    e(l, p) = [l, p, p.l, p.p, p x l, (p.p) l - 2 (p.l) p, 1].

Raghavan and Roth (1990) use the first fourteen as their equations because a motion (R, t), which
maps l to R l and p to R p + t, makes each a combination of the same fifteen:

    p'.l'      = p.l + t.(R l)
    p'.p'      = p.p + 2 t.(R p) + t.t
    p' x l'    = R (p x l) + t x (R l)
    last three = R (last three) + (t.t) R l - 2 t (t.R l) - 2 (p.l) t - 2 t x R (p x l)

So e(X (l, p)) = D(X) e(l, p) with a 15 x 15 matrix D(X), and D(X Y) = D(X) D(Y): a linear
representation of the group of motions.  A symbolic derivation for each robot is replaced by a
product of numbers.

Source: Raghavan and Roth, "Inverse kinematics of the general 6R manipulator and related linkages",
ASME J. Mech. Des. 115 (1993), 502-508.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.inverse.general6r.loop import motion_inverse
from rvs.value_class import dataclass

SIZE = 15
# Where the parts of e stand.
_L, _P, _PL, _PP, _M, _X, _ONE = slice(0, 3), slice(3, 6), 6, 7, slice(8, 11), slice(11, 14), 14

EQUATIONS = 14
# Coefficients of t^2, t, 1 in sin, cos and 1, all times 1 + t^2, with t the half-angle tangent.
_HALF_ANGLE = np.array([[0.0, 2.0, 0.0], [-1.0, 0.0, 1.0], [1.0, 0.0, 1.0]])
_TANGENTS = np.kron(_HALF_ANGLE, _HALF_ANGLE)


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
    """Parts of a turn about z: ``sin q * sin + cos q * cos + one`` is its D."""

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
    """Return columns e after a turn by q: its coefficients of sin q, cos q and 1.

    Args:
        e: Functionals as columns (..., 15, k).
        sign: 1 for a turn by q, -1 for a turn by -q.

    Returns:
        Columns (..., 15, 3 k): k for sin q, k for cos q, k for 1.
    """
    return np.concatenate([sign * (TURN.sin @ e), TURN.cos @ e, TURN.one @ e], axis=-1)


_AXIS = line_functionals(np.array([0.0, 0.0, 1.0]), np.zeros(3))[:, None]


@dataclass(frozen=True, eq=False)
class Elimination:
    """The equations of m loops.

    Attributes:
        left: Coefficients of sin u_3, cos u_3 and 1 (m, 3, 14, 9); columns are the products of
            (sin, cos, 1) of u_4 with those of u_5.
        right: Q (m, 14, 8); columns are the products of (sin, cos, 1) of u_1 with those of u_2,
            except the last, 1, which is moved to the left.
        reduced: The six equations free of u_1 and u_2, coefficients of sin u_3, cos u_3 and 1
            (m, 3, 6, 9); columns are x^2..x^0 times y^2..y^0.
    """

    left: Array
    right: Array
    reduced: Array

    def of(self, i: int) -> Elimination:
        """Return the equations of one loop, as a batch of one."""
        return Elimination(self.left[i : i + 1], self.right[i : i + 1], self.reduced[i : i + 1])


def eliminate(links: Array) -> Elimination:
    """Return the equations of loops.

    Args:
        links: Loops in the order of a split (m, 6, 4, 4).
    """
    D = motion_matrix(links[:, 1:5])
    # outermost first: 3 columns after joint 5, 9 after joint 4, 27 after joint 3
    after_5 = turned(D[:, 3] @ _AXIS)
    after_4 = turned(D[:, 2] @ after_5)
    columns = D[:, 0] @ turned(D[:, 1] @ after_4)
    left = np.swapaxes(columns[:, :EQUATIONS].reshape(-1, EQUATIONS, 3, 9), 1, 2)
    back = motion_matrix(motion_inverse(links[:, [0, 5]]))
    after_1 = turned(back[:, 1] @ _AXIS, -1.0)
    # joint 2 is the outer one here: its products come with u_2 slow and u_1 fast
    products = turned(back[:, 0] @ after_1, -1.0)[:, :EQUATIONS]
    products = np.swapaxes(products.reshape(-1, EQUATIONS, 3, 3), 2, 3).reshape(-1, EQUATIONS, 9)
    left[:, 2, :, 8] -= products[:, :, 8]
    right = products[:, :, :8]
    return Elimination(left, right, _reduce(left, right))


def _reduce(left: Array, right: Array) -> Array:
    """Return combined rows of the left without the right, in half-angle tangents."""
    basis = np.linalg.qr(right, mode="complete")[0]
    free = np.swapaxes(basis[:, :, 8:], 1, 2)
    reduced: Array = free[:, None] @ left @ _TANGENTS
    sizes = np.sqrt((reduced**2).sum((1, 3), keepdims=True))
    return reduced / np.where(sizes > 0, sizes, 1.0)


def trigonometric(u: Array) -> Array:
    """Return (sin, cos, 1) of angles as a last dimension."""
    return np.stack([np.sin(u), np.cos(u), np.ones_like(u)], axis=-1)


def dialytic(reduced: Array, u3: Array) -> Array:
    """Return the 12 x 12 matrices at angles u_3, (k, 12, 12).

    Args:
        reduced: The six equations, one set for each angle (k, 3, 6, 9).
        u3: Angles (k,).
    """
    return np.asarray(stacked(np.einsum("kp,kpij->kij", trigonometric(u3), reduced)))


def stacked(six: NDArray[Any]) -> NDArray[Any]:
    """Return six equations above the same equations multiplied by x (k, 12, 12).

    Args:
        six: The equations (k, 6, 9), real or complex.
    """
    M = np.zeros((len(six), 12, 12), dtype=six.dtype)
    M[:, :6, 3:] = six
    M[:, 6:, :9] = six
    return M
