"""Curves of postures that all reach one pose, followed from one of these postures.

At a posture where the Jacobian loses rank the arm may be able to move while the tool is fixed: a
wrist with two collinear axes, a wrist centre on the first axis, a linkage such as Bricard's.  A
step along the lost direction decides: on a curve it can be corrected, at a mere double root it
cannot.
"""

from __future__ import annotations

from itertools import combinations, islice

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.inverse.descent import VERIFIED, errors_and_jacobians, folded, gaps, polish, scales
from rvs.engine.robot import Robot

# Smallest singular value, lengths in parts of the size, below which a curve is looked for.
SINGULAR = 1e-4
STEP = 0.1
MOST_STEPS = 200
# So many points make a curve; fewer are a double root that is nearly a curve.
LEAST = 6
# Directions tried where the tool can be left alone in more than one way, and curves looked for.
TRIED, MOST_CURVES = 12, 3
# Of mixtures in which joints rest: how many are tried, below which part a joint rests, and the
# cosine beyond which two are one.
MOST_TRIED, RESTS, ALIKE = 20, 1e-5, 1.0 - 1e-9


def curves_through(robot: Robot, T: Array, q: Array, size: float) -> list[Array]:
    """Return the curves of postures through one posture, points as close as ``STEP`` (m, n) each.

    Args:
        robot: The robot.
        T: The common pose (4, 4).
        q: Posture on the curve (n,).
        size: Reference length for displacements and errors.

    Returns:
        None for an isolated posture; at most three curves on a surface.
    """
    curves: list[Array] = []
    for direction in _directions(idle_motions(robot, T, q, size), _unit(robot, size)):
        if any(on_curve(robot, curve, q + 2 * STEP * direction, size) for curve in curves):
            continue
        ahead, closed = _follow(robot, T, q, direction, size)
        behind = ahead[:0] if closed else _follow(robot, T, q, -direction, size)[0]
        if len(ahead) + len(behind) >= LEAST:
            curves.append(np.vstack([behind[::-1], q[None], ahead]))
        if len(curves) == MOST_CURVES:
            break
    return curves


def idle_motions(robot: Robot, T: Array, q: Array, size: float, below: float = SINGULAR) -> Array:
    """Return independent joint motions (k, n) that do not move the tool in a singular posture.

    Args:
        robot: The robot.
        T: Pose of the tool (4, 4).
        q: Posture (n,).
        size: Reference length for displacements; the motions have them relative to it.
        below: Singular value below which the tool is treated as fixed.
    """
    moving = list(robot.active)
    _, J = errors_and_jacobians(robot, T, q[None])
    A = ((scales(size)[:, None] * J[0]) * _unit(robot, size))[:, moving]
    _, sigma, vt = np.linalg.svd(A)
    rank = int((sigma > below).sum())
    motions = np.zeros((len(moving) - rank, len(q)))
    motions[:, moving] = vt[rank:]
    return motions


def _directions(motions: Array, unit: Array) -> list[Array]:
    """Return joint motions to try, the largest part of each 1: all around where there is a choice.

    Motions with as many joints at rest as possible come first: in a stretched arm with collinear
    wrist axes, only the wrist's joints can move on, and no mixture finds that.
    """
    if len(motions) < 2:
        return [row * unit / np.abs(row).max() for row in motions]
    rows = _resting(motions)
    if len(motions) == 2:
        angles = np.pi * np.arange(TRIED) / TRIED
        mixtures = np.column_stack([np.cos(angles), np.sin(angles)])
    else:
        mixtures = np.random.default_rng(6).normal(size=(TRIED, len(motions)))
    return [row * unit / np.abs(row).max() for row in (*rows, *(mixtures @ motions))]


def _resting(motions: Array) -> list[Array]:
    """Return mixtures of motions with as many joints at rest as the other motions permit."""
    moving = np.flatnonzero(np.abs(motions).max(axis=0) > RESTS)
    found: list[Array] = []
    for rest in islice(combinations(moving, len(motions) - 1), MOST_TRIED):
        row = np.linalg.svd(motions[:, rest].T)[2][-1] @ motions
        row = np.where(np.abs(row) > RESTS, row, 0.0)
        size = np.linalg.norm(row)
        if size > RESTS and not any(abs(row @ one) > ALIKE * size for one in found):
            found.append(row / size)
    # Those with the most joints at rest are the likeliest curves.
    return sorted(found, key=np.count_nonzero)


def _unit(robot: Robot, size: float) -> Array:
    return np.asarray(np.where([joint.turns for joint in robot.joints], 1.0, size))


def _follow(
    robot: Robot, T: Array, start: Array, direction: Array, size: float
) -> tuple[Array, bool]:
    """Return points along the curve in one direction, and True if they returned to the start."""
    points: list[Array] = []
    q, unit = start, _unit(robot, size)
    for _ in range(MOST_STEPS):
        corrected, off = polish(robot, T, (q + STEP * direction)[None], size)
        made = float(gaps(robot, corrected[0], q, size))
        if off[0] > VERIFIED or not 0.5 * STEP < made < 2 * STEP:
            break
        previous, q = q, corrected[0]
        points.append(q)
        if len(points) > 2 and gaps(robot, q, start, size) < 0.75 * STEP:
            return np.array(points), True
        # go on as before, as far as that leaves the tool alone
        motions = idle_motions(robot, T, q, size)
        ahead = motions.T @ (motions @ ((q - previous) / unit))
        if np.abs(ahead).max(initial=0.0) < 0.1 * STEP:
            break
        direction = ahead * unit / np.abs(ahead).max()
    return np.array(points).reshape(-1, len(start)), len(points) == MOST_STEPS


def on_curve(robot: Robot, curve: Array, q: Array, size: float) -> bool:
    """Return whether a singular posture is on a curve, to the resolution of its points."""
    return bool(gaps(robot, folded(robot, curve), q, size).min() < STEP)


def thinned(curve: Array, count: int) -> Array:
    """Return about this number of points, evenly spaced along a curve."""
    if len(curve) <= count:
        return curve
    return np.asarray(curve[np.linspace(0, len(curve) - 1, count).round().astype(int)])
