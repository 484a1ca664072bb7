"""Comparison of two robots: their poses and torques, and their axes except for base and tool.

Two robots are the same if constants X, Y, d and signs s exist with ``T_other(s q + d) = X T_one(q)
Y`` for every q.  Signs are tried where the rows of both tables agree with them.  For a given d the
motions between postures give Y (Park and Martin 1994) and X; least squares refines all of them.
The constants of the first and the last joint are included in X and Y.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product
from math import cos, degrees, inf, pi, sin

import numpy as np

from rvs.engine.arrays import Array, pose_rows
from rvs.engine.chain import chain_frames, link_sides
from rvs.engine.descriptions.redescribe import to_dh
from rvs.engine.dynamics.newton_euler import rne
from rvs.engine.joint import Joint
from rvs.engine.offset_naming import offset_letter
from rvs.engine.robot import Robot
from rvs.engine.screws import exp6, log3
from rvs.engine.transforms import inverse, nearest_rotation
from rvs.value_class import dataclass

RANDOM_POSTURES, STATES = 1000, 100
# Places are compared relative to the farthest one, and to 1 mm at least.
NEAREST = 1e-3


def random_postures(
    limits: Sequence[tuple[float, float]], slides: Sequence[bool], count: int
) -> Array:
    """Return postures within limits (count, n), the same at every call.

    Args:
        limits: Bounds of each joint, rad or m; half a turn or 1 m replaces a missing one.
        slides: True for each prismatic joint.
        count: Their number.
    """
    lower, upper = np.transpose([_span(*one) for one in zip(limits, slides, strict=True)])
    generator = np.random.default_rng(18)
    return generator.uniform(lower, upper, (count, len(limits)))


def random_states(
    limits: Sequence[tuple[float, float]], slides: Sequence[bool], count: int
) -> tuple[Array, Array, Array]:
    """Return postures within limits with speeds and accelerations up to 1, (count, n) each."""
    q = random_postures(limits, slides, count)
    qd, qdd = np.random.default_rng(81).uniform(-1.0, 1.0, (2, *q.shape))
    return q, qd, qdd


def tool_poses(robot: Robot, q: Array) -> Array:
    """Return the poses of the tool for postures (m, n), in NumPy alone, (m, 4, 4)."""
    poses: Array = chain_frames(robot.chain, q)[:, -1] @ robot.tool
    return poses


def robot_difference(one: Robot, other: Robot) -> float:
    """Return the largest difference of the tool's poses over random postures of the first."""
    q = random_postures(*joint_ranges(one), RANDOM_POSTURES)
    return pose_difference(tool_poses(one, q), tool_poses(other, q))


def robot_torque_difference(one: Robot, other: Robot) -> float | None:
    """Return the largest difference of torques over random states, relative to the largest.

    None if masses are unknown.
    """
    if not (has_masses(one) and has_masses(other)):
        return None
    states = random_states(*joint_ranges(one), STATES)
    return torque_difference(plain_torques(one, *states), plain_torques(other, *states))


def plain_torques(robot: Robot, q: Array, qd: Array, qdd: Array) -> Array:
    """Return torques without motors and friction (m, n)."""
    return rne(robot, q, qd, qdd, friction=False, motor=False)


def has_masses(robot: Robot) -> bool:
    """Return whether dynamics can be computed: masses and moments are known and valid."""
    return all(map(_is_weighed, robot.joints))


def pose_difference(one: Array, other: Array) -> float:
    """Return the largest difference of poses (m, 4, 4); positions are relative to the farthest."""
    far = max(float(np.abs(one[:, :3, 3]).max(initial=0.0)), NEAREST)
    apart = np.abs(one - other)
    turned = float(apart[:, :3, :3].max(initial=0.0))
    return max(turned, float(apart[:, :3, 3].max(initial=0.0)) / far)


