"""The table for choosing motors: requirements of a motion on each drive."""

from __future__ import annotations

from math import degrees, isfinite, pi

from rvs.bodies.dynamic import IncludedLoads
from rvs.engine.robot import Robot
from rvs.export.tables.robot_tables import NOTHING
from rvs.export.tables.table import Row, Table
from rvs.model.numbers.quantities import joint_symbol, significant
from rvs.study.drives import DriveNeed

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
    rows = tuple(_row(robot, index, need) for index, need in enumerate(needs))
    caption = f"Requirements on the drives of {robot.name or 'the robot'} along {motion}"
    notes = (
        "Torques are on the link side; at the motor they are divided by the gear ratio. "
        f"A negative power is braking power. {counts.words}",
    )
    return Table(caption, HEADINGS, rows, "l" + "r" * (len(HEADINGS) - 1), notes)


def _row(robot: Robot, index: int, need: DriveNeed) -> Row:
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
