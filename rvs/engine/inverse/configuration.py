"""The posture of an arm with given letters for shoulder, elbow and wrist."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_flag, check_robot, check_text
from rvs.engine.chain import chain_frames, joint_axes
from rvs.engine.errors import ArgumentError
from rvs.engine.inverse.all_postures import ikine_all
from rvs.engine.inverse.angle_wrapping import fold, outside
from rvs.engine.inverse.arm import Axes
from rvs.engine.inverse.explain import why_beyond
from rvs.engine.inverse.position import ALIKE
from rvs.engine.inverse.solution import Reason, Solution, Solutions
from rvs.engine.inverse.structure import meeting_point
from rvs.engine.robot import Robot

CHOICES = ("lr", "ud", "nf")
# Beside 1: how near to the border between two letters a posture has both.
BORDER = 1e-7


def ikine_config(
    robot: Robot, T: ArrayLike, configuration: str = "lun", *, limits: bool = False
) -> Solution:
    """Return the posture of a PUMA-like arm with the given shoulder, elbow and wrist.

    The letters, in any order; omitted ones are l, u, n, as in the manual of ``ikine560``:

    * ``r``, ``l``: the wrist is in front of or behind the first axis, along the x axis that turns
      with the first joint: for a PUMA, right and left arm.
    * ``u``, ``d``: the elbow is above or below the line from shoulder to wrist.
    * ``n``, ``f``: the sine of the fifth joint's angle is negative (not flipped) or positive.

    Args:
        robot: An arm of six revolute joints: the first axis at right angles to the second, the
            third parallel to the second, the last three intersecting.
        T: Pose (4, 4) of the tool in the world.
        configuration: The letters.
        limits: Require a posture within the limits.

    Raises:
        ArgumentError: Unknown or contradictory letters, an arm of another kind, a wrong pose.

    >>> from rvs.engine.kinematics import fkine
    >>> arm = Robot.from_dh([0, 0.4, 0, 0, 0, 0], np.radians([90, 0, -90, 90, -90, 0]),
    ...                     [0, 0, 0.1, 0.4, 0, 0], 0)
    >>> T = fkine(arm, [0.1, 0.9, -2.2, 0.4, -0.5, 0.6])
    >>> ikine_config(arm, T, "run").q.round(6)
    array([ 0.1,  0.9, -2.2,  0.4, -0.5,  0.6])
    """
    letters = _letters(check_text(configuration, "configuration"))
    bounded = check_flag(limits, "limits")
    if not has_configurations(check_robot(robot)):
        raise ArgumentError(
            "robot: letters for shoulder, elbow and wrist need six revolute joints, the "
            "second and third parallel and perpendicular to the first, with the last three "
            "meeting in one point"
        )
    found = ikine_all(robot, T)
    names = [configurations(robot, q) for q in found.q]
    fitting = [i for i, name in enumerate(names) if all(letter in name for letter in letters)]
    if not fitting:
        return _none(robot, found, names, letters)
    # where the wrist is in line any fourth joint serves: take the one nearest to 0
    chosen = min(fitting, key=lambda i: abs(found.q[i, 3] + robot.joints[3].offset))
    moving = np.ones(6, dtype=bool)
    q = fold(robot, found.q[chosen], robot.home, bounded, moving)
    reason = Reason() if found.isolated[chosen] else found.reason
    if bounded and outside(robot, q, moving):
        reason = why_beyond(robot, q[None])
    success = reason.kind != "limits"
    return Solution(q, success, float(found.residual[chosen]), 0, reason)


def _letters(text: str) -> str:
    """Return one letter of each pair, in order."""
    unknown = sorted(set(text) - set("".join(CHOICES)))
    if unknown or len(set(text)) < len(text):
        raise ArgumentError(
            f"configuration: expected one letter each of l or r, u or d, n or f, got {text!r:.40}"
        )
    chosen = []
    for pair in CHOICES:
        given = [letter for letter in pair if letter in text]
        if len(given) == 2:
            raise ArgumentError(f"configuration: {pair[0]} and {pair[1]} exclude each other")
        chosen.append(given[0] if given else pair[0])
    return "".join(chosen)


def has_configurations(robot: Robot) -> bool:
    """Return whether letters for shoulder, elbow and wrist apply to an arm."""
    if robot.n != 6 or len(robot.active) != 6 or any(j.kind != "revolute" for j in robot.joints):
        return False
    axes = _axes(robot, robot.home)
    size = float(np.linalg.norm(np.diff(axes.p, axis=0), axis=1).sum()) or 1.0
    across = abs(axes.h[0] @ axes.h[1]) < ALIKE
    parallel = np.linalg.norm(np.cross(axes.h[1], axes.h[2])) < ALIKE
    return bool(across and parallel and meeting_point(axes.pick((3, 4, 5)), size) is not None)


def _axes(robot: Robot, q: Array) -> Axes:
    z, p = joint_axes(robot.chain, chain_frames(robot.chain, q))
    return Axes(z, p, robot.chain.turn > 0.5)


def configurations(robot: Robot, q: Array) -> str:
    """Return the letters of a posture; on the border between two letters, both.

    Args:
        robot: An arm that satisfies ``has_configurations``.
        q: Posture (6,).
    """
    axes = _axes(robot, q)
    size = float(np.linalg.norm(np.diff(axes.p, axis=0), axis=1).sum()) or 1.0
    wrist = meeting_point(axes.pick((3, 4, 5)), size)
    if wrist is None:
        return ""
    ahead, up = chain_frames(robot.chain, q)[1, :3, 0], axes.h[0]
    reach = float(ahead @ (wrist - axes.p[0])) / size
    upper, line = axes.p[2] - axes.p[1], wrist - axes.p[1]
    raised = float(np.cross(line, upper) @ np.cross(ahead, up)) / size**2
    fifth = float(np.sin(q[4] + robot.joints[4].offset))
    above = raised if reach >= 0 else -raised
    return _sides("rl", reach) + _sides("ud", above) + _sides("fn", fifth)


def _sides(pair: str, value: float) -> str:
    if abs(value) < BORDER:
        return pair
    return pair[0] if value > 0 else pair[1]


def _none(robot: Robot, found: Solutions, names: list[str], letters: str) -> Solution:
    if not len(found):
        nearest = np.asarray(robot.home)
        return Solution(nearest, False, np.inf, 0, found.reason)
    others = ", ".join(sorted({name for name in names if len(name) == 3}))
    reason = Reason(
        f"no posture with configuration {letters} reaches the pose; {others} do",
        kind="reach",
    )
    return Solution(found.q[0], False, float(found.residual[0]), 0, reason)
