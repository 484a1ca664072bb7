"""The torques of postures and motions: the question, and its answer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rvs.bodies.dynamic import IncludedLoads, counted_of, weighed_robot
from rvs.engine.arrays import Array
from rvs.engine.dynamics import reactions
from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import check_posture
from rvs.engine.robot import Robot
from rvs.export.tables.study_tables import drive_table
from rvs.fields.field import asked
from rvs.files.motions.jtraj import JointRows, save_jtraj
from rvs.files.robots.arch import Architecture
from rvs.model.document import PlacedRobot
from rvs.model.motions.loads import Force, load_along, overloads
from rvs.model.motions.motion import JointTrajectory, Motion
from rvs.model.motions.rates import Violation
from rvs.model.motions.time_scaling import quickest, slowed
from rvs.model.numbers.quantities import significant
from rvs.model.plots.kinds import Options
from rvs.scripting.asking import Answer, Question, function
from rvs.scripting.cell import Cell
from rvs.scripting.plots import Plotted, plots_along
from rvs.scripting.subjects import (
    motion_field,
    payload_field,
    posture_field,
    robot_in,
    rows_in,
    title_of,
    with_cube,
)
from rvs.scripting.tables import Tabled, finite, in_degrees, tabulate
from rvs.study.drives import (
    PARTS,
    DriveNeed,
    Load,
    Payload,
    Slowing,
    drive_needs,
    largest_payload,
    load_of,
    push,
    slow_down,
)
from rvs.study.lifting.worst import Worst, worst_posture
from rvs.value_class import dataclass

# Torques are sums of many products; what is left of 0 is far below this, in N m and N.
ROUNDING = 1e-9
# Where velocities and accelerations come from.
RATES = {
    "formula": "its rates are known",
    "differences": "rates from differences of its rows",
}
# A limit that is met to this part is kept.
SLACK = 1e-6


@dataclass(frozen=True, eq=False)
class Torques(Answer):
    """The torques of a posture or a motion, and the use of its drives.

    Attributes:
        robot: The robot with its load.
        counted: Additional masses and losses in the torques: end-effector, payload, motors.
        load: Torques and their components.
        rows: The motion, or None for a posture.
        force: Push on the tool, or None.
        name: Name of the motion.
        worst: The posture with the largest holding torques, if requested.
        unit: Unit of length of the robot's file.
    """

    robot: Robot
    counted: IncludedLoads
    load: Load
    rows: JointTrajectory | None = None
    force: Force | None = None
    name: str = "the posture"
    worst: Worst | None = None
    unit: str = "m"

    @property
    def torque(self) -> Array:
        """Torques of a posture (n,), or along a motion (m, n), N m and N."""
        found: Array = self.load.torques
        return found[0] if self.rows is None else found

    @cached_property
    def needs(self) -> tuple[DriveNeed, ...]:
        """The load of each drive."""
        return drive_needs(self.robot, self.load)

    @property
    def use(self) -> Array:
        """Fraction of its effort that each drive uses at its peak (n,); 0 if none is known."""
        return np.array([need.use for need in self.needs])

    @property
    def weakest(self) -> int:
        """The joint, from 0, whose drive is nearest to its limit, or has the largest load.

        If no effort is known, it is the joint with the largest torque.
        """
        known = any(isfinite(joint.effort) for joint in self.robot.joints)
        return int(np.argmax(self.use if known else self.load.peaks))

    @cached_property
    def beyond(self) -> tuple[Violation, ...]:
        """Every period in which a drive is too weak."""
        return overloads(self.robot, self.load)

    @cached_property
    def slower(self) -> Slowing:
        """The factor by which the motion has to be slower, and the limit that requires it."""
        return slow_down(self.robot, self.load)

    @property
    def table(self) -> Tabled:
        """The load of each drive as a table."""
        return Tabled(drive_table(self.robot, self.needs, self.name, self.counted))

    @property
    def facts(self) -> dict[str, Any]:
        """The torques for JSON: N m, N, W, J, s; speeds in rad and m; postures in ° and m."""
        told = self._along if self.rows is not None else self._worst if self.worst else self._here
        efforts = finite([joint.effort for joint in self.robot.joints])
        return {**told(), "effort": efforts, "counted": self.counted.facts}

    def _here(self) -> dict[str, Any]:
        load = self.load
        wrench = None if self.force is None else push(self.robot, load.q[0], self.force)
        joints = reactions(
            self.robot, load.q[0], load.speeds[0], load.accelerations[0], wrench=wrench
        )
        return {
            "torque": load.torques[0].tolist(),
            "gravity": load.parts["gravity"][0].tolist(),
            "peak": load.peaks.tolist(),
            "rms": load.rms.tolist(),
            "parts": {key: part[0].tolist() for key, part in load.parts.items()},
            "reactions": {"force": joints.force.tolist(), "moment": joints.moment.tolist()},
            "largest_payload": finite(self.largest_payload.mass),
        }

    def _worst(self) -> dict[str, Any]:
        worst = self.worst
        assert worst is not None
        return {
            "q": in_degrees(self.robot, worst.q),
            "torque": worst.torques.tolist(),
            "joint": worst.joint + 1,
            "share": worst.share or None,
            "largest": worst.largest.tolist(),
            "postures": in_degrees(self.robot, worst.postures),
        }

    def _along(self) -> dict[str, Any]:
        load, needs = self.load, self.needs
        return {
            "times": load.times.tolist(),
            "rates": self._how,
            "torque": load.torques.tolist(),
            "gravity": load.parts["gravity"].tolist(),
            "peak": load.peaks.tolist(),
            "rms": load.rms.tolist(),
            "parts": {key: part.tolist() for key, part in load.parts.items()},
            "speed": [need.speed for need in needs],
            "power": [need.power for need in needs],
            "braking": [need.braking for need in needs],
            "peak_power": [need.peak_power for need in needs],
            "mean_power": [need.mean_power for need in needs],
            "energy": [need.energy for need in needs],
            "beyond": [
                {"joint": one.joint + 1, "start": one.start, "end": one.end, "worst": one.worst,
                 "effort": one.limit}
                for one in self.beyond
            ],
            "slower": finite(self.slower.factor),
        }  # fmt: skip

    @property
    def _how(self) -> str:
        return "formula" if self.rows is not None and self.rows.rated else "differences"

    @cached_property
    def largest_payload(self) -> Payload:
        """The largest mass at the tool that the drives can hold in the posture."""
        return largest_payload(self.robot, self.load.q[0])

    @property
    def lines(self) -> list[str]:
        """The title of the table."""
        name = self.robot.name
        if self.rows is not None:
            return [f"{name}, {self.name}: {self.load.times[-1]:.4g} s, {RATES[self._how]}"]
        if self.worst is None:
            return [f"{name}: efforts of the joints"]
        return [f"{name}: the largest holding torque of each joint"]

    @property
    def printed(self) -> Tabled:
        """The load of each drive; for a posture with the components of each torque."""
        robot, load, joints = self.robot, self.load, enumerate(self.robot.joints)
        if self.rows is not None:
            return self.table
        if self.worst is None:
            parts = [key for key, part in load.parts.items() if np.any(part)]
            return tabulate(
                ((joint.name or f"joint {i + 1}", _torque(robot, i, load.torques[0, i]),
                  *_share(robot, i, load.peaks[i]),
                  *(_number(load.parts[key][0, i]) for key in parts)) for i, joint in joints),
                ("joint", "torque", "effort", "use", *(PARTS[key] for key in parts)),
            )  # fmt: skip
        most, at = self.worst.largest, self.worst.postures
        return tabulate(
            ((joint.name or f"joint {i + 1}", _torque(robot, i, most[i]),
              *_share(robot, i, most[i]), _listed(np.round(in_degrees(robot, at[i]), 4).tolist()))
             for i, joint in joints),
            ("joint", "torque", "effort", "use", "at"),
        )  # fmt: skip

    @property
    def notes(self) -> list[str]:
        """Overloaded drives, the permitted pace or payload, and the included masses."""
        robot, worst, payload = self.robot, self.worst, ""
        if self.rows is not None:
            found = [
                f"joint {one.joint + 1} needs {_torque(robot, one.joint, one.worst)} from "
                f"{one.start:.3g} to {one.end:.3g} s, more than its "
                f"{_torque(robot, one.joint, abs(one.limit))}"
                for one in self.beyond
            ]
            return [*found, advice(robot, self.load, self.slower), self.counted.words]
        if worst is not None:
            words = (
                f"{worst.share:.0%} of its effort"
                if worst.share
                else ("the largest torque of all joints")
            )
            payload = f"the worst posture is that of joint {worst.joint + 1}: {words}"
        elif isfinite(self.largest_payload.mass):
            mass, joint = self.largest_payload.mass, self.largest_payload.joint or 0
            payload = (
                f"largest payload at the tool in this posture: {mass:.4g} kg, limited by joint "
                f"{joint + 1} of {robot.n}"
            )
        return [*filter(None, [payload]), self.counted.words]

    @property
    def plots(self) -> Plotted:
        """The torques along the motion.

        Raises:
            ArgumentError: The torques are those of a posture.
        """
        if self.rows is None:
            raise ArgumentError("a posture has nothing to plot; name a motion")
        options = Options(carrier=self.robot, force=self.force)
        return Plotted(tuple(plots_along(self.robot, self.rows, ("torque",), options)))

    def save(self, path: str | Path) -> Path:
        """Write the table as .tex, .md, .csv or .html, a plot as .pdf, .svg, .eps or .ps.

        The motion at its pace is written as .jtraj.

        Raises:
            ArgumentError: Another suffix, or a posture, which has no plot and no motion.
            OSError: The file can't be written.
        """
        target, rows = Path(path), self.rows
        if target.suffix.lower() != ".jtraj":
            return super().save(target)
        if rows is None or rows.dt is None:
            why = (
                "a posture is not a motion"
                if rows is None
                else "its rows are not equally spaced in time"
            )
            raise ArgumentError(f"{target.name}: {why}")
        made = JointRows.of(rows, self.robot.name, self.unit)
        save_jtraj(target, made, Architecture(self.robot, self.unit))
        return target

    def __repr__(self) -> str:
        joint = self.weakest
        unit = "N m" if self.robot.joints[joint].turns else "N"
        words = f"the most heavily loaded is joint {joint + 1}, {self.needs[joint].peak:.4g} {unit}"
        return f"<Torques of {self.robot.name}, {self.name}: {words}. {self.counted.words}>"


@dataclass(frozen=True, eq=False, kw_only=True)
class Torque(Question):
    """Compute the torques that a posture or a motion requires from the drives.

    Returns:
        Torques of every joint, N m or N, and powers, W, at the times of the motion or in the
        posture.

    Raises:
        RvsError: There is no such robot or motion, or masses are not known.
        ArgumentError: Both a motion and a posture, or an invalid number.
    """

    called = "torque"
    by_place = ("motion",)
    output = "OUT.jtraj"
    writes = "the motion at its new speed, a plot of its torques, or the table"
    returns = "Torques"
    cells = True

    motion: Motion | str | None = motion_field(
        "Use this motion (or the motion with this name) instead of a posture"
    )
    q: ArrayLike | None = posture_field("Use this posture")
    qd: ArrayLike | None = asked(
        None,
        "Use these joint velocities, per second",
        kind="joints",
        usual="0",
        label="Joint velocities",
    )
    qdd: ArrayLike | None = asked(
        None, "Use these joint accelerations, per second squared", kind="joints",
        usual="0", label="Joint accelerations",
    )  # fmt: skip
    payload: float = payload_field()
    force: Force | None = asked(
        None, "Push on the tool point with this force in N along the world axes; three moments "
              "in N m may follow", kind="numbers", label="Force at the tool (N)",
    )  # fmt: skip
    worst: bool = asked(
        False, "Use the posture within the limits with the largest holding torque",
        label="Worst posture",
    )  # fmt: skip
    slower: float | None = asked(
        None, "Slow the motion down by this factor; 0 for the smallest within all limits",
        least=0.0, label="Slow down by this factor",
    )  # fmt: skip
    fastest: bool = asked(
        False, "Use the shortest time along the same path within the limits of speed, "
        "acceleration and effort", label="Minimum time on the path",
    )  # fmt: skip

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.motion is None:
            self.keep_apart("a posture", "slower", "fastest")
        else:
            self.keep_apart("a motion", "q", "qd", "qdd", "worst")
        if self.worst:
            self.keep_apart("the worst posture", "q", "qd", "qdd", "force")
        if self.fastest:
            self.keep_apart("the fastest pace", "slower")

    def answer(self, cell: Cell, robot: str = "") -> Torques:
        """Compute the torques of a robot of a cell."""
        placed = with_cube(robot_in(cell, robot), self.payload)
        carrier, counts = weighed_robot(placed), counted_of(placed)
        force = None if self.force is None else _in_own_axes(placed, self.force)
        if self.motion is not None:
            rows = paced(carrier, rows_in(cell, self.motion, placed.id), force, self.slower,
                         self.fastest)  # fmt: skip
            load = load_along(carrier, rows, force)
            return Torques(
                carrier, counts, load, rows, force, title_of(self.motion), unit=placed.unit
            )
        worst = worst_posture(carrier) if self.worst else None
        here = cell.postures[placed.id] if self.q is None else self.q
        rest = np.zeros(carrier.n)
        posture, speed, acceleration = (
            check_posture(carrier, rest if one is None else one)[None]
            for one in (here if worst is None else worst.q, self.qd, self.qdd)
        )
        load = load_of(carrier, [0.0], posture, speed, acceleration, force)
        return Torques(carrier, counts, load, force=force, worst=worst, unit=placed.unit)


torque = function(Torque)


def _in_own_axes(placed: PlacedRobot, force: Force) -> Force:
    """Return a force, and moments if any, in the robot's own axes; other counts as they are."""
    if len(force) not in (3, 6):
        return force
    turned = np.reshape(force, (-1, 3)) @ np.array(placed.place)[:3, :3]
    return tuple(turned.ravel().tolist())


