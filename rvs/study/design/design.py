"""Optimum design: from a robot to one whose Jacobian is better conditioned, step by step.

The problem is that of the thesis (8.3): the least condition number over dimensions, posture and
characteristic length.  Its constraints 8.8 and 8.9 belong to another set of variables and are left
out (``docs/errata.md``).

Towards an isotropic Jacobian by damped least squares, one iterate after another.

The Levenberg-Marquardt method, damped by the square of the misfit itself (Fan and Yuan, "On the
quadratic convergence of the Levenberg-Marquardt method without nonsingularity assumption",
Computing 74, 2005): isotropic robots are not isolated points but whole surfaces, where the
derivatives do not have full rank.  Variables that are at a bound and pushed outwards are fixed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import (
    Array,
    Booleans,
    Integers,
    check_choice,
    check_posture,
    check_robot,
    pose_rows,
)
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import NO_LIMITS
from rvs.engine.robot import Robot
from rvs.study.design.architecture import ALPHA, A, B, Geometry, Task, geometry
from rvs.study.design.descent import Slope, by_scipy, orthogonal_decomposition
from rvs.study.design.goals import Goal, Objective, cost, spread
from rvs.study.design.variables import Freedom, freedom
from rvs.value_class import dataclass

Method = Literal["least squares", "bfgs", "l-bfgs-b", "slsqp", "orthogonal decomposition"]
Descend = Callable[[Slope, Array, Array, Array], Iterator[Array]]

DESCENTS: dict[str, Descend] = {
    "bfgs": by_scipy("BFGS"),
    "l-bfgs-b": by_scipy("L-BFGS-B"),
    "slsqp": by_scipy("SLSQP"),
    "orthogonal decomposition": orthogonal_decomposition,
}
METHODS = ("least squares", *DESCENTS)
# The name of the tool among the numbers that may move.
TOOL = "tool"
# A condition number that is so near to 1 counts as 1; a descent ends where it is nearer still.
ISOTROPIC, ENOUGH = 1e-9, 1e-10
# What a step into nothing costs, as the logarithm of a squared condition number.
COSTLY = 100.0
# Tables that are tried to learn whether a full-rank Jacobian exists at all, and what counts as 0.
TRIALS, RANK = 8, 1e-9
# Half the distance over which goals are differentiated.
SMALL = 1e-6
# Goals over sampled postures have kinks: a descent that gains less than this part ends.
LITTLE, PATIENCE = 1e-4, 5

Misfit = Callable[[Array], tuple[Array, Array]]

MOST_STEPS = 400
# Damping by the squared misfit: at first, at least and at most, and how it changes.
DAMPING, LEAST, MOST, CHANGE = 1e-2, 1e-8, 1e12, 4.0
# A step that gains more than this share of what was expected may be longer, one below it shorter.
GOOD, POOR = 0.75, 0.25
# Damping that is always there, as a share of the trace of the equations.
FLOOR = 1e-14
# It ends where the misfit, or all progress, is lost in rounding.
VANISHING, STILL = 1e-26, 1e-13


class NoDesign(ArgumentError):
    """No choice of the free numbers gives a Jacobian of full rank, with the reason."""


@dataclass(frozen=True, eq=False)
class Step:
    """An intermediate robot of a design.

    Attributes:
        index: Number of previous steps.
        table: Rows a, b, alpha, theta (n, 4), standard convention, m and rad: dimensions and
            posture in one.
        length: Characteristic length L, m.
        condition: Condition number in the weighted Frobenius norm, 1 at best.
        merit: The measure for comparing designs: the condition number times a factor from the
            goals.
    """

    index: int
    table: Array
    length: float
    condition: float
    merit: float


@dataclass(frozen=True, eq=False)
class Problem:
    """A robot to be improved, and the permitted changes.

    Attributes:
        robot: The robot, in the standard convention.
        table: Initial table (n, 4): a, b, alpha, theta, m and rad.
        length: Initial characteristic length, m.
        freedom: The free numbers.
        objective: The objective to minimise.
        stay: Strength with which every number is held at its initial value, 0 for not at all.
        goals: Secondary goals to minimise.
    """

    robot: Robot
    table: Array
    length: float
    freedom: Freedom
    objective: Objective
    stay: float = 0.0
    goals: tuple[Goal, ...] = ()

    @property
    def tip(self) -> Array:
        """The tool point in the last frame (3,), m."""
        return self.robot.tool[:3, 3]

    def placed(self, x: Array) -> tuple[Geometry, float]:
        """Return the axes and L of a design vector."""
        table, length = self.freedom.unpack(x, self.table, self.length)
        return geometry(table, self.objective.flags(), self.tip), length

    def step(self, x: Array, index: int = 0) -> Step:
        """Return the robot of a design vector."""
        found, length = self.placed(x)
        condition = self.objective.condition(found, length)
        merit = condition * math.exp(0.5 * self.beside(x))
        return Step(index, found.table, length, condition, merit)

    def beside(self, x: Array) -> float:
        """Return the terms of a design vector's goals in addition to log condition^2."""
        if not self.goals:
            return 0.0
        table, length = self.freedom.unpack(x, self.table, self.length)
        own, step = sized(self, Step(0, table, length, 1.0, 1.0))
        turns, rows = self.objective.flags(), self.objective.rows
        found = spread(step.table, turns, own.tip, rows, step.length)
        return sum(cost(goal, found) for goal in self.goals)

    def _beside_by(self, x: Array) -> Array:
        """Return the gradient of the goals' terms (v,), by central differences."""
        if not self.goals:
            return np.zeros(len(x))
        steps = SMALL * np.eye(len(x))
        ends = [(self.beside(x + step), self.beside(x - step)) for step in steps]
        return np.array([(after - before) / (2.0 * SMALL) for after, before in ends])

    def start(self) -> Array:
        """Return the initial design vector, within the bounds."""
        return np.clip(self.freedom.pack(self.table, self.length), *self.freedom.bounds())

    def misfit(self, x: Array) -> tuple[Array, Array]:
        """Return the distance of a design vector from isotropy (r,), with derivatives (r, v)."""
        found, length = self.placed(x)
        rest, by_table, by_length = self.objective.misfit(found, length)
        slopes = self.freedom.slopes(by_table, length, by_length)
        if not self.stay:
            return rest, slopes
        away = self.stay * (x - self.start())
        return np.append(rest, away), np.vstack([slopes, self.stay * np.eye(len(x))])

    def slope(self, x: Array) -> tuple[float, Array]:
        """Return log condition^2 of a design vector, with its gradient (v,)."""
        found, length = self.placed(x)
        try:
            found_value, by_table, by_length = self.objective.slope(found, length)
        except np.linalg.LinAlgError:
            return COSTLY, np.zeros(len(x))
        if not np.isfinite(found_value):
            return COSTLY, np.zeros(len(x))
        gradient = self.freedom.gradient(by_table, length, by_length)
        away = self.stay * (x - self.start())
        gradient = gradient + 2.0 * self.stay * away + self._beside_by(x)
        return found_value + float(away @ away) + self.beside(x), gradient


