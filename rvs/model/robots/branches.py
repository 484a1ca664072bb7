"""The postures for a pose, or for some of its conditions, and motions that keep it."""

from __future__ import annotations

from collections.abc import Generator
from math import inf

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.engine.inverse import Reason, ikine, ikine_all, null_space_motion
from rvs.engine.inverse.angle_wrapping import fold
from rvs.engine.inverse.configuration import configurations, has_configurations
from rvs.engine.jacobians import jacobian
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.engine.tracking import settle
from rvs.model.numbers.quantities import joint_symbol
from rvs.model.robots.ranges import reach
from rvs.model.state import Posture
from rvs.study.dexterity import condition_number, usual_task
from rvs.value_class import dataclass
from rvs.words import tr

# Of infinitely many postures so many are listed, the nearest ones.
MOST = 48
# Smallest singular value, lengths in parts of the reach, below which a posture counts as singular.
SINGULAR = 0.01
# A posture that is so near the present one is the present one, rad or m.
HERE = 1e-4
# So many joints that are free to choose are named; of more it is said how many.
MOST_NAMED = 4


@dataclass(frozen=True, slots=True)
class Branch:
    """One posture for the pose.

    Attributes:
        q: The posture, rad and m; angles as near to the current ones as the limits allow.
        name: Shoulder, elbow and wrist in words, or empty if the arm has no such words.
        condition: Condition number in the weighted Frobenius norm, with the best characteristic
            length for the posture; infinite at a singularity.
        singular: It is at a singularity or close to one.
        move: Largest motion of a joint from the current posture, rad or m.
        beyond: Joints beyond their limits, from 0, and the excess, rad or m.
        isolated: It is isolated; otherwise it is one of infinitely many.
    """

    q: Posture
    name: str
    condition: float
    singular: bool
    move: float
    beyond: tuple[tuple[int, float], ...]
    isolated: bool

    @property
    def allowed(self) -> bool:
        """Return whether the posture is within the limits."""
        return not self.beyond


@dataclass(frozen=True, slots=True)
class Branches:
    """All postures found for a pose, those within the limits and with small moves first.

    Attributes:
        rows: The postures; if there are infinitely many, the nearest ones.
        found: Number of postures found.
        certified: The list is certainly complete.
        infinite: There are infinitely many.
        family: The structure of the arm, such as ``"puma"``.
        reason: Reason why there are none, or infinitely many; otherwise empty.
    """

    rows: tuple[Branch, ...]
    found: int
    certified: bool
    infinite: bool
    family: str
    reason: str


def branches(robot: Robot, T: Array, now: Posture) -> Branches:
    """Return the postures for a pose of the tool.

    Args:
        robot: The robot.
        T: Pose of the tool (4, 4), relative to the place of the robot.
        now: Current posture (n,), rad and m.

    Raises:
        ArgumentError: Not a pose, or a wrong joint count.
    """
    solutions = ikine_all(robot, T)
    named = has_configurations(robot)
    present = np.array(now)
    rows = [
        branch(robot, q, present, named, bool(isolated))
        for q, isolated in zip(solutions.q, solutions.isolated, strict=True)
    ]
    if rows and min(row.move for row in rows) > HERE and _is_at(robot, T, present):
        # Of infinitely many, samples need not hold the one that the robot is in.
        rows.append(branch(robot, present, present, named, False))
    rows.sort(key=lambda row: (not row.allowed, row.move))
    infinite = solutions.infinite or not solutions.isolated.all()
    return Branches(
        tuple(rows[:MOST]),
        len(rows),
        solutions.certified,
        infinite,
        solutions.family,
        _words(robot, solutions.reason),
    )


def _is_at(robot: Robot, T: Array, q: Array) -> bool:
    return bool(np.allclose(fkine(robot, q), T, atol=1e-6))


def _words(robot: Robot, reason: Reason) -> str:
    """Return a reason with the displayed names; the engine numbers joints from 0."""
    named = [joint_symbol(robot.joints[index], index) for index in reason.joints]
    if reason.kind == "redundant":
        free = " and ".join(named) if len(named) <= MOST_NAMED else f"{len(named)} joints"
        verb = "is" if len(named) == 1 else "are"
        return f"infinitely many postures: {free} {verb} free to choose"
    if reason.kind == "singularity":
        where = str(reason).partition(": at this ")[2].partition(" joints ")[0] or "singularity"
        listed = ", ".join(named)
        return (
            f"infinitely many postures: at this {where}, {listed} can move while the tool is fixed"
        )
    return str(reason)


