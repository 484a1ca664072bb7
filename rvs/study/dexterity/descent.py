"""The least value of a smooth function within limits, from many starts: BFGS, all in one array."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rvs.engine.arrays import Array, Booleans, Integers
from rvs.engine.inverse.angle_wrapping import fold
from rvs.engine.robot import Robot
from rvs.value_class import dataclass

Function = Callable[[Array], tuple[Array, Array]]
"""Values (b,) and gradients (b, d) of points (b, d)."""

# A first step goes no farther than this; it is halved so often before it is given up.
FARTHEST, HALVINGS = 0.5, 30
# Of the decrease that the slope promises, a step has to make this part (Armijo).
PART = 1e-4
# A slope below this is none.
FLAT = 1e-13
# A decrease that is lost in the rounding of the value.
LOST = 1e-16
# A decrease below this is rounding; steps that make it lead nowhere, one after another.
GAIN = 1e-15


def descend(function: Function, starts: Array, steps: int) -> tuple[Array, Array]:
    """Return the ends of descents with decreasing values, and the values there.

    The Broyden-Fletcher-Goldfarb-Shanno method with a step that is halved until the value decreases
    (Nocedal and Wright, Numerical Optimization, 2nd ed. 2006, ch. 6).

    Args:
        function: The function to minimise.
        starts: Initial points (b, d).
        steps: Greatest number of steps.

    Returns:
        Points (b, d) and values (b,).
    """
    x = np.array(starts)
    value, slope = function(x)
    eye = np.eye(x.shape[1])
    model = np.broadcast_to(eye, (*x.shape, x.shape[1])).copy()
    alive, plain = np.ones(len(x), dtype=bool), np.ones(len(x), dtype=bool)
    for _ in range(steps):
        alive &= np.abs(slope).max(axis=1, initial=0.0) > FLAT
        going = np.flatnonzero(alive)
        if not len(going):
            break
        step, trust = _direction(model[going], slope[going])
        model[going[~trust]], plain[going[~trust]] = eye, True
        hope = -np.einsum("bi,bi->b", step, slope[going])
        worth = hope > LOST * np.maximum(np.abs(value[going]), 1.0)
        alive[going[~worth]] = False
        going, step, trust = going[worth], step[worth], trust[worth]
        if not len(going):
            break
        tried, found, after, moved = _shortened(
            function, x[going], value[going], slope[going], step
        )
        stuck = going[~moved]
        # a model that leads nowhere is forgotten once; then the start has arrived
        alive[stuck[plain[stuck]]] = False
        model[stuck], plain[stuck] = eye, True
        plain[going[moved]] = False
        _learn(model, going[moved], (tried - x[going])[moved], (after - slope[going])[moved])
        x[going[moved]], value[going[moved]] = tried[moved], found[moved]
        slope[going[moved]] = after[moved]
    return x, value


def _direction(model: Array, slope: Array) -> tuple[Array, Booleans]:
    """Return steps from the models of the curvature, and whether these are reliable."""
    step = -np.einsum("bij,bj->bi", model, slope)
    trust = np.einsum("bi,bi->b", step, slope) < 0
    step = np.where(trust[:, None], step, -slope)
    far = np.abs(step).max(axis=1) / FARTHEST
    return step / np.maximum(far, 1.0)[:, None], trust


def _shortened(
    function: Function, x: Array, value: Array, slope: Array, step: Array
) -> tuple[Array, Array, Array, Booleans]:
    """Return points, values and slopes after successful steps, and a mask of their starts."""
    promise = PART * np.einsum("bi,bi->b", step, slope)
    point, found, after = x.copy(), value.copy(), slope.copy()
    open_ = np.arange(len(x))
    part = 1.0
    for _ in range(HALVINGS):
        tried = x[open_] + part * step[open_]
        f, g = function(tried)
        fine = f <= value[open_] + part * promise[open_]
        done = open_[fine]
        point[done], found[done], after[done] = tried[fine], f[fine], g[fine]
        open_ = open_[~fine]
        if not len(open_):
            break
        part *= 0.5
    moved = value - found > GAIN * np.maximum(np.abs(value), 1.0)
    return point, found, after, moved


def _learn(model: Array, which: Integers, step: Array, change: Array) -> None:
    """Update the inverse Hessians of some starts by a step and the change of the slope."""
    product = np.einsum("bi,bi->b", step, change)
    good = product > 1e-12 * np.linalg.norm(step, axis=1) * np.linalg.norm(change, axis=1)
    which, step, change, product = which[good], step[good], change[good], product[good]
    if not len(which):
        return
    old = model[which]
    pushed = np.einsum("bij,bj->bi", old, change)
    bend = 1.0 + np.einsum("bi,bi->b", change, pushed) / product
    crossed = step[:, :, None] * pushed[:, None, :]
    model[which] = (
        old
        + (bend / product)[:, None, None] * step[:, :, None] * step[:, None, :]
        - (crossed + crossed.swapaxes(1, 2)) / product[:, None, None]
    )


# Values that differ by less than this part are one.
SAME = 1e-13


@dataclass(frozen=True, eq=False)
class Box:
    """Range of the joints.

    A joint between limits is ``middle + half sin u``, any other one is u itself, with prismatic
    joints in units of a length.

    Attributes:
        robot: The robot.
        moving: The joints that can move at all.
        middle: Middles of their ranges (v,), 0 if there is none.
        half: Half of their ranges (v,), or the unit of u.
        bounded: Mask of the joints that have a range (v,).
        held: A posture with the values of all other joints (n,).
    """

    robot: Robot
    moving: tuple[int, ...]
    middle: Array
    half: Array
    bounded: Booleans
    held: Array

    def postures(self, u: Array) -> tuple[Array, Array]:
        """Return postures (b, n) of variables (b, v), and derivatives of moving joints (b, v)."""
        Q = np.tile(self.held, (len(u), 1))
        values = np.where(self.bounded, self.middle + self.half * np.sin(u), self.half * u)
        Q[:, list(self.moving)] = values
        return Q, np.where(self.bounded, self.half * np.cos(u), self.half)

    def starts(self, count: int, seed: int) -> Array:
        """Return variables at random (b, v), the same on every call."""
        u = np.random.default_rng(seed).uniform(-1.0, 1.0, (count, len(self.moving)))
        turns = np.array([self.robot.joints[i].turns for i in self.moving], dtype=bool)
        spread = np.where(turns, np.pi, 1.0)
        return np.where(self.bounded, np.arcsin(u), spread * u)

    def room(self, u: Array) -> Array:
        """Return how far variables (b, v) are from the limits (b,): 0 at one, 1 in the middle."""
        distance = np.where(self.bounded, 1.0 - np.abs(np.sin(u)), 1.0)
        return np.asarray(distance.min(axis=1, initial=1.0))

    def calmed(self, q: Array, value: Callable[[Array], float]) -> Array:
        """Return a posture (n,) whose joints without influence on a value are at home.

        Args:
            q: The posture.
            value: The value that must not change.
        """
        calm, wanted = np.array(q), value(q)
        for i in reversed(self.moving):
            tried = np.array(calm)
            tried[i] = self.held[i]
            if abs(value(tried) - wanted) <= SAME * abs(wanted):
                calm = tried
        movable = np.isin(np.arange(self.robot.n), self.moving)
        # joints without limits come into theirs by whole turns, where that leads there
        return fold(self.robot, calm, self.held, True, movable)


def box_of(robot: Robot, limits: bool, length: float, still: tuple[int, ...] = ()) -> Box:
    """Return the range of the joints of a robot.

    Args:
        robot: The robot.
        limits: Respect the limits of revolute joints; prismatic and helical joints are always
            limited, since nothing else bounds their stroke.
        length: Unit of prismatic joints without limits, m.
        still: Joints without influence; they stay at home, or as near to it as the limits allow.
    """
    moving = tuple(i for i in robot.active if i not in still)
    lower, upper = robot.limits[list(moving)].T
    turns = np.array([robot.joints[i].turns for i in moving], dtype=bool)
    slides = np.array([robot.joints[i].kind != "revolute" for i in moving], dtype=bool)
    bounded = np.isfinite(upper - lower) & (slides | limits)
    free = np.where(turns, 1.0, length)
    held = np.array(robot.home)
    if limits:
        held = np.clip(held, robot.limits[:, 0], robot.limits[:, 1])
    held = np.where([joint.locked for joint in robot.joints], robot.home, held)
    with np.errstate(invalid="ignore"):
        middle, half = (lower + upper) / 2, (upper - lower) / 2
    return Box(
        robot,
        moving,
        np.where(bounded, middle, 0.0),
        np.where(bounded, half, free),
        bounded,
        held,
    )
