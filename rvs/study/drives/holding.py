"""Holding a posture: gravity torques, the largest payload, and the worst posture for a payload."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_numbers, check_one
from rvs.engine.dynamics import gravload, tip_torque
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.study.drives.load import push
from rvs.value_class import dataclass

Torques = Callable[[Array], Array]

STARTS, SWEEPS, ENOUGH = 64, 60, 1e-12
# Torques that differ by less than this part are equal.
TIE = 1e-9
# A joint that turns and advances has no closed form; so many places of its range are tried.
PLACES = 65


@dataclass(frozen=True, slots=True)
class Payload:
    """The largest mass that can be held in a posture.

    Attributes:
        mass: In kg; 0 where the arm cannot hold itself, infinite where nothing bounds it.
        joint: Whose effort bounds it, from 0, or None.
    """

    mass: float
    joint: int | None


@dataclass(frozen=True, eq=False)
class Worst:
    """The posture in which holding takes the largest torques.

    Attributes:
        q: The posture (n,), rad or m.
        torques: What the joints give there (n,), N m or N.
        joint: The joint with the largest load, from 0.
        share: Its share of the effort; where no effort is known 0.
        postures: For each joint the posture with its largest load (n, n).
        largest: That torque (n,), without sign.
    """

    q: Array
    torques: Array
    joint: int
    share: float
    postures: Array
    largest: Array


def holding(robot: Robot, q: ArrayLike, force: ArrayLike | None = None) -> Array:
    """Return the torques that hold a posture against gravity and a push on the tool.

    Args:
        robot: The robot with what it carries.
        q: Posture (n,) or (m, n), rad or m.
        force: Push on the tool point, in world axes: a force (3,) in N, or force and moment
            (6,) in N and N m.

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, a link without mass.

    >>> arm = Robot.from_dh([2], [0], [0], [0], mass=[1], com=[[0, 0, 0]], gravity=(0, -10, 0))
    >>> holding(arm, [0.0], [0, -5, 0])
    array([30.])
    """
    own = gravload(robot, q)
    if force is None:
        return own
    postures = check_numbers(q, "q")
    return own + tip_torque(robot, postures, push(robot, postures, force))


def weight_torques(robot: Robot, q: Array, at: Array | None = None) -> Array:
    """Return the torques (..., n) for 1 kg at a point of the last frame (3,), or the tool."""
    carrier = robot if at is None else robot.replace(tool=_moved(at))
    return tip_torque(carrier, q, push(carrier, q, robot.gravity))


def largest_payload(robot: Robot, q: ArrayLike, at: ArrayLike | None = None) -> Payload:
    """Return the largest mass that the joints can hold in a posture.

    Args:
        robot: The robot with what it carries already.
        q: Posture (n,), rad or m.
        at: Where the centre of the mass is, in the last frame (3,), m; the tool point when None.

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, a link without mass.

    >>> arm = Robot.from_dh([2], [0], [0], [0], mass=[1], com=[[0, 0, 0]], effort=[100],
    ...                     gravity=(0, -10, 0))
    >>> largest_payload(arm, [0.0]).mass
    4.0
    """
    posture = check_one(q, "q", robot.n)
    own = gravload(robot, posture)
    place = None if at is None else check_one(at, "at", 3)
    each = weight_torques(robot, posture, place)
    found = Payload(inf, None)
    for i, joint in enumerate(robot.joints):
        if abs(own[i]) >= joint.effort:
            return Payload(0.0, i)
        if joint.effort == inf or abs(each[i]) <= ENOUGH:
            continue
        mass = float((joint.effort - np.sign(each[i]) * own[i]) / abs(each[i]))
        if mass < found.mass:
            found = Payload(mass, i)
    return found


def worst_posture(
    robot: Robot, mass: float = 0.0, at: ArrayLike | None = None, starts: int = STARTS
) -> Worst:
    """Return the posture within the limits in which a payload loads a joint most.

    A holding torque is affine in the cosine and the sine of each angle (in the value of a joint
    that slides), so the best value of one joint is known in closed form; from many starts joint
    after joint is set to it until nothing grows.

    Args:
        robot: The robot with what it carries already.
        mass: A further mass at the tool, in kg.
        at: Where its centre is, in the last frame (3,), m; the tool point when None.
        starts: From how many postures each joint's worst is sought.

    Raises:
        ArgumentError: A joint that slides without limits, a negative mass, a link without mass.

    >>> arm = Robot.from_dh([2], [0], [0], [0.5], mass=[1], com=[[0, 0, 0]], gravity=(0, -10, 0))
    >>> worst_posture(arm, 1.0).largest
    array([40.])
    """
    if not 0.0 <= mass < inf:
        raise ArgumentError(f"mass: expected 0 kg or more, got {mass:g}")
    place = None if at is None else check_one(at, "at", 3)

    def torques(q: Array) -> Array:
        own = gravload(robot, q)
        return own + mass * weight_torques(robot, q, place) if mass else own

    box = searched_box(robot)
    best = [_climb(robot, torques, joint, box, starts) for joint in range(robot.n)]
    postures = np.array(best)
    largest = np.abs(torques(postures)[np.arange(robot.n), np.arange(robot.n)])
    largest[largest < ENOUGH * largest.max()] = 0.0
    effort = np.array([joint.effort for joint in robot.joints])
    limited = np.isfinite(effort).any()
    joint = int(np.argmax(largest / effort if limited else largest))
    share = float(largest[joint] / effort[joint])
    return Worst(postures[joint], torques(postures[joint]), joint, share, postures, largest)


def searched_box(robot: Robot) -> Array:
    """Return the range of each joint for a worst posture (n, 2): of an endless one a turn.

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


