"""Cells of a workspace, filled by random postures of a robot: the parallel part.

A job is a plain value and its result depends on nothing else, so that it is the same in this
thread, in a process or on another machine.
"""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array, Booleans, Integers
from rvs.engine.jacobians import jacobian
from rvs.engine.robot import Robot
from rvs.study.dexterity.condition import (
    condition_of,
    homogeneous_jacobian,
    pose_conditions,
    task_jacobian,
)
from rvs.study.dexterity.tasks import Task, rows_of
from rvs.study.workspace.sweep import TURN, Sweep, sweep_of
from rvs.value_class import dataclass

# Intervals along the sweep are told apart if one of so many bins lies empty between them.
BINS = 72
# A cell is divided into this number of parts along u and v.
SEEN = 2


@dataclass(frozen=True, eq=False)
class Frame:
    """Grid of the cells.

    Attributes:
        low: Least u and v (2,), m.
        step: Size of a cell (2,), m; 1 if the workspace is flat.
        shape: Numbers of cells along u and v.
        along: Least and greatest s.
    """

    low: Array
    step: Array
    shape: tuple[int, int]
    along: tuple[float, float]

    @property
    def count(self) -> int:
        """Number of cells."""
        return self.shape[0] * self.shape[1]

    def cells(self, coordinates: Array) -> Integers:
        """Return the cell of coordinates u, v, … (m, 2 or more)."""
        places = np.floor((coordinates[:, :2] - self.low) / self.step).astype(np.int64)
        i, j = np.clip(places, 0, np.array(self.shape) - 1).T
        return np.asarray(i * self.shape[1] + j)

    def bins(self, s: Array) -> Integers:
        """Return the bins of coordinates s (m,)."""
        low, high = self.along
        width = max(high - low, 1e-300)
        return np.clip(((s - low) / width * BINS).astype(np.int64), 0, BINS - 1)

    def centres(self, cells: Integers) -> Array:
        """Return the centres (m, 2) of cells."""
        i, j = np.divmod(cells, self.shape[1])
        return np.asarray(self.low + (np.column_stack([i, j]) + 0.5) * self.step)

    def neighbours(self, cells: Integers) -> Integers:
        """Return the eight cells around each (m, 8), -1 if there is none."""
        i, j = np.divmod(cells, self.shape[1])
        steps = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]
        columns = []
        for a, b in steps:
            inside = (i + a >= 0) & (i + a < self.shape[0]) & (j + b >= 0) & (j + b < self.shape[1])
            columns.append(np.where(inside, (i + a) * self.shape[1] + j + b, -1))
        return np.column_stack(columns)