def problem(
    robot: Robot,
    free: tuple[str, ...] | Freedom = ("a", "b", "alpha", "theta"),
    *,
    q: ArrayLike | None = None,
    length: float | None = None,
    task: Task = "pose",
    longest: float = np.inf,
    wrist: bool = False,
    stay: float = 0.0,
    goals: tuple[Goal, ...] = (),
) -> Problem:
    """Return a design problem.

    Args:
        robot: The initial robot, with revolute and prismatic joints.
        free: Free columns and single numbers of the table, in the form for ``freedom``, or exactly
            the free numbers. The posture is always free. In a table of the modified convention the
            last a and alpha belong to the tool, which is held unless ``"tool"`` is among them.
        q: Initial posture (n,); the initial one of the robot when omitted.
        length: Fixed characteristic length, m; free when omitted.
        task: Rows of the Jacobian that are used.
        longest: Largest magnitude of a and b, m.
        wrist: Let the axes of joints 4, 5 and 6 meet in one point.
        stay: Strength with which every number is held at its initial value.
        goals: Secondary goals to minimise, each with its weight.

    Raises:
        ArgumentError: An argument is wrong, or the robot has helical joints.
        NoDesign: All Jacobians of such robots are singular.

    >>> planar = Robot.from_dh(a=[1, 1, 0.5], alpha=[0, 0, 0], d=[0, 0, 0], theta=[0, 2, 2.5])
    >>> *_, last = design(problem(planar, ("a",), task="planar"))
    >>> round(last.condition, 9)
    1.0
    """
    check_robot(robot)
    if any(joint.kind == "helical" for joint in robot.joints):
        raise ArgumentError("robot: helical joints have no row of a, b, alpha and theta alone")
    if robot.n < 3:
        raise ArgumentError(
            f"robot: a design needs at least three joints, but this one has {robot.n}"
        )
    plain = robot.to_dh("standard")
    table = table_of(plain, plain.home if q is None else check_posture(robot, q))
    turns = tuple(joint.turns for joint in plain.joints)
    room = free if isinstance(free, Freedom) else _room(
        robot, table, free, turns=np.array(turns), longest=longest, wrist=wrist,
        length=length is None,
    )  # fmt: skip
    if wrist:
        table[3, A] = table[4, A] = table[4, B] = 0.0
    found = Problem(
        plain,
        table,
        room.unit if length is None else length,
        room,
        Objective(turns, task),
        stay,
        goals,
    )
    _check_possible(found)
    return found


