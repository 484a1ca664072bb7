"""The postures for a pose, compared by a user."""

from __future__ import annotations

from math import inf

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.engine.inverse import Reason, ikine_all
from rvs.engine.inverse.angle_wrapping import fold
from rvs.engine.inverse.configuration import configurations, has_configurations
from rvs.engine.jacobians import fkine, jacobian
from rvs.engine.robot import Robot
from rvs.model.numbers.quantities import joint_symbol
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
