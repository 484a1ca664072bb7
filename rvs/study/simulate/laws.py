"""The control laws of a robot: one table with their gains and sentences.

Torques after Spong and Vidyasagar 1989 and Lynch and Park 2017, ch. 11; resolved rates after
Whitney 1969 and Luh, Walker and Paul 1980; the operational space after Khatib 1987.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.control import (
    ComputedTorque,
    Controller,
    GravityPD,
    MotorPD,
    Sample,
    TorqueFeedforward,
)
from rvs.engine.dynamics import inertia, rne
from rvs.engine.jacobians import jacobian
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.engine.transforms import delta
from rvs.value_class import dataclass

# natural frequency that gains are suggested for, in rad/s, and where inertias are looked at
FREQUENCY = 15.0
LOOKS = 64
# how much more inertia counts than a motor moves while the other joints are free
APART = 10.0
# rates of a tool are not divided by less than this (m, rad)
DAMPING = 1e-3
# part of the tool's mobility that every direction has at least, so that none is infinitely heavy
SOFT = 1e-7
# half the way over which a Jacobian is differentiated, in s
BRIEF = 1e-5


Gains = Mapping[str, Array]


@dataclass(frozen=True, slots=True)
class Gain:
    """A number of a law, one for all joints or one for each.

    Attributes:
        key: Its name in files and on the command line.
        words: Its name.
        units: Its unit for revolute and for prismatic joints.
        suggest: A value that works for a robot in a posture: (robot, q) -> one number or (n,).
        single: It is one number, never one for each joint.
        says: Its effect, in a sentence.
    """

    key: str
    words: str
    units: tuple[str, str]
    suggest: Callable[[Robot, Array], Array]
    single: bool = False
    says: str = ""


@dataclass(frozen=True, slots=True)
class Law:
    """Method of driving a robot.

    Attributes:
        words: Name in lists.
        says: Its effect, in a sentence.
        gains: Its numbers.
        make: Returns the controller of a model with gains.
        driven: It applies torques.
    """

    words: str
    says: str
    gains: tuple[Gain, ...]
    make: Callable[[Robot, Gains], Controller]
    driven: bool = True


def joint_inertias(robot: Robot, q: Array) -> Array:
    """Return the inertias for tuning the motors (n,), over postures within limits.

    It is the largest that a motor moves while the other joints are fixed.  If it moves far less
    while they are free, as motors at a light wrist without rotors do, that value is decisive: a
    sampled loop would otherwise be unstable.

    Args:
        robot: The robot.
        q: An additional posture (n,), rad or m.

    >>> arm = Robot.from_dh([1, 1], [0, 0], [0, 0], [0, 0], mass=[1, 1], com=[[0, 0, 0]] * 2)
    >>> joint_inertias(arm, np.zeros(2)).tolist()
    [5.0, 1.0]
    """
    lower, upper = robot.limits.T
    reach = np.where([joint.turns for joint in robot.joints], np.pi, 0.5)
    low = np.where(np.isfinite(lower), lower, q - reach)
    high = np.where(np.isfinite(upper), upper, q + reach)
    looks = np.random.default_rng(0).uniform(low, high, (LOOKS, robot.n))
    matrices = inertia(robot, np.vstack([q, looks]))
    alone = np.diagonal(matrices, axis1=1, axis2=2).max(axis=0)
    together = 1.0 / np.diagonal(np.linalg.inv(matrices), axis1=1, axis2=2).max(axis=0)
    found: Array = np.minimum(alone, APART * together)
    return found


def suggested(law: str, robot: Robot, q: Array) -> dict[str, Array]:
    """Return suitable gains of a law for a robot.

    Args:
        law: A name in ``LAWS``.
        robot: The robot; it needs masses.
        q: Initial posture (n,), rad or m.
    """
    return {gain.key: gain.suggest(robot, q) for gain in LAWS[law].gains}


def _resolved_rate(model: Robot, gains: Gains) -> Controller:
    gain, speed = gains["gain"], gains["kv"]
    small = DAMPING**2 * np.eye(6)

    def torque(seen: Sample) -> tuple[Array, None]:
        want = seen.wanted
        way = jacobian(model, want.q) @ want.qd
        twist = way + gain * delta(fkine(model, seen.q), fkine(model, want.q))
        J = jacobian(model, seen.q)
        rates = J.T @ np.linalg.solve(J @ J.T + small, twist)
        return rne(model, seen.q, seen.qd, speed * (rates - seen.qd)), None

    return torque


def _bend(model: Robot, q: Array, qd: Array) -> Array:
    """Return the tool's acceleration at constant joint rates, dJ/dt qd (6,)."""
    ahead, back = jacobian(model, q + BRIEF * qd), jacobian(model, q - BRIEF * qd)
    bend: Array = (ahead - back) @ qd / (2.0 * BRIEF)
    return bend


