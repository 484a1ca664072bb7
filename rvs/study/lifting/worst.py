"""The worst posture for a payload: coordinate ascent over torques that are affine in the mass.

A torque is a trigonometric polynomial in each angle, of degree 1 at rest and 2 in motion, and a
polynomial of the same degree in the value of a prismatic joint and in each velocity; in each
acceleration it is affine.  A few probes therefore determine it over the whole range of one
coordinate, and thus its largest value there.  From many starts, one coordinate after the other is
set to this value.

With the mass m at a point that moves with acceleration a, the torques are
``tau = tau0(q, qd, qdd) + m J^T (a - g)`` (Siciliano and others, *Robotics*, 2009, section 7.3).
The second term is that of a robot without other masses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from math import atan2, hypot, inf

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, Integers, check_one
from rvs.engine.chain import chain_frames, joint_axes
from rvs.engine.dynamics import gravload, rne
from rvs.engine.errors import ArgumentError
from rvs.engine.progress import with_progress
from rvs.engine.robot import IDENTITY, Inertia, Joint, Robot, pose_rows
from rvs.value_class import dataclass

# The rotation that takes z to x, x to y and y to z.
CYCLE = np.array([[0, 0, 1, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1.0]])


def own_torques(robot: Robot, q: Array, qd: Array | None, qdd: Array | None) -> Array:
    """Return the torques of the robot alone (m, n), N m or N; arguments as for ``point_torques``.

    Raises:
        ArgumentError: A link without mass.
    """
    return gravload(robot, q) if qd is None or qdd is None else rne(robot, q, qd, qdd)


def point_torques(
    robot: Robot, points: Array, q: Array, qd: Array | None, qdd: Array | None
) -> Array:
    """Return the torques of 1 kg at a point of the last frame (m, n), N m or N.

    Args:
        robot: The robot; its own masses do not count.
        points: Centres of the payload in the last frame (m, 3), m.
        q: Postures (m, n), rad and m.
        qd: Velocities (m, n); None at rest.
        qdd: Accelerations (m, n); None at rest.

    >>> arm = Robot.from_dh([2], [0], [0], [0], mass=[1], com=[[0, 0, 0]], gravity=(0, -10, 0))
    >>> point_torques(arm, np.zeros((1, 3)), np.zeros((1, 1)), None, None).tolist()
    [[20.0]]
    """
    carrier, n = _carrier(robot), robot.n
    carried = np.hstack([q, points])
    if qd is None or qdd is None:
        return gravload(carrier, carried)[:, :n]
    still = np.zeros_like(points)
    return rne(carrier, carried, np.hstack([qd, still]), np.hstack([qdd, still]))[:, :n]


# Many probes of one robot follow each other.
@lru_cache(maxsize=8)
def _carrier(robot: Robot) -> Robot:
    """Return a robot without other masses that carries 1 kg on slides along x, y and z."""
    links = [replace(joint, inertia=Inertia(), motor=None, locked=False) for joint in robot.joints]
    masses, turns = (0.0, 0.0, 1.0), (CYCLE, CYCLE @ CYCLE, np.eye(4))
    slides = [
        Joint(
            kind="prismatic", convention="general", inertia=Inertia(mass),
            before=pose_rows(turn, "before"), after=pose_rows(turn.T, "after"),
        )
        for mass, turn in zip(masses, turns, strict=True)
    ]  # fmt: skip
    return robot.replace(joints=(*links, *slides), tool=IDENTITY)


def mass_limits(own: Array, each: Array, effort: Array) -> Array:
    """Return the largest masses that each joint can hold, exact for each posture.

    Args:
        own: Torques of the robot alone (..., n).
        each: Torques of 1 kg (..., n).
        effort: Effort of each joint (n,); infinite if none is known.

    Returns:
        Masses (..., n), kg; 0 if the joint can't hold the robot itself, infinite if the payload
        does not load the joint.

    >>> mass_limits(np.array([20.0]), np.array([20.0]), np.array([100.0])).tolist()
    [4.0]
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        found = (effort - np.sign(each) * own) / np.abs(each)
    found = np.where(np.abs(each) > IDLE, np.maximum(found, 0.0), np.inf)
    return np.where(np.abs(own) >= effort, 0.0, found)


