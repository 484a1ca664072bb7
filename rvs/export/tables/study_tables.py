"""Tables of studies: requirements of a motion on each drive, and robots compared by workspace."""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees, isfinite, pi

from rvs.bodies.dynamic import IncludedLoads
from rvs.engine.robot import Robot
from rvs.export.tables.robot_tables import NOTHING
from rvs.export.tables.table import Row, Table, compact
from rvs.model.numbers.quantities import joint_symbol, significant
from rvs.model.numbers.units import Unit
from rvs.study.dexterity import TASK_WORDS, Task
from rvs.study.drives import DriveNeed
from rvs.study.workspace.outline import Summary, measured

HEADINGS = (
    "joint", "peak", "effort", "use", "mean (rms)", "holding", "speed", "peak power",
    "mean power", "energy", "motor peak", "motor rms", "motor speed",
)  # fmt: skip
TIPS = (
    "",
    "Largest torque along the motion",
    "Largest effort of the joint",
    "Peak as a fraction of the effort",
    "Root mean square of the torque, which heats the motor",
    "Largest torque against gravity alone",
    "Largest speed",
    "Power of largest magnitude; negative when the drive brakes",
    "Mean magnitude of the power",
    "Work over the whole motion",
    "Largest torque at the motor, before the gear",
    "Root mean square of the torque at the motor",
    "Largest speed of the motor",
)
DIGITS = 3
ROUNDING = 1e-6


def drive_table(
    robot: Robot, needs: tuple[DriveNeed, ...], motion: str, counts: IncludedLoads
) -> Table:
    """Return the requirements of a motion on each drive, with units in every cell.

    Args:
        robot: The robot.
        needs: Requirements of the motion, joint by joint.
        motion: Name of the motion.
        counts: Additional masses and losses in the torques.
    """
    rows = tuple(_drive_row(robot, index, need) for index, need in enumerate(needs))
    caption = f"Requirements on the drives of {robot.name or 'the robot'} along {motion}"
    notes = (
        "Torques are on the link side; at the motor they are divided by the gear ratio. "
        f"A negative power is braking power. {counts.words}",
    )
    return Table(caption, HEADINGS, rows, "l" + "r" * (len(HEADINGS) - 1), notes)


def _drive_row(robot: Robot, index: int, need: DriveNeed) -> Row:
    joint = robot.joints[index]
    torque, turns = ("N m" if joint.turns else "N"), joint.turns
    known = isfinite(need.effort)
    speed = f"{_text(degrees(need.speed))}°/s" if turns else f"{_text(need.speed)} m/s"
    motor = joint.motor is not None
    fast = f"{_text(need.motor_speed * 30 / pi)} rpm" if turns else f"{_text(need.motor_speed)} m/s"
    return (
        joint_symbol(joint, index),
        f"{_text(need.peak)} {torque}",
        f"{_text(need.effort)} {torque}" if known else NOTHING,
        f"{need.use:.0%}" if known else NOTHING,
        f"{_text(need.rms)} {torque}",
        f"{_text(need.holding)} {torque}",
        speed,
        f"{_text(need.peak_power)} W",
        f"{_text(need.mean_power)} W",
        f"{_text(need.energy)} J",
        f"{_text(need.motor_peak)} {torque}" if motor else NOTHING,
        f"{_text(need.motor_rms)} {torque}" if motor else NOTHING,
        fast if motor else NOTHING,
    )


def _text(value: float) -> str:
    if abs(value) >= 10**DIGITS:
        return f"{value:.0f}".replace("-", "−")
    return significant(value if abs(value) > ROUNDING else 0.0, DIGITS)


UNKNOWN = "–"


def comparison(robots: Sequence[Summary], unit: Unit, *notes: str) -> Table:
    """Return a table of robots, one in each row.

    Args:
        robots: The robots.
        unit: Unit of length.
        notes: Sentences for the reader of the table.
    """
    symbol = unit.symbol
    headings = (
        "robot", "volume (m³)", "area (m²)", "±", f"reach ({symbol})", f"from axis 1 ({symbol})",
        "least κF", "KCI (%)", "GCI", "mass (kg)",
    )  # fmt: skip
    rows = tuple(_workspace_row(one, unit.factor) for one in robots)
    caption = (
        "Workspaces: size with an estimate of its error, reach from the origin of the base and "
        "from axis 1, least condition number (weighted Frobenius norm), kinetostatic and global "
        "conditioning index, mass of the links"
    )
    said = (*notes, *task_notes(robots))
    return compact(Table(caption, headings, rows, "l" + "r" * 9, said), UNKNOWN)


def task_notes(robots: Sequence[Summary]) -> tuple[str, ...]:
    """Return sentences with the tasks of the condition numbers of robots."""
    named: dict[Task, list[str]] = {}
    for one in robots:
        named.setdefault(one.task, []).append(one.name)
    if len(named) == 1:
        return tuple(f"Task: {TASK_WORDS[task]}." for task in named)
    return tuple(f"Task of {', '.join(names)}: {TASK_WORDS[t]}." for t, names in named.items())


def _workspace_row(one: Summary, metres: float) -> Row:
    measure, error = measured(one.measure, one.error)
    singular = not isfinite(one.condition)
    return (
        one.name,
        UNKNOWN if one.planar else measure,
        measure if one.planar else UNKNOWN,
        error,
        f"{one.reach / metres:.5g}",
        UNKNOWN if one.across is None else f"{one.across / metres:.5g}",
        "∞" if singular else f"{one.condition:.4f}",
        f"{one.kci:.2f}",
        f"{one.gci:.4f}",
        UNKNOWN if one.mass is None else f"{one.mass:.4g}",
    )
