"""The least time along a given path within all limits, and the factor of a motion slowed to them.

Reachability analysis (Pham and Pham, IEEE Trans. Robotics 34(3), 2018): along a path q(s) the
torques are a u + b x + c with u the acceleration of s and x the square of its speed.  A backward
pass from the end finds at each position the speeds from which the end can be reached; a forward
pass from the start selects the largest u that remains within them.  The small linear programs have
two unknowns; eliminating u from pairs of bounds (Fourier and Motzkin) solves them in closed form.
"""

from __future__ import annotations

from functools import cached_property
from math import inf
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_motion, check_numbers
from rvs.engine.dynamics.bodies import drives
from rvs.engine.errors import ArgumentError, NoSolution
from rvs.engine.robot import Robot
from rvs.study.drives.bounds import Bounds, Demand, Stretch, stretches
from rvs.study.drives.load import Load, load_of
from rvs.value_class import dataclass

Limit = Literal["torque", "rate", "acceleration"]
# Limits that are met to rounding are kept.
SLACK = 1e-9
ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Slowing:
    """The least factor by which all times of a motion must grow.

    Attributes:
        factor: 1 if all limits are respected already; infinite if no pace respects them, because
            holding the posture exceeds them already.
        limit: The limit that requires it; None if there is none.
        joint: The joint of that limit, from 0; None if no more time is required.
        row: Row of the load at that limit; None likewise.
    """

    factor: float = 1.0
    limit: Limit | None = None
    joint: int | None = None
    row: int | None = None


def slow_down(robot: Robot, load: Load) -> Slowing:
    """Return the least factor that keeps all joint rates, accelerations and efforts within limits.

    With all times c times as long, x = 1/c, a torque is A + B x + C x^2: gravity, dry friction and
    the force at the tool do not change, viscous friction is proportional to the pace and inertial
    torques to its square.  The factor is computed from the roots, without trying paces.

    Args:
        robot: The robot with its limits.
        load: The load of the motion.
    """
    effort = np.array([joint.effort for joint in robot.joints])
    steady, viscous, square = _terms(robot, load)
    held = np.abs(steady) - effort
    if (held > SLACK * _size(effort)).any():
        row, joint = np.unravel_index(int(np.argmax(held)), held.shape)
        return Slowing(inf, "torque", int(joint), int(row))
    terms = (steady, viscous, square)
    found = _kept(Slowing(), terms, effort)
    rates = np.array([joint.rate for joint in robot.joints])
    pushes = np.array([joint.acceleration for joint in robot.joints])
    needs: tuple[tuple[Limit, Array], ...] = (
        ("rate", np.abs(load.speeds) / rates),
        ("acceleration", np.sqrt(np.abs(load.accelerations) / pushes)),
    )
    for limit, need in needs:
        if need.size and need.max() > max(1.0 + SLACK, found.factor):
            row, joint = np.unravel_index(int(np.argmax(need)), need.shape)
            found = Slowing(float(need[row, joint]), limit, int(joint), int(row))
    # a slower pace may break a torque that a faster one keeps
    if found.limit in ("rate", "acceleration"):
        found = _kept(found, terms, effort)
    return found


def _kept(found: Slowing, terms: tuple[Array, Array, Array], effort: Array) -> Slowing:
    """Return the least factor, not below a given one, that keeps all torques within limits.

    If a torque exceeds its effort at a pace x, it does so down to the next root below x.
    """
    size = _size(effort)
    most = effort + SLACK * size
    a, b, c = (np.stack([one, -one]) for one in terms)
    while True:
        pace = 1.0 / found.factor
        over = a + pace * (b + pace * c) - most > ROUNDING * size
        if not over.any():
            return found
        rows = np.argwhere(over)
        limit = np.broadcast_to(most, a.shape)[over]
        lower = _root_below(a[over] - limit, b[over], c[over], pace)
        which = int(np.argmin(lower))
        if lower[which] <= 0.0:
            return Slowing(inf, "torque", int(rows[which, 2]), int(rows[which, 1]))
        # what is left is rounding
        factor = max(1.0 / float(lower[which]), found.factor * (1.0 + ROUNDING))
        found = Slowing(factor, "torque", int(rows[which, 2]), int(rows[which, 1]))