# Torques of 1 kg below this part of a N m are rounding.
IDLE = 1e-9


TURN = 2.0 * np.pi
# Angles at which a polynomial of degree 2 is looked at, and steps of Newton's method from the best.
LOOKS, POLISH = 48, 3
# A joint that turns and advances has no closed form; this many places of its range are tried.
PLACES = 65
# Ascents end after this number of rounds, or where no torque grows by more than this part.
ROUNDS, ENOUGH = 12, 1e-8
# Random starts for each joint, torques that differ by less than this part, and what counts as 0.
STARTS, TIE, NONE = 64, 1e-9, 1e-12
# Payloads with a torque below this part of the largest do not matter.
FLAT = 1e-12
# A product with gravity below this, in m/s^2, is rounding: the axis is vertical.
UPRIGHT = 1e-12


@dataclass(frozen=True, eq=False)
class Worst:
    """The posture in which holding takes the largest torques.

    Attributes:
        q: The posture (n,), rad or m.
        torques: Torques of the joints there (n,), N m or N.
        joint: The joint with the largest load, from 0.
        share: Its fraction of the effort; 0 if no effort is known.
        postures: For each joint the posture with its largest load (n, n).
        largest: That torque (n,), without sign.
    """

    q: Array
    torques: Array
    joint: int
    share: float
    postures: Array
    largest: Array


@dataclass(frozen=True, eq=False)
class Range:
    """All possible states of a robot with a payload, as ranges of coordinates.

    The coordinates are the joint values (n), the direction of the payload about the axis of the
    flange and its tilt from this axis (2), and in motion joint velocities and accelerations (2 n).

    Attributes:
        robot: The robot with the masses of its links.
        flange: Distance of the face of the flange from the last frame along its z axis, m.
        low: Least value of each coordinate (k,).
        high: Greatest value (k,).
        moving: The robot moves; otherwise there are no velocities and accelerations.
    """

    robot: Robot
    flange: float
    low: Array
    high: Array
    moving: bool

    @property
    def tilt(self) -> int:
        """The coordinate of the payload's tilt."""
        return self.robot.n + 1

    def kind(self, k: int) -> str:
        """Return the kind of dependence of a torque on a coordinate: angle, line or screw."""
        if k < self.robot.n:
            kind = self.robot.joints[k].kind
            return {"revolute": "angle", "prismatic": "line"}.get(kind, "screw")
        return "angle" if k <= self.tilt else "line"

    def degree(self, k: int) -> int:
        """Return the degree of a torque as a polynomial of a coordinate, 1 or 2."""
        return 2 if self.moving and k < 2 * self.robot.n + 2 else 1

    @cached_property
    def idle(self) -> frozenset[int]:
        """Coordinates without effect on any torque: a rotation about the direction of gravity."""
        first = self.robot.joints[0]
        chain = self.robot.chain
        axis = joint_axes(chain, chain_frames(chain, np.array(self.robot.home)))[0][0]
        off = float(np.abs(np.cross(axis, self.robot.gravity)).max())
        return frozenset({0} if first.kind == "revolute" and off < UPRIGHT else ())

    def torques(self, x: Array, distance: Array) -> tuple[Array, Array]:
        """Return torques of the robot alone and those of 1 kg, (m, n) each.

        Args:
            x: Coordinates (m, k).
            distance: Distances of the payload's centre from the flange (m,), m.
        """
        return self.own(x), self.each(x, distance)

    def own(self, x: Array) -> Array:
        """Return torques of the robot alone (m, n) for coordinates (m, k)."""
        return own_torques(self.robot, *self._state(x))

    def each(self, x: Array, distance: Array) -> Array:
        """Return torques of 1 kg (m, n); arguments as for ``torques``."""
        n = self.robot.n
        turn, tilt = x[:, n], x[:, n + 1]
        across = distance * np.sin(tilt)
        along = self.flange + distance * np.cos(tilt)
        points = np.column_stack([across * np.cos(turn), across * np.sin(turn), along])
        return point_torques(self.robot, points, *self._state(x))

    def _state(self, x: Array) -> tuple[Array, Array | None, Array | None]:
        """Return postures, and velocities and accelerations of a robot that moves."""
        n = self.robot.n
        if not self.moving:
            return x[:, :n], None, None
        return x[:, :n], x[:, n + 2 : 2 * n + 2], x[:, 2 * n + 2 :]


