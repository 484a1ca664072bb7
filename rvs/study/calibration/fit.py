"""Identification of a table from measured poses by least squares.

The Gauss-Newton method with Levenberg-Marquardt damping on the identification Jacobian, with its
columns scaled to one length.  Parameters whose columns depend on earlier ones are held and named
with the combination that replaces them (Mooring, Roth and Driels 1991, ch. 5; Hollerbach, Khalil
and Gautier, "Model Identification", Springer Handbook of Robotics 2016, ch. 6).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np

from rvs.engine.arrays import Array, Integers
from rvs.engine.errors import RvsError
from rvs.engine.progress import with_progress
from rvs.study.accuracy.table import (
    BETA,
    COLUMNS,
    LINK,
    Table,
    end_index,
    index_of,
    moved,
    poses_and_screws,
)
from rvs.value_class import dataclass

# Below this part of its length a column depends on others; sine of axes that are nearly parallel.
DEPENDENT, PARALLEL = 1e-6, 0.02
STEPS, DONE, FOLDS = 30, 1e-11, 5
# Coefficients of a combination that are named.
NAMED = 0.05


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
    nominal, J = _residuals(table, measured, noise)
    free, held = independent(J[:, wanted], wanted)
    rows, count = len(nominal), len(free)
    if rows <= count:
        raise RvsError(
            f"measured: {len(measured.q)} poses give {rows} numbers for {count} parameters; "
            "measure more poses, or free fewer columns"
        )
    found, change = table, np.zeros(len(free))
    # the second round weighs lengths and angles by what is left of each
    for _ in range(1 if given or measured.rotation is None else 3):
        found, change = _descend(table, measured, free, noise)
        if given is None:
            noise = _scatter(found, measured, count)
    _, J = _residuals(found, measured, noise)
    covariance: Array = np.asarray(np.linalg.inv(J[:, free].T @ J[:, free]), dtype=float)
    factor = student(rows - count) if given is None else 1.959964
    return Fit(
        found, free, change, covariance, factor, held, noise,
        _spans(table, measured), _spans(found, measured),
        _cross_validated(table, measured, free, noise, folds),
    )  # fmt: skip


def independent(
    J: Array, names: Integers
) -> tuple[Integers, tuple[tuple[int, tuple[tuple[int, float], ...]], ...]]:
    """Return the parameters whose columns are independent of earlier ones, and the others.

    The Gram-Schmidt method, applied twice, to columns of length one.

    Returns:
        The independent parameters, and each other one with the parameters and coefficients, in rad
        and m, that move the tool in the same way; none if it does not move the tool.
    """
    sizes = np.linalg.norm(J, axis=0)
    basis: list[Array] = []
    kept: list[int] = []
    held: list[int] = []
    for k, size in enumerate(sizes):
        column = J[:, k] / (size or 1.0)
        for _ in range(2):
            for one in basis:
                column = column - one * (one @ column)
        length = float(np.linalg.norm(column))
        if size > 1e-12 and length > DEPENDENT:
            basis.append(column / length)
            kept.append(k)
        else:
            held.append(k)
    found = []
    for k in held:
        coefficients = np.zeros(len(kept))
        if sizes[k] > 1e-12 and kept:
            scaled = np.linalg.lstsq(J[:, kept] / sizes[kept], J[:, k] / sizes[k], rcond=None)[0]
            large = np.abs(scaled) > NAMED
            coefficients[large] = (scaled * sizes[k] / sizes[kept])[large]
        parts = [
            (int(names[one]), float(c)) for one, c in zip(kept, coefficients, strict=True) if c
        ]
        found.append((int(names[k]), tuple(parts)))
    return names[kept], tuple(found)


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


def _descend(table: Table, measured: Measured, free: Integers, noise: Noise) -> tuple[Table, Array]:
    """Return the table with the least sum of squares, and the changes of the parameters."""
    change, damping = np.zeros(table.size), 1e-6
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
            damping *= 30.0
            if damping > 1e6:
                break
            continue
        gone = 1.0 - float(new @ new) / max(float(rest @ rest), 1e-300)
        found, rest, J, damping = trial, new, slopes, damping * 0.03
        change += step
        if gone < DONE:
            return found, change[free]
    if damping > 1e6:
        return found, change[free]
    raise RvsError(
        "measured: the fit does not converge; check that joints, units and the order of "
        "the columns are those of the robot"
    )


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
        own = independent(_residuals(table, rest, noise)[1][:, free], free)[0]
        fitted, _ = _descend(table, rest, own, noise)
        found[out] = _spans(fitted, measured.part(out))
    return found
