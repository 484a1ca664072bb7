"""A robot's tables: Denavit-Hartenberg, limits, masses and motors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf, isfinite

from rvs.engine.joint import KIND_LETTERS, Joint
from rvs.engine.offset_naming import offset_letter
from rvs.engine.robot import Robot
from rvs.export.tables.table import Row, Table, compact
from rvs.model.numbers.quantities import joint_number, joint_symbol, short_number
from rvs.model.numbers.units import UNITS, Unit
from rvs.model.robots.columns import DRIVES, MASSES, Column
from rvs.model.robots.parameters import SYMBOLS, Parameters
from rvs.model.robots.table_text import NOTHING as EMPTY
from rvs.model.robots.table_text import CellUnits, shown_cell

NOTHING = "–"
DECIMALS, DIGITS, RATE_DIGITS = 6, 4, 7
CONVENTIONS = {
    "standard": (
        "Standard convention: frame i−1 turns by θ about its z axis and moves by {} "
        "along it, then moves by a along the new x axis and turns by α about it."
    ),
    "modified": (
        "Modified convention (Craig): frame i−1 turns by α about its x axis and moves "
        "by a along it, then turns by θ about the new z axis and moves by {} along it; "
        "Craig numbers a and α by i−1."
    ),
    "general": "Joints without numbers are described by poses.",
}
OFFSETS = "The joint variable starts from zero; its offset is added to it."
RATES = ("speed", "acceleration", "effort")
MOTORS = tuple(one for one in DRIVES if not one.optional)
(STIFFNESS,) = (one for one in DRIVES if one.id == "stiffness")
_LETTERS = {kind: letter for letter, kind in KIND_LETTERS.items()}


def units_of(unit: str, angle: str = "deg") -> CellUnits:
    """Return the units of tables: a robot's own length, and an angle."""
    return CellUnits(UNITS[unit], UNITS[angle])


def dh_table(robot: Robot, units: CellUnits) -> Table:
    """Return the Denavit-Hartenberg table, with the joint variables as symbols."""
    length, angle = units.length.symbol, units.angle.symbol
    conventions = dict.fromkeys(joint.convention for joint in robot.joints)
    words = " and ".join(conventions)
    notes = [CONVENTIONS[name].format(offset_letter()) for name in conventions]
    if any(joint.offset for joint in robot.joints):
        notes.append(OFFSETS)
    # Craig numbers a and α of a row by the frame before.
    before = "(i−1)" if set(conventions) == {"modified"} else ""
    link = (f"a{before} ({length})", f"α{before} ({angle})")
    headings: Row = ("i", "joint", *link, f"{offset_letter()} ({length})", f"θ ({angle})")
    rows = tuple(_dh_row(joint, k, units) for k, joint in enumerate(robot.joints))
    align = "rlrrrr"
    if len(conventions) > 1:
        # Each row says its own: read without the notes it would be another robot.
        headings, align = (*headings, "convention"), align + "l"
        pairs = zip(rows, robot.joints, strict=True)
        rows = tuple((*row, joint.convention) for row, joint in pairs)
    caption = f"Denavit–Hartenberg parameters of {robot.name or 'the robot'} ({words} convention)"
    return Table(caption, headings, rows, align, tuple(notes))


def _dh_row(joint: Joint, index: int, units: CellUnits) -> Row:
    head = (str(index + 1), _LETTERS[joint.kind])
    if joint.convention == "general":
        return (*head, NOTHING, NOTHING, NOTHING, NOTHING)
    a, alpha = _number(joint.a, units.length), _number(joint.alpha, units.angle)
    if joint.kind == "prismatic":
        theta = _number(joint.theta, units.angle)
        return (*head, a, alpha, _variable(joint, index, units.length), theta)
    slide = _number(joint.d, units.length)
    if joint.kind == "helical":
        pitch = short_number(joint.pitch / units.length.factor, DECIMALS)
        start = "" if slide == "0" else f"{slide} + "
        # an advance is one for a radian, whatever angles are written in
        slide = f"{start}{pitch} θ{joint_number(index)}/rad"
    return (*head, a, alpha, slide, _variable(joint, index, units.angle))


def _variable(joint: Joint, index: int, unit: Unit) -> str:
    symbol = joint_symbol(joint, index)
    offset = _number(abs(joint.offset), unit)
    if offset == "0":
        return symbol
    return f"{symbol} {'−' if joint.offset < 0 else '+'} {offset}"