def torque_difference(one: Array, other: Array) -> float:
    """Return the largest difference of torques relative to the largest torque."""
    most = float(np.abs(one).max(initial=0.0))
    return float(np.abs(one - other).max(initial=0.0)) / most if most else 0.0


def joint_ranges(robot: Robot) -> tuple[list[tuple[float, float]], list[bool]]:
    """Return the limits of joints and which are prismatic, in the form for ``random_postures``."""
    return [joint.limits for joint in robot.joints], [not joint.turns for joint in robot.joints]


def _is_weighed(joint: Joint) -> bool:
    inertia = joint.inertia
    return inertia is not None and min(inertia.mass, *inertia.moments[:3]) >= 0


def _span(limits: tuple[float, float], slides: bool) -> tuple[float, float]:
    (lower, upper), free = limits, 1.0 if slides else pi
    if lower == -inf:
        lower = min(-free, upper - free)
    if upper == inf:
        upper = max(free, lower + free)
    return lower, upper


POSTURES, STARTS, MOST_STEPS = 24, 3, 25
# Of more joints only directions that are equal are looked at.
MOST_REVERSED = 9
# Constants that fit so well are left as they are.
EXACT, KEEP = 1e-12, 1e-9
# So many ways of directions that the rows allow are looked at.
MOST_TRIED = 32
# Axes that are so nearly parallel or so near one another count as such where rows are compared.
NEAR = 1e-6
# Bounds that are so near are the same, in rad and m.
SAME_BOUND = 1e-4


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference between two robots.

    Attributes:
        place: Their part, such as ``"joint 3"``; empty for the whole.
        what: The quantity.
        one: Its value in the first.
        other: Its value in the other.
    """

    place: str
    what: str
    one: str
    other: str

    def __str__(self) -> str:
        """Return it as a sentence."""
        lead = f"{self.place}: " if self.place else ""
        return f"{lead}{self.what} is {self.one}; in the other robot it is {self.other}"


@dataclass(frozen=True, eq=False)
class Likeness:
    """Result of the comparison of two robots.

    Attributes:
        same: The tools of both make the same motions, except for base, tool, zeros and directions.
        error: Largest remaining difference of poses, relative to the reach; None if the numbers or
            kinds of joints differ.
        base: Pose of the first robot's world in the world of the other (4, 4).
        tool: Pose of the other's tool in the tool of the first (4, 4).
        signs: 1, or -1 for joints with the opposite direction (n,).
        offsets: Offsets to add to the joint values of the first, times their signs, to get those of
            the other (n,).
        differences: Differences, joint by joint.
    """

    same: bool
    error: float | None
    base: Array
    tool: Array
    signs: Array
    offsets: Array
    differences: tuple[Difference, ...]


def likeness(one: Robot, other: Robot, tolerance: float = 1e-6) -> Likeness:
    """Return the comparison of two robots.

    Args:
        one: The first.
        other: The other.
        tolerance: Largest difference of poses, relative to the reach, of equivalent robots.
    """
    kinds: tuple[list[str], list[str]] = (
        [joint.kind for joint in one.joints],
        [joint.kind for joint in other.joints],
    )
    unit, plus = np.eye(4), np.ones(one.n)
    if kinds[0] != kinds[1]:
        found = tuple(_kinds(*kinds))
        return Likeness(False, None, unit, unit, plus, np.zeros(one.n), found)
    best = _fitted(one, other, plus, tolerance)
    if best.error > tolerance:
        signs = islice(_directions(one, other), MOST_TRIED)
        turned = (_fitted(one, other, row, tolerance, sure=True) for row in signs)
        # A wrist can be counted in several ways; the one whose limits agree is meant.
        fitting = [found for found in turned if found.error <= tolerance]
        best = min(fitting, key=lambda found: _limits_apart(one, other, found), default=best)
    same, seen = best.error <= tolerance, turned_over(one, best.signs)
    geometry = [] if same else list(_geometry(_rows(one), _rows(other)))
    if not same and not geometry:
        places = (
            "the set of reachable poses",
            "one set",
            ("a different set, although the rows agree"),
        )
        geometry = [Difference("", *places)]
    rest = _others(seen, other, best.offsets if same else np.zeros(one.n))
    differences = (*geometry, *rest)
    return Likeness(same, best.error, best.X, best.Y, best.signs, best.offsets, differences)


def _limits_apart(one: Robot, other: Robot, found: _Found) -> tuple[int, float]:
    differences = list(_others(turned_over(one, found.signs), other, found.offsets))
    return len(differences), float(np.abs(found.offsets).sum())


def turned_over(robot: Robot, signs: Array) -> Robot:
    """Return the same robot with joints reversed where the sign is -1.

    Args:
        robot: The robot.
        signs: 1 or -1 for each joint (n,).
    """
    if (signs > 0).all():
        return robot
    pairs = zip(robot.joints, signs, strict=True)
    return robot.replace(joints=[joint if sign > 0 else _reversed(joint) for joint, sign in pairs])


def _reversed(joint: Joint) -> Joint:
    before, after = link_sides(joint)
    over = np.diag([1.0, -1.0, -1.0, 1.0])
    lower, upper = joint.limits
    return replace(
        _plain(joint),
        before=pose_rows(before @ over, "before"),
        after=pose_rows(over @ after, "after"),
        offset=-joint.offset,
        limits=(-upper, -lower),
    )


def _directions(one: Robot, other: Robot) -> Iterator[Array]:
    """Return signs for which the rows of two tables agree, those with few reversed joints first."""
    if one.n > MOST_REVERSED:
        return
    rows = _rows(other)
    # Each joint in both directions, once for all of their combinations.
    ways = [(_plain(joint), _plain(_reversed(joint))) for joint in one.joints]
    for signs in sorted(product((1.0, -1.0), repeat=one.n), key=lambda row: -sum(row)):
        if min(signs) > 0:
            continue
        seen = [way[sign < 0] for way, sign in zip(ways, signs, strict=True)]
        if next(_geometry(_standard(seen, one), rows), None) is None:
            yield np.array(signs)


@dataclass(frozen=True, eq=False)
class _Found:
    """Result of a fit; ``Likeness`` explains the fields."""

    error: float
    offsets: Array
    X: Array
    Y: Array
    signs: Array


def _fitted(one: Robot, other: Robot, signs: Array, tolerance: float, sure: bool = False) -> _Found:
    """Return the constants that fit best; ``sure`` uses the zeros of the rows unchanged."""
    seen = turned_over(one, signs)
    rows = zip(_rows(seen), _rows(other), strict=True)
    guess = np.array([a.offset - b.offset for a, b in rows])
    fit = _Fit(seen, other)
    if sure:
        return _Found(*fit.at(guess), signs)
    return _Found(*min(fit.tries(guess, tolerance), key=lambda found: found[0]), signs)


class _Fit:
    """A search for the constants that make two robots equal."""

    def __init__(self, one: Robot, other: Robot) -> None:
        slides = [not joint.turns for joint in one.joints]
        free = [(-pi, pi) if not slide else (-1.0, 1.0) for slide in slides]
        self.other, self.slides = other, slides
        self.own = list(range(1, one.n - 1))
        self.inner = np.isin(np.arange(one.n), self.own)
        self.q = random_postures(free, slides, POSTURES)
        self.poses = tool_poses(one, self.q)

    def tries(self, guess: Array, tolerance: float) -> Iterator[tuple[float, Array, Array, Array]]:
        """Yield error, offsets and poses of one start after another, until one is sufficient."""
        generator = np.random.default_rng(0)
        spread = np.where(self.slides, 0.5, pi)
        for start in range(STARTS):
            away = generator.uniform(-spread, spread) if start > 1 else np.zeros_like(guess)
            found = self._polished((guess if start != 1 else 0.0 * guess) + away)
            yield found
            if found[0] <= tolerance:
                return

    def at(self, offsets: Array) -> tuple[float, Array, Array, Array]:
        """Return error, offsets and poses for some offsets."""
        offsets = offsets * self.inner
        near, far = self._around(offsets)
        return self._answer(offsets, near, far)

    def _answer(self, offsets: Array, near: Array, far: Array) -> tuple[float, Array, Array, Array]:
        error = pose_difference(tool_poses(self.other, self.q + offsets), near @ self.poses @ far)
        added = np.where(np.abs(offsets) < 1e-9, 0.0, offsets)
        turned = np.where(self.slides, added, (added + pi) % (2 * pi) - pi)
        return error, turned, near, far

    def _polished(self, offsets: Array) -> tuple[float, Array, Array, Array]:
        from scipy.optimize import least_squares  # type: ignore[import-untyped]

        own, n = self.own, len(self.own)
        offsets = offsets * self.inner
        X, Y = self._around(offsets)
        begin = self._answer(offsets, X, Y)
        if begin[0] <= EXACT:
            return begin

        def values(p: Array) -> Array:
            found = np.zeros(len(offsets))
            found[own] = p[:n]
            return found

        def made(p: Array) -> tuple[Array, Array]:
            return exp6(p[n : n + 6]) @ X, Y @ exp6(p[n + 6 :])

        def left(p: Array) -> Array:
            near, far = made(p)
            apart = tool_poses(self.other, self.q + values(p)) - near @ self.poses @ far
            # What makes no difference stays as it is.
            return np.concatenate([np.ravel(apart[:, :3]), KEEP * p])

        start = np.concatenate([offsets[own], np.zeros(12)])
        found = least_squares(
            left, start, xtol=1e-15, ftol=1e-15, gtol=1e-15, max_nfev=MOST_STEPS
        ).x
        near, far = made(found)
        return self._answer(values(found), near, far)

    def _around(self, offsets: Array) -> tuple[Array, Array]:
        """Return the nearest base and tool for some offsets."""
        there = tool_poses(self.other, self.q + offsets)
        a = inverse(self.poses[0]) @ self.poses[1:]
        b = inverse(there[0]) @ there[1:]
        turns = [np.array([log3(one) for one in some[:, :3, :3]]) for some in (a, b)]
        R = nearest_rotation(turns[0].T @ turns[1] + 1e-9 * np.eye(3))
        matrix = (a[:, :3, :3] - np.eye(3)).reshape(-1, 3)
        vector = (b[:, :3, 3] @ R.T - a[:, :3, 3]).ravel()
        Y = np.eye(4)
        Y[:3, :3] = R
        Y[:3, 3] = np.linalg.lstsq(matrix, vector, rcond=1e-9)[0]
        return there[0] @ inverse(self.poses[0] @ Y), Y


def _rows(robot: Robot) -> list[Joint]:
    """Return the table rows of equivalent robots: a, or alpha where a is 0, is not negative."""
    return _standard([_plain(joint) for joint in robot.joints], robot)


def _standard(joints: list[Joint], robot: Robot) -> list[Joint]:
    """Return such rows for the general joints of a robot with this base and tool."""
    rows = list(to_dh(joints, robot.base, robot.tool, "standard", NEAR, NEAR)[0])
    for i, row in enumerate(rows[:-1]):
        if row.a < -NEAR or (abs(row.a) <= NEAR and row.alpha < -NEAR):
            # The common normal may point either way: half a turn of both joints.
            rows[i] = _turned(replace(row, a=-row.a, alpha=-row.alpha))
            rows[i + 1] = _turned(rows[i + 1])
    return _gathered(rows)


def _gathered(rows: list[Joint]) -> list[Joint]:
    """Return rows with the distance along parallel axes assigned to the last of these."""
    for i in range(len(rows) - 1):
        near, far = rows[i], rows[i + 1]
        if abs(sin(near.alpha)) < NEAR and near.kind == far.kind == "revolute":
            rows[i] = replace(near, d=0.0)
            rows[i + 1] = replace(far, d=far.d + cos(near.alpha) * near.d)
    return rows


def _turned(row: Joint) -> Joint:
    if row.kind == "prismatic":
        return replace(row, theta=row.theta + pi)
    return replace(row, offset=row.offset + pi)


def _plain(joint: Joint) -> Joint:
    before, after = link_sides(joint)
    return replace(
        joint,
        a=0.0,
        alpha=0.0,
        d=0.0,
        theta=0.0,
        convention="general",
        before=pose_rows(before, "before"),
        after=pose_rows(after, "after"),
    )


def _kinds(one: list[str], other: list[str]) -> Iterator[Difference]:
    if len(one) != len(other):
        yield Difference("", "the number of joints", f"{len(one)}", f"{len(other)}")
    for number, (a, b) in enumerate(zip(one, other, strict=False), 1):
        if a != b:
            yield Difference(f"joint {number}", "its kind", a, b)


def _geometry(one: list[Joint], other: list[Joint]) -> Iterator[Difference]:
    """Yield differences of the rows not compensated by base, tool and zeros."""
    last = len(one) - 1
    for i, (a, b) in enumerate(zip(one, other, strict=True)):
        checked = [] if i == last else ["a", "alpha"]
        if 0 < i < last:
            checked.append("theta" if a.kind == "prismatic" else "d")
        for key in checked:
            mine, yours = getattr(a, key), getattr(b, key)
            turns = key in ("alpha", "theta")
            apart = abs((mine - yours + pi) % (2 * pi) - pi) if turns else abs(mine - yours)
            if apart > NEAR:
                yield Difference(
                    f"joint {i + 1}", _called(key), _told(mine, turns), _told(yours, turns)
                )


def _called(key: str) -> str:
    """Return the name of an entry of a row."""
    return {"alpha": "α", "d": offset_letter(), "theta": "θ"}.get(key, key)


def _others(one: Robot, other: Robot, offsets: Array) -> Iterator[Difference]:
    """Yield the differences apart from the geometry."""
    for i, (a, b, more) in enumerate(zip(one.joints, other.joints, offsets, strict=True), 1):
        for side, mine, yours in zip(("lower", "upper"), a.limits, b.limits, strict=True):
            if not _meet(mine + more, yours, a.turns):
                bounds = _told(mine, a.turns), _told(yours - more, b.turns)
                yield Difference(f"joint {i}", f"the {side} limit", *bounds)
        if not np.isclose(a.rate, b.rate, rtol=1e-4):
            rates = [_known(_told(joint.rate, joint.turns) + "/s", joint.rate) for joint in (a, b)]
            yield Difference(f"joint {i}", "the largest speed", *rates)
        if not np.isclose(a.effort, b.effort, rtol=1e-4):
            units = "N m" if a.turns else "N"
            efforts = [_known(f"{joint.effort:.6g} {units}", joint.effort) for joint in (a, b)]
            yield Difference(f"joint {i}", "the largest effort", *efforts)
        masses = [None if joint.inertia is None else joint.inertia.mass for joint in (a, b)]
        if masses[0] != masses[1]:
            said = ["not known" if mass is None else f"{mass:.6g} kg" for mass in masses]
            yield Difference(f"link {i}", "its mass", *said)


def _known(words: str, value: float) -> str:
    return words if np.isfinite(value) else "not known"


def _meet(one: float, other: float, turns: bool) -> bool:
    """Return whether two bounds are the same position of a joint."""
    if not (np.isfinite(one) and np.isfinite(other)):
        return one == other
    apart = one - other
    whole = 2 * pi * round(apart / (2 * pi)) if turns else 0.0
    return bool(abs(apart - whole) <= SAME_BOUND)


def _told(value: float, turns: bool) -> str:
    if not np.isfinite(value):
        return "unlimited"
    words = f"{degrees(value):.6g}°" if turns else f"{value:.6g} m"
    return words.replace("-", "\N{MINUS SIGN}", 1) if value < 0 else words