def branch(robot: Robot, found: Array, now: Array, named: bool, isolated: bool) -> Branch:
    """Return a posture with the values that a user compares.

    Args:
        robot: The robot.
        found: The posture (n,), rad and m; angles may differ by full turns.
        now: Current posture (n,).
        named: The arm has words for shoulder, elbow and wrist.
        isolated: It is isolated.
    """
    moving = np.array([not joint.locked for joint in robot.joints])
    q = fold(robot, found, now, True, moving)
    sigma = singular_values(robot, q)
    outside = np.maximum(robot.limits[:, 0] - q, q - robot.limits[:, 1])
    beyond = [(int(i), float(outside[i])) for i in np.flatnonzero(outside > 1e-9)]
    letters = _letters(robot, q) if named else ""
    # A wrist that is not flipped has no word.
    named_by = {"r": tr("right"), "l": tr("left"), "u": tr("up"), "d": tr("down"), "f": tr("flip")}
    words = ", ".join(named_by[letter] for letter in letters if letter in named_by)
    return Branch(
        tuple(q.tolist()),
        words,
        float(condition_number(robot, q, task=usual_task(robot))) if robot.active else inf,
        float(sigma.min(initial=inf)) < SINGULAR,
        float(np.abs(q - now).max(initial=0.0)),
        tuple(beyond),
        isolated,
    )


def singular_values(robot: Robot, q: ArrayLike) -> Array:
    """Return the singular values of the Jacobian, scaled by length, the largest first (k,)."""
    reach = sum(joint.span for joint in robot.joints) or 1.0
    J = jacobian(robot, q, active=True) / np.repeat([1.0, reach], 3)[:, None]
    return np.asarray(np.linalg.svd(J, compute_uv=False))


def _letters(robot: Robot, q: Array) -> str:
    """Return letters for shoulder, elbow and wrist; none on the border between two letters."""
    said = configurations(robot, q)
    pairs = ("rl", "ud", "fn")
    here = (sorted(set(pair) & set(said)) for pair in pairs)
    return "".join(letters[0] for letters in here if len(letters) == 1)


Mask = tuple[bool, bool, bool, bool, bool, bool]
# In the order of the engine: turns about x, y and z, then moves along them.
CONDITIONS = ("rx", "ry", "rz", "x", "y", "z")
ALL: Mask = (True,) * 6
# Starts of the search; the first is the present posture, the others are random, always the same.
STARTS = 40
SAME = 1e-5
# Below this, in parts of the largest, a singular value leaves a joint free.
FREE = 1e-7


def masked_branches(
    robot: Robot, T: Array, now: Posture, mask: Mask
) -> Generator[None, None, Branches]:
    """Search for postures whose tool meets some conditions of a pose; yield between searches.

    Args:
        robot: The robot.
        T: Pose of the tool (4, 4), relative to the place of the robot.
        now: Current posture (n,), rad and m.
        mask: Selected conditions, along the axes of the robot's place.

    Returns:
        All postures found; if joints remain free, some of infinitely many.

    Raises:
        ArgumentError: Not a pose, or a wrong joint count.
    """
    if mask == ALL:
        yield
        return branches(robot, T, now)
    if not any(mask):
        return Branches((), 0, True, True, "", "tick the conditions that the pose must meet")
    rows: list[Branch] = []
    why, nearest = "", inf
    for start in _starts(robot, now):
        yield
        found = ikine(robot, T, start, np.array(mask, float), limits=False, starts=1)
        if not found.success:
            if float(found.residual) < nearest:
                why, nearest = str(found.reason), float(found.residual)
            continue
        alone = _alone(robot, found.q, mask)
        one = branch(robot, found.q, np.array(now), False, alone)
        if not any(np.allclose(one.q, other.q, atol=SAME) for other in rows):
            rows.append(one)
    rows.sort(key=lambda row: (not row.allowed, row.move))
    infinite = not all(row.isolated for row in rows)
    # Each search counts its own start alone.
    words = "" if rows else f"not found in {STARTS} starts; {why.partition('; ')[2] or why}"
    if infinite:
        words = "infinitely many postures: there are fewer conditions than joints"
    return Branches(tuple(rows[:MOST]), len(rows), False, infinite, "", words)


