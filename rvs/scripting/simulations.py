"""Robots that move freely or under control laws: the question, and its answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rvs.bodies.dynamic import IncludedLoads, check_weighed, dynamic_load, included_loads
from rvs.engine.arrays import Array
from rvs.engine.kinematics import check_posture
from rvs.fields.field import asked, shared
from rvs.files.motions.jtraj import JointRows, save_jtraj
from rvs.files.robots.arch import Architecture
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import Motion
from rvs.model.motions.recording import rows_of
from rvs.model.motions.simulated import energy_plot, error_plots, run_trajectory, torque_plots
from rvs.model.numbers.quantities import metres_per
from rvs.model.state import State, with_posture
from rvs.scripting.asking import Answer, Question, function
from rvs.scripting.cell import Cell
from rvs.scripting.plots import Plotted
from rvs.scripting.subjects import (
    motion_field,
    payload_field,
    posture_field,
    robot_in,
    rows_in,
    with_cube,
)
from rvs.scripting.tables import Tabled, tabulate
from rvs.study.simulate.laws import LAWS
from rvs.study.simulate.run import (
    CONTACT,
    DURATION,
    ENDS,
    LIMITS,
    REST,
    STOPS,
    Conditions,
    Outcome,
    Run,
    Wanted,
    along,
    step,
    usual_duration,
    with_locked,
)
from rvs.value_class import dataclass


@dataclass(frozen=True, eq=False)
class Simulated(Answer):
    """The motion of a simulated robot.

    Attributes:
        placed: The robot.
        run: The requested run.
        outcome: Results, one row per sample.
    """

    placed: PlacedRobot
    run: Run
    outcome: Outcome

    @property
    def t(self) -> Array:
        """Times (m,), s."""
        return self.outcome.t

    @property
    def q(self) -> Array:
        """Postures (m, n), rad and m."""
        return self.outcome.q

    @property
    def torque(self) -> Array:
        """Torques of the motors (m, n), N m and N."""
        return self.outcome.torque

    @property
    def error_rms(self) -> Array | None:
        """Root mean square error of each joint (n,); None for a robot that moves freely."""
        return self.outcome.error_rms

    @property
    def peak_torque(self) -> Array:
        """Largest torque of each motor (n,)."""
        found: Array = np.abs(self.torque).max(axis=0)
        return found

    @property
    def counted(self) -> IncludedLoads:
        """Additional masses in the dynamics: end-effector, payload, motors."""
        return included_loads(self.placed, dynamic_load(self.placed), self.run.plant_robot)

    @property
    def motion(self) -> Motion:
        """The run as a motion of the robot, for playing and plotting."""
        return run_trajectory(self.placed.id, self.outcome)

    @property
    def plots(self) -> Plotted:
        """Errors, torques and energies over time."""
        robot = self.placed.robot
        errors = error_plots(robot, self.outcome)
        torques = torque_plots(robot, self.outcome) if self.outcome.wanted is not None else ()
        return Plotted((*errors, *torques, energy_plot(self.outcome)))

    @property
    def facts(self) -> dict[str, Any]:
        """The run for JSON: degrees, and lengths in the unit of the robot's file."""
        scales, rms = self._scales, self.error_rms
        return {
            "robot": self.placed.robot.name,
            "law": self.run.law,
            "gains": {key: value.tolist() for key, value in self.run.numbers.items()},
            "duration": float(self.t[-1]),
            "rate": self.run.samples,
            "stopped": self.outcome.stopped or None,
            "energy_drift": self.outcome.energy_drift,
            "error_rms": None if rms is None else (rms / scales).tolist(),
            "peak_torque": self.peak_torque.tolist(),
            "at_effort_limit": self.outcome.clipped.tolist(),
            "q": (self.q[-1] / scales).tolist(),
            "unit": self.placed.unit,
            "counted": self.counted.facts,
        }

    @property
    def lines(self) -> list[str]:
        """Law and duration, reason of an early end, accuracy, and included masses."""
        first = f"{LAWS[self.run.law].words}, {self.t[-1]:.3g} s in {len(self.t)} rows"
        drift = f"energy drift {self.outcome.energy_drift:.1e} of the exchanged energy"
        told = (first, self.outcome.stopped, drift, self.counted.words)
        return [line for line in told if line]

    @property
    def table(self) -> Tabled:
        """The results of each joint: its end, peak torque and error."""
        scales, rms = self._scales, self.error_rms
        rows = []
        for i, joint in enumerate(self.placed.robot.joints):
            error = None if rms is None else rms[i] / scales[i]
            unit = "°" if joint.turns else self.placed.unit
            rows.append((joint.name or f"joint {i + 1}", self.q[-1, i] / scales[i], error, unit,
                         self.peak_torque[i], "N m" if joint.turns else "N"))  # fmt: skip
        headings = ("joint", "at the end", "error, rms", "unit", "peak torque", "unit of torques")
        return tabulate(rows, headings, f"{self.placed.id}: {self.run.law}, {self.t[-1]:.3g} s")

    @property
    def _scales(self) -> Array:
        metres = metres_per(self.placed.unit)
        joints = self.placed.robot.joints
        return np.array([np.radians(1.0) if joint.turns else metres for joint in joints])

    def save(self, path: str | Path) -> Path:
        """Write the motion as .jtraj, plots as .pdf, .svg, .eps or .ps, or the table.

        Raises:
            ArgumentError: Another suffix.
            OSError: The file can't be written.
        """
        target, robot = Path(path), self.placed.robot
        if target.suffix.lower() != ".jtraj":
            return super().save(target)
        name, architecture = robot.name, Architecture(robot, self.placed.unit)
        rows = JointRows.of(run_trajectory(name, self.outcome), name, self.placed.unit)
        save_jtraj(target, rows, architecture)
        return target

    def __repr__(self) -> str:
        ended = f" {self.outcome.stopped}" if self.outcome.stopped else ""
        run = f"{self.run.law}, {self.t[-1]:.3g} s, {len(self.t)} rows"
        return f"<Run of {self.placed.id}: {run}.{ended} {self.counted.words}>"