def _terms(robot: Robot, load: Load) -> tuple[Array, Array, Array]:
    """Return the parts of a torque that stay at any pace, scale with it, and with its square."""
    viscous = drives(robot).viscous * load.speeds
    steady = load.parts["gravity"] + load.parts["tool"] + load.parts["friction"] - viscous
    square = load.parts["inertia"] + load.parts["coriolis"] + load.parts["rotor"]
    return steady, viscous, square


def _size(effort: Array) -> Array:
    return np.where(np.isfinite(effort), np.maximum(effort, 1.0), 1.0)


def _root_below(a: Array, b: Array, c: Array, x: float) -> Array:
    """Return the largest root from 0 to x of each a + b x + c x^2 (k,), 0 if there is none."""
    q = -(b + np.copysign(np.sqrt(np.maximum(b * b - 4 * a * c, 0.0)), b)) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        roots = np.stack([q / c, a / q])
    known = (roots > 0.0) & (roots <= x * (1.0 + SLACK))
    found: Array = np.where(known, np.minimum(roots, x), 0.0).max(axis=0)
    return found


GRID = 300
ROUNDS = 8
# Limits are kept to this part between the places of the grid too.
KEPT = 5e-7
# Drawn in by this many times what they are broken by, limits are kept after few rounds.
EAGER = 2.0
TINY = 1e-12
# Places nearer to one another than this part of a stretch are one.
APART = 1e-7
# So often the first and the last step are halved.
HALVES = 7
# How much slower it goes than it might, for what happens between the moments that are looked at.
SPARE = 1.0 + 2e-6
# Where all limits are looked at last; dry friction at a turn is that beside it.
DENSE = np.linspace(1e-3, 1.0 - 1e-3, 41)


@dataclass(frozen=True, eq=False)
class Timed:
    """A path segment with its times: between grid points s is uniformly accelerated.

    Attributes:
        stretch: The path.
        places: Lengths along it (k,), rising from 0.
        squares: Squares of the speed along it there (k,).
    """

    stretch: Stretch
    places: Array
    squares: Array

    @property
    def times(self) -> Array:
        """Times of all grid points (k,), in s."""
        if self.stretch.length == 0.0:
            return np.array([0.0])
        speeds = np.sqrt(self.squares)
        steps = 2 * np.diff(self.places) / (speeds[1:] + speeds[:-1])
        return np.concatenate([[0.0], np.cumsum(steps)])

    @property
    def duration(self) -> float:
        """Duration, in s."""
        return self.stretch.pause or float(self.times[-1])

    def at(self, t: Array) -> tuple[Array, Array, Array]:
        """Return postures, velocities and accelerations (m, n) at times (m,) in s."""
        if self.stretch.length == 0.0:
            still = self.stretch.at(t)
            return still, 0 * still, 0 * still
        times = self.times
        which = np.clip(np.searchsorted(times, t, side="right") - 1, 0, len(times) - 2)
        since = np.clip(t, 0.0, times[-1]) - times[which]
        u = np.diff(self.squares)[which] / (2 * np.diff(self.places)[which])
        speed = np.maximum(np.sqrt(self.squares[which]) + u * since, 0.0)
        speed[t >= times[-1]] = np.sqrt(self.squares[-1])
        s = self.places[which] + (np.sqrt(self.squares[which]) + u * since / 2) * since
        first, second = self.stretch.at(s, 1), self.stretch.at(s, 2)
        return (
            self.stretch.at(s),
            first * speed[:, None],
            first * u[:, None] + second * (speed**2)[:, None],
        )