def range_of(
    robot: Robot,
    flange: float = 0.0,
    speed: float = 0.0,
    q: Array | None = None,
    moving: bool = False,
) -> Range:
    """Return the states of a robot within its limits.

    Args:
        robot: The robot with the masses of its links.
        flange: Distance of the face of the flange from the last frame along its z axis, m.
        speed: Fraction of its rated speed and acceleration at which every joint moves, in any
            direction; a joint without a rated acceleration moves at constant speed.
        q: The only posture (n,), rad and m; all within the limits when None.
        moving: Postures, velocities and accelerations are taken from the rows of a motion.

    Raises:
        ArgumentError: A joint that slides without limits, or one without a rated speed.
    """
    if moving and not speed:
        q = robot.home
    bounds = searched_box(robot) if q is None else np.column_stack([q, q])
    spans = [bounds, np.array([[0.0, TURN], [0.0, 0.0]])]
    if speed:
        joints = robot.joints
        lacking = [i for i, one in enumerate(joints, 1) if np.isinf(one.rate) and not one.locked]
        if lacking:
            raise ArgumentError(
                f"speed: the rated speeds of {joints_words(lacking)} are not known; write them "
                "into the table of the robot, or leave out the speed"
            )
        for values in ([one.rate for one in joints], [one.acceleration for one in joints]):
            most = speed * np.where(np.isfinite(values), values, 0.0)
            most = np.where([one.locked for one in joints], 0.0, most)
            spans.append(np.column_stack([-most, most]))
    elif moving:
        spans.append(np.zeros((2 * robot.n, 2)))
    low, high = np.concatenate(spans).T
    return Range(robot, flange, low, high, bool(speed) or moving)


def worst_posture(
    robot: Robot, mass: float = 0.0, at: ArrayLike | None = None, starts: int = STARTS
) -> Worst:
    """Return the posture within the limits in which a payload loads a joint most.

    Args:
        robot: The robot with its existing load.
        mass: A further mass at the tool, in kg.
        at: Its centre in the last frame (3,), m; the tool point when None.
        starts: Number of initial postures for each joint.

    Raises:
        ArgumentError: A joint that slides without limits, a negative mass, a link without mass.

    >>> arm = Robot.from_dh([2], [0], [0], [0.5], mass=[1], com=[[0, 0, 0]], gravity=(0, -10, 0))
    >>> worst_posture(arm, 1.0).largest
    array([40.])
    """
    if not 0.0 <= mass < inf:
        raise ArgumentError(f"mass: expected 0 kg or more, got {mass:g}")
    point = robot.tool[:3, 3] if at is None else check_one(at, "at", 3)
    distance = float(np.linalg.norm(point))
    turn, tilt = atan2(point[1], point[0]), atan2(hypot(point[0], point[1]), point[2])
    box, n = searched_box(robot), robot.n
    low, high = np.vstack([box, [(turn, turn), (tilt, tilt)]]).T
    area = Range(robot, 0.0, low, high, moving=False)
    x = low + np.random.default_rng(0).random((starts, n + 2)) * (high - low)
    x[0, :n] = np.clip(robot.home, *box.T)
    joint, every = np.repeat(np.arange(n), starts), n * starts
    ends = ascend(
        area, np.tile(x, (n, 1)), np.tile(low, (every, 1)), np.tile(high, (every, 1)),
        np.full(every, distance), joint, np.tile([1.0, mass], (every, 1)),
    )  # fmt: skip

    def torques(x: Array) -> Array:
        own, each = area.torques(x, np.full(len(x), distance))
        return own + mass * each

    sizes = np.abs(torques(ends)[np.arange(every), joint]).reshape(n, starts)
    # the first of equals, which may be the one from the initial posture
    first = np.argmax(sizes >= sizes.max(axis=1, keepdims=True) * (1.0 - TIE), axis=1)
    best = ends[first + starts * np.arange(n)]
    found = torques(best)
    largest = np.abs(np.diag(found))
    largest[largest < NONE * largest.max()] = 0.0
    effort = np.array([one.effort for one in robot.joints])
    worst = int(np.argmax(largest / effort if np.isfinite(effort).any() else largest))
    share = float(largest[worst] / effort[worst])
    return Worst(best[worst, :n], found[worst], worst, share, best[:, :n], largest)


