"""Simulation of runs: a sampled controller, held torques, a moving robot."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.control import JointReference, Sample
from rvs.engine.dynamics.integrate import RK4, Method, dormand_prince
from rvs.engine.dynamics.stick_slip import MovingRobot
from rvs.engine.errors import NoSolution
from rvs.engine.jacobians import jacobian
from rvs.engine.robot import Robot
from rvs.study.simulate.laws import LAWS
from rvs.study.simulate.run import Outcome, Run, resting, rows_at
from rvs.study.simulate.springs import spring_rows

# errors of a step of a robot that falls, and of one with springs in its drives
FREE_TOLERANCE, ELASTIC_TOLERANCE = 1e-13, 1e-9
LONGEST = 0.02
# a joint counts as beyond its limit from here on, rad or m
AT_LIMIT = 1e-9
# a motion that comes so far (rad, m, and a second), or torques so large, have run away
FARTHEST, STRONGEST = 1e6, 1e10
# how often whoever waits hears of it, in samples
BREATH = 64


class Commands:
    """Torques between the law and the motors.

    Args:
        period: Sampling interval, in s.
        delay: Delay between measurement and action, in s.
    """

    def __init__(self, period: float, delay: float) -> None:
        whole = int(delay / period + 1e-9)
        self._late = max(delay - whole * period, 0.0)
        if self._late < 1e-9 * period:
            self._late = 0.0
        self._waiting: list[Array] = []
        self._keep = whole + 1 + (self._late > 0)
        self._period = period

    def send(self, torque: Array) -> list[tuple[Array, float]]:
        """Add a torque (n,); return those in effect until the next sample, and their durations."""
        if not self._waiting:
            self._waiting = [torque] * self._keep
        self._waiting = [*self._waiting[1:], torque]
        if not self._late:
            return [(self._waiting[0], self._period)]
        return [(self._waiting[0], self._late), (self._waiting[1], self._period - self._late)]


class Simulation:
    """A run that can be advanced step by step.

    Args:
        run: The simulated run.
    """

    def __init__(self, run: Run) -> None:
        robot = run.plant_robot
        start = np.array(run.start, dtype=float)
        speed = np.zeros(robot.n) if run.speed is None else np.array(run.speed, dtype=float)
        self.run, self.robot = run, robot
        self.period = 1.0 / run.samples
        self.count = 0
        springs = None if run.springs is None else spring_rows(robot, run.springs)
        self.plant = MovingRobot(robot, _method(run), start, speed, springs)
        self._law, self._memory = LAWS[run.law].make(run.model, run.numbers), None
        self._commands = Commands(self.period, run.delay)
        efforts = np.array([joint.effort for joint in robot.joints])
        self._efforts = efforts if run.effort_limits and np.isfinite(efforts).any() else None
        self._still = np.zeros(robot.n)
        self.torque = self.push = self._still

    @property
    def time(self) -> float:
        """Simulated time, in s."""
        return self.count * self.period

    def sample(self, wanted: JointReference) -> Array:
        """Return the torques (n,) of the law now, within the limits."""
        measured = self.plant.measured
        torque, self._memory = self._law(
            Sample(self.time, self.period, *measured, wanted, self._memory)
        )
        if self._efforts is not None:
            torque = np.clip(torque, -self._efforts, self._efforts)
        self.torque = torque
        return torque

    def advance(self, pull: Array | None = None) -> None:
        """Advance to the next sample, with the torques of this one.

        Args:
            pull: Other loads on the joints (n,), such as a hand that pulls a link.

        Raises:
            NoSolution: The motion diverges.
        """
        if not (
            np.abs(self.plant.state).max() < FARTHEST and np.abs(self.torque).max() < STRONGEST
        ):
            raise NoSolution("the motion", "it diverges")
        push = self._still if pull is None else pull
        begin, end = self.run.push_time
        if self.run.push is not None and begin <= self.time < end:
            push = push + jacobian(self.robot, self.plant.q)[3:].T @ np.array(self.run.push)
        self.push = push
        for torque, duration in self._commands.send(self.torque):
            self.plant.advance(torque, push, duration)
        self.count += 1

    def at_limit(self, torques: Array) -> Array:
        """Return 1 for motors at their limits and 0 for others, for torques (m, n)."""
        if self._efforts is None:
            return np.zeros(torques.shape)
        full: Array = (np.abs(torques) >= self._efforts).astype(float)
        return full


def limit_sentence(robot: Robot, q: Array, t: float) -> str:
    """Return a sentence about an exceeded limit and its joint; or nothing."""
    for number, (joint, value) in enumerate(zip(robot.joints, q, strict=True), 1):
        for limit, side in zip(joint.limits, ("lower", "upper"), strict=True):
            if (value < limit - AT_LIMIT) if side == "lower" else (value > limit + AT_LIMIT):
                shown = f"{np.degrees(limit):.4g}°" if joint.turns else f"{limit:.4g} m"
                name = f" ({joint.name})" if joint.name else ""
                return f"Joint {number}{name} reached its {side} limit of {shown} after {t:.2f} s."
    return ""


class Record:
    """Record of each sample of a simulation."""

    def __init__(self) -> None:
        self._states: list[Array] = []
        self._torques: list[Array] = []
        self._pushes: list[Array] = []

    def keep(self, simulation: Simulation, torque: Array) -> None:
        """Record the current state, and the torque (n,) from then on."""
        self._states.append(simulation.plant.state)
        self._torques.append(torque)
        self._pushes.append(simulation.push)

    def cut_back(self, simulation: Simulation, most: int) -> str:
        """Discard at most this number of rows at the end of a stopped run, but not the first.

        Returns:
            The reason for the end of the first of them, a sentence; nothing if there is none.
        """
        why, n, run = "", simulation.robot.n, simulation.run
        for _ in range(min(most, len(self._states) - 1)):
            t = (len(self._states) - 1) * simulation.period
            found = stopped_at(run, simulation.robot, self._states[-1][:n], t)
            if not found:
                break
            why = found
            self._states.pop()
            self._torques.pop()
            self._pushes.pop()
        return why

    def outcome(self, simulation: Simulation, wanted: JointReference, stopped: str) -> Outcome:
        """Return the record.

        Args:
            simulation: The simulation.
            wanted: The reference, at least as many rows (m, n) each as were recorded.
            stopped: Reason for an early end, or empty.
        """
        n, count, run = simulation.robot.n, len(self._states), simulation.run
        states, torques = np.array(self._states), np.array(self._torques)
        # What acts on a row is known once the next one has been reached.
        pushes = np.array([*self._pushes[1:], self._pushes[-1]])
        kinetic, potential = simulation.plant.mechanical_energy(states)
        times: Array = simulation.period * np.arange(count, dtype=float)
        followed = JointReference(*(table[:count] for table in wanted))
        return Outcome(
            times,
            states[:, :n],
            states[:, n : 2 * n],
            torques,
            followed if LAWS[run.law].driven else None,
            kinetic,
            potential - potential[0],
            states[:, -1],
            stopped,
            simulation.at_limit(torques).mean(axis=0),
            pushes,
        )


def simulate(run: Run) -> Outcome:
    """Return the result of a run.

    Args:
        run: The run to simulate.

    Raises:
        ArgumentError: A link without mass, a reference for another number of joints, a joint motion
            that moves no mass.

    >>> slide = Robot.from_dh([0], [0], [0], [0], "P", mass=[2], gravity=(0, 0, -10))
    >>> simulate(Run(slide, [0.0], duration=1.0)).q[-1].round(9).tolist()
    [-5.0]
    """
    steps = simulating(run)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome


def simulating(run: Run) -> Generator[float, None, Outcome]:
    """Simulate a run; yield the progress, 0 to 1, and return the result.

    Args:
        run: The run to simulate.

    Raises:
        ArgumentError: As ``simulate``.
    """
    simulation = Simulation(run)
    count = max(round(run.duration * run.samples), 1)
    times: Array = simulation.period * np.arange(count + 1, dtype=float)
    wanted = rows_at(run.wanted or resting(run.start), times, run.robot.n)
    record, stopped = Record(), ""
    every = max(round(run.stop_period * run.samples), 1)
    for k in range(count + 1):
        want = JointReference(*(table[k] for table in wanted))
        record.keep(simulation, simulation.sample(want))
        stopped = stopped_now(run, simulation, k % every == 0 or k == count)
        if stopped:
            stopped = record.cut_back(simulation, every) or stopped
        if stopped or k == count:
            break
        if k % BREATH == 0:
            yield k / count
        try:
            simulation.advance()
        except NoSolution:
            stopped = runs_away(simulation.time)
            break
    return record.outcome(simulation, wanted, stopped)


def runs_away(t: float) -> str:
    """Return a sentence about a motion that diverges."""
    return f"The motion diverges after {t:.2f} s: the gains are too high."


def stopped_now(run: Run, simulation: Simulation, asked: bool) -> str:
    """Return the reason for the end of a run, a sentence; or nothing.

    Args:
        run: The run.
        simulation: Its current state.
        asked: The additional condition is tested at this time.
    """
    return stopped_at(run, simulation.robot, simulation.plant.q, simulation.time, asked)


def stopped_at(run: Run, robot: Robot, q: Array, t: float, asked: bool = True) -> str:
    """Return the reason for the end of a run in a posture (n,) at a time, or nothing."""
    lower, upper = robot.limits.T
    if run.ends_at_limits and ((q < lower - AT_LIMIT) | (q > upper + AT_LIMIT)).any():
        return limit_sentence(robot, q, t)
    reason = run.stop(q) if asked and run.stop is not None else ""
    return f"{reason} after {t:.2f} s." if reason else ""


def _method(run: Run) -> Method:
    if run.springs is not None:
        return dormand_prince(ELASTIC_TOLERANCE, LONGEST)
    return RK4 if LAWS[run.law].driven else dormand_prince(FREE_TOLERANCE, LONGEST)