@dataclass(frozen=True, eq=False)
class Fastest:
    """A path in the least time that the drives permit, segment by segment.

    Attributes:
        parts: The segments with their times, in order.
    """

    parts: tuple[Timed, ...]

    @cached_property
    def starts(self) -> Array:
        """Starts of the segments, and the end of the last one (k + 1,), in s."""
        return np.concatenate([[0.0], np.cumsum([part.duration for part in self.parts])])

    @property
    def duration(self) -> float:
        """Duration, in s."""
        return float(self.starts[-1])

    @property
    def begun(self) -> Array:
        """Starts of the segments in the original motion (k,), in s."""
        return np.array([part.stretch.begun for part in self.parts])

    def at(self, t: Array) -> tuple[Array, Array, Array]:
        """Return postures, velocities and accelerations (m, n) at times (m,) in s."""
        which = np.searchsorted(self.starts, t, side="right") - 1
        which = np.clip(which, 0, len(self.parts) - 1)
        n = self.parts[0].stretch.points.shape[1]
        found = tuple(np.empty((len(t), n)) for _ in range(3))
        for index in np.unique(which).tolist():
            mine = which == index
            for into, values in zip(
                found, self.parts[index].at(t[mine] - self.starts[index]), strict=True
            ):
                into[mine] = values
        return found[0], found[1], found[2]


def fastest(
    robot: Robot,
    times: ArrayLike,
    q: ArrayLike,
    rests: ArrayLike = (),
    force: tuple[float, ...] | None = None,
    grid: int = GRID,
) -> Fastest:
    """Return the least time along the path of some rows within the limits of the drives.

    It rests where the rows rest, for the same time, and at corners of the path.

    Args:
        robot: The robot with its load, and with its rates, accelerations and efforts.
        times: Rising times of the rows (m,), in s.
        q: Postures (m, n), rad and m.
        rests: Times at which the motion rests (k,), in s; a rest of some length has two times.
        force: Push on the tool point in world axes: a force in N, or force and moment.
        grid: Approximate number of steps in each segment between two rests.

    Raises:
        ArgumentError: Rows that do not fit.
        NoSolution: A joint cannot hold the arm somewhere, or nothing bounds the pace.
    """
    (rows,) = check_motion(robot, q=q)
    when, stops = check_numbers(times, "times"), check_numbers(rests, "rests")
    if rows.ndim != 2 or when.shape != (len(rows),) or len(rows) < 2:
        raise ArgumentError(f"times: expected one per row of q, got {when.shape} for {rows.shape}")
    way = stretches(when, rows, stops)
    return Fastest(tuple(fastest_stretch(robot, stretch, force, grid) for stretch in way))


def fastest_stretch(
    robot: Robot, stretch: Stretch, force: tuple[float, ...] | None = None, grid: int = GRID
) -> Timed:
    """Return the least time from rest to rest along a segment.

    Limits are bounds at the ends and in the middle of every step; if they are exceeded in between,
    they are tightened until they are respected.

    Args:
        robot: The robot with its load, and with its limits.
        stretch: The path.
        force: Push on the tool point in world axes: a force in N, or force and moment.
        grid: Approximate number of steps of the path, at least one between two knots.

    Raises:
        NoSolution: A joint cannot hold the arm somewhere, or nothing bounds its pace.
    """
    if stretch.length == 0.0:
        return Timed(stretch, np.zeros(1), np.zeros(1))
    demand = Demand(robot, stretch, _places(stretch, grid), force)
    steps = np.diff(demand.places)
    tight = np.full((len(steps), 4 * robot.n), 1.0 + KEPT)
    squares = _profile(demand.bounds(None, tight), steps)
    for _ in range(ROUNDS):
        squares = _profile(demand.bounds(squares, tight), steps)
        over = demand.excess(squares)
        if over.max() <= 1.0 + KEPT:
            break
        # a rate between two places is that of both ends of the step
        rates = over[:, 3 * robot.n :]
        rates[1:] = np.maximum(rates[1:], rates[:-1])
        tight = tight * (1.0 + EAGER * np.maximum(over - 1.0, 0.0))
    return _slower(robot, Timed(stretch, demand.places, squares), force)