def parameter_table(robot: Robot, parameters: Parameters, units: CellUnits) -> Table | None:
    """Return the named parameters with their values in all variants; None without any.

    Args:
        robot: The robot.
        parameters: Its parameters.
        units: Units of the table.
    """
    if not parameters.every:
        return None
    shown = {"length": units.length, "angle": units.angle}
    headings: Row = (
        *("name", "value", "unit", "expression", "from", "to"),
        *(one.name for one in parameters.variants), "meaning",
    )  # fmt: skip
    rows = []
    for one in parameters:
        unit = shown.get(one.measure)
        factor, symbol = (unit.factor, unit.symbol) if unit else (1.0, SYMBOLS[one.measure])
        kept = (dict(each.values).get(one.name, inf) for each in parameters.variants)
        value, *others = (
            short_number(number / factor, DECIMALS) if isfinite(number) else NOTHING
            for number in (one.value, one.least, one.most, *kept)
        )
        known = (value, symbol or NOTHING, one.text or NOTHING, *others, one.meaning or NOTHING)
        rows.append((one.name, *known))
    cells = [f"{one.column} of joint {one.row + 1} = {one.text}" for one in parameters.formulas]
    notes = (f"Cells of the table: {'; '.join(cells)}.",) if cells else ()
    align = "lrllrr" + "r" * len(parameters.variants) + "l"
    caption = f"Parameters of {robot.name or 'the robot'}"
    return compact(Table(caption, headings, tuple(rows), align, notes), NOTHING)


def limits_table(robot: Robot, units: CellUnits) -> Table:
    """Return initial values, limits and rates of the joints; unknown columns are omitted.

    Arguments as for ``dh_table``.
    """
    rows = tuple(_limits_row(joint, k, units) for k, joint in enumerate(robot.joints))
    headings = (
        *("i", "name", "joint", "unit", "from", "to", "initial"),
        *("speed (/s)", "acceleration (/s²)", "effort"),
    )
    caption = f"Initial values and limits of {robot.name or 'the robot'}"
    unknown = [
        words for k, words in enumerate(RATES, len(headings) - len(RATES))
        if all(row[k] == NOTHING for row in rows)
    ]  # fmt: skip
    notes = (f"Not known for any joint: {', '.join(unknown)}.",) if unknown else ()
    return compact(Table(caption, headings, rows, "rlllrrrrrr", notes), NOTHING)


def _limits_row(joint: Joint, index: int, units: CellUnits) -> Row:
    unit = units.angle if joint.turns else units.length
    # a rate that follows from a motor has endless decimals
    values = (
        *joint.limits,
        joint.home,
        *(_rate(v, unit) for v in (joint.rate, joint.acceleration)),
    )
    numbers = (_number(value, unit) if isfinite(value) else NOTHING for value in values)
    effort = NOTHING
    if isfinite(joint.effort):
        effort = f"{short_number(joint.effort, DIGITS)} {'N m' if joint.turns else 'N'}"
    kind = joint.kind + (", locked" if joint.locked else "")
    return (str(index + 1), joint.name or NOTHING, kind, unit.symbol, *numbers, effort)


def _rate(value: float, unit: Unit) -> float:
    return float(f"{value / unit.factor:.{RATE_DIGITS}g}") * unit.factor


def mass_table(robot: Robot, units: CellUnits) -> Table | None:
    """Return masses, centres of mass and moments of the links; None if none is known.

    Arguments as for ``dh_table``; moments are about the centre of mass.
    """
    if not any(joint.inertia for joint in robot.joints):
        return None
    length = units.length.symbol
    headings = (
        *("i", "m (kg)", *(f"{axis} ({length})" for axis in "xyz")),
        *("Ixx (kg m²)", "Iyy", "Izz", "Ixy", "Iyz", "Ixz"),
    )
    caption = f"Mass properties of the links of {robot.name or 'the robot'}"
    note = "Centre of mass and moments about it, in the axes of the link frame."
    return _dynamics(robot, MASSES, replace(units, frame=False), headings, caption, note)


def motor_table(robot: Robot, units: CellUnits) -> Table | None:
    """Return inertia, gear, friction and stiffness of the drives; None if none is known.

    Arguments as for ``dh_table``.
    """
    springs = any(shown_cell(joint, STIFFNESS, units) != EMPTY for joint in robot.joints)
    if not (springs or any(joint.motor for joint in robot.joints)):
        return None
    headings: Row = ("i", "Jm (kg m²)", "G", "B (N m s)", "Tc+ (N m)", "Tc− (N m)")
    shown = MOTORS
    if springs:
        headings, shown = (*headings, "k (N m/rad or N/m)"), (*shown, STIFFNESS)
    caption = f"Motors of {robot.name or 'the robot'}"
    note = "Rotor inertia and friction at the motor; G is motor turns per joint turn."
    return _dynamics(robot, shown, units, headings, caption, note)


def _dynamics(
    robot: Robot, shown: Sequence[Column], units: CellUnits, headings: Row, caption: str, note: str
) -> Table:
    """Return masses or motors of all joints, in the words of the window's tables."""
    rows = []
    for k, joint in enumerate(robot.joints):
        cells = (shown_cell(joint, column, units) for column in shown)
        rows.append((str(k + 1), *(NOTHING if cell == EMPTY else cell for cell in cells)))
    align = "r" + "d" * len(shown)
    return Table(caption, headings, tuple(rows), align, (note,))


def _number(value: float, unit: Unit) -> str:
    return short_number(value / unit.factor, DECIMALS)
