"""Robots that are let go, or driven by control laws, as results of scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from rvs.bodies.counted import Counted, counted
from rvs.bodies.dynamic import dynamic_load
from rvs.engine.arrays import Array, check_choice
from rvs.engine.kinematics import check_posture
from rvs.files.motions.jtraj import JointRows, save_jtraj
from rvs.files.robots.arch import Architecture
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import Motion
from rvs.model.motions.simulated import run_trajectory
from rvs.model.plots.simulation_plot import energy_plot, error_plots, torque_plots
from rvs.scripting.plots import Plotted
from rvs.scripting.subjects import What, cell_of, robot_in, rows_in, with_cube
from rvs.scripting.tables import Tabled, tabulate
from rvs.study.simulate.plant import Springs
from rvs.study.simulate.references import along, step
from rvs.study.simulate.run import (
    CONTACT,
    ENDS,
    LAW,
    LIMITS,
    SEED,
    STOPS,
    Outcome,
    Push,
    Run,
    usual_duration,
)
from rvs.value_class import dataclass


@dataclass(frozen=True, eq=False)
class Simulated:
    """What became of a robot.

    Attributes:
        placed: The robot.
        run: What was asked for.
        outcome: What happened, a row a sample.
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
        """Root of the mean square of each joint's error (n,); None for one that is let go."""
        return self.outcome.error_rms

    @property
    def peak_torque(self) -> Array:
        """Largest torque of each motor (n,)."""
        return peak_torque(self.outcome)

    @property
    def counted(self) -> Counted:
        """What the dynamics counted beside the links: end-effector, payload, motors."""
        return counted(self.placed, dynamic_load(self.placed), self.run.plant_robot)

    @property
    def motion(self) -> Motion:
        """The run as a motion of the robot, to be played and plotted."""
        return run_trajectory(self.placed.id, self.outcome)

    @property
    def plots(self) -> Plotted:
        """Errors, torques and energies over time."""
        robot = self.placed.robot
        errors = error_plots(robot, self.outcome)
        torques = torque_plots(robot, self.outcome) if self.outcome.wanted is not None else ()
        return Plotted((*errors, *torques, energy_plot(self.outcome)))

    @property
    def table(self) -> Tabled:
        """What each joint came to."""
        robot, rms = self.placed.robot, self.error_rms
        rows = []
        for i, joint in enumerate(robot.joints):
            scale = np.radians(1.0) if joint.turns else 1.0
            error = None if rms is None else rms[i] / scale
            unit = "°" if joint.turns else "m"
            rows.append((joint.name or f"joint {i + 1}", self.q[-1, i] / scale, error, unit,
                         self.peak_torque[i], "N m" if joint.turns else "N"))  # fmt: skip
        headings = ("joint", "at the end", "error, rms", "unit", "peak torque", "unit of torques")
        return tabulate(rows, headings, f"{self.placed.id}: {self.run.law}, {self.t[-1]:.3g} s")

    def save(self, path: str | Path) -> Path:
        """Write the motion as .jtraj, plots as .pdf, .svg, .eps or .ps, or the table.

        Raises:
            ArgumentError: Another suffix.
            OSError: The file can't be written.
        """
        from rvs.export.formats.write import FORMATS

        target = Path(path)
        suffix = target.suffix.lower()
        if suffix == ".jtraj":
            write_rows(target, self.outcome, Architecture(self.placed.robot, self.placed.unit))
            return target
        return (self.plots if suffix in FORMATS else self.table).save(target)

    def __repr__(self) -> str:
        ended = f" {self.outcome.stopped}." if self.outcome.stopped else ""
        run = f"{self.run.law}, {self.t[-1]:.3g} s, {len(self.t)} rows"
        return f"<Run of {self.placed.id}: {run}.{ended} {self.counted.words}>"

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def simulate(
    what: What = None,
    law: str = LAW,
    *,
    robot: str = "",
    motion: Motion | str | None = None,
    goal: ArrayLike | None = None,
    at: float = 0.0,
    q: ArrayLike | None = None,
    qd: ArrayLike | None = None,
    duration: float | None = None,
    gains: Mapping[str, ArrayLike] | None = None,
    rate: float | None = None,
    friction: bool = True,
    effort_limits: bool = False,
    delay: float = 0.0,
    push: tuple[float, float, float] | None = None,
    push_time: tuple[float, float] = (0.0, float("inf")),
    model_error: float = 0.0,
    springs: Springs | None = None,
    payload: float = 0.0,
    locked: Sequence[int] = (),
    stop: Sequence[str] = STOPS,
    seed: int = SEED,
) -> Simulated:
    """Let a robot go, or drive it by a control law, and return what became of it.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        law: What drives it: ``"pd"``, ``"pd-gravity"``, ``"computed-torque"``,
            ``"feed-forward"``, ``"resolved-rate"`` or ``"operational-space"``; ``"none"`` lets it
            go.
        robot: Id of a robot of the cell; the active one if left out.
        motion: What the law follows, or the name of it.
        goal: Instead, the posture (n,) that is wanted from ``at`` on, rad and m.
        at: When the goal comes, s.
        q: Posture at the start (n,); that of the motion, or the present one, if left out.
        qd: Joint velocities at the start (n,).
        duration: How long, s; as long as the motion and 0.5 s more, or 5 s, if left out.
        gains: Gains of the law by their keys, one number or one for each joint.
        rate: Samples a second.
        friction: Whether friction counts.
        effort_limits: Torques end at the limits of the motors.
        delay: From measuring to acting, s.
        push: Force at the tool (3,), N, in axes of the world.
        push_time: When it pushes, s.
        model_error: Masses of the law's model are off by up to this part.
        springs: What is between motors and joints; their damping is 1 % of their stiffness, in s,
            unless they say another.
        payload: Mass of a cube that the tool carries, kg.
        locked: Joints that are held, from 0.
        stop: What ends the run: a joint that reaches a limit (``"limits"``), a body that touches
            another (``"contact"``); both if left out, nothing where it is empty.
        seed: Which of the wrong models.

    Raises:
        RvsError: There is no such robot or motion, or masses are not known.
        ArgumentError: There is no such law, gain or end, or a number is out of range.
    """
    for one in (stop,) if isinstance(stop, str) else stop:
        check_choice(one, "stop", ENDS)
    from rvs.collision.simulating import Wish, run_of

    cell = cell_of(what)
    placed = with_cube(robot_in(cell, robot), payload)
    rows = None if motion is None else rows_in(cell, motion, placed.id)
    here = np.asarray(cell.postures[placed.id] if rows is None else rows.rows.array[0])
    start = here if q is None else check_posture(placed.robot, q)
    wanted, usual = None, usual_duration(None)
    if rows is not None:
        wanted, usual = along(rows.times.array, rows.rows.array), usual_duration(rows.duration)
    elif goal is not None:
        wanted = step(start, check_posture(placed.robot, goal), at)
    wish = Wish(
        law, dict(gains or {}), usual if duration is None else duration, start, wanted,
        speed=None if qd is None else check_posture(placed.robot, qd), friction=friction,
        limited=effort_limits, ends_at_limits=LIMITS in stop, ends_in_contact=CONTACT in stop,
        locked=frozenset(locked), delay=delay, model_error=model_error, springs=springs,
        push=None if push is None else Push(push, *push_time), rate=rate, seed=seed,
    )  # fmt: skip
    robots = tuple(placed if one.id == placed.id else one for one in cell.robots)
    state = replace(cell.state, document=replace(cell.document, robots=robots))
    return simulated(placed, run_of(state, placed, wish))


def simulated(placed: PlacedRobot, run: Run) -> Simulated:
    """Return what becomes of a robot in a run."""
    # only here: arguments can be read, and help be printed, without what checks collisions
    from rvs.study.simulate.simulate import simulate as compute

    return Simulated(placed, run, compute(run))


def peak_torque(outcome: Outcome) -> Array:
    """Return the largest torque of each motor (n,)."""
    found: Array = np.abs(outcome.torque).max(axis=0)
    return found


def write_rows(path: Path, outcome: Outcome, architecture: Architecture) -> None:
    """Write a run as a joint trajectory."""
    name = architecture.robot.name
    rows = JointRows.of(run_trajectory(name, outcome), name, architecture.unit)
    save_jtraj(path, rows, architecture)