@dataclass(frozen=True, eq=False, kw_only=True)
class Simulate(Conditions, Question):
    """Let a robot move freely, or drive it by a control law, and return its motion.

    Raises:
        RvsError: There is no such robot or motion, or masses are not known.
        ArgumentError: There is no such law, gain or end, or a number is out of range.
    """

    called = "simulate"
    by_place = ("law",)
    output = "RUN.jtraj"
    writes = "the run as a trajectory, its plots, or its table"
    returns = "Simulated"

    motion: Motion | str | None = motion_field("Follow this motion (or the motion with this name)")
    goal: ArrayLike | None = asked(
        None, "Step to this posture instead of following a motion", kind="joints", option="--step"
    )
    at: float = asked(0.0, "Step to the goal at this time", unit="s")
    q: ArrayLike | None = posture_field(
        "Start in this posture", "that of the motion, or the current one,"
    )
    qd: ArrayLike | None = asked(
        None, "Start with these joint velocities, per second", kind="joints", option="--speed",
        label="Start speeds", start=(0.0,),
    )  # fmt: skip
    duration: float | None = asked(
        None, "Simulate for this long", unit="s", above=0.0, label="Duration",
        usual=f"as long as the motion and {REST:g} s more, or {DURATION:g} s,",
    )  # fmt: skip
    payload: float = payload_field()
    locked: Sequence[int] = asked((), "Hold these joints", kind="numbered", option="--lock")
    stop: Sequence[str] = asked(
        STOPS, "Stop the run if a joint reaches a limit (limits), or if the robot touches "
            "itself, the floor or an object (contact)", choices=ENDS, nothing="never", usual="both",
    )  # fmt: skip

    def __post_init__(self) -> None:
        Conditions.__post_init__(self)
        if self.motion is not None:
            self.keep_apart("a motion", "goal")

    def answer(self, cell: Cell, robot: str = "") -> Simulated:
        """Simulate a robot of a cell."""
        # only here: arguments can be read, and help be printed, without what checks collisions
        from rvs.study.simulate.simulate import simulate as compute

        placed = with_cube(robot_in(cell, robot), self.payload)
        motion = None if self.motion is None else rows_in(cell, self.motion, placed.id)
        run = replace(self, motion=motion).run(cell.state, placed)
        return Simulated(placed, run, compute(run))

    def run(self, state: State, placed: PlacedRobot) -> Run:
        """Return the run of a robot.

        Args:
            state: The cell, the postures of its robots, and its view.
            placed: The robot with its load; its motion is a value, no longer a name.

        Raises:
            ArgumentError: A number or shape that the robot can't have.
        """
        from rvs.collision.simulation import contact_stop, robot_in_world

        check_weighed(placed.robot)
        start, wanted, usual = self._wanted(state, placed)
        stop = None
        if CONTACT in self.stop:
            robots = tuple(placed if one.id == placed.id else one for one in state.document.robots)
            document = replace(state.document, robots=robots)
            postures = with_posture(state.postures, placed.id, tuple(start.tolist()))
            stop = contact_stop(document, postures, placed.id, state.view.mode)
        return Run(
            with_locked(robot_in_world(placed), self.locked),
            start,
            usual if self.duration is None else self.duration,
            wanted,
            None if self.qd is None else check_posture(placed.robot, self.qd),
            LIMITS in self.stop,
            stop,
            **shared(Conditions, self),
        )

    def _wanted(self, state: State, placed: PlacedRobot) -> tuple[Array, Wanted | None, float]:
        """Return the initial posture, the motion that the law follows, and its usual duration."""
        own = None if self.q is None else check_posture(placed.robot, self.q)
        if self.motion is None or isinstance(self.motion, str):
            start = np.asarray(state.postures[placed.id]) if own is None else own
            goal = None if self.goal is None else check_posture(placed.robot, self.goal)
            return start, None if goal is None else step(start, goal, self.at), usual_duration(None)
        rows = rows_of(self.motion, placed.id)
        table = rows.rows.array
        start = table[0] if own is None else own
        return start, along(rows.times.array, table), usual_duration(rows.duration)


simulate = function(Simulate)