def _climb(robot: Robot, torques: Torques, joint: int, box: Array, starts: int) -> Array:
    """Return the posture with the largest load on a joint."""
    rng = np.random.default_rng(0)
    q = box[:, 0] + rng.random((starts, robot.n)) * (box[:, 1] - box[:, 0])
    q[0] = np.clip(robot.home, box[:, 0], box[:, 1])
    value = np.abs(torques(q)[:, joint])
    for _ in range(SWEEPS):
        before = value.copy()
        for i in range(robot.n):
            if box[i, 1] > box[i, 0]:
                q, value = _set_joint(robot, torques, (joint, i), q, box[i])
        if (value - before <= ENOUGH * np.maximum(value, 1.0)).all():
            break
    # the first of equals, which may be the one from the initial posture
    best: Array = q[int(np.argmax(value >= value.max() * (1.0 - TIE)))]
    return best


def _set_joint(
    robot: Robot, torques: Torques, which: tuple[int, int], q: Array, span: Array
) -> tuple[Array, Array]:
    """Set joint i of all postures to where the torque of a joint is largest."""
    joint, i = which
    tries = _candidates(robot, torques, which, q, span)
    many = np.repeat(q[:, None, :], tries.shape[1], axis=1)
    many[:, :, i] = tries
    values = np.abs(torques(many.reshape(-1, robot.n))[:, joint]).reshape(tries.shape)
    # a joint that changes nothing stays where it is
    values[:, 0] += TIE * values.max(axis=1)
    best = np.argmax(values, axis=1)
    rows = np.arange(len(q))
    return many[rows, best], values[rows, best]


def _candidates(
    robot: Robot, torques: Torques, which: tuple[int, int], q: Array, span: Array
) -> Array:
    """Return the values of joint i among which the largest torque is (m, k)."""
    joint, i = which
    kind = robot.joints[i].kind
    if kind == "helical":
        places = np.tile(np.linspace(span[0], span[1], PLACES), (len(q), 1))
        return np.hstack([q[:, i, None], places])
    known = [q[:, i], np.full(len(q), span[0]), np.full(len(q), span[1])]
    if kind == "revolute":
        # alpha + beta cos + gamma sin through three places a third of a turn apart
        probe = np.repeat(q[:, None, :], 3, axis=1)
        angles = np.array([0.0, 2.0, 4.0]) * np.pi / 3
        probe[:, :, i] = angles
        t = torques(probe.reshape(-1, robot.n))[:, joint].reshape(-1, 3)
        peak = np.arctan2(t @ np.sin(angles), t @ np.cos(angles))
        for angle in (peak, peak + np.pi):
            turns = np.ceil((span[0] - angle) / (2 * np.pi))
            inside = angle + 2 * np.pi * turns
            known.append(np.where(inside <= span[1], inside, q[:, i]))
    return np.stack(known, axis=1)


def _moved(at: Array) -> Array:
    pose = np.eye(4)
    pose[:3, 3] = at
    return pose
