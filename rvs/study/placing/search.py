"""Places of a robot, or of its work, from which all poses are reached.

At a place F, the robot reaches the pose T as the arm alone reaches F^-1 T; for work at F with the
pose W in its own frame, the arm with base B has to reach B^-1 F W (inverted capability maps:
Zacharias, Borst & Hirzinger 2007; Vahrenkamp, Asfour & Dillmann 2013).  A turn of a robot about its
own vertical first axis only adds to the first joint value, so all turns are found from one inverse
kinematics solution, and kappa does not change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from math import inf, pi
from typing import Literal

import numpy as np

from rvs.engine.arrays import Array, Booleans, Integers
from rvs.engine.chain import chain_frames, joint_axes
from rvs.engine.inverse.batch import batch_postures, within_limits
from rvs.engine.robot import Robot
from rvs.engine.transforms import inverse, rotx, roty, rotz
from rvs.study.dexterity import Norm, Task, condition_number
from rvs.value_class import dataclass

Mount = Literal["floor", "wall", "ceiling"]
MOUNTS: dict[Mount, str] = {"floor": "floor", "wall": "wall", "ceiling": "ceiling"}
Cause = Literal["", "reach", "limits", "condition", "collision"]
# What collides where the robot, or its work, is at a place, with the robot in a posture; or "".
Meets = Callable[[Array, Array], str]
# How far from the vertical, in m and as a sine, the first axis is still vertical.
ALIKE = 1e-9
# Rounds of the refinement, each with half the steps of the one before.
ROUNDS, MOST_MOVES = 4, 8


@dataclass(frozen=True, eq=False)
class Wanted:
    """Conditions on a place.

    Attributes:
        robot: The robot.
        targets: Poses for the tool (t, 4, 4): in the world, or in the frame of the work.
        base: Pose of the robot (4, 4) if the work is moved; None: the robot is moved.
        task: ``"pose"``, or ``"position"`` for the tool point alone.
        most: The largest permitted condition number.
        norm: Its norm.
        length: Characteristic length, m; the best one of each posture when None.
        meets: Collision test; None: collisions are ignored.
    """

    robot: Robot
    targets: Array
    base: Array | None = None
    task: Task = "pose"
    most: float = inf
    norm: Norm = "frobenius"
    length: float | None = None
    meets: Meets | None = None

    def seen(self, places: Array, target: int) -> Array:
        """Return the pose of a target relative to the arm at places (m, 4, 4)."""
        goal = self.targets[target]
        if self.base is not None:
            return np.asarray(inverse(self.base) @ places @ goal)
        return np.asarray(np.linalg.inv(places) @ goal)

    @cached_property
    def turning(self) -> Robot:
        """The robot without limits of its first joint."""
        first = replace(self.robot.joints[0], limits=(-inf, inf))
        return self.robot.replace(joints=(first, *self.robot.joints[1:]))


@dataclass(frozen=True, eq=False)
class Fit:
    """Result of one place.

    Attributes:
        place: The place (4, 4).
        condition: The worst condition number of all targets; infinite if one fails.
        cause: Cause of the failure: out of reach, only beyond limits, the condition number, a
            collision.
        target: The failing target; if none fails, the one with the worst condition number.
        detail: The least condition number at that target, or the colliding bodies.
        postures: A posture for each target (t, n), rad and m; None if one fails.
    """

    place: Array
    condition: float
    cause: Cause
    target: int
    detail: str = ""
    postures: Array | None = None

    @property
    def fits(self) -> bool:
        """Return whether all targets are reached."""
        return not self.cause


@dataclass(frozen=True, eq=False)
class _Ways:
    """Postures that reach targets within the conditions, rows of one list."""

    place: Integers
    target: Integers
    condition: Array
    q: Array


def mounted(mount: Mount) -> Array:
    """Return the rotation (3, 3) of a base on the floor, on a wall (its z along x) or a ceiling."""
    turn: Array = {"floor": np.eye(3), "wall": roty(pi / 2), "ceiling": rotx(pi)}[mount]
    return turn


def turned(places: Array, angle: float) -> Array:
    """Return places (m, 4, 4) turned in position about the vertical, rad."""
    found = places.copy()
    found[:, :3, :3] = rotz(angle) @ places[:, :3, :3]
    return found


def evaluated(
    wanted: Wanted, places: Array, turns: Sequence[float] = (0.0,)
) -> Iterator[float | list[Fit]]:
    """Yield the progress, and finally the best result of each place.

    Args:
        wanted: The conditions.
        places: The places (m, 4, 4), m.
        turns: Permitted turns about the vertical, rad.

    Yields:
        Fractions, 0 to 1, then a ``Fit`` for each place, at its turn with the least worst condition
        number.  For a place that fails at every turn it is the result that failed last in the order
        of reach, limits, condition number, collision.
    """
    m, k = len(places), len(turns)
    every = np.concatenate([turned(places, angle) for angle in turns])
    causes: list[tuple[Cause, int, str]] = [("", -1, "")] * (m * k)
    worst = np.zeros(m * k)
    found: list[_Ways] = []
    for target in range(len(wanted.targets)):
        alive = np.array([not cause for cause, _, _ in causes])
        ways = _ways(wanted, every, turns, alive, target, causes)
        least = np.full(m * k, inf)
        np.minimum.at(least, ways.place, ways.condition)
        worst = np.maximum(worst, least)
        found.append(ways)
        yield 0.5 * (target + 1) / len(wanted.targets)
    index = [_by_place(ways, m * k) for ways in found]
    fits: list[Fit] = []
    for i in range(m):
        fits.append(_best_turn(wanted, every, range(i, m * k, m), causes, worst, found, index))
        if not i % 10:
            yield 0.5 + 0.5 * i / m
    yield fits


def _by_place(ways: _Ways, count: int) -> list[Integers]:
    """Return the rows of each place, the best conditioned first."""
    order = np.lexsort([ways.condition, ways.place])
    return np.split(order, np.searchsorted(ways.place[order], np.arange(1, count)))


def _best_turn(
    wanted: Wanted, every: Array, options: Sequence[int], causes: list[tuple[Cause, int, str]],
    worst: Array, found: list[_Ways], index: list[list[Integers]],
) -> Fit:  # fmt: skip
    """Return the best of some turns of one place; only possible ones are checked for collision."""
    rank: dict[Cause, int] = {"reach": 0, "limits": 1, "condition": 2, "collision": 3, "": 4}
    best: Fit | None = None
    first = 0
    for i in sorted(options, key=lambda one: (bool(causes[one][0]), float(worst[one]))):
        cause, target, detail = causes[i]
        if cause:
            fit = Fit(every[i], inf, cause, target, detail)
        elif best is not None and best.fits and worst[i] >= best.condition:
            break
        else:
            fit = _free(wanted, every[i], [(ways, rows[i]) for ways, rows in
                                           zip(found, index, strict=True)], first)  # fmt: skip
            first = fit.target if fit.cause else first
        better = best is None or rank[fit.cause] > rank[best.cause]
        if better or (best is not None and fit.fits and fit.condition < best.condition):
            best = fit
    assert best is not None
    return best


def _free(wanted: Wanted, place: Array, ways: list[tuple[_Ways, Integers]], first: int) -> Fit:
    """Return the best conditioned postures of a place that are free of collisions."""
    chosen: list[Array] = [np.empty(0)] * len(ways)
    numbers = np.zeros(len(ways))
    # what failed just now is likely to fail again
    for target in sorted(range(len(ways)), key=lambda one: one != first):
        some, rows = ways[target]
        met = ""
        for row in rows:
            hit = wanted.meets(place, some.q[row]) if wanted.meets is not None else ""
            if not hit:
                chosen[target], numbers[target] = some.q[row], some.condition[row]
                break
            met = met or hit
        else:
            return Fit(place, inf, "collision", target, met)
    last = int(np.argmax(numbers))
    return Fit(place, float(numbers[last]), "", last, "", np.array(chosen))


def _ways(
    wanted: Wanted, every: Array, turns: Sequence[float], alive: Booleans, target: int,
    causes: list[tuple[Cause, int, str]],
) -> _Ways:  # fmt: skip
    """Return postures of all possible places for a target; record the reason if there is none."""
    robot, k = wanted.robot, len(turns)
    m = len(every) // k
    sense = _spin(wanted, every)
    if sense and k > 1:
        rows = np.flatnonzero(alive.reshape(k, m).any(axis=0))
        arm = wanted.turning
    else:
        rows, arm = np.flatnonzero(alive), robot
    many = batch_postures(arm, wanted.seen(every[rows], target), wanted.task == "position")
    numbers = _conditions(wanted, many.q)
    parts = []
    for turn, angle in enumerate(turns if sense and k > 1 else (0.0,)):
        q = many.q.copy()
        if sense and k > 1:
            q[:, 0] -= sense * (angle - turns[0])
        q, inside = within_limits(robot, q)
        where = rows[many.pose] + turn * m
        inside &= alive[where]
        parts.append((where, q, inside))
    reached, limited = np.zeros(m * k, dtype=bool), np.zeros(m * k, dtype=bool)
    least = np.full(m * k, inf)
    for where, _, inside in parts:
        reached[where] = True
        limited[where[inside]] = True
        np.minimum.at(least, where[inside], numbers[inside])
    for i in np.flatnonzero(alive & ~(limited & (least <= wanted.most))):
        if not limited[i]:
            causes[i] = ("limits" if reached[i] else "reach", target, "")
        else:
            causes[i] = ("condition", target, f"{least[i]:.4g}")
    good = [inside & (numbers <= wanted.most) for _, _, inside in parts]
    return _Ways(
        np.concatenate([where[ok] for (where, _, _), ok in zip(parts, good, strict=True)]),
        np.full(sum(int(ok.sum()) for ok in good), target),
        np.concatenate([numbers[ok] for ok in good]),
        np.concatenate([q[ok] for (_, q, _), ok in zip(parts, good, strict=True)]),
    )


def _conditions(wanted: Wanted, q: Array) -> Array:
    if not len(q):
        return np.empty(0)
    return np.asarray(
        condition_number(wanted.robot, q, wanted.length, wanted.norm, wanted.task), float
    )


def _spin(wanted: Wanted, places: Array) -> int:
    """Return the factor of joint 1 for a turn about the vertical, 1 or -1; 0 if it has none."""
    robot = wanted.robot
    first = robot.joints[0]
    if wanted.base is not None or first.kind != "revolute" or first.locked:
        return 0
    up = places[:, 2, 2]
    if np.ptp(up) > ALIKE or abs(abs(up[0]) - 1.0) > ALIKE:
        return 0
    z, p = joint_axes(robot.chain, chain_frames(robot.chain, robot.home))
    if np.hypot(*z[0][:2]) > ALIKE or np.hypot(*p[0][:2]) > ALIKE:
        return 0
    return int(np.sign(z[0][2] * up[0]))


def refined(wanted: Wanted, fit: Fit, step: float, turn: float) -> Iterator[float | Fit]:
    """Yield the progress, and finally the best place near a suitable one, by halving steps.

    Args:
        wanted: The conditions.
        fit: The initial place.
        step: First step in x and y, m.
        turn: First step of the turn, rad.
    """
    best = fit
    for k in range(ROUNDS):
        step, turn = 0.5 * step, 0.5 * turn
        for _ in range(MOST_MOVES):
            near = np.repeat(best.place[None], 6, axis=0)
            near[[0, 1, 2, 3], [0, 0, 1, 1], 3] += step * np.array([1, -1, 1, -1])
            near[4:5], near[5:6] = turned(near[4:5], turn), turned(near[5:6], -turn)
            *_, fits = evaluated(wanted, near)
            assert isinstance(fits, list)
            other = min(fits, key=lambda one: one.condition)
            if other.condition >= best.condition:
                break
            best = other
        yield (k + 1) / ROUNDS
    yield best
