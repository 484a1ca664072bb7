"""Run of a robot that moves freely or is driven: conditions, reference motions, result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from math import inf

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import (
    Array,
    check_gains,
    check_numbers,
    check_one,
    check_positive,
    check_robot,
)
from rvs.engine.control import JointReference
from rvs.engine.descriptions.variants import perturb, without_friction
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.fields.field import asked, settle
from rvs.study.simulate.laws import LAWS, suggested
from rvs.study.simulate.springs import Springs
from rvs.value_class import dataclass

Wanted = Callable[[Array], JointReference]
"""Times (m,) to postures, velocities and accelerations, (m, n) each."""


def resting(q: ArrayLike) -> Wanted:
    """Return the reference that rests in a posture (n,).

    >>> resting([1.0])(np.zeros(2)).q.tolist()
    [[1.0], [1.0]]
    """
    return step(q, q, 0.0)


def step(start: ArrayLike, end: ArrayLike, at: float) -> Wanted:
    """Return the reference that jumps from a posture to another.

    Args:
        start: Initial posture (n,), rad or m.
        end: Final posture (n,).
        at: Time of the jump, in s.

    Raises:
        ArgumentError: Postures of different length.

    >>> step([0.0], [2.0], 1.0)(np.array([0.5, 1.0])).q.tolist()
    [[0.0], [2.0]]
    """
    before, after = check_numbers(start, "start"), check_numbers(end, "end")
    if before.ndim != 1 or before.shape != after.shape:
        raise ArgumentError(f"end: expected {before.shape}, got shape {after.shape}")

    def wanted(times: Array) -> JointReference:
        rows = np.where((times >= at)[:, None], after, before)
        return JointReference(rows, np.zeros_like(rows), np.zeros_like(rows))

    return wanted


def along(times: ArrayLike, rows: ArrayLike) -> Wanted:
    """Return the reference that passes smoothly through postures, at rest before and after them.

    Between rows it is a spline with continuous accelerations that begins and ends at rest.

    Args:
        times: Time of each row (m,), rising, in s.
        rows: Postures (m, n), rad or m.

    Raises:
        ArgumentError: Fewer than two rows, or times that do not rise.

    >>> along([0, 1, 2], [[0.0], [1.0], [2.0]])(np.array([2.0, 5.0])).q.ravel().tolist()
    [2.0, 2.0]
    """
    from scipy.interpolate import CubicSpline  # type: ignore[import-untyped]

    knots, table = check_numbers(times, "times"), check_numbers(rows, "rows")
    if knots.ndim != 1 or len(knots) < 2 or not (np.diff(knots) > 0).all():
        raise ArgumentError("times: expected at least two increasing times")
    if table.ndim != 2 or len(table) != len(knots):
        raise ArgumentError(f"rows: expected {len(knots)} rows, got shape {table.shape}")
    spline = CubicSpline(knots, table, bc_type="clamped")
    first, last = float(knots[0]), float(knots[-1])

    def wanted(times: Array) -> JointReference:
        inside = ((times > first) & (times < last))[:, None]
        at = np.clip(times, first, last)
        return JointReference(
            spline(at), np.where(inside, spline(at, 1), 0.0), np.where(inside, spline(at, 2), 0.0)
        )

    return wanted


def rows_at(wanted: Wanted, times: Array, n: int) -> JointReference:
    """Return reference rows at times (m,), checked to be (m, n) each.

    Raises:
        ArgumentError: The reference is for another number of joints.
    """
    found = wanted(times)
    for name, table in zip(JointReference._fields, found, strict=True):
        if np.shape(table) != (len(times), n):
            raise ArgumentError(
                f"reference: expected {n} joints, got {name} of shape {np.shape(table)}"
            )
    check_one(found.q[-1], "reference", n)
    return found


# samples per second: of a controller, and of what is kept of a robot that falls
DRIVEN_RATE, FREE_RATE = 500.0, 200.0
MOST_SAMPLES = 1_000_000

# What is simulated where nothing else is said, in the window, by scripts and on the command line.
LAW, DURATION = "none", 5.0
# How long a law may go on after the motion that it follows, in s.
REST = 0.5
LIMITS, CONTACT = "limits", "contact"
# What can end a run, with what the window calls it; all of it does unless another choice is made.
ENDS = {LIMITS: "Stop at a joint limit", CONTACT: "Stop on contact"}
STOPS = tuple(ENDS)
SEED = 1

Stop = Callable[[Array], str]
"""A posture (n,) to why the run ends there, or an empty text."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Conditions:
    """The drive of a robot, and its disturbances."""

    law: str = asked(
        LAW, "Drive the robot by this law; ``none`` gives no control",
        choices={key: law.words for key, law in LAWS.items()}, label="Law",
    )  # fmt: skip
    gains: Mapping[str, ArrayLike] | None = asked(
        None, "Use these gains of the law by their keys, one number or one for each joint, in SI "
        "units", kind="gains", option="--gain", usual="suggested ones",
    )  # fmt: skip
    rate: float | None = asked(
        None, "Sample at this rate", unit="Hz", least=10.0, most=10_000.0,
        usual=f"{DRIVEN_RATE:g} Hz, or {FREE_RATE:g} Hz for a robot without control,",
    )  # fmt: skip
    friction: bool = asked(True, "Include viscous and Coulomb friction", label="Friction")
    effort_limits: bool = asked(
        False, "Limit torques to the effort limits in the robot's table",
        label="Limit torques to the effort limits",
    )  # fmt: skip
    delay: float = asked(
        0.0, "Apply the torques after this delay", unit="s", shown="ms", least=0.0, most=1.0,
        label="Delay", start=0.01,
    )  # fmt: skip
    push: tuple[float, float, float] | None = asked(
        None, "Push the tool with this force along the axes of the world", kind="numbers",
        unit="N", size=3, label="Push at the tool", start=(0.0, 0.0, -50.0),
    )  # fmt: skip
    push_time: tuple[float, float] = asked(
        (0.0, inf), "Push during this interval", kind="numbers", unit="s", size=2, endless=True,
        usual="all the time",
    )  # fmt: skip
    model_error: float = asked(
        0.0, "Perturb the masses in the law's model by up to this fraction", shown="%", least=0.0,
        below=1.0, label="Model error up to", start=0.1,
    )  # fmt: skip
    seed: int = asked(SEED, "Use this seed for the perturbed models")
    springs: Springs | None = asked(
        None, "Let motors pull their joints through springs", of=Springs, label="Elastic drives",
        start=2000.0,
    )  # fmt: skip

    def __post_init__(self) -> None:
        settle(self)
        if not self.push_time[0] < self.push_time[1]:
            raise ArgumentError("push_time: expected two increasing times")