def searched_box(robot: Robot) -> Array:
    """Return the range of each joint for a worst posture (n, 2): one turn for an endless joint.

    Raises:
        ArgumentError: A joint slides without limits.
    """
    box = np.array(robot.limits)
    for i, joint in enumerate(robot.joints):
        if joint.locked:
            box[i] = joint.home
        elif joint.kind == "revolute" and not np.isfinite(box[i]).all():
            box[i] = (-np.pi, np.pi)
        elif not np.isfinite(box[i]).all():
            raise ArgumentError(
                f"robot: joint {i + 1} has no limits; give it limits to find its worst posture"
            )
    return box


def joints_words(which: list[int]) -> str:
    """Return joints, from 1, in words, such as ``"joints 1, 2"``."""
    return f"joint{'s' if len(which) > 1 else ''} {', '.join(map(str, which))}"


def ascend(
    area: Range, x: Array, low: Array, high: Array, distance: Array, joint: Integers, weights: Array
) -> Array:
    """Return coordinates (m, k) in which the torque of a joint is largest, row by row.

    Args:
        area: The robot, and its possible states.
        x: Initial coordinates (m, k).
        low: Least values of the coordinates (m, k).
        high: Greatest values (m, k).
        distance: Distances of the payload's centre from the flange (m,), m.
        joint: The joint of each row (m,), from 0.
        weights: Weights of the torques of the robot alone and of 1 kg (m, 2): 1 and the mass.
    """
    x = x.copy()
    torque = partial(_joint_torques, area, distance, joint, weights)
    held = torque(x[:, None])[:, 0]
    open_ = np.arange(len(x))
    free = np.flatnonzero((high > low).any(axis=0)).tolist()
    coordinates = [k for k in free if k not in area.idle]
    for _ in with_progress(range(ROUNDS)):
        torque = partial(_joint_torques, area, distance[open_], joint[open_], weights[open_])
        tried, now, span = x[open_], held[open_], (low[open_], high[open_])
        for k in coordinates:
            tried[:, k], now = _best(area, k, tried, now, (span[0][:, k], span[1][:, k]), torque)
        # what polynomials foretold is looked at
        now = torque(tried[:, None])[:, 0]
        grown = np.abs(now) > np.abs(held[open_]) * (1.0 + ENOUGH)
        x[open_[grown]], held[open_[grown]] = tried[grown], now[grown]
        open_ = open_[grown]
        if not len(open_):
            break
    return x


def _joint_torques(
    area: Range, distance: Array, joint: Integers, weights: Array, probes: Array
) -> Array:
    """Return torques (m, p) of the joint of each row in probes (m, p, k)."""
    rows, count, size = probes.shape
    states, far = probes.reshape(-1, size), np.repeat(distance, count)
    which = np.repeat(joint, count)[:, None]

    def picked(torques: Array) -> Array:
        return np.take_along_axis(torques, which, 1).reshape(rows, count)

    found = np.zeros((rows, count))
    if weights[:, 0].any():
        found += weights[:, :1] * picked(area.own(states))
    if weights[:, 1].any():
        found += weights[:, 1:] * picked(area.each(states, far))
    return found