class Cells:
    """Facts about every cell, collected from postures in any order."""

    def __init__(self, frame: Frame, joints: int) -> None:
        """Start with nothing reached."""
        self.frame = frame
        self.hit: Booleans = np.zeros(frame.count, dtype=bool)
        self.postures: Array = np.zeros((frame.count, joints))
        self.least: Array = np.full((frame.count, BINS), np.inf)
        self.most: Array = np.full((frame.count, BINS), -np.inf)
        # Which of its parts along u and v a posture is in.
        self.seen: Booleans = np.zeros((frame.count, SEEN**2), dtype=bool)

    def add(self, q: Array, coordinates: Array) -> Integers:
        """Record postures (m, n) and their coordinates u, v, s (m, 3); return their cells.

        The position of a cell along the sweep refers to its centre: s is the value there.
        """
        cells = self.frame.cells(coordinates)
        bins = self.frame.bins(coordinates[:, 2])
        np.minimum.at(self.least, (cells, bins), coordinates[:, 2])
        np.maximum.at(self.most, (cells, bins), coordinates[:, 2])
        off = (coordinates[:, :2] - self.frame.centres(cells)) / self.frame.step + 0.5
        along, across = np.clip(off * SEEN, 0, SEEN - 1).astype(np.int64).T
        self.seen[cells, along * SEEN + across] = True
        # the first posture of a cell stays, so that more of them change nothing but the rest
        fresh = ~self.hit[cells]
        new, first = np.unique(cells[fresh], return_index=True)
        self.postures[new] = q[fresh][first]
        self.hit[new] = True
        return cells

    def join(self, other: Cells) -> None:
        """Add the facts about other cells of the same frame."""
        fresh = other.hit & ~self.hit
        self.postures[fresh] = other.postures[fresh]
        self.hit |= other.hit
        self.seen |= other.seen
        np.minimum(self.least, other.least, out=self.least)
        np.maximum(self.most, other.most, out=self.most)

    def frontier(self) -> tuple[Integers, Integers]:
        """Return pairs of a cell that is not reached and a neighbour that is."""
        hit = np.flatnonzero(self.hit)
        around = self.frame.neighbours(hit)
        fresh = (around >= 0) & ~self.hit[np.maximum(around, 0)]
        return around[fresh], np.repeat(hit, 8)[fresh.ravel()]

    def rim(self) -> Integers:
        """Return the cells that are reached, but perhaps not completely.

        A neighbour is missing or not reached, or a part has no posture: a gap may be narrower than
        a cell. If u or v does not change there are no parts.
        """
        hit = np.flatnonzero(self.hit)
        around = self.frame.neighbours(hit)
        open_ = ((around < 0) | ~self.hit[np.maximum(around, 0)]).any(axis=1)
        if min(self.frame.shape) > 1:
            open_ |= ~self.seen[hit].all(axis=1)
        return np.asarray(hit[open_])

    def intervals(
        self, cells: Integers, width: float, turns: bool
    ) -> list[list[tuple[float, float]]]:
        """Return the intervals of rising s in which cells are reached, with the first joint moving.

        Args:
            cells: The cells.
            width: Range of the first joint.
            turns: It is revolute; s is periodic.
        """
        least, most = self.least[cells], self.most[cells]
        filled = np.zeros((len(cells), BINS + 2), dtype=bool)
        filled[:, 1:-1] = least <= most
        row, start = np.nonzero(filled[:, 1:-1] & ~filled[:, :-2])
        _, end = np.nonzero(filled[:, 1:-1] & ~filled[:, 2:])
        spans: list[list[tuple[float, float]]] = [[] for _ in range(len(cells))]
        ends = zip(least[row, start].tolist(), most[row, end].tolist(), strict=True)
        for k, (low, high) in zip(row.tolist(), ends, strict=True):
            spans[k].append((low, high + width))
        return [_wrapped(_united(each)) if turns else _united(each) for each in spans]