@dataclass(frozen=True, eq=False)
class Run(Conditions):
    """Conditions of a simulation.

    Attributes:
        robot: The actual robot, with its load; locked joints are held.
        start: Posture at the start (n,), rad or m.
        duration: Duration, in s.
        wanted: Reference of the law; the posture at the start when None.
        speed: Joint velocities at the start (n,); 0 when None.
        ends_at_limits: The run ends if a joint reaches a limit.
        stop: Another condition that ends it, tested at every ``stop_period``; None: nothing.
        stop_period: Interval of that test, in s.

    Raises:
        ArgumentError: A number or shape that it can't have.

    >>> Run(Robot.from_dh([1], 0, 0, 0, mass=[1]), [0.0]).law
    'none'
    """

    robot: Robot
    start: ArrayLike
    duration: float = DURATION
    wanted: Wanted | None = None
    speed: ArrayLike | None = None
    ends_at_limits: bool = LIMITS in STOPS
    stop: Stop | None = None
    stop_period: float = 0.02

    def __post_init__(self) -> None:
        Conditions.__post_init__(self)
        n = check_robot(self.robot).n
        check_one(self.start, "start", n)
        if self.speed is not None:
            check_one(self.speed, "speed", n)
        check_positive(self.duration, "duration")
        check_positive(self.stop_period, "stop_period")
        if self.duration * self.samples > MOST_SAMPLES:
            raise ArgumentError(
                f"duration: {self.duration:g} s at {self.samples:g} samples per second are more "
                f"than {MOST_SAMPLES:,} samples"
            )
        self._check_gains(n)

    def _check_gains(self, n: int) -> None:
        known = {gain.key: gain for gain in LAWS[self.law].gains}
        for key, value in (self.gains or {}).items():
            if key not in known:
                names = ", ".join(known) or "none"
                raise ArgumentError(f"gains: {self.law} has no {key!r}; its gains: {names}")
            gains = check_gains(n, value, key)
            if known[key].single and gains.ndim:
                raise ArgumentError(f"{key}: expected one number")
            if (gains < 0).any():
                raise ArgumentError(f"{key}: expected numbers of 0 or more")

    @property
    def samples(self) -> float:
        """Samples per second."""
        if self.rate is not None:
            return self.rate
        return DRIVEN_RATE if LAWS[self.law].driven else FREE_RATE

    @property
    def plant_robot(self) -> Robot:
        """The robot that moves."""
        return self.robot if self.friction else without_friction(self.robot, viscous=True)

    @property
    def model(self) -> Robot:
        """The robot in the model of the law."""
        robot = self.plant_robot
        return perturb(robot, self.model_error, self.seed) if self.model_error else robot

    @property
    def numbers(self) -> dict[str, Array]:
        """All gains of the law, given or suggested."""
        missing = [gain for gain in LAWS[self.law].gains if gain.key not in (self.gains or {})]
        found = {key: np.asarray(value, dtype=float) for key, value in (self.gains or {}).items()}
        if missing:
            offered = suggested(self.law, self.model, np.asarray(self.start, dtype=float))
            found.update({gain.key: offered[gain.key] for gain in missing})
        return found