def _best(
    area: Range,
    k: int,
    x: Array,
    now: Array,
    span: tuple[Array, Array],
    value: Callable[[Array], Array],
) -> tuple[Array, Array]:
    """Return the values of coordinate k (m,) with the largest torques, and these torques (m,).

    Args:
        area: The robot, and its possible states.
        k: The coordinate.
        x: All coordinates (m, k).
        now: The torques there (m,).
        span: Least and greatest values of the coordinate (m,) each.
        value: The torques (m, p) in probes (m, p, k).
    """
    low, high = span

    def probed(values: Array) -> Array:
        many = np.repeat(x[:, None], values.shape[1], axis=1)
        many[:, :, k] = values
        return value(many)

    kind, degree = area.kind(k), area.degree(k)
    if kind == "angle":
        steps = np.arange(2 * degree + 1) * TURN / (2 * degree + 1)
        torques = np.column_stack([now, probed(x[:, k, None] + steps[1:])])
        given = np.column_stack([np.zeros(len(x)), low - x[:, k], high - x[:, k]])
        tries, values = _harmonic(torques, steps, degree, given)
        tries += x[:, k, None]
    elif kind == "line":
        tries = np.column_stack([low, high] if degree == 1 else [low, high, 0.5 * (low + high)])
        values = probed(tries)
        if degree == 2:
            top, torques = _vertex(low, high, values)
            tries, values = np.column_stack([tries, top]), np.column_stack([values, torques])
    else:
        tries = low[:, None] + np.linspace(0.0, 1.0, PLACES) * (high - low)[:, None]
        values = probed(tries)
    rows, best = np.arange(len(x)), np.argmax(np.abs(values), axis=1)
    found = values[rows, best]
    # a coordinate that makes nothing larger stays as it is
    larger = np.abs(found) > np.abs(now) * (1.0 + FLAT)
    return np.where(larger, tries[rows, best], x[:, k]), np.where(larger, found, now)


def _vertex(low: Array, high: Array, values: Array) -> tuple[Array, Array]:
    """Return the places of vertices of parabolas (m,), within their ranges, and the values there.

    Args:
        low: Least places (m,).
        high: Greatest places (m,).
        values: Values at both and in the middle (m, 3).
    """
    first, last, middle = values.T
    slope, bend = 0.5 * (last - first), first - 2.0 * middle + last
    with np.errstate(divide="ignore", invalid="ignore"):
        part = -slope / bend
    part = np.where(np.abs(part) <= 1.0, part, 0.0)
    return (
        0.5 * (low + high) + 0.5 * (high - low) * part,
        middle + part * (slope + 0.5 * bend * part),
    )


def _harmonic(torques: Array, angles: Array, degree: int, given: Array) -> tuple[Array, Array]:
    """Return angles (m, c) among which a trigonometric polynomial is largest, and its values there.

    The first are the given ones: a present angle, and the ends of the range (m, 3).
    """
    low, high = given[:, 1], given[:, 2]
    orders = np.arange(1, degree + 1)
    count = len(angles)
    mean = torques.mean(axis=1)
    cosines = torques @ np.cos(np.outer(angles, orders)) * 2.0 / count
    sines = torques @ np.sin(np.outer(angles, orders)) * 2.0 / count

    def at(a: Array, derivative: int = 0) -> Array:
        """Return the polynomial, or its first or second derivative, at angles (m, c)."""
        phase = a[..., None] * orders + derivative * np.pi / 2
        size = orders.astype(float) ** derivative
        terms = cosines[:, None] * np.cos(phase) + sines[:, None] * np.sin(phase)
        found: Array = (terms * size).sum(axis=-1)
        return found if derivative else found + mean[:, None]

    if degree == 1:
        peak = np.arctan2(sines, cosines)
        inner = np.hstack([peak, peak + np.pi])
        inner = inner + TURN * np.ceil((low[:, None] - inner) / TURN)
    else:
        looks = low[:, None] + np.linspace(0.0, 1.0, LOOKS) * (high - low)[:, None]
        heights, rows = at(looks), np.arange(len(looks))
        ends = np.column_stack([np.argmax(heights, axis=1), np.argmin(heights, axis=1)])
        inner = looks[rows[:, None], ends]
        for _ in range(POLISH):
            bend = at(inner, 2)
            step = np.where(np.abs(bend) > FLAT, at(inner, 1) / np.where(bend, bend, 1.0), 0.0)
            inner = inner - np.clip(step, -0.1, 0.1)
    inside = (inner >= low[:, None]) & (inner <= high[:, None])
    tries = np.column_stack([given, np.where(inside, inner, low[:, None])])
    return tries, at(tries)
