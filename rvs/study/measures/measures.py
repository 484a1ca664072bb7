"""The table of measures, one number of a robot each, by name, and their bounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from math import inf, isfinite, isnan
from types import MappingProxyType
from typing import Literal

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.differences import differences
from rvs.engine.dynamics import gravload
from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.inverse import ikine
from rvs.engine.joint import Inertia
from rvs.engine.robot import Robot
from rvs.study.dexterity import Task, condition_number, optimum_posture, usual_task
from rvs.study.drives import fastest, largest_payload, load_of
from rvs.study.lifting.worst import Worst, worst_posture
from rvs.study.measures.reach import Boxed, Direction, boxed, farthest
from rvs.study.stiffness.deflection import ElasticRobot, compliance, deflection, principal_stiffness
from rvs.study.workspace.outline import mass_of
from rvs.study.workspace.workspace import Workspace, workspace
from rvs.value_class import dataclass

Better = Literal["less", "more"]
# What a measure needs beside the table.
Needs = Literal["masses", "motion", "box", "bodies"]

# Starts of each joint's worst posture, and rounds until the largest payload is held everywhere.
STARTS, ROUNDS = 16, 60
HELD = 1.0 + 1e-7


@dataclass(frozen=True, eq=False)
class Course:
    """A motion for designs.

    Attributes:
        times: Rising times (m,), s.
        rows: Postures of the current robot (m, n), rad and m.
        rests: Times at which it rests (k,), s.
        poses: Poses of the tool (m, 4, 4), m, which every design follows with its own joint values;
            None to use the rows themselves.
        rates: Velocities and accelerations of the rows (m, n) each; by differences when None.
        pushes: Other loads on the joints of the current robot (m, n), N m or N, or None.
    """

    times: Array
    rows: Array
    rests: Array
    poses: Array | None = None
    rates: tuple[Array, Array] | None = None
    pushes: Array | None = None


Named = Mapping[str, float]
NOTHING_NAMED: Named = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class Setting:
    """The posture, the motion and other conditions of measures.

    Attributes:
        q: The posture (n,), rad and m.
        task: The motions of the tool that are included in condition numbers; as ``usual_task`` when
            None.
        box: Lower and upper corner of a box in the frame of the base (6,), m, or None.
        course: A motion, or None.
        loaded: Returns a robot with the masses of its links and with its load; the robot has them
            if None.
        clearance: Returns the least distance of a robot's bodies in a posture, m; or None.
        elastic: Returns a robot with its springs and beams; or None.
        cheap: Masses of a design are known without its body.
        up: The upward direction of the cell in the frame of the robot, a unit vector.

    All three functions also accept the changed parameters of the robot by name, on which its body
    may depend.
    """

    q: Array
    task: Task | None = None
    box: tuple[float, ...] | None = None
    course: Course | None = None
    loaded: Callable[[Robot, Named], Robot] | None = None
    clearance: Callable[[Robot, Array, Named], float] | None = None
    elastic: Callable[[Robot, Named], ElasticRobot] | None = None
    cheap: bool = True
    up: tuple[float, float, float] = (0.0, 0.0, 1.0)


class Subject:
    """A robot in a setting; common results of several measures are computed once."""

    def __init__(self, robot: Robot, setting: Setting, named: Named = NOTHING_NAMED) -> None:
        self.robot, self.setting, self.named = robot, setting, named

    @property
    def task(self) -> Task:
        """Motions of the tool that are included."""
        return self.setting.task or usual_task(self.robot)

    @cached_property
    def loaded(self) -> Robot:
        """The robot with its masses and its load."""
        loaded = self.setting.loaded
        return self.robot if loaded is None else loaded(self.robot, self.named)

    @cached_property
    def workspace(self) -> Workspace:
        """Its workspace at the first level."""
        return next(workspace(self.robot, task=self.task, levels=1))

    @cached_property
    def worst(self) -> Worst:
        """The posture with the largest holding torques."""
        return worst_posture(self.loaded, starts=STARTS)

    @cached_property
    def boxed(self) -> Boxed:
        """Work in the box."""
        assert self.setting.box is not None
        return boxed(self.robot, self.setting.box, self.task)

    @cached_property
    def elastic(self) -> ElasticRobot:
        """The robot with its springs and beams."""
        if self.setting.elastic is None:
            raise ArgumentError("the stiffness of its joints and links is not known")
        return self.setting.elastic(self.robot, self.named)

    @cached_property
    def rows(self) -> Array:
        """Its postures along the motion (m, n)."""
        course = self.setting.course
        assert course is not None
        if course.poses is None:
            return course.rows
        found = ikine(self.robot, course.poses, course.rows[0])
        missed = np.flatnonzero(~np.atleast_1d(found.success))
        if len(missed):
            raise ArgumentError(
                f"the tool can't follow the motion at {course.times[missed[0]]:.3g} s"
            )
        return np.asarray(found.q)


Function = Callable[[Sequence[Subject]], Array]


@dataclass(frozen=True)
class Measure:
    """A measure.

    Attributes:
        name: Its name.
        says: A noun phrase.
        unit: Its unit in SI; empty for a pure number.
        better: The comparison of two values.
        function: Returns the values (d,) of some subjects of one kind.
        cheap: A design is computed in a few milliseconds.
        needs: Its requirements in addition to the table.
    """

    name: str
    says: str
    unit: str
    better: Better
    function: Function
    cheap: bool = True
    needs: tuple[Needs, ...] = ()

    @property
    def sign(self) -> float:
        """Sign that turns its values into costs: 1, or -1 if more is better."""
        return 1.0 if self.better == "less" else -1.0


MEASURES: dict[str, Measure] = {}


def _measure(
    name: str, says: str, unit: str, better: Better, *needs: Needs, cheap: bool = True
) -> Callable[[Callable[[Subject], float]], None]:
    """Register a function of one subject."""

    def add(one: Callable[[Subject], float]) -> None:
        def all_of(subjects: Sequence[Subject]) -> Array:
            return np.array([one(subject) for subject in subjects])

        MEASURES[name] = Measure(name, says, unit, better, all_of, cheap, needs)

    return add


def _reach(direction: Direction, flange: bool) -> Function:
    def all_of(subjects: Sequence[Subject]) -> Array:
        robots = [subject.robot for subject in subjects]
        if flange:
            robots = [robot.replace(tool=np.eye(4)) for robot in robots]
        return farthest(robots, direction, up=subjects[0].setting.up)

    return all_of


@_measure("kappa", "condition number in the posture, Frobenius norm", "", "less")
def _kappa(subject: Subject) -> float:
    return float(condition_number(subject.robot, subject.setting.q, task=subject.task))


@_measure("best-kappa", "least condition number within the limits", "", "less", cheap=False)
def _best_kappa(subject: Subject) -> float:
    return optimum_posture(subject.robot, task=subject.task, limits=True).condition


for _name, _flange in (("", False), ("flange-", True)):
    _of = "flange" if _flange else "tool point"
    for _suffix, _way, _direction in (
        ("", "from the origin of the base", "any"),
        ("-across", "from axis 1, at right angles to it", "across"),
        ("-up", "above the origin of the base, along z of the cell", "up"),
    ):
        _key, _says = f"{_name}reach{_suffix}", f"largest distance of the {_of} {_way}"
        MEASURES[_key] = Measure(
            _key,
            _says,
            "m",
            "more",
            _reach(_direction, _flange),  # type: ignore[arg-type]
        )


@_measure("length", "sum of the spans of all links", "m", "less")
def _length(subject: Subject) -> float:
    return float(sum(joint.span for joint in subject.robot.joints))


@_measure("volume", "volume of the workspace, or its area if it is flat", "m³", "more",
          cheap=False)  # fmt: skip
def _volume(subject: Subject) -> float:
    return subject.workspace.measure


@_measure("gci", "global conditioning index: mean of 1/κ over the workspace", "", "more",
          cheap=False)  # fmt: skip
def _gci(subject: Subject) -> float:
    return subject.workspace.gci


@_measure("mass", "mass of all links, with the load", "kg", "less", "masses")
def _mass(subject: Subject) -> float:
    mass = mass_of(subject.loaded)
    if mass is None:
        raise ArgumentError("a link has no mass")
    return mass


@_measure("torque", "largest holding torque of a revolute joint, in the posture", "N m", "less",
          "masses")  # fmt: skip
def _torque(subject: Subject) -> float:
    return _turning(subject.loaded, gravload(subject.loaded, subject.setting.q))


@_measure("worst-torque", "largest holding torque of a revolute joint, in the worst posture",
          "N m", "less", "masses", cheap=False)  # fmt: skip
def _worst_torque(subject: Subject) -> float:
    return _turning(subject.loaded, subject.worst.largest)


@_measure("effort", "largest fraction of its effort that a joint needs to hold the posture", "",
          "less", "masses")  # fmt: skip
def _effort(subject: Subject) -> float:
    return _use(subject.loaded, gravload(subject.loaded, subject.setting.q))


@_measure("worst-effort", "largest fraction of its effort that a joint needs to hold any posture",
          "",
          "less", "masses", cheap=False)  # fmt: skip
def _worst_effort(subject: Subject) -> float:
    return _use(subject.loaded, subject.worst.largest)


@_measure("payload", "largest further mass at the tool point, held in the posture", "kg", "more",
          "masses")  # fmt: skip
def _payload(subject: Subject) -> float:
    _check_efforts(subject.loaded)
    return largest_payload(subject.loaded, subject.setting.q).mass


@_measure("worst-payload", "largest further mass at the tool point, held in every posture", "kg",
          "more", "masses", cheap=False)  # fmt: skip
def _worst_payload(subject: Subject) -> float:
    """Return the largest mass that is held in every posture, by bounds from worst postures."""
    robot = subject.loaded
    _check_efforts(robot)
    worst = subject.worst
    mass = inf
    for _ in range(ROUNDS):
        mass = min(mass, *(largest_payload(robot, q).mass for q in worst.postures))
        if mass == 0.0 or not isfinite(mass):
            break
        worst = worst_posture(_carrying(robot, mass), starts=STARTS)
        if worst.share <= HELD:
            break
    return mass


def _carrying(robot: Robot, mass: float) -> Robot:
    """Return a robot with a point mass at its tool, for gravity alone."""
    last = robot.joints[-1]
    own = last.inertia or Inertia()
    total = own.mass + mass
    com = (own.mass * np.array(own.com) + mass * robot.tool[:3, 3]) / total
    made = replace(own, mass=total, com=tuple(com.tolist()))
    return replace(robot, joints=(*robot.joints[:-1], replace(last, inertia=made)))


@_measure("box", "fraction of a box that the tool point reaches", "", "more", "box", cheap=False)
def _box(subject: Subject) -> float:
    return subject.boxed.share


@_measure("box-kappa", "worst condition number in a box, infinite if a point is not reached",
          "", "less", "box", cheap=False)  # fmt: skip
def _box_kappa(subject: Subject) -> float:
    return subject.boxed.condition


@_measure("time", "shortest time of a motion within speeds, accelerations and efforts", "s", "less",
          "motion", "masses", cheap=False)  # fmt: skip
def _time(subject: Subject) -> float:
    course = subject.setting.course
    assert course is not None
    return fastest(subject.loaded, course.times, subject.rows, course.rests).duration


@_measure("motion-torque", "largest torque of a revolute joint along a motion", "N m", "less",
          "motion", "masses", cheap=False)  # fmt: skip
def _motion_torque(subject: Subject) -> float:
    course, rows = subject.setting.course, subject.rows
    assert course is not None
    if course.pushes is not None and course.poses is not None:
        raise ArgumentError(
            "the motion has loads on the joints, which the joints of a design that follows the "
            "tool path do not have; follow the joint values"
        )
    rates = course.rates or differences(course.times, rows)
    load = load_of(subject.loaded, course.times, rows, *rates, pushes=course.pushes)
    return _turning(subject.loaded, load.peaks)


@_measure("clearance", "least distance of bodies from each other and the floor, in the posture",
          "m", "more", "bodies", cheap=False)  # fmt: skip
def _clearance(subject: Subject) -> float:
    assert subject.setting.clearance is not None
    return subject.setting.clearance(subject.robot, subject.setting.q, subject.named)


@_measure("stiffness", "least stiffness of the tool point against forces, in the posture", "N/m",
          "more", "bodies", cheap=False)  # fmt: skip
def _stiffness(subject: Subject) -> float:
    return float(principal_stiffness(compliance(subject.elastic, subject.setting.q))[0][0])


@_measure("deflection", "deflection of the tool point by the weight of links and load, in the "
          "posture", "m", "less", "bodies", "masses", cheap=False)  # fmt: skip
def _deflection(subject: Subject) -> float:
    moved = deflection(subject.elastic, subject.setting.q).tool
    return float(np.linalg.norm(moved[3:]))


def _turning(robot: Robot, torques: Array) -> float:
    turns = [joint.turns for joint in robot.joints]
    if not any(turns):
        raise ArgumentError("no joint is revolute, so none has a torque")
    return float(np.abs(torques[turns]).max())


def _use(robot: Robot, torques: Array) -> float:
    _check_efforts(robot)
    return float(np.max(np.abs(torques) / [joint.effort for joint in robot.joints]))


def _check_efforts(robot: Robot) -> None:
    if not any(isfinite(joint.effort) for joint in robot.joints):
        raise ArgumentError("the effort of no joint is known; give joints their efforts")


def measures_of(names: Sequence[str], setting: Setting, masses: bool = True) -> list[Measure]:
    """Return measures by their names.

    Args:
        names: Keys of ``MEASURES``.
        setting: The setting of the measures.
        masses: The masses of the links are known.

    Raises:
        ArgumentError: An unknown name, or a measure that requires data that the setting lacks.
    """
    found = []
    for name in names:
        if name not in MEASURES:
            raise ArgumentError(f"measures: {name!r} is not one of {', '.join(MEASURES)}")
        one = MEASURES[name]
        for need, given, cure in (
            ("box", setting.box is not None, "give box its lower and its upper corner"),
            ("motion", setting.course is not None, "name a motion"),
            ("masses", masses, "give the links their masses"),
        ):
            if need in one.needs and not given:
                raise ArgumentError(f"measures: {name} needs more; {cure}")
        found.append(one)
    return found


def measured(
    robots: Sequence[Robot],
    measures: Sequence[Measure],
    setting: Setting,
    named: Sequence[Named] = (),
) -> tuple[Array, list[str]]:
    """Return the measures of some robots of one kind, and the reasons for missing ones.

    Args:
        robots: The robots (d).
        measures: The measures (k).
        setting: The setting of the measures.
        named: Changed parameters of each robot by name; none if left out.

    Returns:
        Values (d, k), NaN if there is none; and for each robot a reason, or nothing.
    """
    named = named or [NOTHING_NAMED] * len(robots)
    subjects = [Subject(robot, setting, one) for robot, one in zip(robots, named, strict=True)]
    values, reasons = np.full((len(robots), len(measures)), np.nan), [""] * len(robots)
    for column, one in enumerate(measures):
        try:
            values[:, column] = one.function(subjects)
            continue
        except (RvsError, np.linalg.LinAlgError):
            pass
        # one after the other, to learn which robots have none
        for row, subject in enumerate(subjects):
            try:
                values[row, column] = one.function([subject])[0]
            except (RvsError, np.linalg.LinAlgError) as error:
                reasons[row] = reasons[row] or f"{one.name}: {error}"
    return values, reasons


@dataclass(frozen=True)
class Requirement:
    """A bound of a measure.

    Attributes:
        name: A key of ``MEASURES``.
        least: The bound is the least value, otherwise the largest.
        bound: The bound, in SI units.
    """

    name: str
    least: bool
    bound: float

    def excess(self, value: float, margin: float = 0.0) -> float:
        """Return the relative excess of a value beyond the bound; 0 within it.

        Args:
            value: A value of the measure.
            margin: Required margin beyond the bound, as a fraction of it.
        """
        over = self.bound - value if self.least else value - self.bound
        scale = abs(self.bound) or 1.0
        return float("inf") if isnan(over) else max(over / scale + margin, 0.0)