def _room(
    robot: Robot,
    table: Array,
    names: tuple[str, ...],
    *,
    turns: Booleans,
    longest: float,
    wrist: bool,
    length: bool,
) -> Freedom:
    """Return the freedom of columns and numbers; the tool is fixed unless it is named."""
    columns = tuple(name for name in names if name != TOOL)
    if TOOL in names and not has_tool_in_table(robot):
        raise ArgumentError(
            f"free: {TOOL!r} is for tables of the modified convention; in the standard convention "
            "the tool always keeps its pose in the last frame"
        )
    room = freedom(table, columns, turns=turns, longest=longest, wrist=wrist, length=length)
    if TOOL in names or has_tool_in_table(robot):
        free = room.free.copy()
        for column, name in ((A, "a"), (ALPHA, "alpha")):
            free[-1, column] = TOOL in names or f"{name}{len(table)}" in columns
        room = replace(room, free=free)
    return room


def has_tool_in_table(robot: Robot) -> bool:
    """Return whether the last a and alpha of the standard table belong to the tool of a robot.

    The rows of the modified convention end with the last joint: the part after it is its tool.
    """
    return robot.joints[-1].convention == "modified"


def table_of(robot: Robot, q: Array) -> Array:
    """Return the rows a, b, alpha, theta (n, 4) of a robot of the standard convention."""
    rows = []
    for joint, value in zip(
        robot.joints, q + [joint.offset for joint in robot.joints], strict=True
    ):
        b, theta = (joint.d, value) if joint.turns else (value, joint.theta)
        rows.append((joint.a, b, joint.alpha, theta))
    return np.array(rows)


def robot_of(found: Problem, step: Step) -> Robot:
    """Return a step as a robot, with the posture as its initial one.

    Limits that the posture exceeds, masses and motors belong to the previous robot, and are
    removed.

    Args:
        found: The problem of the step.
        step: The step.
    """
    joints = []
    for joint, (a, b, alpha, theta) in zip(found.robot.joints, step.table.tolist(), strict=True):
        own = {"d": b, "theta": theta}
        own["theta" if joint.turns else "d"] -= joint.offset
        own["theta"] = _turned(own["theta"], joint.limits if joint.turns else NO_LIMITS)
        made = replace(joint, a=a, alpha=_turned(alpha, NO_LIMITS), inertia=None, motor=None, **own)
        lower, upper = made.limits
        joints.append(made if lower <= made.home <= upper else replace(made, limits=NO_LIMITS))
    return replace(found.robot, joints=tuple(joints))


def made_from(design: Robot, begun: str, name: str) -> Robot:
    """Return a design as a separate robot, without facts about the old one.

    Args:
        design: The design.
        begun: Name of the robot from which it was made.
        name: The name of the new robot.
    """
    source = f"optimum design from {begun}"
    design = design.replace(maker=np.eye(4), manufacturer="", comment="")
    return replace(design, name=name, source=source)