def _starts(robot: Robot, now: Posture) -> list[Array]:
    low, high = robot.limits.T
    far = reach(robot) or 1.0
    turns = np.array([joint.turns for joint in robot.joints])
    low = np.where(turns, np.maximum(low, -np.pi), np.maximum(low, -far))
    high = np.where(turns, np.minimum(high, np.pi), np.minimum(high, far))
    moving = np.isin(np.arange(robot.n), robot.active)
    parts = np.random.default_rng(1).random((STARTS - 1, robot.n))
    random = np.where(moving, low + parts * (high - low), now)
    return [np.array(now), *random]


def _alone(robot: Robot, q: Array, mask: Mask) -> bool:
    """Return whether no joint can move while the task coordinates are fixed."""
    J = jacobian(robot, q, active=True) / np.repeat([1.0, reach(robot) or 1.0], 3)[:, None]
    sigma = np.linalg.svd(J[list(mask)], compute_uv=False)
    return bool(len(sigma) >= len(robot.active) and sigma[-1] > FREE * sigma[0])


# How far the joints go from the middle of a slider to its end, all together, in rad.
RANGE = 6.0
STEP = 0.03


class Swivel:
    """The curve of postures through a posture that keep the tool at rest.

    The curve is followed in small steps along the null direction of the Jacobian, each corrected to
    the exact pose, and stored; it ends at a limit or if no null direction remains.
    """

    def __init__(self, robot: Robot, posture: Posture, *, limits: bool = True) -> None:
        """Begin at a posture.

        Args:
            robot: The robot, with more joints than its tool has degrees of freedom.
            posture: Its posture (n,), rad and m.
            limits: Apply the joint limits.
        """
        self._robot, self._limits = robot, limits
        self._pose = fkine(robot, posture)
        start = np.array(posture)
        direction = _null_direction(robot, start)
        self._ways = {
            side: [(start, None if direction is None else side * direction)] for side in (1, -1)
        }

    def at(self, share: float) -> Posture:
        """Return the posture at a fraction of the range, -1 to 1; at 0 the first one."""
        if share == 0.0:
            return tuple(self._ways[1][0][0].tolist())
        steps = abs(share) * RANGE / STEP
        way = self._ways[1 if share >= 0.0 else -1]
        whole = int(steps)
        while len(way) <= whole + 1 and self._extend(way):
            pass
        before = way[min(whole, len(way) - 1)][0]
        after = way[min(whole + 1, len(way) - 1)][0]
        between = before + (steps - whole) * (after - before)
        settled = settle(self._robot, self._pose, between)
        return tuple((between if settled is None else settled).tolist())

    def _extend(self, way: list[tuple[Array, Array | None]]) -> bool:
        """Advance by one step; return whether that was possible."""
        q, direction = way[-1]
        if direction is None:
            return False
        found = settle(self._robot, self._pose, q + STEP * direction)
        if found is None or (self._limits and _beyond(self._robot, found, q)):
            way[-1] = (q, None)
            return False
        onward = null_space_motion(self._robot, found, direction)
        length = float(np.linalg.norm(onward))
        way.append((found, onward / length if length > 1e-6 else None))
        return True


def _null_direction(robot: Robot, q: Array) -> Array | None:
    """Return a unit joint motion that leaves the tool at rest, or None."""
    active = list(robot.active)
    _, sigma, vt = np.linalg.svd(jacobian(robot, q, active=True))
    if len(active) <= 6 and (not len(sigma) or sigma[-1] > 1e-6):
        return None
    direction = np.zeros(robot.n)
    direction[active] = vt[-1]
    # The sign of a singular vector is arbitrary: to the right is where the largest part grows.
    return np.asarray(direction * np.sign(direction[np.argmax(np.abs(direction))]))


def _beyond(robot: Robot, q: Array, before: Array) -> bool:
    """Return whether a joint is farther beyond a limit than before."""
    over = np.maximum(robot.limits[:, 0] - q, q - robot.limits[:, 1])
    was = np.maximum(robot.limits[:, 0] - before, before - robot.limits[:, 1])
    return bool(((over > 0.0) & (over > was)).any())
