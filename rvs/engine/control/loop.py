"""The control loop: a plant, a controller called at each sample, a reference to follow.

The controller's command is held from one sample to the next, while the plant moves on in finer
steps.  A plant is any object with ``start``, ``measure`` and ``slope``; a controller any function
``Sample -> (command, memory)``; a reference any function of time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_array, check_choice, check_numbers, check_one
from rvs.engine.control.plants import Plant, RatePlant
from rvs.engine.dynamics.integrate import EULER, RK4, Slope, stepped
from rvs.engine.errors import ArgumentError
from rvs.value_class import dataclass

Method = Literal["rk4", "euler"]


@dataclass(frozen=True, eq=False)
class Sample:
    """Information that a controller receives at one time.

    Attributes:
        t: Time in s.
        dt: Time to the next sample in s.
        q: Measured posture (n,), rad or m.
        qd: Measured joint velocities (n,).
        wanted: Value of the reference at this time: a ``JointReference`` for the laws of RVS, any
            value for a user-defined law.
        memory: The value returned by the controller with its last command; None at the start.

    >>> Sample(0.0, 0.1, np.zeros(1), np.zeros(1), wanted=np.ones(1)).memory is None
    True
    """

    t: float
    dt: float
    q: Array
    qd: Array
    wanted: Any
    memory: Any = None


class JointReference(NamedTuple):
    """Reference posture, velocities and accelerations, (n,) each.

    >>> JointReference(np.ones(2), np.zeros(2), np.zeros(2)).q
    array([1., 1.])
    """

    q: Array
    qd: Array
    qdd: Array


# A control law: of a sample it gives the command (n,) to hold until the next one, and what it wants
# to find in the ``memory`` of that one.
Controller = Callable[[Sample], tuple[Array, Any]]
# What is wanted at a time in s; laws find it as ``sample.wanted``.
Reference = Callable[[float], Any]


class History(NamedTuple):
    """Record of a control loop, one row per sample.

    Attributes:
        t: Times (m,) in s.
        q: Postures of the links (m, n), rad or m.
        qd: Their velocities (m, n); for a ``RatePlant`` they are its commands.
        command: Commands (m, k), each held until the next sample.
        states: States of the plant (m, ...).
        wanted: Values of the reference, m entries.

    >>> History._fields
    ('t', 'q', 'qd', 'command', 'states', 'wanted')
    """

    t: Array
    q: Array
    qd: Array
    command: Array
    states: Array
    wanted: list[Any]


def simulate(
    plant: Plant,
    controller: Controller,
    reference: Reference,
    t: ArrayLike,
    q0: ArrayLike,
    qd0: ArrayLike | None = None,
    *,
    method: Method = "rk4",
    substeps: int = 1,
) -> History:
    """Run a plant under a controller that follows a reference.

    Args:
        plant: The plant: ``RobotPlant``, ``RatePlant``, ``FlexiblePlant``, or a user-defined one.
        controller: Called at every sample for the command to hold until the next.
        reference: The reference as a function of time.
        t: Times of the samples (m,), rising, in s.
        q0: Posture at the start (n,), rad or m.
        qd0: Joint velocities at the start (n,); 0 when None.
        method: ``"rk4"`` (Runge-Kutta, 4th order) or ``"euler"`` (explicit).
        substeps: Steps of integration in each sample.

    Raises:
        ArgumentError: A wrong shape, times that do not rise, and errors of plant and controller.

    >>> from rvs.engine.robot import Robot
    >>> slide = Robot.from_dh([0], [0], [0], [0], "P")
    >>> ahead = lambda sample: (sample.wanted - sample.q, None)
    >>> history = simulate(RatePlant(slide), ahead, lambda t: np.ones(1), [0, 1, 2], [0])
    >>> history.q.ravel().round(12).tolist()
    [0.0, 1.0, 1.0]
    """
    for value, name in ((controller, "controller"), (reference, "reference")):
        if not callable(value):
            raise ArgumentError(f"{name}: expected a function, got {value!r:.60}")
    if not all(hasattr(plant, part) for part in ("robot", "start", "measure", "motion", "slope")):
        raise ArgumentError(f"plant: expected a plant, such as RobotPlant, got {plant!r:.60}")
    n = plant.robot.n
    start = check_one(q0, "q0", n)
    speed = np.zeros(n) if qd0 is None else check_one(qd0, "qd0", n)
    times = check_numbers(t, "t")
    if times.ndim != 1 or not times.size or not (np.diff(times) > 0).all():
        raise ArgumentError("t: expected an increasing row of times")
    if not isinstance(substeps, int) or substeps < 1:
        raise ArgumentError(f"substeps: expected a whole number of at least 1, got {substeps!r}")
    steps = _METHODS[check_choice(method, "method", tuple(_METHODS))]
    gaps = np.diff(times)
    gaps = np.append(gaps, gaps[-1:] if gaps.size else 1.0)
    state, memory = plant.start(start, speed), None
    states, commands, wanted = [], [], []
    for now, gap in zip(times.tolist(), gaps.tolist(), strict=True):
        want = reference(now)
        sample = Sample(now, gap, *plant.measure(state), want, memory)
        command, memory = controller(sample)
        states.append(state)
        commands.append(command)
        wanted.append(want)
        for k in range(substeps):
            h = gap / substeps
            later, _ = stepped(steps, _slope(plant, state, command), now + k * h, state.ravel(), h)
            state = later.reshape(state.shape)
    return _history(plant, times, np.array(states), np.array(commands), wanted)


_METHODS = {"rk4": RK4, "euler": EULER}


def _history(
    plant: Plant, times: Array, states: Array, commands: Array, wanted: list[Any]
) -> History:
    motions = [plant.motion(state) for state in states]
    q = np.array([motion[0] for motion in motions])
    qd = commands if isinstance(plant, RatePlant) else np.array([motion[1] for motion in motions])
    return History(times, q, qd, commands, states, wanted)


def _slope(plant: Plant, state: Array, command: Array) -> Slope:
    return lambda t, x: np.ravel(plant.slope(t, x.reshape(state.shape), command))


def follow(times: ArrayLike, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Reference:
    """Return a reference that follows a table, linear between its rows, constant beyond its ends.

    Args:
        times: Times of the rows (m,), rising, in s.
        q: Postures (m, n), rad or m.
        qd: Velocities (m, n).
        qdd: Accelerations (m, n).

    Returns:
        A function of time that gives a ``JointReference``.

    Raises:
        ArgumentError: A wrong shape, or times that do not rise.

    >>> follow([0, 1], [[0], [2]], [[2], [2]], [[0], [0]])(0.25).q
    array([0.5])
    """
    knots = check_numbers(times, "times")
    if knots.ndim != 1 or len(knots) < 2 or not (np.diff(knots) > 0).all():
        raise ArgumentError("times: expected a row of at least two increasing times")
    tables = [check_array(x, name) for x, name in ((q, "q"), (qd, "qd"), (qdd, "qdd"))]
    for table, name in zip(tables, ("q", "qd", "qdd"), strict=True):
        if table.ndim != 2 or table.shape != (len(knots), tables[0].shape[1]):
            raise ArgumentError(f"{name}: expected {len(knots)} rows, got shape {table.shape}")

    def at(t: float) -> JointReference:
        i = int(np.clip(np.searchsorted(knots, t, side="right") - 1, 0, len(knots) - 2))
        part = np.clip((t - knots[i]) / (knots[i + 1] - knots[i]), 0.0, 1.0)
        return JointReference(*((1 - part) * x[i] + part * x[i + 1] for x in tables))

    return at
