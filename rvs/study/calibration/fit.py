"""Identification of a table from measured poses by least squares, and the identified robot.

The Gauss-Newton method with Levenberg-Marquardt damping on the identification Jacobian, with its
columns scaled to one length.  Parameters whose columns depend on earlier ones are held and named
with the combination that replaces them (Mooring, Roth and Driels 1991, ch. 5; Hollerbach, Khalil
and Gautier, "Model Identification", Springer Handbook of Robotics 2016, ch. 6).  Base and tool are
found first, alone: the measuring device can be anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt

import numpy as np

from rvs.engine.arrays import Array, Integers, pose_rows
from rvs.engine.chain import screw_x, screw_z
from rvs.engine.errors import RvsError
from rvs.engine.progress import with_progress
from rvs.engine.robot import Robot
from rvs.engine.rotations import roty
from rvs.engine.screws import rotation_vector
from rvs.study.accuracy.table import (
    BETA,
    COLUMNS,
    LINK,
    Table,
    change_of,
    end_index,
    index_of,
    moved,
    poses_and_screws,
    same_convention,
)
from rvs.value_class import dataclass

# A parameter is held if only this part of the largest effect is its own; sine of axes that are
# nearly parallel.
DEPENDENT, PARALLEL = 5e-3, 0.02
STEPS, DONE, FOLDS = 100, 1e-11, 5
# Weight of the nominal orientation of the base, which decides where the points do not.
NOMINAL = 1e-6
# Coefficients of a combination that are named, and the part of the largest effect, of a rad or a m,
# that counts as none.
NAMED, LITTLE = 0.05, 1e-3


@dataclass(frozen=True, eq=False)
class Measured:
    """Measured poses.

    Attributes:
        q: Postures (m, n), rad and m.
        position: Measured points of the tool (m, 3), m.
        rotation: Measured orientations of the tool (m, 3, 3), or None.
    """

    q: Array
    position: Array
    rotation: Array | None = None

    def part(self, rows: Integers) -> Measured:
        """Return some of the measurements."""
        turned = None if self.rotation is None else self.rotation[rows]
        return Measured(self.q[rows], self.position[rows], turned)


@dataclass(frozen=True, eq=False)
class Noise:
    """Standard deviations of a measured coordinate, m, and of an angle about an axis, rad."""

    length: float
    angle: float


@dataclass(frozen=True, eq=False)
class Fit:
    """An identified table.

    Attributes:
        table: The table.
        free: The identified parameters (k,).
        change: Their changes (k,), rad and m.
        covariance: Their covariance (k, k).
        factor: Multiple of a standard deviation for 95 % confidence.
        held: Parameters that can't be identified, each with the combination that replaces it.
        noise: Standard deviations of the residuals, or the given ones.
        before: Distances of the nominal from the measured points (m,), m.
        after: Distances after the fit (m,), m.
        checked: Distances of points that the fit did not use (m,), m; empty if there are too few.
    """

    table: Table
    free: Integers
    change: Array
    covariance: Array
    factor: float
    held: tuple[tuple[int, tuple[tuple[int, float], ...]], ...]
    noise: Noise
    before: Array
    after: Array
    checked: Array

    @property
    def errors(self) -> Array:
        """Half widths of the 95 % confidence intervals (k,)."""
        return np.asarray(self.factor * np.sqrt(np.diag(self.covariance)))


def candidates(
    table: Table, columns: Sequence[int], base: bool, tool: bool, turned: bool
) -> Integers:
    """Return the parameters to identify, in order of preference.

    Base and tool have priority, so that their errors do not affect the table.  Axes that are nearly
    parallel get Hayati's beta.

    Args:
        table: The nominal table.
        columns: Parameters of the links.
        base: The base is unknown.
        tool: The tool is unknown.
        turned: Orientations were measured; else the tool is a point.
    """
    ends = [*(end_index(table, "base") if base else ())]
    ends += [*(end_index(table, "tool")[0 if turned else 3 :] if tool else ())]
    between = range(1, table.n) if table.modified else range(table.n - 1)
    tilts = [
        index_of("beta", i)
        for i in between
        if abs(np.sin(table.links[i, COLUMNS.index("alpha")])) < PARALLEL
        and index_of("alpha", i) in columns
    ]
    links = sorted({*(k for k in columns if k % LINK != BETA), *tilts})
    return np.array([*ends, *links], dtype=int)


def fit(
    table: Table,
    measured: Measured,
    wanted: Integers,
    given: Noise | None = None,
    folds: int = FOLDS,
) -> Fit:
    """Identify parameters from measured poses.

    Args:
        table: The nominal table.
        measured: The measured poses.
        wanted: The parameters, in order of preference.
        given: Standard deviations of the measurements; from the residuals when omitted.
        folds: Number of parts in the cross-validation; none for 0.

    Raises:
        RvsError: There are too few measurements, or the search does not converge.
    """
    noise = given or Noise(1.0, 1.0)
    start = _with_ends(table, measured, wanted, noise)
    found, free, converged = _identified(start, measured, wanted, noise)
    if not converged:
        raise RvsError(
            "measured: the fit does not converge; check that joints, units and the order of the "
            "columns are those of the robot"
        )
    if given is None:
        noise = _scatter(found, measured, len(free))
        # the next rounds weigh lengths and angles by what is left of each
        for _ in range(0 if measured.rotation is None else 2):
            found, _ = _descend(found, measured, free, noise)
            noise = _scatter(found, measured, len(free))
    _, J = _residuals(found, measured, noise)
    held = combinations(J, free, np.setdiff1d(wanted, free))
    covariance: Array = np.asarray(np.linalg.inv(J[:, free].T @ J[:, free]), dtype=float)
    factor = student(len(J) - len(free)) if given is None else 1.959964
    return Fit(
        found, free, change_of(table, found)[free], covariance, factor, held, noise,
        _spans(table, measured), _spans(found, measured),
        _cross_validated(start, measured, free, noise, folds),
    )  # fmt: skip


def independent(J: Array, names: Integers) -> Integers:
    """Return the parameters whose columns are independent of earlier ones.

    The Gram-Schmidt method, applied twice, to columns of length one.  A column whose independent
    part is short beside the longest column counts as dependent.
    """
    sizes = np.linalg.norm(J, axis=0)
    basis: list[Array] = []
    kept: list[int] = []
    for k, size in enumerate(sizes):
        column = J[:, k] / (size or 1.0)
        for _ in range(2):
            for one in basis:
                column = column - one * (one @ column)
        length = float(np.linalg.norm(column))
        if length * size > DEPENDENT * sizes.max():
            basis.append(column / length)
            kept.append(k)
    return names[kept]


def combinations(
    J: Array, free: Integers, held: Integers
) -> tuple[tuple[int, tuple[tuple[int, float], ...]], ...]:
    """Return the combinations of free parameters that move the tool like the held ones.

    Args:
        J: The weighted Jacobian (r, p).
        free: The identified parameters.
        held: The others.

    Returns:
        Each held parameter with the parameters and coefficients, in rad and m, that replace it;
        none if it hardly moves the tool.
    """
    found = []
    sizes = np.linalg.norm(J[:, free], axis=0)
    for k in held:
        size, coefficients = np.linalg.norm(J[:, k]), np.zeros(len(free))
        if len(free) and size > LITTLE * sizes.max():
            scaled = np.linalg.lstsq(J[:, free] / sizes, J[:, k] / size, rcond=None)[0]
            large = np.abs(scaled) > NAMED
            coefficients[large] = (scaled * size / sizes)[large]
        parts = zip(free.tolist(), coefficients.tolist(), strict=True)
        found.append((int(k), tuple((name, c) for name, c in parts if c)))
    return tuple(found)


def student(freedom: int) -> float:
    """Return the 97.5 % point of Student's distribution.

    >>> round(student(10), 2), round(student(100), 3)
    (2.23, 1.984)
    """
    # here: it takes a moment to import
    from scipy.special import stdtrit  # type: ignore[import-untyped]

    return float(stdtrit(max(freedom, 1), 0.975))


def information(table: Table, q: Array, free: Integers, noise: Noise, turned: bool) -> Array:
    """Return the weighted Jacobian of postures (m, r, k): the information of measurements."""
    _, J = poses_and_screws(table, q)
    linear = J[:, 3:, free] / noise.length
    angular = J[:, :3, free] / noise.angle
    return np.concatenate([linear, angular], axis=1) if turned else linear


def _with_ends(table: Table, measured: Measured, wanted: Integers, noise: Noise) -> Table:
    """Return the table with the base and the tool, if wanted, that fit the measurements best."""
    ends = np.array([k for k in wanted if k >= LINK * table.n], dtype=int)
    base, tool = table.base.copy(), table.tool.copy()
    T, _ = poses_and_screws(table, measured.q)
    if set(end_index(table, "base")) <= set(ends):
        # least squares of points (Kabsch 1976)
        own, middle = T[:, :3, 3].mean(axis=0), measured.position.mean(axis=0)
        spread = (measured.position - middle).T @ (T[:, :3, 3] - own)
        if measured.rotation is not None:
            # turns between poses do not depend on the tool (Park and Martin 1994)
            spread += _steps(measured.rotation).T @ _steps(T[:, :3, :3])
        turn = _rotation(spread + NOMINAL * np.linalg.norm(spread) * np.eye(3))
        base[:3, 3] = middle + turn @ (base[:3, 3] - own)
        base[:3, :3] = turn @ base[:3, :3]
        T[:, :3, :3] = turn @ T[:, :3, :3]
    if measured.rotation is not None and set(end_index(table, "tool")[:3]) <= set(ends):
        turns = np.swapaxes(T[:, :3, :3], 1, 2) @ measured.rotation
        tool[:3, :3] = tool[:3, :3] @ _rotation(turns.sum(axis=0))
    start = replace(table, base=base, tool=tool)
    return _identified(start, measured, ends, noise)[0] if len(ends) else start


def _identified(
    start: Table, measured: Measured, wanted: Integers, noise: Noise
) -> tuple[Table, Integers, bool]:
    """Return the table that fits best, its independent parameters, and whether it converged.

    Raises:
        RvsError: There are too few measurements.
    """
    found, free, converged = start, wanted, False
    while True:
        rest, J = _residuals(found, measured, noise)
        # what seems independent with the nominal numbers may not be so with the true ones
        kept = independent(J[:, free], free)
        if found is not start and len(kept) == len(free):
            return found, free, converged
        free = kept
        if len(rest) <= len(free):
            raise RvsError(
                f"measured: {len(measured.q)} poses give {len(rest)} numbers for {len(free)} "
                "parameters; measure more poses, or free fewer columns"
            )
        found, converged = _descend(start, measured, free, noise)


def _steps(R: Array) -> Array:
    """Return rotation vectors (m - 1, 3) from each rotation (m, 3, 3) to the next."""
    return rotation_vector(R[1:] @ np.swapaxes(R[:-1], 1, 2))


def _rotation(M: Array) -> Array:
    """Return the rotation closest to a matrix (3, 3)."""
    U, _, V = np.linalg.svd(M)
    return np.asarray(U @ np.diag([1.0, 1.0, np.linalg.det(U @ V)]) @ V)


def _descend(table: Table, measured: Measured, free: Integers, noise: Noise) -> tuple[Table, bool]:
    """Return the table with the least sum of squares, and whether the search converged."""
    damping = 1e-6
    rest, J = _residuals(table, measured, noise)
    found = table
    for _ in range(STEPS):
        A = J[:, free]
        sizes = np.linalg.norm(A, axis=0)
        scaled = np.vstack([A / sizes, sqrt(damping) * np.eye(len(free))])
        target = np.concatenate([rest, np.zeros(len(free))])
        step = np.zeros(table.size)
        step[free] = np.linalg.lstsq(scaled, target, rcond=None)[0] / sizes
        trial = moved(found, step)
        new, slopes = _residuals(trial, measured, noise)
        if new @ new > (rest @ rest) * (1.0 + 1e-12):
            damping *= 10.0
            if damping > 1e6:
                break
            continue
        gone = 1.0 - float(new @ new) / max(float(rest @ rest), 1e-300)
        found, rest, J, damping = trial, new, slopes, damping * 0.3
        if gone < DONE:
            return found, True
    return found, damping > 1e6


def _residuals(table: Table, measured: Measured, noise: Noise) -> tuple[Array, Array]:
    """Return weighted differences from the measured poses (r,) and their derivatives (r, p)."""
    T, J = poses_and_screws(table, measured.q)
    linear = (measured.position - T[:, :3, 3]) / noise.length
    rows, slopes = [linear.ravel()], [J[:, 3:].reshape(-1, table.size) / noise.length]
    if measured.rotation is not None:
        rows.append(_turns(T, measured).ravel() / noise.angle)
        slopes.append(J[:, :3].reshape(-1, table.size) / noise.angle)
    return np.concatenate(rows), np.concatenate(slopes)


def _turns(T: Array, measured: Measured) -> Array:
    """Return rotation vectors from computed to measured orientations (m, 3), in world axes."""
    assert measured.rotation is not None
    R = measured.rotation @ np.swapaxes(T[:, :3, :3], 1, 2)
    axis = np.stack([R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]], 1)
    sine = 0.5 * np.linalg.norm(axis, axis=1)
    angle = np.arctan2(sine, 0.5 * (np.trace(R, axis1=1, axis2=2) - 1.0))
    return np.asarray(
        0.5 * axis * np.where(sine > 1e-9, angle / np.maximum(sine, 1e-9), 1.0)[:, None]
    )


def _spans(table: Table, measured: Measured) -> Array:
    T, _ = poses_and_screws(table, measured.q)
    return np.asarray(np.linalg.norm(measured.position - T[:, :3, 3], axis=1))


def _scatter(table: Table, measured: Measured, count: int) -> Noise:
    """Return standard deviations of residuals; both kinds share the parameters evenly."""
    T, _ = poses_and_screws(table, measured.q)
    kinds = 1 if measured.rotation is None else 2
    freedom = max(3 * len(measured.q) - count / kinds, 1.0)
    length = sqrt(float(np.sum((measured.position - T[:, :3, 3]) ** 2)) / freedom)
    angle = 1.0
    if measured.rotation is not None:
        angle = sqrt(float(np.sum(_turns(T, measured) ** 2)) / freedom)
    return Noise(max(length, 1e-12), max(angle, 1e-12))


def _cross_validated(
    table: Table, measured: Measured, free: Integers, noise: Noise, folds: int
) -> Array:
    """Return distances of points from fits without them (m,): each part of the poses in turn."""
    m, found = len(measured.q), np.empty(len(measured.q))
    rows = 3 * (1 if measured.rotation is None else 2)
    if not folds:
        return np.empty(0)
    for fold in with_progress(range(folds)):
        out = np.arange(fold, m, folds)
        rest = measured.part(np.setdiff1d(np.arange(m), out))
        if not len(out):
            continue
        if rows * len(rest.q) <= len(free):
            return np.empty(0)
        own = independent(_residuals(table, rest, noise)[1][:, free], free)
        fitted, _ = _descend(table, rest, own, noise)
        found[out] = _spans(fitted, measured.part(out))
    return found


def with_table(robot: Robot, table: Table) -> Robot:
    """Return a robot with the links of a table; base and tool are unchanged.

    A link with a tilt beta becomes a general row, as four numbers do not describe it.
    """
    arm = robot if same_convention(robot) else robot.to_dh("standard")
    joints = []
    for joint, (theta, b, a, alpha, beta), slide in zip(
        arm.joints, table.links, table.slide, strict=True
    ):
        turning = joint.kind != "prismatic"
        fixed = b - slide * theta if turning else b
        own = {"offset": theta, "d": fixed} if turning else {"offset": b, "theta": theta}
        if beta == 0.0:
            joints.append(replace(joint, a=a, alpha=alpha, **own))
            continue
        tilt = np.eye(4)
        tilt[:3, :3] = roty(beta)
        along = screw_z(0.0, fixed) if turning else screw_z(theta, 0.0)
        across = screw_x(alpha, a) @ tilt
        before, after = (across, along) if table.modified else (np.eye(4), along @ across)
        own = {"offset": theta, "d": 0.0} if turning else {"offset": b, "theta": 0.0}
        joints.append(
            replace(joint, convention="general", a=0.0, alpha=0.0, **own,
                    before=pose_rows(before, "before"), after=pose_rows(after, "after"))
        )  # fmt: skip
    return arm.replace(joints=tuple(joints))
