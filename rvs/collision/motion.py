"""A whole motion of a cell checked for collision, and the result in one sentence.

The largest displacement of the bodies of a robot between two times.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Literal

import numpy as np

from rvs.bodies.effectors import STEPS
from rvs.collision.check import CellCheck, Near, check_of
from rvs.collision.grasping import grasped_objects
from rvs.collision.shapes import RobotShapes, robot_shapes, thing_shape
from rvs.collision.words import nearest_words
from rvs.engine.arrays import Array, Integers
from rvs.engine.kinematics import frames
from rvs.engine.robot import Robot
from rvs.model.collision.rules import payload_ref
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.cartesian import Finding
from rvs.model.motions.grips import STROKE
from rvs.model.motions.motion import JointTrajectory, Motion, movers
from rvs.model.motions.tracks import held_in, openings_of, part_of
from rvs.model.refs import Ref, thing_ref
from rvs.model.state import Postures
from rvs.model.views.view import Mode
from rvs.study.passage import Passage, Survey, survey
from rvs.study.shapes import Shape, joined
from rvs.value_class import dataclass

# Pairs that are further apart than the margin and this are not measured one by one, m.
BEYOND = 0.05
# At least this number of looks, however short the way, for a curve of the clearance.
LOOKS = 120

# A motion that is not rows of joint values is taken as straight between moments so far apart, s.
STEP = 0.01
MOST_STEPS = 20_000


def check_motion(
    document: Document, postures: Postures, mode: Mode, motion: Motion
) -> Generator[float, None, Passage[Ref]]:
    """Check a motion to its end while other robots are at rest; yield the progress, 0 to 1.

    Returns:
        Collisions and near passes with their times, and the least clearance at each checked time.
    """
    margin = document.collision.margin
    reach = margin + BEYOND

    def look(t: float) -> tuple[Near, ...]:
        now = {**postures, **motion.at(t)}
        check = check_of(document, mode, motion, t)
        return check.near(now, reach, motion=motion, t=t)

    hauls = grasped_objects(document, motion).hauls
    every = tuple(dict.fromkeys((one.thing, one.robot_id) for one in hauls))
    start = check_of(document, mode, motion, 0.0, every)
    index = {pair: k for k, pair in enumerate(start.bodies.checked)}
    task = Survey(look, index, approaches(start, motion), margin, reach)
    return (yield from survey(task, _moments(document, motion)))


def approaches(check: CellCheck, motion: Motion) -> Callable[[float, float], Array]:
    """Return a bound on the approach of each checked pair between two times (p,), m.

    Two links of one robot approach each other by the joints between them alone; a payload may lie
    still until it is gripped.
    """
    place = {ref: k for k, ref in enumerate(check.bodies.refs)}
    pairs = [(place[a], place[b]) for a, b in check.bodies.checked]
    first, second = np.array(pairs, int).reshape(-1, 2).T
    carried = []
    for placed in check.document.robots:
        links = _widest(placed, check.mode)
        shapes = _laden(links, placed, check.document, motion)
        own = carry(placed, shapes, motion) if shapes.refs[0] in place else None
        if own is None:
            continue
        reach = np.zeros((len(place), placed.robot.n))
        np.maximum.at(reach, [place[ref] for ref in shapes.refs], own.reach.T)
        frame: Integers = np.full(len(place), -1)
        for ref, carrier in zip(links.refs, links.frames, strict=True):
            frame[place[ref]] = -1 if ref == payload_ref(placed.id) else carrier
        near, far = np.sort([frame[first], frame[second]], axis=0)
        outer = np.where(frame[first] == far, first, second)
        between = reach[outer] * (np.arange(placed.robot.n) >= near[:, None])
        carried.append((own, np.where(near[:, None] < 0, reach[first] + reach[second], between)))

    def way(start: float, end: float) -> Array:
        ways = np.zeros(len(pairs))
        for own, reach in carried:
            ways += reach @ own.travelled(start, end)
        return ways

    return way


def _widest(placed: PlacedRobot, mode: Mode) -> RobotShapes:
    """Return the bodies of a robot with its gripper open and closed: everything they may reach."""
    wide, shut = (robot_shapes(placed, mode, opening) for opening in (STEPS[-1], STEPS[0]))
    both = zip(wide.shapes, shut.shapes, strict=True)
    shapes = (joined([(a, np.eye(4)), (b, np.eye(4))]) for a, b in both)
    return RobotShapes(wide.refs, tuple(shapes), wide.frames)


def _laden(
    shapes: RobotShapes, placed: PlacedRobot, document: Document, motion: Motion
) -> RobotShapes:
    """Return the bodies of a robot with the objects that it carries at any time."""
    hauls = [one for one in grasped_objects(document, motion).hauls if one.robot_id == placed.id]
    tool = placed.robot.tool
    return RobotShapes(
        (*shapes.refs, *(thing_ref(one.thing) for one in hauls)),
        (
            *shapes.shapes,
            *(
                joined([(thing_shape(document.thing(one.thing)), tool @ one.local)])
                for one in hauls
            ),
        ),
        (*shapes.frames, *(placed.robot.n for _ in hauls)),
    )


def _moments(document: Document, motion: Motion) -> Array:
    """Return the times checked in any case; every step of a gripper that opens or closes."""
    found = [np.linspace(0.0, motion.duration, LOOKS)]
    for placed in document.robots:
        _, start = part_of(motion, placed.id)
        begins = [begin for begin, _ in openings_of(motion, placed.id)]
        for grip in held_in(placed, motion):
            begins += [grip.take - STROKE, grip.release]
        for begin in filter(np.isfinite, begins):
            found.append(start + begin + np.linspace(0.0, STROKE, len(STEPS)))
    moments = np.unique(np.concatenate(found))
    kept: Array = moments[(moments >= 0.0) & (moments <= motion.duration)]
    return kept


@dataclass(frozen=True, eq=False)
class Carry:
    """Motion that the joints of one robot give its bodies.

    Attributes:
        times: Times between which joints move uniformly (m,), s.
        travel: Total travel of each joint until then, in both directions (m, n), rad or m.
        reach: Largest displacement of any point of each body per unit of each joint (n, b), m.
    """

    times: Array
    travel: Array
    reach: Array

    def way(self, start: float, end: float) -> Array:
        """Return the largest displacement of each body between two times (b,), m."""
        moved: Array = self.travelled(start, end) @ self.reach
        return moved

    def travelled(self, start: float, end: float) -> Array:
        """Return the travel of each joint between two times (n,), rad or m."""
        travel: Array = self._travel(end) - self._travel(start)
        return travel

    def _travel(self, t: float) -> Array:
        # Plain numbers: asked for twice in each look, where clipping as arrays would take longest.
        k = min(max(int(self.times.searchsorted(t, "right")), 1), len(self.times) - 1)
        before, after = self.times.item(k - 1), self.times.item(k)
        part = min(max((t - before) / (after - before), 0.0), 1.0)
        found: Array = self.travel[k - 1] + part * (self.travel[k] - self.travel[k - 1])
        return found


def carry(placed: PlacedRobot, bodies: RobotShapes, motion: Motion) -> Carry | None:
    """Return the motion of a robot's bodies; None if the robot is at rest.

    Rows of joint values are treated exactly; any other motion is assumed to be uniform between
    times that are a hundredth of a second apart.
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
    """Return the times and the joint values at them."""
    part, start = part_of(motion, robot_id)
    if isinstance(part, JointTrajectory):
        return start + part.times.array, part.rows.array
    count = int(min(np.ceil(motion.duration / STEP), MOST_STEPS)) + 1
    times = np.union1d(np.linspace(0.0, motion.duration, count), motion.keys)
    return times, np.array([motion.at(t)[robot_id] for t in times.tolist()])


