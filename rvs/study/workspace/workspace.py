"""The workspace of a robot: coarse at first, then gradually finer.

The reached part is found by random postures, its border by searching the neighbouring cells; so the
result does not depend on how rarely random postures come near the border.

The border of a workspace: cells that sampling missed, and the reached fraction of each cell.

The postures of greatest reach: for a long chain, random ones remain far from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor

import numpy as np

from rvs.engine.arrays import Array, Booleans, Integers, check_flag, check_robot
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.study.dexterity import maximum_reach, optimum_posture
from rvs.study.dexterity.tasks import Task, usual_task
from rvs.study.workspace.gather import (
    BATCH,
    Cells,
    Frame,
    Gathered,
    Job,
    centred,
    empty,
    gather,
    judged,
    merge,
    postures,
)
from rvs.study.workspace.reaching import reach
from rvs.study.workspace.surface import stays_on_surface, surface
from rvs.study.workspace.sweep import FLAT, TURN, Sweep, sweep_of
from rvs.value_class import dataclass

# Cells along each side, and jobs, of the levels.
LEVELS = ((48, 3), (96, 12), (160, 40))
PILOT, SOME = 40_000, 500
# Cells that are left free beyond what sampling finds.
ROOM = 2
# Which part of the cells at the border, and of the angle that a cell is seen in, the error is.
RIM_FIRST, RIM, END = 1 / 12, 1 / 80, 0.35

# A border cell is judged at so many points along u and v; where one of these does not change, there
# are few such cells, and nothing evens out along a border.
PARTS, FLAT_PARTS = 3, 27

# Climbs to each side, their steps, and the share of a joint's range that the first steps take.
CLIMBS, STEPS, FIRST = 6, 80, 0.1


@dataclass(frozen=True, eq=False)
class Workspace:
    """Workspace of a robot's tool point.

    Attributes:
        sweep: The motion of its first joint, along which cells are swept.
        frame: Grid of the cells.
        share: Reached fraction of each cell (c,), 0 to 1.
        spans: Intervals of the reached cells along the sweep: cell, from, to (k, 3), rad or m.
        ends: Coordinates of postures with the largest reach along u and v, both ways (e, 3).
        postures: A posture of each reached cell (c, n), with the first joint at the start of its
            motion.
        conditioning: Best 1/condition number found in each cell (c,), Frobenius norm.
        manipulability: Greatest product of the singular values found in each cell (c,).
        task: The motions of the tool that are included in both, and in ``gci``.
        length: Characteristic length used for both, m.
        planar: The workspace is flat, or the tool stays on a surface: ``measure`` is its area in
            m^2, else its volume in m^3.
        measure: Its size.
        error: Possible error of ``measure``, estimated from the size of the cells and two levels.
        reach: Greatest distance of the tool point from the origin of frame 0, m.
        across: Greatest distance from the first axis, at right angles to it, m, as in data sheets;
            None if the first joint is not revolute.
        gci: Global conditioning index (Gosselin and Angeles 1991): the mean of 1/condition number
            over the volume of poses, 0 to 1.
        samples: Number of computed postures.
        level: Its fineness, from 0.
        last: It is the finest one.
    """

    sweep: Sweep
    frame: Frame
    share: Array
    spans: Array
    ends: Array
    postures: Array
    conditioning: Array
    manipulability: Array
    task: Task
    length: float
    planar: bool
    measure: float
    error: float
    reach: float
    across: float | None
    gci: float
    samples: int
    level: int
    last: bool


def workspace(
    robot: Robot,
    *,
    limits: bool = True,
    length: float | None = None,
    task: Task | None = None,
    executor: Executor | None = None,
    levels: int = len(LEVELS),
    seed: int = 0,
    judge: bool = True,
) -> Iterator[Workspace]:
    """Yield the workspace of a robot, coarse first.

    Args:
        robot: The robot; its base is ignored.
        limits: Respect the limits of revolute joints; those of prismatic joints are always
            respected.
        length: Characteristic length, m; that of the best conditioned posture when omitted.
        task: The motions of the tool that are included in the conditioning; as ``usual_task`` when
            omitted.
        executor: Executor of the jobs: threads, processes or other machines; this thread when
            omitted. The numbers are the same everywhere.
        levels: Fineness, 1 to 3.
        seed: Seed of the random postures.
        judge: Compute conditioning, manipulability and distances; otherwise they are 0.

    Raises:
        ArgumentError: A joint that slides without limits, a helical first joint, or the tool
            stays on a line.

    >>> planar = Robot.from_dh(a=[1, 0.5], alpha=0, d=0, theta=0)
    >>> found = next(workspace(planar))
    >>> found.planar, round(found.measure, 2), round(float(np.pi * (1.5**2 - 0.5**2)), 2)
    (True, 6.28, 6.28)
    """
    steps = searching(
        robot, limits=limits, length=length, task=task, executor=executor, levels=levels, seed=seed,
        judge=judge,
    )  # fmt: skip
    return (step for step in steps if isinstance(step, Workspace))


def searching(
    robot: Robot,
    *,
    limits: bool = True,
    length: float | None = None,
    task: Task | None = None,
    executor: Executor | None = None,
    levels: int = len(LEVELS),
    seed: int = 0,
    judge: bool = True,
) -> Iterator[Workspace | float]:
    """Yield the results of ``workspace``, and the progress, 0 to 1, in between; same arguments."""
    check_robot(robot)
    check_flag(limits, "limits")
    if not 1 <= levels <= len(LEVELS):
        raise ArgumentError(f"levels: expected 1 to {len(LEVELS)}, got {levels}")
    sweep = sweep_of(robot, limits)
    first = postures(sweep, seed, 0, PILOT)
    pilot = sweep.coordinates(first)
    flat = _flat(sweep, pilot)
    ends = outermost(sweep, first, pilot)
    tips = sweep.coordinates(ends)
    pilot = np.vstack([pilot, tips])
    size = float(np.abs(pilot[:, :2]).max())
    on_surface = not flat.any() and stays_on_surface(sweep, first[:SOME], size)
    area = surface(sweep, first[:SOME], ends) if on_surface else None
    chosen = task or usual_task(robot)
    own = length
    if own is None:
        own = _length(sweep.limited, chosen, limits) if judge else 1.0
    farthest = _reaches(sweep.limited) if judge else (0.0, 0.0)
    before: Workspace | None = None
    run: Callable[..., Iterator[Gathered]] = map if executor is None else executor.map
    # finding the border takes about as long as filling the cells
    done, whole = 0, 2 * sum(jobs for _, jobs in LEVELS[:levels])
    for level, (side, jobs) in enumerate(LEVELS[:levels]):
        frame = _frame(sweep, pilot, flat, side)
        wanted = [
            Job(robot, limits, frame, chosen, own, seed, index, judge=judge)
            for index in range(jobs)
        ]
        found = empty(wanted[0])
        for part in run(gather, wanted):
            found, done = merge(found, part), done + 1
            yield done / whole
        found.cells.add(ends, centred(sweep, ends, frame))
        none = np.zeros(0, dtype=np.int64)
        grown = none if area else grow(sweep, found.cells, size, flat)
        if judge:
            quality, volume = judged(sweep, found.cells.postures[grown], chosen, own)
            found.conditioning[grown] = np.maximum(found.conditioning[grown], quality)
            found.manipulability[grown] = np.maximum(found.manipulability[grown], volume)
        before = _measured(
            sweep, found, tips, size, flat, chosen, own, farthest, jobs * BATCH, before, level,
            level == levels - 1, area,
        )  # fmt: skip
        done += jobs
        yield done / whole
        yield before


def _reaches(robot: Robot) -> tuple[float, float | None]:
    """Return the largest distances of the tool point from the origin and from the first axis."""
    turns = robot.joints[0].kind == "revolute"
    across = maximum_reach(robot, limits=True, axis=True).distance if turns else None
    return maximum_reach(robot, limits=True).distance, across


def _measured(
    sweep: Sweep,
    found: Gathered,
    ends: Array,
    size: float,
    flat: Booleans,
    task: Task,
    length: float,
    reaches: tuple[float, float | None],
    samples: int,
    before: Workspace | None,
    level: int,
    last: bool,
    area: tuple[float, float] | None,
) -> Workspace:
    cells, frame = found.cells, found.cells.frame
    if area is None:
        border, got = coverage(sweep, cells, size, flat)
    else:
        # No point of a cell but those of the surface is reached.
        border, got = np.zeros(0, dtype=np.int64), np.zeros((0, len(parts(flat))), dtype=bool)
    share = cells.hit.astype(float)
    share[border] = got.mean(axis=1)
    spans = _spans(sweep, cells, np.flatnonzero(share > 0))
    weights = _weights(sweep, frame, share, border, got, flat)
    ways = np.bincount(
        spans[:, 0].astype(np.int64), weights=spans[:, 2] - spans[:, 1], minlength=frame.count
    )
    measure = float(np.sum(weights * ways))
    part = RIM_FIRST if before is None else RIM
    if flat.any():
        # A border is one place, which may be anywhere between two points that are judged.
        part = max(part, 1 / FLAT_PARTS)
    error = _error(sweep, frame, share, spans, weights, part)
    if before is not None:
        error = max(error, abs(measure - before.measure))
    if area is not None:
        measure, error = area
    return Workspace(
        sweep=sweep,
        frame=frame,
        share=share,
        spans=spans,
        ends=ends,
        postures=cells.postures,
        conditioning=found.conditioning,
        manipulability=found.manipulability,
        task=task,
        length=length,
        planar=bool(flat.any()) or area is not None,
        measure=measure,
        error=error,
        reach=reaches[0],
        across=reaches[1],
        gci=found.weighted / found.weight if found.weight else 0.0,
        samples=samples,
        level=level,
        last=last,
    )


def _error(
    sweep: Sweep,
    frame: Frame,
    share: Array,
    spans: Array,
    weights: Array,
    part: float,
) -> float:
    """Return the error of the size due to the width of the cells, m^3 or m^2.

    The border is known to a fraction of a cell, and the ends of the first joint's motion to a
    fraction of the angle that a cell subtends; these fractions were determined with robots of known
    size.
    """
    cells = spans[:, 0].astype(np.int64)
    long = spans[:, 2] - spans[:, 1]
    radius = np.abs(frame.centres(cells)[:, 0]) if sweep.turns else np.ones(len(cells))
    beside = _at_rim(frame, share > 0, sweep.turns)[cells]
    rim = float(np.prod(frame.step)) * float(np.sum((radius * long)[beside]))
    error = rim * part
    if sweep.turns and not sweep.whole:
        # Where u never changes a cell has no width to see.
        wide = frame.step[0] if frame.shape[0] > 1 else 0.0
        way = wide / np.maximum(radius, frame.step[0])
        error += END * float(np.sum(weights[cells] * np.where(long < TURN, way, 0.0)))
    return error


def _at_rim(frame: Frame, there: Booleans, turns: bool) -> Booleans:
    """Return a mask of the cells (c,) with a side, other than the axis, without a neighbour."""
    picture = there.reshape(frame.shape)
    inner = picture.copy()
    for axis, count in enumerate(frame.shape):
        if count > 1:
            across = np.moveaxis(picture, axis, 0)
            open_ = np.zeros_like(across[:1])
            first = across[:1] if turns and axis == 0 else open_
            before = np.concatenate([first, across[:-1]])
            after = np.concatenate([across[1:], open_])
            inner &= np.moveaxis(before & after, 0, axis)
    return np.asarray((picture & ~inner).ravel())


def areas(found: Workspace) -> Array:
    """Return the reached area of each cell (c,), times its radius if s turns."""
    frame = found.frame
    radius = np.abs(frame.centres(np.arange(frame.count))[:, 0]) if found.sweep.turns else 1.0
    return np.asarray(float(np.prod(frame.step)) * found.share * radius)


def _weights(
    sweep: Sweep, frame: Frame, share: Array, border: Integers, got: Booleans, flat: Booleans
) -> Array:
    """Return the reached area of each cell (c,), times the radius if the sweep rotates."""
    area = float(np.prod(frame.step))
    radius = frame.centres(np.arange(frame.count))[:, 0] if sweep.turns else np.ones(frame.count)
    weights = area * share * radius
    if sweep.turns and len(border):
        across = radius[border][:, None] + parts(flat)[:, 0] * frame.step[0]
        weights[border] = area * np.mean(got * across, axis=1)
    return weights


def _spans(sweep: Sweep, cells: Cells, reached: Integers) -> Array:
    if sweep.whole:
        return np.column_stack([reached, np.zeros(len(reached)), np.full(len(reached), TURN)])
    around = np.column_stack([reached, cells.frame.neighbours(reached)])
    known = (around >= 0) & cells.hit[np.maximum(around, 0)]
    # One that was not hit is reached as the first of its neighbours.
    own = around[np.arange(len(reached)), known.argmax(axis=1)]
    there = known.any(axis=1)
    found = cells.intervals(own[there], sweep.width, sweep.turns)
    rows = [
        (cell, low, high)
        for cell, spans in zip(reached[there].tolist(), found, strict=True)
        for low, high in spans
    ]
    return np.array(rows, dtype=float).reshape(-1, 3)


def _flat(sweep: Sweep, pilot: Array) -> Booleans:
    """Return the mask of u and v for constant coordinates."""
    extent = np.ptp(pilot[:, :2], axis=0)
    size = float(np.abs(pilot).max())
    flat = extent <= FLAT * max(size, 1e-300)
    if flat.all():
        raise ArgumentError("robot: its tool point can reach only a line or a point")
    if not sweep.turns and sweep.width <= 0 and np.ptp(pilot[:, 2]) <= FLAT * size:
        raise ArgumentError("robot: its first joint does not move")
    return np.asarray(flat)


def _frame(sweep: Sweep, pilot: Array, flat: Booleans, side: int) -> Frame:
    low, high = pilot[:, :2].min(axis=0), pilot[:, :2].max(axis=0)
    if sweep.turns and not flat[0]:
        low[0] = 0.0
    # borders along u and v fall between cells; there is room for what sampling missed
    below = np.where(flat | [sweep.turns, False], 0, ROOM)
    step = np.where(flat, 1.0, (high - low) / (side - below - ROOM))
    low = low - below * step
    shape = tuple(np.where(flat, 1, side).tolist())
    along = (0.0, TURN) if sweep.turns else (float(pilot[:, 2].min()), float(pilot[:, 2].max()))
    return Frame(np.where(flat, low - 0.5, low), step, (shape[0], shape[1]), along)


def _length(robot: Robot, task: Task, limits: bool) -> float:
    """Return the characteristic length of the best conditioned posture, or any length if none."""
    found = optimum_posture(robot, task=task, limits=limits).length
    if np.isfinite(found) and found > 0:
        return found
    return float(np.sqrt(np.mean([joint.span**2 for joint in robot.joints])) or 1.0)


def grow(sweep: Sweep, cells: Cells, size: float, flat: Booleans) -> Integers:
    """Search the neighbours of reached cells until no more are reached; return the new ones."""
    tried: set[tuple[int, int]] = set()
    added: list[Integers] = []
    while True:
        targets, sources = cells.frontier()
        pairs = list(zip(targets.tolist(), sources.tolist(), strict=True))
        new = np.array([pair not in tried for pair in pairs], dtype=bool)
        if not new.any():
            break
        tried.update(pairs)
        targets, sources = targets[new], sources[new]
        centres = cells.frame.centres(targets)
        q, there = reach(sweep, centres, cells.postures[sources], size, flat)
        if not there.any():
            break
        added.append(cells.add(q[there], sweep.coordinates(q[there])))
    return np.unique(np.concatenate(added)) if added else np.zeros(0, dtype=np.int64)


def coverage(sweep: Sweep, cells: Cells, size: float, flat: Booleans) -> tuple[Integers, Booleans]:
    """Return the boundary cells, and their reached parts (k, parts)."""
    beside, _ = cells.frontier()
    border = np.union1d(cells.rim(), beside)
    offsets = parts(flat)
    got = np.zeros((len(border), len(offsets)), dtype=bool)
    around = np.column_stack([border, cells.frame.neighbours(border)])
    for column in around.T:
        known = (column >= 0) & cells.hit[np.maximum(column, 0)]
        open_, part = np.nonzero(known[:, None] & ~got)
        if not len(open_):
            continue
        targets = cells.frame.centres(border[open_]) + offsets[part] * cells.frame.step
        starts = cells.postures[column[open_]]
        _, there = reach(sweep, targets, starts, size, flat)
        got[open_[there], part[there]] = True
    return border, got


def parts(flat: Booleans) -> Array:
    """Return the centres of a cell's parts (p, 2), in cells from its own centre."""
    count = FLAT_PARTS if flat.any() else PARTS
    own = (np.arange(count) + 0.5) / count - 0.5
    u, v = (np.zeros(1) if still else own for still in flat)
    return np.stack(np.meshgrid(u, v, indexing="ij"), axis=-1).reshape(-1, 2)