def _places(stretch: Stretch, grid: int) -> Array:
    """Return lengths along a segment: knots, reversals of joints, and enough others.

    Between two of them the path is one polynomial and dry friction keeps its sign, so that nothing
    unexpected happens there.
    """
    parts = max(round(grid / (len(stretch.knots) - 1)), 1)
    steps = np.repeat(np.diff(stretch.knots) / parts, parts)
    even = np.concatenate([[0.0], np.cumsum(steps)])
    even[-1] = stretch.length
    # at its ends it is slow, so that a step of even length takes long
    finer = even[1] * 0.5 ** np.arange(1, HALVES)
    even = np.unique(np.concatenate([even, finer, stretch.length - finer]))
    turns = stretch.turns
    near = even[np.clip(np.searchsorted(even, turns), 1, len(even) - 1)]
    before = even[np.clip(np.searchsorted(even, turns) - 1, 0, len(even) - 1)]
    apart = np.minimum(np.abs(turns - near), np.abs(turns - before)) > APART * stretch.length
    return np.unique(np.concatenate([even, turns[apart]]))


def _slower(robot: Robot, timed: Timed, force: tuple[float, ...] | None) -> Timed:
    """Return the motion slowed down to respect the limits between all sampled positions, too."""
    starts = timed.times
    t = (starts[:-1, None] + np.diff(starts)[:, None] * DENSE).ravel()
    factor = slow_down(robot, load_of(robot, t, *timed.at(t), force)).factor
    return Timed(timed.stretch, timed.places, timed.squares / (SPARE * factor) ** 2)


def _profile(bounds: Bounds, steps: Array) -> Array:
    """Return the squares of the speed at all positions: a backward pass, then a forward pass."""
    low, high = _alone(bounds)
    floor, ceiling = np.zeros(len(steps) + 1), np.zeros(len(steps) + 1)
    for i in range(len(steps) - 1, -1, -1):
        floor[i], ceiling[i] = _before(
            bounds, i, steps[i], (low[i], high[i]), (floor[i + 1], ceiling[i + 1])
        )
        if not floor[i] <= ceiling[i] + TINY:
            raise NoSolution("the speed along the path", "the efforts are too small at every speed")
    if floor[0] > TINY:
        raise NoSolution("the speed along the path", "the efforts are too small even at rest")
    squares = np.zeros(len(steps) + 1)
    for i, step in enumerate(steps.tolist()):
        x = squares[i]
        most = float(np.min(bounds.above[i] + bounds.above_slope[i] * x))
        reached = min(x + 2 * step * most, float(ceiling[i + 1]))
        squares[i + 1] = max(reached, float(floor[i + 1]), 0.0)
    if (squares[1:-1] <= 0.0).any():
        raise NoSolution(
            "the speed along the path", "the drives are too weak to pass a point of it"
        )
    return squares


def _alone(bounds: Bounds) -> tuple[Array, Array]:
    """Return the bounds of the squares of the speed that allow some acceleration (k,) each."""
    slope = bounds.below_slope[:, :, None] - bounds.above_slope[:, None, :]
    room = bounds.above[:, None, :] - bounds.below[:, :, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = room / slope
    finite = np.isfinite(room)
    high = np.where(finite & (slope > TINY), ratio, inf).min(axis=(1, 2))
    low = np.where(finite & (slope < -TINY), ratio, 0.0).max(axis=(1, 2))
    return np.maximum(low, 0.0), np.minimum(high, bounds.most)


def _before(
    bounds: Bounds,
    i: int,
    step: float,
    own: tuple[float, float],
    after: tuple[float, float],
) -> tuple[float, float]:
    """Return the squares of the speed from which a range at the next position can be reached."""
    low, high = own
    half = 1.0 / (2 * step)
    # u <= (after[1] - x) half against what is below, u >= (after[0] - x) half against what is above
    pairs = (
        (bounds.below_slope[i] + half, after[1] * half - bounds.below[i]),
        (-half - bounds.above_slope[i], bounds.above[i] - after[0] * half),
    )
    for slope, room in pairs:
        up, down = slope > TINY, slope < -TINY
        high = min(high, float(np.min(room[up] / slope[up], initial=inf)))
        low = max(low, float(np.max(room[down] / slope[down], initial=0.0)))
    return low, high