def _reach(robot: Robot, bodies: RobotShapes, rows: Array) -> Array:
    """Return the largest distance of each body's points from each joint's axis (n, b), m.

    The distance of a point of a body from an axis is at most the sum of the distances to the frame
    behind the joint, between the frames, and from its own frame to the point.
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
    """Return the distances between frames i and i + 1 (n,), m; only prismatic joints alter them."""
    origins = frames(robot, q)[:, :3, 3]
    found: Array = np.linalg.norm(np.diff(origins, axis=0), axis=1)
    return found


def _arm(robot: Robot, j: int) -> float:
    """Return the distance of the frame after a revolute joint from its axis, m."""
    q = np.array(robot.home)
    here = frames(robot, q)[j + 1, :3, 3]
    q[j] += np.pi
    there = frames(robot, q)[j + 1, :3, 3]
    return float(np.linalg.norm(there - here)) / 2


def _size(shape: Shape) -> float:
    """Return the distance of a shape's farthest point from the origin of its frame, m."""
    far = [np.linalg.norm(one.points, axis=1).max() + one.radius for one in shape.pieces]
    return float(max(far, default=0.0))


Level = Literal["ok", "unknown", "warn", "error"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of the check of a motion.

    Attributes:
        words: Sentences for people.
        level: The most serious level among them.
    """

    words: str
    level: Level


def collision_verdict(
    passage: Passage[Ref] | None, progress: float | None, length: Callable[[float], str]
) -> Verdict:
    """Return the known facts about the collisions of a motion.

    Args:
        passage: The checked motion, or None.
        progress: Checked fraction of the motion, 0 to 1; None while no check is running.
        length: Writes a length in m.
    """
    if passage is None:
        under_way = progress is not None
        return Verdict(
            "Checking for collisions…" if under_way else "Collisions not checked", "unknown"
        )
    count = len(passage.collisions)
    if count:
        first = min(one.start for one in passage.collisions)
        words = f"{count} collision{'s' * (count > 1)}, the first at {first:.2f} s"
        return Verdict(words, "error")
    if not passage.complete:
        return Verdict("No collision found, but only part of the motion was checked", "warn")
    least, t = passage.least
    if least == float("inf"):
        return Verdict("There is nothing to collide with", "ok")
    near = any(not one.colliding for one in passage.episodes)
    words = f"No collision; {nearest_words(least, length)} at {t:.2f} s"
    return Verdict(words, "warn" if near else "ok")


def motion_verdict(findings: Sequence[Finding], collisions: Verdict) -> Verdict:
    """Return the known facts about a motion: its feasibility and its collisions.

    Args:
        findings: Obstacles for the robot: its reach, limits, speeds and singularities.
        collisions: Known facts about its collisions.
    """
    last = collisions.words if collisions.words.endswith("…") else f"{collisions.words}."
    if not findings:
        return Verdict(f"Reach, limits and speeds are respected. {last}", collisions.level)
    worst = min(findings, key=lambda one: (not one.stops, one.start))
    more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
    words = f"{worst.start:.2f} s: {worst.words}{more}. {last}"
    level: Level = "error" if worst.stops or collisions.level == "error" else "warn"
    return Verdict(words, level)
