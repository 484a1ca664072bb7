"""Accuracy and repeatability of poses, from tolerances, to first order and with random robots.

Pose accuracy AP is the distance from the commanded pose to the mean of the attained ones; pose
repeatability RP is the mean distance to that mean plus three standard deviations of it (ISO
9283:1998, sections 7.2.1 and 7.2.2).  The errors of a table are the same in every repetition and
cause AP; play and encoder steps differ between repetitions and cause RP.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isfinite, radians, sqrt
from typing import Literal

import numpy as np

from rvs.engine.arrays import Array, Booleans, Integers, check_choice
from rvs.engine.errors import ArgumentError
from rvs.engine.offset_naming import LETTERS
from rvs.engine.progress import with_progress
from rvs.study.accuracy.table import (
    ALPHA,
    LENGTHS,
    LINK,
    THETA,
    A,
    B,
    Table,
    places,
    poses_and_screws,
)
from rvs.value_class import dataclass

Spread = Literal["uniform", "normal", "triangular"]
SPREADS: dict[Spread, str] = {
    "uniform": "uniform: all values within the tolerance are equally likely",
    "normal": "normal: the tolerance is a number of standard deviations",
    "triangular": "triangular: the nominal value is the most likely",
}
# One of a unit in rad or m.
ANGLES = {"deg": radians(1.0), "°": radians(1.0), "rad": 1.0, "mrad": 1e-3,
          "arcmin": radians(1.0) / 60.0, "arcsec": radians(1.0) / 3600.0}  # fmt: skip
DISTANCES = {"m": 1.0, "mm": 1e-3, "um": 1e-6, "µm": 1e-6, "μm": 1e-6, "in": 0.0254}
# What is taken where nothing is stated.
USUAL = ("lengths=0.1mm", "angles=0.01deg")
# Names that stand for several columns.
GROUPS = {"lengths": ("a", "b"), "angles": ("alpha", "theta")}
JOINTS = ("backlash", "encoder")
# In m or rad, as for the numbers of a table; squares of much larger ones would overflow.
LARGEST = 1e6
_SIZE = r"[-+]?(?:\d++(?>(?:\.\d*+)?)|\.\d++)(?>(?:[eE][-+]?\d++)?)"
_WORD = re.compile(rf"([A-Za-z]++)(\d{{0,3}}+)=({_SIZE})([^\s\d]*+)")


@dataclass(frozen=True, eq=False)
class Scatter:
    """Scatter of the numbers of a robot.

    Attributes:
        table: Tolerance of each number of the links (n, 5), plus or minus, rad and m.
        backlash: Total play of each joint (n,), rad and m.
        encoder: Step of each encoder at the joint (n,), rad and m.
        spread: Distribution of the numbers within their tolerance.
        sigmas: Number of standard deviations in the tolerance of a normal distribution.
    """

    table: Array
    backlash: Array
    encoder: Array
    spread: Spread = "uniform"
    sigmas: float = 3.0

    @property
    def deviations(self) -> Array:
        """Standard deviations of the numbers of the links (n, 5)."""
        parts = {"uniform": sqrt(3.0), "normal": self.sigmas, "triangular": sqrt(6.0)}
        return np.asarray(self.table / parts[self.spread])

    @property
    def joints(self) -> Array:
        """Standard deviations of each joint by play and by encoder (2, n): width / sqrt(12)."""
        return np.stack([self.backlash, self.encoder]) / sqrt(12.0)

    def draw(self, count: int, rng: np.random.Generator) -> Array:
        """Return changes of the numbers of many robots (count, n, 5)."""
        size = (count, *self.table.shape)
        if self.spread == "normal":
            return rng.standard_normal(size) * (self.table / self.sigmas)
        found = rng.uniform(-1.0, 1.0, size)
        if self.spread == "triangular":
            # the mean of two is triangular
            found = 0.5 * (found + rng.uniform(-1.0, 1.0, size))
        return found * self.table

    def draw_joints(self, count: int, rng: np.random.Generator) -> Array:
        """Return deviations of the joints in many repetitions (count, n), rad and m."""
        size = (count, len(self.backlash))
        return 0.5 * (
            rng.uniform(-1.0, 1.0, size) * self.backlash
            + rng.uniform(-1.0, 1.0, size) * self.encoder
        )


def scatter_of(
    table: Table,
    words: Sequence[str],
    spread: Spread = "uniform",
    sigmas: float = 3.0,
    locked: Sequence[bool] = (),
) -> Scatter:
    """Return the scatter described in words; later words replace earlier ones.

    Args:
        table: The table.
        words: Words such as ``"a=0.1mm"``, ``"alpha3=0.02deg"``, ``"lengths=0.1mm"``,
            ``"angles=0.01deg"``, ``"backlash=1arcmin"``, ``"encoder2=20arcsec"``.
        spread: Distribution of the numbers within their tolerance.
        sigmas: Number of standard deviations in the tolerance of a normal distribution.
        locked: Joints (n,) that are locked, so that they have neither play nor an encoder step;
            none if empty.

    Raises:
        ArgumentError: A word of another form, an unknown name or joint, a unit that does not fit,
            or the play or step of a locked joint.
    """
    check_choice(spread, "spread", tuple(SPREADS))
    found = Scatter(np.zeros((table.n, LINK)), np.zeros(table.n), np.zeros(table.n), spread, sigmas)
    for word in words:
        name, number, size, unit = _read(word)
        if name in JOINTS:
            row = found.backlash if name == "backlash" else found.encoder
            joints = _joints(word, number, table.n)
            held = np.array([any(locked) and locked[joint] for joint in joints], dtype=bool)
            if number and size and held.any():
                raise ArgumentError(
                    f"tolerances: {word!r}: joint {number} is locked, so it has neither backlash "
                    "nor an encoder step; leave it out"
                )
            joints = joints[~held]
            _set(row, joints, table.turn[joints] == 0, size, unit, word)
            continue
        for column in GROUPS.get(name, (name,)):
            _set_column(found.table, table, column, number, size, unit, word)
    return found


def _set_column(
    into: Array, table: Table, column: str, number: str, size: float, unit: str, word: str
) -> None:
    try:
        index = places(table, [column + number])
    except ArgumentError as error:
        raise ArgumentError(f"tolerances: {error}") from error
    flat = into.reshape(-1)
    lengths = np.isin(index % LINK, LENGTHS)
    _set(flat, index, lengths, size, unit, word)


def _set(
    into: Array, index: Integers, lengths: Booleans, size: float, unit: str, word: str
) -> None:
    """Set the size of those numbers whose kind fits its unit: lengths or angles."""
    if size == 0.0 or not len(index):
        into[index] = 0.0
        return
    fits = lengths if unit in DISTANCES else ~lengths if unit in ANGLES else lengths & ~lengths
    if not fits.any():
        needed = "a length, for example 0.1mm" if lengths.all() else "an angle, for example 0.01deg"
        raise ArgumentError(f"tolerances: {word!r}: expected {needed}")
    width = size * {**DISTANCES, **ANGLES}[unit]
    if width > LARGEST:
        largest = "m" if unit in DISTANCES else "rad"
        raise ArgumentError(f"tolerances: {word!r}: expected at most {LARGEST:g} {largest}")
    into[index[fits]] = width


def _read(word: str) -> tuple[str, str, float, str]:
    match = _WORD.fullmatch(word.strip())
    try:
        name, number, digits, unit = match.groups() if match else ("", "", "", "")
        size = float(digits)
    except ValueError:
        size = -1.0
    if not isfinite(size) or size < 0.0:
        raise ArgumentError(
            f"tolerances: {word!r}: expected NAME=SIZE with a unit, for example a3=0.1mm"
        )
    return "b" if name in LETTERS else name, number, size, unit


def _joints(word: str, number: str, n: int) -> Integers:
    if number and not 1 <= int(number) <= n:
        raise ArgumentError(f"tolerances: {word!r}: expected a joint from 1 to {n}")
    return np.array([int(number) - 1]) if number else np.arange(n)


# Numbers that fit into the cache of a processor with all that is computed of them.
BLOCK = 16_384
REPETITIONS = 10_000
# Of the integral of a mean distance; more points change its sixth digit.
NODES = 400
# Smaller shares of a variance are those of a sensitivity that is 0 but for rounding.
LEAST_SHARE = 1e-24


@dataclass(frozen=True, eq=False)
class Accuracy:
    """Accuracy and repeatability of a robot in some postures.

    Attributes:
        predicted: Root mean square of the position error, to first order (m,), m.
        attained: Root mean square of the position error of the random robots (m,), m.
        mean: Mean AP of the random robots (m,), m.
        likely: AP that 95 % of them do not exceed (m,), m.
        worst: The largest AP of them (m,), m.
        turned: Root mean square of the angle of the orientation error, to first order (m,), rad.
        repeated: RP of the position (m,), m.
        repeated_predicted: RP to first order with normal deviations (m,), m.
        repeated_turns: RP of the orientation about the axes of the world (m, 3), rad.
    """

    predicted: Array
    attained: Array
    mean: Array
    likely: Array
    worst: Array
    turned: Array
    repeated: Array
    repeated_predicted: Array
    repeated_turns: Array

    @property
    def misfit(self) -> float:
        """Largest relative difference of prediction and random robots."""
        some = self.attained > 0.0
        if not some.any():
            return 0.0
        return float(np.abs(self.predicted[some] / self.attained[some] - 1.0).max())


def accuracy(table: Table, scatter: Scatter, q: Array, robots: int, seed: int = 0) -> Accuracy:
    """Return accuracy and repeatability in postures.

    Args:
        table: The table.
        scatter: The scatter of its numbers.
        q: Postures (m, n), rad and m.
        robots: Number of random robots.
        seed: Seed of the random numbers.
    """
    _, J = poses_and_screws(table, q)
    by_table = J[:, :, : LINK * table.n] * scatter.deviations.reshape(-1)
    rng = np.random.default_rng(seed)
    errors = distances(table, scatter.draw(robots, rng), q)
    sorted_ = np.partition(errors, min(int(0.95 * robots), robots - 1), axis=1)
    by_joint = _joint_columns(table, J)
    spans, turns = _repetitions(by_joint, scatter.draw_joints(REPETITIONS, rng))
    variances = (scatter.joints**2).sum(axis=0)
    covariances = (by_joint[:, 3:] * variances) @ np.swapaxes(by_joint[:, 3:], 1, 2)
    return Accuracy(
        predicted=np.linalg.norm(by_table[:, 3:], axis=(1, 2)),
        attained=np.sqrt(np.mean(errors**2, axis=1)),
        mean=errors.mean(axis=1),
        likely=sorted_[:, min(int(0.95 * robots), robots - 1)],
        worst=errors.max(axis=1),
        turned=np.linalg.norm(by_table[:, :3], axis=(1, 2)),
        repeated=spans,
        repeated_predicted=np.array([repeatability(one) for one in covariances]),
        repeated_turns=turns,
    )


def _repetitions(by_joint: Array, deviations: Array) -> tuple[Array, Array]:
    """RP of the position (m,) and of the orientation (m, 3) of deviations of the joints (k, n)."""
    spans, turns = np.empty(len(by_joint)), np.empty((len(by_joint), 3))
    for i, J in enumerate(with_progress(by_joint)):
        found = deviations @ J.T
        found -= found.mean(axis=0)
        distance = np.sqrt(np.sum(found[:, 3:] ** 2, axis=1))
        spans[i] = distance.mean() + 3.0 * distance.std(ddof=1)
        turns[i] = 3.0 * found[:, :3].std(axis=0, ddof=1)
    return spans, turns


def budget(table: Table, scatter: Scatter, q: Array) -> tuple[Array, Array]:
    """Return the share of each source in the variance of the position, averaged over postures.

    Returns:
        Variances by the numbers of the links (n, 5), and by play and encoder of each joint (2, n),
        m^2; their sum is the mean square of the position error of one approach.
    """
    _, J = poses_and_screws(table, q)
    squares = np.mean(np.sum(J[:, 3:] ** 2, axis=1), axis=0)
    joints = np.mean(np.sum(_joint_columns(table, J)[:, 3:] ** 2, axis=1), axis=0)
    own = squares[: LINK * table.n].reshape(table.n, LINK) * scatter.deviations**2
    joints = joints * scatter.joints**2
    least = LEAST_SHARE * float(own.sum() + joints.sum())
    return np.where(own > least, own, 0.0), np.where(joints > least, joints, 0.0)


def error_map(table: Table, scatter: Scatter, q: Array) -> Array:
    """Return the root mean square of the position error of one approach in postures (m,), m."""
    _, J = poses_and_screws(table, q)
    own = J[:, 3:, : LINK * table.n] * scatter.deviations.reshape(-1)
    joints = _joint_columns(table, J)[:, 3:]
    by_joint = joints * np.sqrt((scatter.joints**2).sum(axis=0))
    return np.asarray(np.sqrt(np.sum(own**2, axis=(1, 2)) + np.sum(by_joint**2, axis=(1, 2))))


def repeatability(covariance: Array) -> float:
    """Return RP of normal deviations with a covariance (3, 3): mean distance plus 3 of its sigmas.

    The mean of the square root of Q is that of (1 - E exp(-t Q)) t^(-3/2) dt over 2 sqrt(pi), and
    E exp(-t Q) is the product of (1 + 2 t lambda)^(-1/2) over the eigenvalues (Mathai and Provost
    1992, "Quadratic Forms in Random Variables").
    """
    values = np.maximum(np.linalg.eigvalsh(covariance), 0.0)
    total = float(values.sum())
    if total == 0.0:
        return 0.0
    # t = tan^2(u) makes the range finite; the middles of even steps serve as nodes
    u = (np.arange(NODES) + 0.5) * (0.5 * np.pi / NODES)
    t = np.tan(u) ** 2
    product = np.prod((1.0 + 2.0 * t[:, None] * values / total) ** -0.5, axis=1)
    inner = (1.0 - product) / (np.tan(u) ** 2 * np.cos(u) ** 2)
    mean = float(np.mean(inner)) * 0.5 * np.sqrt(np.pi * total)
    return float(mean + 3.0 * np.sqrt(max(total - mean**2, 0.0)))


def distances(table: Table, changes: Array, q: Array) -> Array:
    """Return the distances of other robots' tool points from the nominal one, exactly.

    The tool point is transformed from the last link to the first through all robots together; the
    sine and cosine of each joint follow from those of robot and posture by angle-sum identities.

    Args:
        table: The nominal table.
        changes: Changes of the numbers of the links (k, n, 5), rad and m; beta is not changed.
        q: Postures (m, n), rad and m.

    Returns:
        Distances (m, k), m.
    """
    nominal = poses_and_screws(table, q)[0][:, :3, 3] - table.base[:3, 3]
    target = (nominal @ table.base[:3, :3]).T[..., None]
    found = np.empty((len(q), len(changes)))
    step = max(BLOCK // len(q), 1)
    for start in with_progress(range(0, len(changes), step)):
        part = slice(start, start + step)
        point = _points(table, table.links + changes[part], q)
        square = np.zeros_like(point[0])
        for coordinate, own in zip(point, target, strict=True):
            coordinate -= own
            coordinate *= coordinate
            square += coordinate
        np.sqrt(square, out=found[:, part])
    return found


def _points(table: Table, links: Array, q: Array) -> Array:
    """Return the tool points (3, m, k) of robots (k, n, 5) in postures, in frame 0."""
    half = table.n // 2
    terms, factors = _outer_joints(table, links, q, half)
    point = np.empty((3, len(q), len(links)))
    for coordinate, own in zip(point, factors, strict=True):
        np.matmul(terms, own, out=coordinate)
    rest = np.empty_like(point)
    c0, s0 = np.cos(links[:, :half, THETA]), np.sin(links[:, :half, THETA])
    for i in range(half - 1, -1, -1):
        if not table.modified:
            _about_x(links[:, i], point, rest, point[0])
        cos, sin, one = rest
        c, s = np.cos(table.turn[i] * q[:, i, None]), np.sin(table.turn[i] * q[:, i, None])
        np.multiply(c, c0[:, i], out=cos)
        cos -= np.multiply(s, s0[:, i], out=one)
        np.multiply(s, c0[:, i], out=sin)
        sin += np.multiply(c, s0[:, i], out=one)
        _turn(point[0], point[1], cos, sin, one)
        point[2] += links[:, i, B]
        if table.slide[i]:
            point[2] += (table.slide[i] * q[:, i])[:, None]
        if table.modified:
            _about_x(links[:, i], point, rest, point[0])
    return point


def _outer_joints(table: Table, links: Array, q: Array, first: int) -> tuple[Array, Array]:
    """Return the tool points in the frame before a joint as sums of products.

    They are linear in cosine and sine of each joint, so that one matrix product gives all.

    Returns:
        Products of cosines, sines and slides of the postures (m, t), and their factors of the
        robots (3, t, k).
    """
    terms = np.ones((len(q), 1))
    factors = np.empty((3, 1, len(links)))
    factors[:] = table.tool[:3, 3, None, None]
    for i in range(table.n - 1, first - 1, -1):
        link, rest = links[:, i], np.empty_like(factors)
        if not table.modified:
            _about_x(link, factors, rest, factors[0, 0])
        _turn(factors[0], factors[1], np.cos(link[:, THETA]), np.sin(link[:, THETA]), *rest[:2])
        x, y, z = factors
        z[0] += link[:, B]
        none = np.zeros_like(x)
        rows, parts = [np.ones(len(q))], [(x, y, z)]
        if table.turn[i]:
            rows += [np.cos(q[:, i]), np.sin(q[:, i])]
            parts = [(none, none, z), (x, y, none), (-y, x, none)]
        if table.slide[i]:
            slid = none.copy()
            slid[0] = table.slide[i]
            rows.append(q[:, i])
            parts.append((none, none, slid))
        terms = np.concatenate([terms * row[:, None] for row in rows], axis=1)
        factors = np.concatenate([np.stack(part) for part in parts], axis=1)
        if table.modified:
            _about_x(link, factors, np.empty_like(factors), factors[0, 0])
    return terms, factors


def _about_x(link: Array, point: Array, rest: Array, along: Array) -> None:
    """Transform points by the screws about and along x of a link of many robots.

    Args:
        link: Its numbers (k, 5).
        point: The points (3, m, k), changed in place.
        rest: Work space for the same number of values.
        along: The x coordinates that the screw translates.
    """
    along += link[:, A]
    _turn(point[1], point[2], np.cos(link[:, ALPHA]), np.sin(link[:, ALPHA]), rest[0], rest[1])


def _turn(u: Array, v: Array, cos: Array, sin: Array, one: Array, two: Array | None = None) -> None:
    """Rotate the plane of two coordinates in place, with work space of one or two numbers each."""
    np.multiply(sin, v, out=one)
    v *= cos
    by = np.multiply(sin, u, out=sin if two is None else two)
    v += by
    u *= cos
    u -= one


def _joint_columns(table: Table, J: Array) -> Array:
    """Return the Jacobian with respect to the joint values (m, 6, n)."""
    theta, b = (J[:, :, [LINK * i + k for i in range(table.n)]] for k in (THETA, B))
    return theta * table.turn + b * table.slide