def _operational_space(model: Robot, gains: Gains) -> Controller:
    kp, kd, rest = gains["kp"], gains["kd"], gains["kn"]

    def torque(seen: Sample) -> tuple[Array, None]:
        q, qd, want = seen.q, seen.qd, seen.wanted
        goal, J = jacobian(model, want.q), jacobian(model, q)
        slip = goal @ want.qd - J @ qd
        push = goal @ want.qdd + _bend(model, *want[:2]) - _bend(model, q, qd)
        push += kp * delta(fkine(model, q), fkine(model, want.q)) + kd * slip
        # what moves the tool with the least kinetic energy, and brakes all that does not move it
        back = np.linalg.solve(inertia(model, q), J.T)
        mobility = J @ back
        load = np.linalg.solve(
            mobility + SOFT * np.trace(mobility) * np.eye(6), push + rest * (J @ qd)
        )
        return rne(model, q, qd, back @ load - rest * qd), None

    return torque


def _constant(value: float) -> Callable[[Robot, Array], Array]:
    return lambda *_: np.array(value)


def _stiffness(robot: Robot, q: Array) -> Array:
    return _rounded(FREQUENCY**2 * joint_inertias(robot, q))


def _damping(robot: Robot, q: Array) -> Array:
    return _rounded(2.0 * FREQUENCY * joint_inertias(robot, q))


def _rounded(values: Array) -> Array:
    """Return numbers with three digits, in a form that is easy to type."""
    return np.array([float(f"{value:.3g}") for value in values])


_STIFFNESS = Gain(
    "kp", "Stiffness", ("N m/rad", "N/m"), _stiffness, says="Torque per unit of error."
)
_DAMPING = Gain(
    "kd", "Damping", ("N m s/rad", "N s/m"), _damping, says="Torque per unit of speed error."
)
_PULL = Gain(
    "kp",
    "Error gain",
    ("1/s²", "1/s²"),
    _constant(FREQUENCY**2),
    says="Acceleration per unit of error.",
)
_BRAKE = Gain(
    "kd",
    "Speed gain",
    ("1/s", "1/s"),
    _constant(2 * FREQUENCY),
    says="Acceleration per unit of speed error.",
)

LAWS: dict[str, Law] = {
    "none": Law(
        "No control",
        "No torque: the robot falls under gravity and friction.",
        (),
        lambda model, _: lambda _: (np.zeros(model.n), None),
        driven=False,
    ),
    "pd": Law(
        "PD",
        "Each joint has a spring and a damper; gravity causes an error.",
        (_STIFFNESS, _DAMPING),
        lambda _, gains: MotorPD(**gains),
    ),
    "pd-gravity": Law(
        "PD with gravity",
        "A spring and a damper in each joint, and the torques that hold the robot's weight.",
        (_STIFFNESS, _DAMPING),
        lambda model, gains: GravityPD(model, **gains),
    ),
    "computed-torque": Law(
        "Computed torque",
        "A model of the robot computes torques from accelerations, which leaves a linear system.",
        (_PULL, _BRAKE,
         Gain("ki", "Integral gain", ("1/s³", "1/s³"), _constant(0.0),
              says="Removes a constant error.")),
        lambda model, gains: ComputedTorque(model, **gains),
    ),
    "feed-forward": Law(
        "Feed-forward",
        "The torques of the motion are computed in advance; a PD loop corrects the errors.",
        (_STIFFNESS, _DAMPING,
         Gain("period", "Period of the model", ("s", "s"), _constant(0.01), single=True,
              says="Interval at which the torques of the desired motion are computed.")),
        lambda model, gains: TorqueFeedforward(
            model, gains["kp"], gains["kd"], float(gains["period"])
        ),
    ),
    "resolved-rate": Law(
        "Resolved rate",
        "The Jacobian turns the tool error into joint velocities, which inner loops track.",
        (Gain("gain", "Tool gain", ("1/s", "1/s"), _constant(10.0), single=True,
              says="Fraction of the tool error that is removed per second."),
         Gain("kv", "Speed gain", ("1/s", "1/s"), _constant(60.0),
              says="Rate at which the joints adopt a velocity.")),
        _resolved_rate,
    ),
    "operational-space": Law(
        "Operational space",
        "Forces at the tool move it as a unit mass would; the remaining joint motions are damped.",
        (Gain("kp", "Error gain", ("1/s²", "1/s²"), _constant(FREQUENCY**2), single=True,
              says="Acceleration of the tool per unit of its error."),
         Gain("kd", "Speed gain", ("1/s", "1/s"), _constant(2 * FREQUENCY), single=True,
              says="Acceleration of the tool per unit of its speed error."),
         Gain("kn", "Null-space damping", ("1/s", "1/s"), _constant(10.0), single=True,
              says="Damping of motions that do not move the tool.")),
        _operational_space,
    ),
}  # fmt: skip
