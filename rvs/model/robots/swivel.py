"""Motion of the joints of a redundant arm while its tool is at rest."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.inverse import null_space_motion
from rvs.engine.jacobians import jacobian
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.engine.tracking import settle
from rvs.model.state import Posture

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