def _united(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for low, high in sorted(spans):
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
    return found


def _wrapped(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return angles beyond a full turn, wrapped to its beginning."""
    if any(high - low >= TURN for low, high in spans):
        return [(0.0, TURN)]
    parts = []
    for low, high in spans:
        if high > TURN:
            parts += [(low, TURN), (0.0, high - TURN)]
        else:
            parts.append((low, high))
    return _united(parts)


# Postures of one job.
BATCH = 50_000
# Share of joint values that are put at a limit: there the border of the workspace is.
AT_LIMIT = 0.16
# Number of Jacobians looked at at a time.
CHUNK = 25_000
# The longest motion of a joint that counts as small, rad or parts of a metre.
SMALL = 0.2


@dataclass(frozen=True, eq=False)
class Job:
    """Some random postures.

    Attributes:
        robot: The robot.
        limits: Respect the limits of revolute joints.
        frame: Grid of the cells.
        task: The motions of the tool that are included.
        length: Characteristic length, m.
        seed: Seed of the whole search.
        index: Index of the job.
        count: Number of postures.
        judge: Compute their conditioning.
    """

    robot: Robot
    limits: bool
    frame: Frame
    task: Task
    length: float
    seed: int
    index: int
    count: int = BATCH
    judge: bool = True


@dataclass(frozen=True, eq=False)
class Gathered:
    """Results of a job.

    Attributes:
        cells: Reached cells, intervals and a posture of each.
        conditioning: Best 1/condition number of each cell, 0 if it is not reached.
        manipulability: Greatest product of the singular values of each cell.
        weight: Sum of the products of the singular values over postures evenly spread in the
            joints' ranges: the volume of poses that they represent.
        weighted: Sum of these products, times 1/condition number.
    """

    cells: Cells
    conditioning: Array
    manipulability: Array
    weight: float
    weighted: float


def gather(job: Job) -> Gathered:
    """Return the results of a job."""
    sweep = sweep_of(job.robot, job.limits)
    q = postures(sweep, job.seed, job.index, job.count)
    found = empty(job)
    even = len(q) // 2
    for start in range(0, len(q), CHUNK):
        part = q[start : start + CHUNK]
        cells = found.cells.add(part, centred(sweep, part, job.frame))
        if not job.judge:
            continue
        quality, volume = judged(sweep, part, job.task, job.length)
        np.maximum.at(found.conditioning, cells, quality)
        np.maximum.at(found.manipulability, cells, volume)
        own = slice(0, max(0, even - start))
        found = Gathered(
            found.cells,
            found.conditioning,
            found.manipulability,
            found.weight + float(volume[own].sum()),
            found.weighted + float((volume[own] * quality[own]).sum()),
        )
    return found


def empty(job: Job) -> Gathered:
    """Return the answer of a job without postures."""
    nothing = np.zeros(job.frame.count)
    return Gathered(Cells(job.frame, job.robot.n), nothing, nothing.copy(), 0.0, 0.0)


def merge(a: Gathered, b: Gathered) -> Gathered:
    """Return the combined results of two jobs; postures of the first one take precedence."""
    a.cells.join(b.cells)
    return Gathered(
        a.cells,
        np.maximum(a.conditioning, b.conditioning),
        np.maximum(a.manipulability, b.manipulability),
        a.weight + b.weight,
        a.weighted + b.weighted,
    )


def postures(sweep: Sweep, seed: int, index: int, count: int) -> Array:
    """Return random postures (count, n) with the first joint at the start of its motion.

    The first half is spread evenly; in the others some joints are at a limit.
    """
    rng = np.random.default_rng([seed, index])
    q = rng.uniform(sweep.low, sweep.high, (count, len(sweep.low)))
    chance = rng.random(q.shape)
    chance[: count // 2] = 1.0
    q = np.where(chance < AT_LIMIT / 2, sweep.low, q)
    q = np.where((chance >= AT_LIMIT / 2) & (chance < AT_LIMIT), sweep.high, q)
    return sweep.still(q)


def centred(sweep: Sweep, q: Array, frame: Frame) -> Array:
    """Return u, v, s (m, 3) of postures (m, n), with s extrapolated to the centre of their cells.

    Within a cell s changes with u and v; to first order it is extrapolated along the least motion
    of the joints that leads to the centre.
    """
    if sweep.whole:
        return sweep.coordinates(q)
    found, slopes = sweep.slopes(q)
    slopes = slopes[:, :, 1:]
    way = frame.centres(frame.cells(found)) - found[:, :2]
    across, along = slopes[:, :2], slopes[:, 2]
    product = across @ across.swapaxes(1, 2)
    a, b, c = product[:, 0, 0], product[:, 0, 1], product[:, 1, 1]
    # a flat workspace has but one coordinate; near the border the least motion is no small one
    lift = 1e-9 * (a + c) + 1e-300
    a, c = a + lift, c + lift
    share = 1.0 / (a * c - b * b)
    first = (c * way[:, 0] - b * way[:, 1]) * share
    second = (a * way[:, 1] - b * way[:, 0]) * share
    joints = across[:, 0] * first[:, None] + across[:, 1] * second[:, None]
    change = (along * joints).sum(axis=1)
    small = np.abs(joints).max(axis=1, initial=0.0) < SMALL
    s = found[:, 2] + np.where(small, change, 0.0)
    found[:, 2] = s % TURN if sweep.turns else np.clip(s, *frame.along)
    return found


def judged(sweep: Sweep, q: Array, task: Task, length: float) -> tuple[Array, Array]:
    """Return the conditioning of postures (m, n).

    Returns:
        1/condition number in the weighted Frobenius norm (m,), and the product of the singular
        values of the homogeneous Jacobian (m,); both 0 for singular postures.
    """
    rows = rows_of(sweep.robot, task)
    if rows.rank == 6:
        H = homogeneous_jacobian(sweep.robot, q, length)
        conditions = pose_conditions(sweep.robot, q, length)[:, 0]
        if H.shape[2] == 6:
            volume = np.abs(np.linalg.det(H))
        else:
            volume = np.sqrt(np.maximum(np.linalg.det(H @ H.swapaxes(1, 2)), 0.0))
        quality = 1.0 / conditions
        # nearly singular postures, which the kernel does not know well enough
        unknown = ~np.isfinite(conditions)
        quality[unknown], volume[unknown] = _judged_whole(H[unknown])
        return quality, volume
    H = task_jacobian(rows, jacobian(sweep.robot, q, active=True), length)
    return _judged_whole(H) if rows.rank == min(H.shape[1:]) else _judged_in_part(H, rows.rank)


def _judged_whole(H: Array) -> tuple[Array, Array]:
    """Return both numbers for Jacobians (m, r, k) of full rank, and 0 for singular ones."""
    size = min(H.shape[1:])
    wide = H if H.shape[1] == size else H.swapaxes(1, 2)
    scale, minors, determinants = _small(wide) if size <= 3 else _large(wide)
    singular = determinants <= 1e-24 * (scale / size) ** size
    spread = minors / np.where(singular, 1.0, determinants)
    quality = size / np.sqrt(np.maximum(scale * spread, size**2))
    return (
        np.where(singular, 0.0, quality),
        np.where(singular, 0.0, np.sqrt(np.maximum(determinants, 0.0))),
    )


def _small(wide: Array) -> tuple[Array, Array, Array]:
    """Return trace, sum of principal minors and determinant (m,) of H H^T, written out.

    A library spends much longer on each of many matrices of one to three rows.
    """
    rows = np.ascontiguousarray(wide.transpose(1, 2, 0))
    size = len(rows)
    pairs = [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2)]
    a, b, c, d, e, f = (
        np.einsum("km,km->m", rows[i], rows[j]) if max(i, j) < size else np.array(float(i == j))
        for i, j in pairs
    )
    first, second, third = b * c - e * e, a * c - f * f, a * b - d * d
    minors = (first, first + second, first + second + third)[size - 1]
    trace = (a, a + b, a + b + c)[size - 1]
    return trace, minors, a * first - d * (d * c - e * f) + f * (d * e - b * f)


def _large(wide: Array) -> tuple[Array, Array, Array]:
    """Return trace, sum of principal minors and determinant (m,) of H H^T."""
    product = wide @ wide.swapaxes(1, 2)
    determinants = np.linalg.det(product)
    scale = np.trace(product, axis1=1, axis2=2)
    size = product.shape[1]
    product[determinants <= 1e-24 * (scale / size) ** size] = np.eye(size)
    return scale, determinants * np.trace(np.linalg.inv(product), axis1=1, axis2=2), determinants


def _judged_in_part(H: Array, rank: int) -> tuple[Array, Array]:
    """Return both numbers for Jacobians (m, r, k), of the largest singular values alone."""
    sigma = np.asarray(np.linalg.svd(H, compute_uv=False)[:, :rank], dtype=float)
    quality = 1.0 / condition_of(sigma, "frobenius")
    return quality, np.where(quality > 0.0, sigma.prod(axis=1), 0.0)