def _turned(angle: float, limits: tuple[float, float]) -> float:
    """Return an angle between -pi and pi, or shifted by a turn to be within the limits."""
    plain = math.remainder(angle, math.tau)
    turns = (plain, plain + math.tau, plain - math.tau)
    return next((one for one in turns if limits[0] <= one <= limits[1]), plain)


def sized(found: Problem, step: Step, reach: float | None = None) -> tuple[Problem, Step]:
    """Return a design in its final size.

    No condition number changes with the size.  If it is not determined by a tool point, a fixed
    length, a bound or a characteristic length, the links keep the sum of their spans.

    Args:
        found: The problem.
        step: The design.
        reach: New sum of the spans of the links, m, or None.

    Raises:
        ArgumentError: The reach is not positive, or the robot has no lengths.
    """
    if reach is not None:
        return scaled(found, step, reach)
    room, lengths = found.freedom, [A, B]
    free = room.free[:, lengths]
    bounds = (room.lower[:, lengths][free], room.upper[:, lengths][free])
    settled = (
        not room.length
        or found.tip.any()
        or found.table[:, lengths][~free].any()
        or np.isfinite(bounds).any()
    )
    size = span(found.table)
    return (found, step) if settled or not size else scaled(found, step, size)


def scaled(found: Problem, step: Step, reach: float) -> tuple[Problem, Step]:
    """Return a design enlarged or reduced, with its tool; no condition number changes.

    Args:
        found: The problem.
        step: The design.
        reach: New sum of the spans of its links, m.

    Raises:
        ArgumentError: The reach is not positive, or the robot has no lengths.
    """
    size = span(step.table)
    if not (reach > 0 and size > 0):
        raise ArgumentError(f"reach: can't scale {size:g} m to {reach:g} m")
    factor = reach / size
    tool = found.robot.tool.copy()
    tool[:3, 3] *= factor
    robot = replace(found.robot, tool_rows=pose_rows(tool, "tool"))
    table = step.table * [factor, factor, 1.0, 1.0]
    room = found.freedom
    bounds = {name: getattr(room, name) * [factor, factor, 1, 1] for name in ("lower", "upper")}
    room = replace(room, unit=room.unit * factor, **bounds)
    made = replace(step, table=table, length=step.length * factor)
    return replace(found, robot=robot, table=table, length=made.length, freedom=room), made


def span(table: Array) -> float:
    """Return the sum of the spans of all links, m, an upper bound of the reach."""
    return float(np.hypot(table[:, A], table[:, B]).sum())


def design(
    found: Problem, method: Method = "least squares", start: ArrayLike | None = None
) -> Iterator[Step]:
    """Yield better and better robots, beginning with the initial one.

    Least squares on the distance from isotropy is fastest if an isotropic robot exists; if none
    does, descent to the least condition number follows (BFGS, or L-BFGS-B with bounds).

    Args:
        found: The problem.
        method: The method.
        start: Initial design vector; that of the robot when omitted.

    Raises:
        ArgumentError: An unknown method.
    """
    check_choice(method, "method", METHODS)
    x = found.start() if start is None else np.asarray(start, dtype=float)
    yield (last := found.step(x))
    low, high = found.freedom.bounds()
    bounded = np.isfinite(found.freedom.upper).any()
    if method == "least squares" and found.goals:
        # an isotropic robot is not what is wanted most
        method = "l-bfgs-b" if bounded else "bfgs"
    if method == "least squares":
        for better in iterates(found.misfit, x, low, high):
            x = better
            yield (last := found.step(x, last.index + 1))
            if last.condition - 1.0 < ENOUGH and not found.stay:
                return
        if last.condition - 1.0 < ISOTROPIC:
            return
        method = "l-bfgs-b" if bounded else "bfgs"
    best, idle = last, 0
    for tried in DESCENTS[method](found.slope, x, low, high):
        last = found.step(tried, last.index + 1)
        idle = 0 if last.merit < best.merit * (1.0 - LITTLE) else idle + 1
        best = min(best, last, key=lambda step: step.merit)
        yield last
        if found.goals and idle >= PATIENCE:
            break
    if best is not last:
        yield replace(best, index=last.index + 1)


