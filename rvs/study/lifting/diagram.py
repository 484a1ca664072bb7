"""The payload diagram: the largest mass for each position of its centre in front of the flange."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array, Integers
from rvs.engine.errors import ArgumentError
from rvs.engine.progress import with_progress
from rvs.study.lifting.worst import TURN, Range, ascend, mass_limits
from rvs.value_class import dataclass

# Random starts for each joint, of which the best go on to every place of the payload.
STARTS, BEST = 32, 2
# Steps of Dinkelbach's method; few are needed, since it converges faster than linearly.
STEPS = 6
CLOSE = 1e-7
SEED = 0
# Points of a curve between two places, and the reciprocal that stands for a mass of 0.
FINE, LARGEST = 10, 1e12


@dataclass(frozen=True, eq=False)
class Offsets:
    """Positions of a payload's centre in front of the flange.

    Attributes:
        distance: Distance of each from the centre of the flange (k,), m.
        low: Least tilt of its direction from the axis of the flange (k,), rad.
        high: Greatest tilt (k,); if it is larger, the worst tilt between both is used.
    """

    distance: Array
    low: Array
    high: Array


def at_places(axial: Array, radial: Array) -> Offsets:
    """Return positions by their distance along and across the axis of the flange (k,) each, m.

    >>> at_places(np.array([0.3]), np.array([0.4])).distance.tolist()
    [0.5]
    """
    tilt = np.arctan2(radial, axial)
    return Offsets(np.hypot(axial, radial), tilt, tilt)


def any_way(distance: Array) -> Offsets:
    """Return positions at distances (k,), m, in any direction in front of the flange."""
    return Offsets(distance, np.zeros(len(distance)), np.full(len(distance), np.pi / 2))


def both(one: Offsets, two: Offsets) -> Offsets:
    """Return both sets of positions in sequence."""
    pairs = ((getattr(one, name), getattr(two, name)) for name in ("distance", "low", "high"))
    return Offsets(*(np.concatenate(pair) for pair in pairs))


@dataclass(frozen=True, eq=False)
class Lift:
    """Largest payloads at positions of their centres.

    Attributes:
        mass: Largest mass at each position (k,), kg; 0 if the robot can't hold itself, infinite if
            no joint is loaded.
        joint: The joint that limits it (k,), from 0; -1 if none does.
        q: The limiting posture (k, n), rad and m.
    """

    mass: Array
    joint: Integers
    q: Array

    def part(self, which: slice) -> Lift:
        """Return some of the positions."""
        return Lift(self.mass[which], self.joint[which], self.q[which])


def lift(area: Range, places: Offsets, rows: Array | None = None) -> Lift:
    """Return the largest payloads in the worst posture, direction and motion.

    The least of ``(effort - tau0) / tau1`` over all joints is found by Dinkelbach's method (On
    nonlinear fractional programming, *Management Science* 13, 1967): the worst postures for a mass
    give the next mass, exactly, until the mass no longer changes.

    Args:
        area: The robot, and its possible states.
        places: Positions of the centre of the payload.
        rows: Coordinates of the postures of a motion (m, k), which are then used instead of the
            ranges of ``area``; only the direction of the payload is then searched.

    Raises:
        ArgumentError: No joint has an effort, or a link has no mass.

    >>> from rvs.engine.robot import Robot
    >>> from rvs.study.lifting.worst import range_of
    >>> arm = Robot.from_dh([2], [0], [0], [0], mass=[1], com=[[0, 0, 0]], effort=[100],
    ...                     gravity=(0, -10, 0))
    >>> lift(range_of(arm), at_places(np.zeros(2), np.array([0.0, 0.5]))).mass.round(6).tolist()
    [4.0, 3.2]
    """
    robot = area.robot
    effort = np.array([joint.effort for joint in robot.joints])
    limited = np.flatnonzero(np.isfinite(effort))
    if not len(limited):
        raise ArgumentError(
            f"{robot.name or 'the robot'}: the joint efforts limit a payload, but none is known; "
            "write them into the column effort of its table"
        )
    count = len(places.distance)
    if rows is None:
        starts = _starts(area, places, limited)
    else:
        starts = np.broadcast_to(rows, (len(limited), *rows.shape))
    mass, joint, q = np.zeros(count), np.zeros(count, dtype=np.int64), np.zeros((count, robot.n))
    # one place at a time where there are many postures
    groups = np.arange(count)[None] if rows is None else np.arange(count)[:, None]
    for group in with_progress(groups):
        found = _limits(area, _some(places, group), starts, limited, rows is not None)
        mass[group], joint[group], q[group] = found
    return Lift(mass, np.where(np.isfinite(mass), joint, -1), q)


def _some(places: Offsets, which: Integers) -> Offsets:
    return Offsets(places.distance[which], places.low[which], places.high[which])


def _starts(area: Range, places: Offsets, limited: Integers) -> Array:
    """Return initial coordinates (j, s, k) for each joint, worst for robot and for load."""
    rng = np.random.default_rng(SEED)
    many = area.low + rng.random((STARTS, len(area.low))) * (area.high - area.low)
    many[0, : area.robot.n] = np.clip(
        area.robot.home, area.low[: area.robot.n], area.high[: area.robot.n]
    )
    far = int(np.argmax(places.distance))
    x = np.tile(many, (len(limited), 1))
    joint = np.repeat(limited, STARTS)
    low, high = np.tile(area.low, (len(x), 1)), np.tile(area.high, (len(x), 1))
    low[:, area.tilt], high[:, area.tilt] = 0.0, np.pi / 2
    distance = np.full(len(x), places.distance[far])
    found = []
    for weights in with_progress(((1.0, 0.0), (0.0, 1.0))):
        share = np.tile(weights, (len(x), 1))
        best = ascend(area, x, low, high, distance, joint, share)
        own, each = area.torques(best, distance)
        torques = np.abs(weights[0] * own + weights[1] * each)[np.arange(len(x)), joint]
        order = np.argsort(-torques.reshape(len(limited), STARTS), axis=1, kind="stable")
        rows = order[:, :BEST] + STARTS * np.arange(len(limited))[:, None]
        found.append(best[rows])
    return np.concatenate(found, axis=1)


def _limits(
    area: Range, places: Offsets, starts: Array, limited: Integers, still: bool
) -> tuple[Array, Integers, Array]:
    """Return largest masses at places (p,), the limiting joints (p,), and postures (p, n)."""
    joints, each_start, size = starts.shape
    count, n = len(places.distance), area.robot.n
    x = np.broadcast_to(starts, (count, *starts.shape)).reshape(-1, size).copy()
    place = np.repeat(np.arange(count), joints * each_start)
    joint = np.tile(np.repeat(limited, each_start), count)
    low, high = np.tile(area.low, (len(x), 1)), np.tile(area.high, (len(x), 1))
    if still:
        low[:], high[:] = x, x
        low[:, n], high[:, n] = 0.0, TURN
    low[:, area.tilt], high[:, area.tilt] = places.low[place], places.high[place]
    x = np.clip(x, low, high)
    distance = places.distance[place]
    effort = np.array([one.effort for one in area.robot.joints])
    here = np.arange(count)
    best, row = np.full(count, np.inf), np.zeros(count, dtype=np.int64)
    posture = np.zeros((count, n))
    for _ in with_progress(range(STEPS)):
        own, each = area.torques(x, distance)
        masses = mass_limits(own, each, effort)[np.arange(len(x)), joint].reshape(count, -1)
        chosen, least = masses.argmin(axis=1), masses.min(axis=1)
        lower = least < best
        row = np.where(lower, chosen, row)
        posture[lower] = x.reshape(count, -1, size)[here, chosen, :n][lower]
        done = ~lower | (best - least <= CLOSE * least)
        best = np.minimum(best, least)
        if done.all():
            break
        finite = np.isfinite(best)
        weights = np.column_stack([finite, np.where(finite, best, 1.0)])
        on = ~done[place]
        x[on] = ascend(area, x[on], low[on], high[on], distance[on], joint[on], weights[place[on]])
    return best, limited[row // each_start], posture


def mass_curve(axial: Array, radial: Array, mass: Array, value: float) -> tuple[Array, Array]:
    """Return the largest distance of a mass from the flange's axis, for each distance along it.

    Between the positions the reciprocal of the largest mass is interpolated: if one posture is the
    worst for both, it is linear in the position of the centre.

    Args:
        axial: Distances along the axis (p,), ascending, m.
        radial: Distances from it (r,), ascending, m.
        mass: Largest masses (p, r), kg; not ascending with the distance from the axis.
        value: The mass, kg.

    Returns:
        Distances along the axis and from it, m, without those at which the mass is not possible at
        all, or also possible at the last distance.

    >>> mass = np.array([[4, 2], [2, 1.0]])
    >>> mass_curve(np.array([0, 1.0]), np.array([0, 1.0]), mass, 2.0)[1][:6].round(4).tolist()
    [1.0, 0.8182, 0.6667, 0.5385, 0.4286, 0.3333]
    """
    with np.errstate(divide="ignore"):
        inverse = np.minimum(1.0 / mass, LARGEST)
    along = np.linspace(axial[0], axial[-1], FINE * (len(axial) - 1) + 1)
    columns = np.array([np.interp(along, axial, column) for column in inverse.T])
    found = []
    for column in columns.T:
        over = np.flatnonzero(column > (1.0 + CLOSE) / value)
        k = int(over[0]) if len(over) else len(column)
        if not k:
            found.append(np.nan)
        elif k == len(column):
            # Farther than the last distance: how far is not known.
            found.append(radial[-1] if column[-1] > (1.0 - CLOSE) / value else np.nan)
        else:
            part = (1.0 / value - column[k - 1]) / (column[k] - column[k - 1])
            found.append(radial[k - 1] + max(part, 0.0) * (radial[k] - radial[k - 1]))
    away = np.array(found)
    there = np.isfinite(away)
    return along[there], away[there]
