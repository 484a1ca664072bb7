"""How far a motion carries the bodies of a robot between two moments, at most."""

from __future__ import annotations

import numpy as np

from rvs.collision.shapes import RobotShapes
from rvs.engine.arrays import Array
from rvs.engine.kinematics import frames
from rvs.engine.robot import Robot
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import JointTrajectory, Motion, movers
from rvs.model.motions.tracks import part_of
from rvs.study.shapes import Shape
from rvs.value_class import dataclass

# A motion that is not rows of joint values is taken as straight between moments so far apart, s.
STEP = 0.01
MOST_STEPS = 20_000


@dataclass(frozen=True, eq=False)
class Carry:
    """What the joints of one robot do to its bodies.

    Attributes:
        times: Moments between which joints move evenly (m,), s.
        travel: How far each joint has moved until then, there and back added (m, n), rad or m.
        reach: How far a unit of each joint carries any point of each body (n, b), m.
    """

    times: Array
    travel: Array
    reach: Array

    def way(self, start: float, end: float) -> Array:
        """Return how far each body moves between two moments, at most (b,), m."""
        moved: Array = (self._travel(end) - self._travel(start)) @ self.reach
        return moved

    def _travel(self, t: float) -> Array:
        # Plain numbers: asked for twice in each look, where clipping as arrays would take longest.
        k = min(max(int(self.times.searchsorted(t, "right")), 1), len(self.times) - 1)
        before, after = self.times.item(k - 1), self.times.item(k)
        part = min(max((t - before) / (after - before), 0.0), 1.0)
        found: Array = self.travel[k - 1] + part * (self.travel[k] - self.travel[k - 1])
        return found


def carry(placed: PlacedRobot, bodies: RobotShapes, motion: Motion) -> Carry | None:
    """Return how a motion carries the bodies of a robot; None where it rests.

    Rows of joint values count exactly; any other motion is taken as even between moments that are
    a hundredth of a second apart.
    """
    if placed.id not in movers(motion):
        return None
    times, rows = _rows(motion, placed.id)
    if len(times) < 2:
        return None
    steps = np.abs(np.diff(rows, axis=0))
    travel = np.concatenate([np.zeros((1, placed.robot.n)), np.cumsum(steps, axis=0)])
    return Carry(times, travel, _reach(placed.robot, bodies, rows))


def _rows(motion: Motion, robot_id: str) -> tuple[Array, Array]:
    """Moments and joint values at them."""
    part, start = part_of(motion, robot_id)
    if isinstance(part, JointTrajectory):
        return start + part.times.array, part.rows.array
    count = int(min(np.ceil(motion.duration / STEP), MOST_STEPS)) + 1
    times = np.union1d(np.linspace(0.0, motion.duration, count), motion.keys)
    return times, np.array([motion.at(t)[robot_id] for t in times.tolist()])


def _reach(robot: Robot, bodies: RobotShapes, rows: Array) -> Array:
    """How far any point of each body can be from the axis of each joint (n, b), m.

    A point of a body is no further from an axis than the frame behind the joint, and the frames
    between, and the point from its own frame.
    """
    n = robot.n
    spans = np.max([_spans(robot, q) for q in (*_extremes(rows), robot.home)], axis=0)
    arms = [_arm(robot, j) for j in range(n)]
    size = np.array([_size(shape) for shape in bodies.shapes])
    reach = np.zeros((n, len(size)))
    for j, joint in enumerate(robot.joints):
        for b, frame in enumerate(bodies.frames):
            if frame > j:
                chain = float(spans[j + 1 : frame].sum())
                turning = (arms[j] + chain + size[b]) if joint.turns else 0.0
                slide = {"revolute": 0.0, "prismatic": 1.0}.get(joint.kind, abs(joint.pitch))
                reach[j, b] = turning + slide
    return reach


def _extremes(rows: Array) -> tuple[Array, Array]:
    return rows.min(axis=0), rows.max(axis=0)


def _spans(robot: Robot, q: Array) -> Array:
    """Distance of frame i from frame i + 1 (n,), m; only sliding changes it."""
    origins = frames(robot, q)[:, :3, 3]
    found: Array = np.linalg.norm(np.diff(origins, axis=0), axis=1)
    return found


def _arm(robot: Robot, j: int) -> float:
    """Distance of the frame behind a turning joint from its axis, m."""
    q = np.array(robot.home)
    here = frames(robot, q)[j + 1, :3, 3]
    q[j] += np.pi
    there = frames(robot, q)[j + 1, :3, 3]
    return float(np.linalg.norm(there - here)) / 2


def _size(shape: Shape) -> float:
    """Distance of a shape's furthest point from the origin of its frame, m."""
    far = [np.linalg.norm(one.points, axis=1).max() + one.radius for one in shape.pieces]
    return float(max(far, default=0.0))