def outermost(sweep: Sweep, q: Array, coordinates: Array) -> Array:
    """Return postures (k, n) with the largest reach along u and v, in both directions.

    Args:
        sweep: The motion of the robot's first joint.
        q: Initial postures of the search (m, n).
        coordinates: Their coordinates (m, 3).
    """
    found = []
    for axis in (0, 1):
        for sign in (1.0, -1.0):
            best = np.argsort(-sign * coordinates[:, axis])[:CLIMBS]
            found.append(_climbed(sweep, q[best], axis, sign))
    return np.vstack(found)


def _climbed(sweep: Sweep, q: Array, axis: int, sign: float) -> Array:
    """Return postures after steps of single joints that improve them, halved at the end."""
    n = q.shape[1]
    step = FIRST * (sweep.high - sweep.low)
    q, rows = q.copy(), np.arange(len(q))
    moves = np.vstack([np.eye(n), -np.eye(n)])[:, None, :]
    lengths = np.ones(len(q))
    value = sign * sweep.coordinates(q)[:, axis]
    for _ in range(STEPS):
        tried = sweep.still(
            np.clip(q + moves * step * lengths[:, None], sweep.low, sweep.high).reshape(-1, n)
        )
        reached = (sign * sweep.coordinates(tried)[:, axis]).reshape(2 * n, len(q))
        best = reached.argmax(axis=0)
        better = reached[best, rows] > value
        q[better] = tried.reshape(2 * n, len(q), n)[best, rows][better]
        value = np.where(better, reached[best, rows], value)
        lengths = np.where(better, lengths, 0.5 * lengths)
    return q
