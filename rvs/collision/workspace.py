"""The workspace of a robot in its cell, among objects and other robots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from rvs.collision.check import check_of
from rvs.collision.pairs import stands_still
from rvs.collision.shapes import cell_poses
from rvs.engine.arrays import Array
from rvs.model.derived import derived
from rvs.model.document import Document, PlacedRobot
from rvs.model.refs import Ref
from rvs.model.state import NO_POSTURES, Postures, State
from rvs.model.views.view import Mode, View, WorkspaceView
from rvs.model.workspace_result import SAMPLED, Found, found_now, surroundings, workspace_robot
from rvs.study.clearance import Checker
from rvs.study.dexterity import Task
from rvs.study.workspace.clearing import clear, clearing, serving
from rvs.study.workspace.cloud import posture_at, postures_at
from rvs.study.workspace.workspace import LEVELS, Workspace, searching

# Points that are looked at for collisions, in the coarse answer and in the fine one.
COARSE, FINE = 400, 6000
# Points where it is found out in how many ways they are reached.
SERVED = 120
# Random postures from which one at a point is sought.
TRIES = 30
# How long that takes beside the workspace itself, roughly.
CLEARING, SERVING = 0.5, 5.0


def collides_of(
    document: Document, postures: Postures, mode: Mode, robot_id: str
) -> Callable[[Array], bool]:
    """Return a function that finds whether a posture (n,) of a robot, rad and m, collides.

    Pairs of bodies not moved by the robot's joints are ignored, whatever their distance.
    """
    bodies = check_of(document, mode).bodies
    pairs = [
        pair for pair in bodies.checked
        if any(_moves(ref, robot_id) for ref in pair)
    ]  # fmt: skip
    wanted = {ref for pair in pairs for ref in pair}
    shapes = {
        ref: shape for ref, shape in zip(bodies.refs, bodies.shapes, strict=True) if ref in wanted
    }
    checker: Checker[Ref] = Checker(shapes, pairs)
    others = dict(postures)

    def collides(q: Array) -> bool:
        now = MappingProxyType({**others, robot_id: tuple(q.tolist())})
        poses = cell_poses(document, now, mode, checker.names)
        return bool(checker.colliding(poses))

    return collides


def search(
    state: State,
    placed: PlacedRobot,
    *,
    executor: Executor | None = None,
    length: float | None = None,
    task: Task | None = None,
    levels: int = len(LEVELS),
    seed: int = 0,
    known: Found | None = None,
) -> Iterator[Found | float]:
    """Yield the workspace that the view of a state requires, coarse first.

    Args:
        state: The cell, with the inclusion of limits and collisions, and the meaning of the
            colours.
        placed: The robot.
        executor: Executor of the work; this process when omitted.
        length: Characteristic length, m; that of the best conditioned posture when omitted.
        task: Motions of the tool included in the conditioning; as ``usual_task`` when omitted.
        levels: Fineness, 1 to 3.
        seed: Seed of all random numbers.
        known: A finished search for the same task; only the missing part is then computed.

    Yields:
        The current result, whenever it changes, or the completed fraction, 0 to 1.

    Raises:
        ArgumentError: As ``workspace`` and ``service``.
    """
    wanted = state.view.workspace
    parts = [1.0, wanted.collisions * CLEARING, (wanted.colors in SAMPLED) * SERVING]
    ends = np.cumsum(parts) / sum(parts)
    among = surroundings(state, placed) if wanted.collisions else ()
    collides = (
        collides_of(state.document, state.postures, state.view.mode, placed.id)
        if wanted.collisions
        else None
    )
    found = known
    if found is None:
        for step in searching(
            placed.robot, limits=wanted.limits, length=length, task=task, executor=executor,
            levels=levels, seed=seed,
        ):  # fmt: skip
            if not isinstance(step, Workspace):
                yield step * float(ends[0])
                continue
            found = Found(placed, wanted.limits, step, among)
            if collides is None:
                yield found
            elif step.level == 0:
                yield replace(found, clear=clear(step, collides, COARSE, seed=seed))
        assert found is not None
        if collides is not None:
            for part in clearing(found.workspace, collides, FINE, seed=seed):
                found = replace(found, clear=part)
                yield float(ends[0] + (ends[1] - ends[0]) * part.done)
            yield found
    if wanted.colors in SAMPLED:
        for served in serving(found.workspace, SERVED, executor, seed):
            found = replace(found, service=served)
            yield float(ends[1] + (ends[2] - ends[1]) * served.done)
            yield found


def completed(state: State) -> State:
    """Return a state with the workspace that its view requires, computed if not yet known.

    Raises:
        ArgumentError: As ``search``.
    """
    placed = workspace_robot(state)
    if not state.view.workspace.on or placed is None or found_now(state) is not None:
        return state
    wanted = state.view.workspace
    around = (state.document, state.postures, state.view.mode) if wanted.collisions else ()
    return replace(
        state,
        found=_found(placed, wanted.limits, wanted.colors in SAMPLED, *around),
    )


@derived(size=4)
def _found(
    placed: PlacedRobot,
    limits: bool,
    sampled: bool,
    document: Document | None = None,
    postures: Postures = NO_POSTURES,
    mode: Mode = "skeleton",
) -> Found:
    view = WorkspaceView(True, placed.id, limits, document is not None)
    view = replace(view, colors=SAMPLED[0]) if sampled else view
    state = State(document or Document((placed,)), postures, View(mode=mode, workspace=view))
    *_, last = (step for step in search(state, placed) if isinstance(step, Found))
    return last


def posture_there(state: State, found: Found, point: Array) -> Array | None:
    """Return a posture (n,) with the tool at a point, near the current posture if possible.

    Args:
        state: The cell.
        found: The workspace; if it includes collisions, the posture is free of them.
        point: The point in frame 0 (3,), m.

    Returns:
        The posture, rad and m, or None if none was found.
    """
    placed, sweep = found.placed, found.workspace.sweep
    stands = np.clip(np.asarray(state.postures[placed.id]), sweep.low, sweep.high)
    rng = np.random.default_rng(0)
    starts = np.vstack([stands, rng.uniform(sweep.low, sweep.high, (TRIES, placed.robot.n))])
    q, there = postures_at(found.workspace, np.repeat(point[None], len(starts), axis=0), starts)
    ways = list(q[there])
    last = posture_at(found.workspace, point)
    if last is not None:
        ways.append(last)
    if found.clear is None:
        return ways[0] if ways else None
    collides = collides_of(state.document, state.postures, state.view.mode, placed.id)
    return next((one for one in ways if not collides(one)), None)


def _moves(ref: Ref, robot_id: str) -> bool:
    return ref[:1] == (robot_id,) and not stands_still(ref)