def usual_duration(motion: float | None) -> float:
    """Return the default duration of a run, in s.

    Args:
        motion: Duration of the motion that is followed, or None without one.

    >>> usual_duration(None), usual_duration(2.0)
    (5.0, 2.5)
    """
    return DURATION if motion is None else motion + REST


def with_locked(robot: Robot, joints: Iterable[int]) -> Robot:
    """Return a robot with some more locked joints.

    Args:
        robot: The robot.
        joints: The joints to lock, from 0.

    >>> with_locked(Robot.from_dh([1], 0, 0, 0), [0]).joints[0].locked
    True
    """
    held = set(joints)
    return robot.replace(
        joints=tuple(
            replace(joint, locked=joint.locked or i in held) for i, joint in enumerate(robot.joints)
        )
    )


@dataclass(frozen=True, eq=False)
class Outcome:
    """Result of a simulation, one row per sample.

    Attributes:
        t: Times (m,) in s.
        q: Postures of the links (m, n), rad or m.
        qd: Their velocities (m, n).
        torque: Torques of the motors (m, n), each in effect until the next sample.
        wanted: Reference of the law; None for a robot that moves freely.
        kinetic: Kinetic energy (m,), in J.
        potential: Potential energy (m,), 0 at the start, in J.
        work: Work of motors and pushes, less friction losses (m,), in J.
        stopped: Reason for an early end of the run, a sentence; or empty.
        clipped: Fraction of the samples in which each motor was at its limit (n,).
        push: Other loads on the joints (m, n), such as a force at the tool or a pulling hand.
    """

    t: Array
    q: Array
    qd: Array
    torque: Array
    wanted: JointReference | None
    kinetic: Array
    potential: Array
    work: Array
    stopped: str
    clipped: Array
    push: Array

    @property
    def error(self) -> Array | None:
        """Reference minus actual posture (m, n); None for a robot that moves freely."""
        return None if self.wanted is None else self.wanted.q - self.q

    @property
    def error_rms(self) -> Array | None:
        """Root mean square error of each joint (n,)."""
        error = self.error
        return None if error is None else np.sqrt((error**2).mean(axis=0))

    @property
    def energy_drift(self) -> float:
        """Largest unexplained change of energy, relative to the largest exchanged energy.

        Energy is balanced against the work of motors, pushes and friction.
        """
        total = self.kinetic + self.potential
        lost = np.abs(total - total[0] - self.work).max()
        moved = max(float(self.kinetic.max()), float(np.abs(self.potential).max()))
        return float(lost) / moved if moved > 0 else 0.0
