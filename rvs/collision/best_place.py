"""The best position of a robot, or of its work, for the targets of its cell, without collisions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from math import inf, tau
from types import MappingProxyType

import numpy as np

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.collision.check import check_of
from rvs.collision.pairs import stands_still
from rvs.collision.shapes import cell_poses, thing_shape
from rvs.collision.words import pair_words
from rvs.engine.arrays import Array
from rvs.engine.inverse import ikine
from rvs.engine.kinematics import fkine, frames
from rvs.engine.robot import Robot
from rvs.engine.transforms import inverse, pose
from rvs.model.calls import Calls, call_of
from rvs.model.collision.rules import Pair, pair_of
from rvs.model.document import Document
from rvs.model.programs.edits import set_steps
from rvs.model.refs import Ref, thing_ref
from rvs.model.robots.placing import stand
from rvs.model.state import Postures
from rvs.model.things.edits import change_target, move_things
from rvs.model.views.view import Mode
from rvs.study.clearance import Checker
from rvs.study.dexterity import Task, usual_task
from rvs.study.placing.conditions import ACROSS, Conditions, places_of
from rvs.study.placing.search import Fit, Meets, Wanted, evaluated, mounted, refined
from rvs.value_class import dataclass

# Objects this near each other, in m, stand on each other.
TOUCHING = 1e-3


class PlaceCheck:
    """Collision check of a robot, or of some objects, at other positions.

    Bodies that neither move nor are carried are checked only against moving or carried ones.

    Args:
        document: The cell with the robot as mounted and at its intended height.
        postures: Joint values of every robot, rad and m.
        mode: Display mode of the cell.
        robot_id: The robot.
        work: Ids of the objects that move, in place of the robot; None: the robot moves.
        touching: Ids of objects that the robot may touch.
        margin: Bodies nearer than this collide, m.
    """

    def __init__(
        self, document: Document, postures: Postures, mode: Mode, robot_id: str,
        work: Collection[str] | None = None, touching: Collection[str] = (), margin: float = 0.0,
    ) -> None:  # fmt: skip
        self.document, self.margin = document, margin
        self._placed = placed = document.robot(robot_id)
        self._moves = work is None
        bodies = check_of(document, mode).bodies
        moved = {thing_ref(one) for one in work or ()}
        own = {ref for ref in bodies.refs if ref[0] == robot_id}
        moving = moved | {ref for ref in own if self._moves or not stands_still(ref)}
        allowed = {thing_ref(one) for one in touching}
        pairs = [
            pair for pair in (*bodies.checked, *_beside_work(document, moved))
            if moving.intersection(pair)
            and not (allowed.intersection(pair) and own.intersection(pair))
        ]  # fmt: skip
        wanted = {ref for pair in pairs for ref in pair}
        shapes = {
            ref: shape
            for ref, shape in zip(bodies.refs, bodies.shapes, strict=True) if ref in wanted
        }  # fmt: skip
        beside = [pair for pair in pairs if pair in bodies.beside]
        self._checker: Checker[Ref] = Checker(shapes, pairs, beside)
        names = self._checker.names
        self._poses = cell_poses(document, postures, mode, names)
        world = world_frames(placed, postures[robot_id])
        self._own = np.array([k for k, ref in enumerate(names) if ref in own], dtype=int)
        carriers = [int(ref[2]) if ref[1:2] == ("link",) else placed.robot.n
                    for ref in (names[k] for k in self._own)]  # fmt: skip
        self._carriers = np.array(carriers, dtype=int)
        # links and tool are in their frames; a payload has a place of its own in the last
        self._local = np.linalg.inv(world[self._carriers]) @ self._poses[self._own]
        self._things = np.array([k for k, ref in enumerate(names) if ref in moved], dtype=int)
        self._resting = self._poses[self._things]

    def poses(self, place: Array, q: Array) -> Array:
        """Return the poses of bodies (b, 4, 4) with the robot, or its work, at a pose (4, 4)."""
        poses = self._poses.copy()
        base = place if self._moves else np.asarray(self._placed.place)
        poses[self._own] = (base @ frames(self._placed.robot, q))[self._carriers] @ self._local
        if not self._moves:
            poses[self._things] = place @ self._resting
        return poses

    def meets(self, place: Array, q: Array) -> str:
        """Return the collisions and near bodies of the robot in a posture (n,), or nothing.

        Args:
            place: Pose of the robot, or the motion of the work from its current pose (4, 4).
            q: The posture, rad and m.
        """
        poses = self.poses(place, q)
        if self.margin > 0.0:
            near = self._checker.near(poses, self.margin)
            pair = (near[0].a, near[0].b) if near else None
        else:
            pair = next(iter(self._checker.colliding(poses)), None)
        return pair_words(self.document, *pair) if pair else ""

    def least(self, place: Array, postures: Array) -> float:
        """Return the least distance of bodies in postures (t, n), m; infinite for none."""
        found = [self._checker.least(self.poses(place, q)) for q in postures]
        return min(found, default=np.inf)


def _beside_work(document: Document, moved: Collection[Ref]) -> Iterator[Pair]:
    """Yield the pairs of moved objects with fixed ones that they do not touch now."""
    if not moved:
        return
    shapes = {thing_ref(one.id): thing_shape(one) for one in document.things if not one.hidden}
    poses = {thing_ref(one.id): np.asarray(one.place) for one in document.things}
    pairs = [(a, b) for a in shapes if a in moved for b in shapes if b not in moved]
    checker = Checker(shapes, pairs)
    touching = {(one.a, one.b) for one in checker.near([poses[ref] for ref in shapes], TOUCHING)}
    yield from (pair_of(*pair) for pair in pairs if pair not in touching)


# Places that are told, and shares of the search that the grid and the refinement take.
TOLD, GRID = 10, 0.8
# The conditions of inverse kinematics that make a position.
POINT = (0, 0, 0, 1, 1, 1)


@dataclass(frozen=True, eq=False)
class Goals:
    """Target poses of the tool.

    Attributes:
        names: A name for each, for people.
        poses: The poses in the world (t, 4, 4), m.
        places: The id of the named place of each, or an empty text.
        programs: Names of the programs that contain them.
    """

    names: tuple[str, ...]
    poses: Array
    places: tuple[str, ...]
    programs: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Places:
    """Result of the search.

    Attributes:
        document: The cell.
        robot_id: The robot.
        work: Ids of the objects that move in place of the robot.
        goals: The targets.
        x: Coordinates of the grid (i,), m.
        y: Coordinates of the grid (j,), m.
        fits: Best result at each position of the grid, (i j,), over all heights and turns.
        best: The best positions, the refined one first.
        clearances: Least distance of bodies at each of them, m; infinite if no pair is considered.
        present: Result at the current position.
        tilt: Rotation (3, 3) from which turns are measured.
        tried: Number of positions, heights and turns.
        task: Reached targets: poses or positions.
    """

    document: Document
    robot_id: str
    work: tuple[str, ...]
    goals: Goals
    x: Array
    y: Array
    fits: tuple[Fit, ...]
    best: tuple[Fit, ...]
    clearances: tuple[float, ...]
    present: Fit
    tilt: Array
    tried: int
    task: Task

    def why(self, fit: Fit) -> str:
        """Return the target that forbids a position and the reason, in words, or nothing."""
        return why(self.goals, fit)

    def turn(self, fit: Fit) -> float:
        """Return the turn of a position about the vertical, in degrees."""
        R = fit.place[:3, :3] @ self.tilt.T
        return float(np.degrees(np.arctan2(R[1, 0], R[0, 0]))) + 0.0

    def edit(self, fit: Fit) -> Calls:
        """Return the edits that move the robot, or its work, to a position."""
        if not self.work:
            return Calls((call_of(stand, self.robot_id, fit.place),))
        motion = fit.place @ inverse(work_frame(self.document, self.work))
        ids = dict.fromkeys(place for place in self.goals.places if place)
        moved = [
            call_of(change_target, one, motion @ np.asarray(self.document.target(one).place))
            for one in ids
        ]
        return Calls((call_of(move_things, self.work, motion), *moved))

    def taught(self, fit: Fit) -> Calls | None:
        """Return the edits with the programs taught again, or None if a step is unreachable.

        Each step keeps its pose in the world, or relative to the work, and its posture as closely
        as possible.
        """
        placed, programs = self.document.robot(self.robot_id), []
        back = inverse(fit.place) @ np.asarray(placed.place)
        if self.work:
            base = np.asarray(placed.place)
            motion = fit.place @ inverse(work_frame(self.document, self.work))
            back = inverse(base) @ motion @ base
        for program in self.document.programs:
            if program.name not in self.goals.programs:
                continue
            steps = []
            for step in program.steps:
                goal = back @ fkine(placed.robot, step.q)
                found = ikine(placed.robot, goal, step.q, None if self.task == "pose" else POINT)
                if not found.success:
                    return None
                via = np.reshape(step.via, (-1, 3)) @ back[:3, :3].T + back[:3, 3]
                q = tuple(np.asarray(found.q).tolist())
                steps.append(replace(step, q=q, via=tuple(via.ravel().tolist())))
            programs.append(call_of(set_steps, program.name, tuple(steps)))
        return Calls((*self.edit(fit).calls, *programs)) if programs else None


def why(goals: Goals, fit: Fit) -> str:
    """Return the target that forbids a position and the reason, in words, or nothing."""
    if fit.fits:
        return ""
    words = {
        "reach": "out of reach",
        "limits": "reached only outside the joint limits",
        "condition": f"the condition number is at least {fit.detail}",
        "collision": f"collision of {fit.detail}",
    }[fit.cause]
    return f"{goals.names[fit.target]}: {words}"


def work_frame(document: Document, work: Sequence[str]) -> Array:
    """Return the frame (4, 4) of objects that move together: at their centre, with world axes."""
    middle = np.mean([np.asarray(document.thing(one).place)[:3, 3] for one in work], axis=0)
    return pose(np.eye(3), middle)


def searching(
    document: Document, postures: Postures, mode: Mode, robot_id: str, goals: Goals,
    conditions: Conditions, work: Sequence[str] = (), across: int = ACROSS,
) -> Iterator[float | Places]:  # fmt: skip
    """Yield the progress, 0 to 1, and finally the result.

    Args:
        document: The cell.
        postures: Joint values of every robot, rad and m.
        mode: Display mode of the cell, which determines the bodies.
        robot_id: The robot.
        goals: The targets.
        conditions: The conditions on a position.
        work: Ids of objects that move, with all targets, in place of the robot.
        across: Positions along the longer side if no distance is given.

    Raises:
        ArgumentError: No such robot or object, or conditions that no place can meet.
    """
    placed = document.robot(robot_id)
    base = np.asarray(placed.place) if work else None
    frame = work_frame(document, work) if work else np.asarray(placed.place)
    targets = inverse(frame) @ goals.poses if work else goals.poses
    task: Task = conditions.task or usual_task(placed.robot)
    wanted = Wanted(placed.robot, targets, base, task, conditions.most, conditions.norm)
    x, y, heights = places_of(conditions, placed.robot, targets, frame, base, across)
    mount = None if work else conditions.mount
    tilt = np.asarray(frame[:3, :3] if mount is None else mounted(mount))
    best: list[Fit] = []
    checks: list[PlaceCheck | None] = []
    for k, places in enumerate(heights):
        check, level = _checked(document, postures, mode, robot_id, conditions, work, wanted,
                                places[0], frame)  # fmt: skip
        checks.append(check)
        for part in evaluated(level, places, conditions.angles):
            if isinstance(part, float):
                yield GRID * (k + part) / len(heights)
            else:
                best = part if not best else [
                    min(one, other, key=_rank) for one, other in zip(best, part, strict=True)
                ]  # fmt: skip
    _, level = _checked(document, postures, mode, robot_id, conditions, work, wanted, frame, frame)
    *_, present = evaluated(level, frame[None])
    assert isinstance(present, list)
    found = Places(document, robot_id, tuple(work), goals, x, y, tuple(best), (), (), present[0],
                   tilt, len(x) * len(y) * len(heights) * conditions.turns, task)  # fmt: skip
    ranked = _ranked(found, checks, heights, conditions, frame)
    top, apart = ranked[:TOLD], conditions.best == "clearance"
    if top and not apart:
        first = top[0][0]
        check = _check_at(first, checks, heights)
        level = wanted if check is None else replace(wanted, meets=_meets(check, work, frame))
        step = float(np.diff(x)[0]) if len(x) > 1 else float(np.diff(y)[0]) if len(y) > 1 else 0.0
        for more in refined(level, first, step, tau / conditions.turns):
            if isinstance(more, float):
                yield GRID + (1 - GRID) * more
            elif more.condition < first.condition:
                top = [(more, _least(more, check, work, frame)), *top]
    top = _confirmed(found, top, postures, mode, conditions)
    yield replace(
        found, best=tuple(fit for fit, _ in top), clearances=tuple(least for _, least in top)
    )


def _rank(fit: Fit) -> tuple[bool, float]:
    return not fit.fits, fit.condition


def _checked(
    document: Document, postures: Postures, mode: Mode, robot_id: str, conditions: Conditions,
    work: Sequence[str], wanted: Wanted, place: Array, frame: Array,
) -> tuple[PlaceCheck | None, Wanted]:  # fmt: skip
    """Return the check at one height, and the conditions with it."""
    if not conditions.collisions:
        return None, wanted
    there = document if work else stand(document, robot_id, place)
    check = PlaceCheck(there, postures, mode, robot_id, work or None, conditions.touching,
                       conditions.clearance)  # fmt: skip
    return check, replace(wanted, meets=_meets(check, work, frame))


def _meets(check: PlaceCheck, work: Sequence[str], frame: Array) -> Meets:
    if not work:
        return check.meets
    back = inverse(frame)
    return lambda place, q: check.meets(place @ back, q)


def _least(fit: Fit, check: PlaceCheck | None, work: Sequence[str], frame: Array) -> float:
    if check is None or fit.postures is None:
        return inf
    return check.least(fit.place @ inverse(frame) if work else fit.place, fit.postures)


def _check_at(
    fit: Fit, checks: list[PlaceCheck | None], heights: Sequence[Array]
) -> PlaceCheck | None:
    levels = [abs(float(places[0, 2, 3]) - float(fit.place[2, 3])) for places in heights]
    return checks[int(np.argmin(levels))]


def _ranked(
    found: Places, checks: list[PlaceCheck | None], heights: Sequence[Array],
    conditions: Conditions, frame: Array,
) -> list[tuple[Fit, float]]:  # fmt: skip
    """Return the feasible positions, the best first, each with its clearance."""
    fitting = sorted((fit for fit in found.fits if fit.fits), key=_rank)
    if conditions.best == "condition":
        fitting = fitting[:TOLD]
    told = [(fit, _least(fit, _check_at(fit, checks, heights), found.work, frame))
            for fit in fitting]  # fmt: skip
    return told if conditions.best == "condition" else sorted(told, key=lambda one: -one[1])


def _confirmed(
    found: Places, top: list[tuple[Fit, float]], postures: Postures, mode: Mode,
    conditions: Conditions,
) -> list[tuple[Fit, float]]:  # fmt: skip
    """Return the positions at which the check of the whole cell finds no collision."""
    while top and conditions.collisions and hits(found, top[0][0], postures, mode, conditions):
        top = top[1:]
    return top


def hits(found: Places, fit: Fit, postures: Postures, mode: Mode, conditions: Conditions) -> str:
    """Return the collisions that the check of the whole cell finds at a position, or nothing."""
    document = found.edit(fit)(found.document)
    check, touching = check_of(document, mode), {thing_ref(one) for one in conditions.touching}
    assert fit.postures is not None
    for q in fit.postures:
        now = MappingProxyType({**postures, found.robot_id: tuple(q.tolist())})
        for pair in check.colliding(now):
            own = any(ref[0] == found.robot_id for ref in pair)
            if own and not touching.intersection(pair):
                return pair_words(document, *pair)
    return ""


def reach_words(robot: Robot, task: Task) -> str:
    """Return the certainty that all postures were found, in words."""
    if task == "pose" and robot.native_solver is not None:
        return ""
    return (
        "the search starts from many postures but can miss a solution, so a rejected placement may "
        "still be possible"
    )
