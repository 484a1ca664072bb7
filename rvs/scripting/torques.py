"""What postures and motions ask of the drives, as results of scripts."""

from __future__ import annotations

from functools import cached_property
from math import isfinite
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from rvs.bodies.counted import Counted
from rvs.bodies.dynamic import counted_of, weighed_robot
from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import check_posture
from rvs.engine.robot import Robot
from rvs.export.tables.drive_table import drive_table
from rvs.model.motions.loads import Force, load_along, overloads
from rvs.model.motions.motion import JointTrajectory, Motion
from rvs.model.motions.paces import quickest, slowed
from rvs.model.motions.rates import Violation
from rvs.model.plots.kinds import Options
from rvs.scripting.plots import Plotted, plots_along
from rvs.scripting.subjects import What, cell_of, robot_in, rows_in, with_cube
from rvs.scripting.tables import Tabled
from rvs.study.drives import DriveNeed, Load, Slowing, drive_needs, load_of, slow_down
from rvs.value_class import dataclass


@dataclass(frozen=True, eq=False)
class Torques:
    """What a posture or a motion asks of the drives.

    Attributes:
        robot: The robot with what it carries.
        counted: What the torques count beside the links: end-effector, payload, motors.
        load: Torques and what they are made of.
        rows: The motion, or None of a posture.
        force: What pushes on the tool, or None.
        name: What the motion is called.
    """

    robot: Robot
    counted: Counted
    load: Load
    rows: JointTrajectory | None = None
    force: Force | None = None
    name: str = "the posture"

    @property
    def torque(self) -> Array:
        """Torques of a posture (n,), or along a motion (m, n), N m and N."""
        found: Array = self.load.torques
        return found[0] if self.rows is None else found

    @cached_property
    def needs(self) -> tuple[DriveNeed, ...]:
        """What each drive is asked for."""
        return drive_needs(self.robot, self.load)

    @property
    def use(self) -> Array:
        """Part of its effort that each drive needs at its peak (n,); 0 where none is known."""
        return np.array([need.use for need in self.needs])

    @property
    def weakest(self) -> int:
        """The joint, from 0, whose drive is nearest to its limit, or asked the most.

        Where no effort is known, it is the one with the largest torque.
        """
        known = any(isfinite(joint.effort) for joint in self.robot.joints)
        return int(np.argmax(self.use if known else self.load.peaks))

    @cached_property
    def beyond(self) -> tuple[Violation, ...]:
        """Every stretch of time in which a drive is too weak."""
        return overloads(self.robot, self.load)

    @cached_property
    def slower(self) -> Slowing:
        """How many times as long the motion has to take, and which limit asks for it."""
        return slow_down(self.robot, self.load)

    @property
    def table(self) -> Tabled:
        """What each drive is asked for, to be shown and written."""
        return Tabled(drive_table(self.robot, self.needs, self.name, self.counted))

    @property
    def plots(self) -> Plotted:
        """The torques along the motion.

        Raises:
            ArgumentError: They are those of a posture.
        """
        if self.rows is None:
            raise ArgumentError("a posture has nothing to plot; name a motion")
        options = Options(carrier=self.robot, force=self.force)
        return Plotted(tuple(plots_along(self.robot, self.rows, ("torque",), options)))

    def save(self, path: str | Path) -> Path:
        """Write the table as .tex, .md, .csv or .html, or a plot as .pdf, .svg, .eps or .ps.

        Raises:
            ArgumentError: Another suffix.
            OSError: The file can't be written.
        """
        from rvs.export.formats.write import FORMATS

        drawn = Path(path).suffix.lower() in FORMATS
        return (self.plots if drawn else self.table).save(path)

    def __repr__(self) -> str:
        joint = self.weakest
        unit = "N m" if self.robot.joints[joint].turns else "N"
        words = f"the most heavily loaded is joint {joint + 1}, {self.needs[joint].peak:.4g} {unit}"
        return f"<Torques of {self.robot.name}, {self.name}: {words}. {self.counted.words}>"

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def torque(
    what: What = None,
    motion: Motion | str | None = None,
    *,
    robot: str = "",
    q: ArrayLike | None = None,
    qd: ArrayLike | None = None,
    qdd: ArrayLike | None = None,
    payload: float = 0.0,
    force: Force | None = None,
    slower: float | None = None,
    fastest: bool = False,
) -> Torques:
    """Find out what a posture or a motion asks of the drives.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        motion: The motion, or the name of one; a posture if left out.
        robot: Id of a robot of the cell; the active one if left out.
        q: The posture (n,), rad and m; the present one if left out.
        qd: Joint velocities there (n,).
        qdd: Joint accelerations there (n,).
        payload: Mass of a cube that the tool carries, kg.
        force: What pushes on the tool point, N along the axes of the world; moments may follow.
        slower: The motion takes so many times as long; 0 for the least that keeps all limits.
        fastest: The motion takes the least time along the same way that all limits allow.

    Returns:
        Torques of every joint, N m or N, and powers, W, at the times of the motion or in the
        posture.

    Raises:
        RvsError: There is no such robot or motion, or masses are not known.
        ArgumentError: Both a motion and a posture, or a number that can't be.
    """
    cell = cell_of(what)
    placed = with_cube(robot_in(cell, robot), payload)
    carrier, counts = weighed_robot(placed), counted_of(placed)
    if motion is None:
        here = cell.postures[placed.id] if q is None else q
        rest = np.zeros(carrier.n)
        posture, speed, acceleration = (
            check_posture(carrier, rest if one is None else one)[None] for one in (here, qd, qdd)
        )
        load = load_of(carrier, [0.0], posture, speed, acceleration, force)
        return Torques(carrier, counts, load, force=force)
    if any(one is not None for one in (q, qd, qdd)):
        raise ArgumentError("q, qd, qdd: a motion has postures of its own; leave them out")
    rows = paced(carrier, rows_in(cell, motion, placed.id), force, slower, fastest)
    name = motion if isinstance(motion, str) else "the motion"
    return Torques(carrier, counts, load_along(carrier, rows, force), rows, force, name)


def paced(
    robot: Robot,
    rows: JointTrajectory,
    force: Force | None,
    slower: float | None,
    fastest: bool,
) -> JointTrajectory:
    """Return a motion at another pace.

    Args:
        robot: The robot with what it carries.
        rows: The motion.
        force: What pushes on the tool point, or None.
        slower: So many times as long, 0 for the least that keeps all limits, or None.
        fastest: As fast as all limits allow.
    """
    if fastest:
        return quickest(robot, rows, force).trajectory
    if slower is None:
        return rows
    factor = slower or slow_down(robot, load_along(robot, rows, force)).factor
    return slowed(rows, factor).trajectory if isfinite(factor) else rows