def scattered(found: Problem, count: int, seed: int = 0) -> Iterator[Array]:
    """Yield design vectors at random, within the bounds.

    Args:
        found: The problem.
        count: Their number.
        seed: Seed of the random numbers; the same seed gives the same vectors.
    """
    rng = np.random.default_rng(seed)
    low, high = found.freedom.bounds()
    columns = np.nonzero(found.freedom.free)[1]
    for _ in range(count):
        x = rng.normal(size=len(low))
        angles = rng.uniform(-np.pi, np.pi, len(columns))
        x[: len(columns)] = np.where(columns >= ALPHA, angles, x[: len(columns)])
        if found.freedom.length:
            x[-1] = 0.0
        yield np.clip(x, low, high)


def _check_possible(found: Problem) -> None:
    size = found.objective.size
    ranks = [_ranks(found, x) for x in (found.start(), *scattered(found, TRIALS - 1))]
    if max(whole for whole, _ in ranks) >= size:
        return
    turning = max(own for _, own in ranks)
    alphas = "" if found.freedom.free[:, ALPHA].any() else " while the twists stay as they are"
    if found.objective.task in ("pose", "orientation") and turning < min(3, size):
        kept = "parallel to each other" if turning == 1 else "in parallel planes"
        none = "there is no revolute joint" if turning == 0 else f"all axes stay {kept}"
        raise NoDesign(
            f"every Jacobian is singular{alphas}: {none}, so the tool can't be oriented freely"
        )
    raise NoDesign(
        f"every Jacobian is singular{alphas}: its rank is {max(w for w, _ in ranks)}, "
        f"and the task needs {size}"
    )


def _ranks(found: Problem, x: Array) -> tuple[int, int]:
    """Rank of the Jacobian of a design vector, and of its angular rows."""
    place, length = found.placed(x)
    whole = found.objective.jacobian(place, length)
    angular = np.where(place.turns[:, None], place.axes, 0.0)
    ranks = [
        int(np.sum(np.linalg.svd(matrix, compute_uv=False) > RANK)) for matrix in (whole, angular)
    ]
    return ranks[0], ranks[1]


def iterates(misfit: Misfit, x: Array, low: Array, high: Array) -> Iterator[Array]:
    """Yield better and better design vectors.

    Args:
        misfit: Returns the misfit (r,) and its derivatives (r, v).
        x: Initial point (v,).
        low: Lower bounds (v,).
        high: Upper bounds (v,).
    """
    x = np.clip(x, low, high)
    rest, slopes = misfit(x)
    damping, value = DAMPING, float(rest @ rest)
    for _ in range(MOST_STEPS):
        if value <= VANISHING:
            return
        free = _free(x, slopes.T @ rest, low, high)
        while damping < MOST:
            step = _step(rest, slopes, free, damping * value)
            tried = np.clip(x + step, low, high)
            next_rest, next_slopes = misfit(tried)
            found = float(next_rest @ next_rest)
            if found < value:
                break
            damping *= CHANGE
        else:
            return
        expected = value - float(np.sum((rest + slopes @ step) ** 2))
        gain, before = (value - found) / max(expected, 1e-300), value
        if gain > GOOD:
            damping = max(damping / CHANGE, LEAST)
        elif gain < POOR:
            damping *= CHANGE
        x, rest, slopes, value = tried, next_rest, next_slopes, found
        yield x
        if before - value <= STILL * before:
            return


def _free(x: Array, gradient: Array, low: Array, high: Array) -> Integers:
    """Return indices of the variables that are not pushed against a bound."""
    held = ((x <= low) & (gradient > 0)) | ((x >= high) & (gradient < 0))
    return np.flatnonzero(~held)


def _step(rest: Array, slopes: Array, free: Integers, damping: float) -> Array:
    step = np.zeros(slopes.shape[1])
    own = slopes[:, free]
    normal = own.T @ own
    # what rounding leaves of a singular matrix must not decide
    normal += (damping + FLOOR * np.trace(normal)) * np.eye(len(free))
    step[free] = -np.linalg.solve(normal, own.T @ rest)
    return step
