"""The path of a motion through joint space, and the bounds of the drives along it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from math import inf
from typing import Any

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.dynamics import friction, gravload, rne, tip_torque
from rvs.engine.dynamics.bodies import drives
from rvs.engine.errors import NoSolution
from rvs.engine.robot import Robot
from rvs.study.drives.load import push
from rvs.value_class import dataclass

# How far a stretch may be from the rows it replaces, in rad and m, and how few knots it may have.
NEAR, FEW = 1e-6, 48
# Shorter steps than this part of a stretch say nothing about its direction.
STEP = 1e-4
# A turn of the way by more than this, in rad, and by so many times its neighbours', is a corner.
TURN, SUDDEN = 0.2, 4.0


@dataclass(frozen=True, eq=False)
class Stretch:
    """A smooth part of a path from rest to rest, or a wait.

    Attributes:
        knots: Lengths along the path (k,), rising from 0; a single one for a wait.
        points: Postures there (k, n), rad and m.
        pause: Duration of a wait, in s; 0 for a motion.
        begun: Time of its start in the original motion, in s.
    """

    knots: Array
    points: Array
    pause: float
    begun: float

    @property
    def length(self) -> float:
        """Length of the path; 0 for a wait."""
        return float(self.knots[-1])

    @cached_property
    def _spline(self) -> Any:
        # Only where a path is timed again: it takes some time to load.
        from scipy.interpolate import CubicSpline  # type: ignore[import-untyped]

        return CubicSpline(self.knots, self.points, axis=0)

    @property
    def turns(self) -> Array:
        """Lengths at which a joint reverses (k,), rising."""
        found = self._spline.derivative().roots(extrapolate=False)
        every = np.unique(np.concatenate([np.ravel(one) for one in np.atleast_1d(found)]))
        inside: Array = every[(every > 0.0) & (every < self.length)]
        return inside

    def at(self, s: Array, order: int = 0) -> Array:
        """Return postures (m, n) at lengths (m,), or their derivatives with respect to length."""
        if self.length == 0.0:
            still = self.points[:1] if order == 0 else np.zeros_like(self.points[:1])
            return np.repeat(still, len(s), axis=0)
        found: Array = self._spline(s, order)
        return found


def stretches(times: Array, q: Array, rests: Array) -> tuple[Stretch, ...]:
    """Return the path of rows as smooth segments, with rests at theirs and at corners.

    Args:
        times: Rising times of the rows (m,), in s.
        q: Postures (m, n), rad and m.
        rests: Times at which the motion rests (k,), in s, each the time of a row; a rest of some
            length has two.
    """
    marks = np.unique(np.searchsorted(times, [times[0], *rests, times[-1]], side="left"))
    found = []
    for first, last in pairwise(marks.tolist()):
        rows = q[first : last + 1]
        if np.abs(rows - rows[0]).max() <= NEAR:
            pause = float(times[last] - times[first])
            found.append(Stretch(np.zeros(1), rows[:1], pause, float(times[first])))
            continue
        for a, b in pairwise(_corners(rows)):
            found.append(_fitted(rows[a : b + 1], float(times[first + a])))
    return tuple(found)


def _corners(rows: Array) -> list[int]:
    """Return first and last row, and those at which the path has a corner."""
    kept = _apart(rows, STEP)
    steps = np.diff(rows[kept], axis=0)
    units = steps / np.linalg.norm(steps, axis=1)[:, None]
    turns = np.arccos(np.clip((units[1:] * units[:-1]).sum(axis=1), -1.0, 1.0))
    padded = np.concatenate([[0.0], turns, [0.0]])
    beside = np.maximum(padded[:-2], padded[2:])
    sudden = np.flatnonzero((turns > TURN) & (turns > SUDDEN * beside))
    return [0, *(kept[1:-1][sudden].tolist()), len(rows) - 1]


def _apart(rows: Array, part: float) -> Array:
    """Return rows that are at least a fraction of the whole length apart, including both ends."""
    lengths = _lengths(rows)
    kept, least = [0], part * lengths[-1]
    for index, length in enumerate(lengths.tolist()):
        if length - lengths[kept[-1]] >= least and lengths[-1] - length >= least:
            kept.append(index)
    return np.array([*kept, len(rows) - 1])


def _lengths(rows: Array) -> Array:
    steps = np.linalg.norm(np.diff(rows, axis=0), axis=1)
    return np.concatenate([[0.0], np.cumsum(steps)])


def _fitted(rows: Array, begun: float) -> Stretch:
    """Return a curve through as many of the rows as necessary to be near all of them."""
    lengths = _lengths(rows)
    for stretch in _tries(rows, lengths, begun):
        off = np.abs(stretch.at(lengths) - rows).max()
        if off <= NEAR:
            break
    return stretch


def _tries(rows: Array, lengths: Array, begun: float) -> Iterator[Stretch]:
    count = FEW
    while True:
        kept = _apart(rows, 1.0 / count)
        yield Stretch(lengths[kept], rows[kept], 0.0, begun)
        if count >= 2 * len(rows):
            return
        count *= 2


# Where between two places of the grid limits are looked at, and where they are bounds.
INSIDE = np.linspace(0.0, 1.0, 13)
HELD = np.array([0.0, 0.5, 1.0])
SMALL = 1e-12
# The root of x has no slope at 0; below this part of the largest x that of this part counts.
SLOWEST = 1e-4


@dataclass(frozen=True, eq=False)
class Bounds:
    """Lines above and below u for each step of the grid, (k, c) each: u <= above + slope x.

    Attributes:
        above, above_slope: Upper bound of u; infinite if there is none.
        below, below_slope: Lower bound of u.
        most: The largest x at each step (k,).
    """

    above: Array
    above_slope: Array
    below: Array
    below_slope: Array
    most: Array


@dataclass(frozen=True, eq=False)
class _Terms:
    """Torques at positions of a path are a u + b x + c + v sqrt(x), (m, n) each.

    At the ends of the path, dry friction may be present or not: c is from ``low`` to ``high``.
    Velocities are first sqrt(x), accelerations first u + second x.
    """

    a: Array
    b: Array
    low: Array
    high: Array
    v: Array
    first: Array
    second: Array


@dataclass(frozen=True, eq=False)
class Demand:
    """Path with the robot whose drives must follow it.

    Attributes:
        robot: The robot with its load, and with its limits.
        stretch: The path.
        places: Lengths along it (k + 1,), rising from 0.
        force: Push on the tool point in world axes, or None.
    """

    robot: Robot
    stretch: Stretch
    places: Array
    force: tuple[float, ...] | None = None

    @cached_property
    def _limits(self) -> tuple[Array, Array, Array]:
        rows = [(j.effort, j.acceleration, j.rate) for j in self.robot.joints]
        effort, push_, rate = np.array(rows).T
        return effort, push_, rate

    @cached_property
    def _held(self) -> _Terms:
        return self._terms(HELD)

    @cached_property
    def _inside(self) -> _Terms:
        found = self._terms(INSIDE)
        self._check_held(found)
        return found

    def _terms(self, parts: Array) -> _Terms:
        robot, steps = self.robot, np.diff(self.places)
        s = (self.places[:-1, None] + parts * steps[:, None]).ravel()
        q, first, second = (self.stretch.at(s, order) for order in (0, 1, 2))
        none, rest = np.zeros(3), np.zeros_like(q)
        drive = drives(robot)
        # within a step no joint turns back, so the middle tells the sign of dry friction
        middle = self.stretch.at(self.places[:-1] + steps / 2, 1)
        dry = friction(robot, middle) - drive.viscous * middle
        steady = gravload(robot, q)
        if self.force is not None:
            steady = steady + tip_torque(robot, q, push(robot, q, self.force))
        dry = np.repeat(dry, len(parts), axis=0)
        ends = np.zeros((len(s), 1), dtype=bool)
        ends[: len(parts)] = ends[-len(parts) :] = True
        low = steady + np.where(ends, np.minimum(dry, 0.0), dry)
        high = steady + np.where(ends, np.maximum(dry, 0.0), dry)
        return _Terms(
            rne(robot, q, rest, first, gravity=none, friction=False),
            rne(robot, q, first, second, gravity=none, friction=False),
            low, high, drive.viscous * first, first, second,
        )  # fmt: skip

    def _check_held(self, at: _Terms) -> None:
        effort = self._limits[0]
        steady = np.where(at.high > -at.low, at.high, at.low)
        over = np.abs(steady) - effort
        if (over >= 0.0).any():
            row, joint = np.unravel_index(int(np.argmax(over)), over.shape)
            unit = "N m" if self.robot.joints[int(joint)].turns else "N"
            raise NoSolution(
                "a pace",
                f"joint {joint + 1} needs {abs(steady[row, joint]):.4g} {unit} against gravity, "
                f"dry friction and the force at the tool, more than its {effort[joint]:.4g} {unit}",
            )

    def bounds(self, squares: Array | None, tight: Array) -> Bounds:
        """Return the bounds of the limits in each step.

        They hold at both ends and in the middle of every step, with the x that results from u.

        Args:
            squares: The x at the places (k + 1,) about which viscous friction is linearised; it is
                left out when None.
            tight: Factor by which the range of each limit is reduced in addition (k, 4 n), 1 or
                more.

        Raises:
            NoSolution: A joint cannot hold the arm, or nothing bounds the pace.
        """
        k, n = len(self.places) - 1, self.robot.n
        at, (effort, push_, rate) = self._held, self._limits
        self._check_held(at)
        share = np.repeat(tight, len(HELD), axis=0)
        root, flat = self._linear_root(squares)
        along = (HELD * 2 * np.diff(self.places)[:, None]).ravel()[:, None]
        torque = (at.a, at.b + at.v * root, at.v * flat)
        change = (at.first, at.second, np.zeros_like(at.v))
        found: list[list[Array]] = [[], [], []]
        for place, (terms, room, sign) in enumerate((
            (torque, effort - at.high, 1.0), (torque, effort + at.low, -1.0),
            (change, push_ + 0 * at.v, 1.0), (change, push_ + 0 * at.v, -1.0),
        )):  # fmt: skip
            which = place if place < 2 else 2
            own = room / share[:, which * n : (which + 1) * n]
            slope, square, rest = (sign * term for term in terms)
            limited = np.isfinite(own)
            # at a part of the step x has grown by along u
            for column, values in zip(
                found, (slope + square * along, square, own - rest), strict=True
            ):
                column.append(np.where(limited, values, inf if column is found[2] else 0.0))
        rows = [np.concatenate(column, axis=1).reshape(k, -1) for column in found]
        moving = np.maximum(np.abs(at.first), SMALL)
        fast = ((rate / share[:, 3 * n :] / moving) ** 2).min(axis=1)
        return _lines(rows, fast.reshape(k, -1).min(axis=1))

    def _linear_root(self, squares: Array | None) -> tuple[Array, Array]:
        """Return the linearised root of x about known squares: slope and value at 0."""
        count = (len(self.places) - 1) * len(HELD)
        if squares is None or not squares.max() > 0.0:
            return np.zeros((count, 1)), np.zeros((count, 1))
        near = _between(squares, HELD)
        root = np.sqrt(np.maximum(near, SLOWEST * squares.max()))
        return 1.0 / (2 * root), root / 2

    def excess(self, squares: Array) -> Array:
        """Return the used fraction of each limit's range within each step (k, 4 n).

        The range is the remainder of an effort after gravity, dry friction and the force at the
        tool, forwards and backwards; accelerations and rates follow.  Above 1 the limit is
        exceeded.
        """
        at, (effort, push_, rate) = self._inside, self._limits
        x = _between(squares, INSIDE)
        u = np.repeat(np.diff(squares) / (2 * np.diff(self.places)), len(INSIDE))[:, None]
        moving = at.a * u + at.b * x + at.v * np.sqrt(x)
        used = (
            moving / (effort - at.high), -moving / (effort + at.low),
            np.abs(at.first * u + at.second * x) / push_, np.abs(at.first) * np.sqrt(x) / rate,
        )  # fmt: skip
        every = np.concatenate(used, axis=1)
        return _peaks(every.reshape(len(squares) - 1, len(INSIDE), -1))


def _peaks(samples: Array) -> Array:
    """Return the maxima (k, c) of samples (k, m, c), by parabolas through three samples."""
    left, middle, right = samples[:, :-2], samples[:, 1:-1], samples[:, 2:]
    bend = 2 * middle - left - right
    top = (middle >= left) & (middle >= right) & (bend > SMALL)
    rise = np.where(top, (right - left) ** 2 / (8 * np.where(top, bend, 1.0)), 0.0)
    found: Array = np.maximum((middle + rise).max(axis=1), samples[:, [0, -1]].max(axis=1))
    return found


def _between(squares: Array, parts: Array) -> Array:
    found: Array = ((1 - parts) * squares[:-1, None] + parts * squares[1:, None]).reshape(-1, 1)
    return found


def _lines(rows: list[Array], most: Array) -> Bounds:
    """Return rows A u + B x <= C as lines of u against x; rows without u only bound x."""
    A, B, C = rows
    size = np.abs(A).max(axis=1, initial=0.0)[:, None]
    known = np.isfinite(C)
    up, down = known & (SMALL * size < A), known & (-SMALL * size > A)
    free = known & ~up & ~down & (SMALL * size < B)
    if not up.any(axis=1).all():
        raise NoSolution("a pace", "no effort and no acceleration of a moving joint is known")
    slanted = np.where(up | down, A, 1.0)
    level, slope = C / slanted, -B / slanted
    alone = np.where(free, C / np.where(free, B, 1.0), inf).min(axis=1)
    return Bounds(
        np.where(up, level, inf), np.where(up, slope, 0.0),
        np.where(down, level, -inf), np.where(down, slope, 0.0),
        np.minimum(most, alone),
    )  # fmt: skip
