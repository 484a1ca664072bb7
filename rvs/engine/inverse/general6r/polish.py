"""Newton's method on the closed loop, and the criterion of closure."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array, Integers
from rvs.engine.inverse.angle_wrapping import wrap
from rvs.engine.inverse.general6r.loop import JOINTS, turn
from rvs.engine.screws import log3

# A loop is closed where rotation vector (rad) and gap (parts of the arm's length) are below this.
CLOSED = 1e-9
# Rounding of six products; nothing is gained below it.
_EXACT = 1e-14
_LARGEST_STEP = 0.5
# Postures this near to each other are one if the loop is closed half-way between them too.
_SAME = 1e-3
_CERTAINLY_SAME = 1e-7


def loop_error(links: Array, u: Array) -> tuple[Array, Array]:
    """Return the closure errors of loops, with their Jacobians.

    Args:
        links: Loops (k, 6, 4, 4).
        u: Angles (k, 6).

    Returns:
        Rotation vector and gap (k, 6), and their Jacobians (k, 6, 6).
    """
    X = np.broadcast_to(np.eye(4), (len(u), 4, 4))
    axes, points = np.empty((2, len(u), 3, JOINTS))
    for i in range(JOINTS):
        axes[:, :, i], points[:, :, i] = X[:, :3, 2], X[:, :3, 3]
        X = X @ turn(u[:, i]) @ links[:, i]
    gap = X[:, :3, 3]
    error = np.concatenate([log3(X[:, :3, :3]), gap], axis=1)
    arms = gap[:, :, None] - points
    return error, np.concatenate([axes, np.cross(axes, arms, axis=1)], axis=1)


def residuals(links: Array, u: Array) -> Array:
    """Return the largest entry of the loops' errors (k,)."""
    return np.asarray(np.abs(loop_error(links, u)[0]).max(1, initial=0.0))


def polish(links: Array, u: Array, steps: int = 30) -> tuple[Array, Array]:
    """Return angles near the given ones that close the loops to rounding error.

    Newton's method with damping that vanishes faster than the error; close to a double root each
    step halves the distance instead of squaring it.

    Args:
        links: Loops (k, 6, 4, 4).
        u: Angles to start from (k, 6).
        steps: Largest number of steps.

    Returns:
        Angles (k, 6) and the remaining error (k,).
    """
    u, best = u.copy(), u.copy()
    least = np.full(len(u), np.inf)
    busy = np.arange(len(u))
    for _ in range(steps + 1):
        error, J = loop_error(links[busy], u[busy])
        size = np.abs(error).max(1, initial=0.0)
        better = size < least[busy]
        least[busy[better]] = size[better]
        best[busy[better]] = u[busy[better]]
        going = (size > _EXACT) & (better | (size > CLOSED))
        busy, error, J = busy[going], error[going], J[going]
        if not len(busy):
            break
        u[busy] -= _step(J, error)
    return best, least


def _step(J: Array, error: Array) -> Array:
    """Return the Levenberg-Marquardt step, at most half a radian in a joint."""
    J_T = np.swapaxes(J, 1, 2)
    square = (error**2).sum(1)
    # the last part keeps the matrix regular where the arm is singular, and is small beside rounding
    damping = 1e-2 * np.minimum(1e-2, square) + 1e-14 * (J**2).sum((1, 2))
    A = J_T @ J + damping[:, None, None] * np.eye(JOINTS)
    step = np.linalg.solve(A, (J_T @ error[:, :, None]))[:, :, 0]
    longest = np.abs(step).max(1, keepdims=True)
    return np.asarray(step * np.minimum(1.0, _LARGEST_STEP / np.maximum(longest, 1e-300)))


def distinct(links: Array, u: Array) -> Integers:
    """Return the indices of different postures among closed ones of one loop.

    Two are treated as one if they are closer than 1e-7 rad, or closer than 1e-3 rad and the loop is
    closed half-way between them too: a double root, found twice within rounding error.

    Args:
        links: The loop (6, 4, 4).
        u: Postures that close it (k, 6).
    """
    kept: list[int] = []
    for i in range(len(u)):
        between = wrap(u[kept] - u[i])
        apart = np.abs(between).max(1, initial=0.0)
        near = np.flatnonzero(apart < _SAME)
        if (apart < _CERTAINLY_SAME).any():
            continue
        halfway = u[i] + between[near] / 2
        if (residuals(np.broadcast_to(links, (len(near), 6, 4, 4)), halfway) < CLOSED).any():
            continue
        kept.append(i)
    return np.array(kept, dtype=int)