def paced(
    robot: Robot,
    rows: JointTrajectory,
    force: Force | None,
    slower: float | None,
    fastest: bool,
) -> JointTrajectory:
    """Return a motion at another pace.

    Args:
        robot: The robot with its load.
        rows: The motion.
        force: Push on the tool point, or None.
        slower: Multiple of the duration, 0 for the least that all limits allow, or None.
        fastest: Use the highest speed that all limits allow.
    """
    if fastest:
        return quickest(robot, rows, force).trajectory
    if slower is None:
        return rows
    factor = slower or slow_down(robot, load_along(robot, rows, force)).factor
    return slowed(rows, factor).trajectory if isfinite(factor) else rows


def advice(robot: Robot, load: Load, slower: Slowing) -> str:
    """Return the pace that the drives permit, in a sentence."""
    if slower.joint is None or slower.factor <= 1.0 + SLACK:
        known = any(math.isfinite(joint.effort) for joint in robot.joints)
        return "no limit is exceeded" if known else "no effort limit is known"
    joint, row = slower.joint, slower.row or 0
    when = f"at {load.times[row]:.3g} s"
    if math.isinf(slower.factor):
        held = load.torques[row, joint] - sum(
            load.parts[key][row, joint] for key in ("inertia", "coriolis", "rotor")
        )
        return (
            f"a slower motion does not help: {when} joint {joint + 1} needs "
            f"{_torque(robot, joint, held)} against gravity, friction and the force at the "
            f"tool alone, more than its {_torque(robot, joint, robot.joints[joint].effort)}"
        )
    limit = "effort" if slower.limit == "torque" else slower.limit
    return (
        f"{slower.factor:.4g} times as slow, the motion keeps all limits; the reason is the "
        f"{limit} of joint {joint + 1} {when}"
    )


def _torque(robot: Robot, joint: int, value: float) -> str:
    return f"{_number(value)} {'N m' if robot.joints[joint].turns else 'N'}"


def _number(value: float) -> str:
    """Return a torque with four digits; values below the rounding error are 0."""
    return significant(value) if abs(value) > ROUNDING else "0"


def _share(robot: Robot, joint: int, value: float) -> tuple[str, str]:
    effort = robot.joints[joint].effort
    if math.isinf(effort):
        return "–", "–"
    return _torque(robot, joint, effort), f"{value / effort:.0%}"


def _listed(values: Sequence[float]) -> str:
    return " ".join(significant(value) for value in values)
