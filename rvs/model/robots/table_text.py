"""The Denavit-Hartenberg table as text cells: their contents, and the effect of typing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, isfinite
from typing import Any

from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.joint import KINDS, Joint, Kind
from rvs.engine.robot import Robot
from rvs.model.document import Document, set_joint
from rvs.model.numbers.quantities import (
    exact_number,
    gyration,
    joint_symbol,
    published_decimals,
    read,
    short_number,
    significant,
    without_noise,
)
from rvs.model.numbers.units import Unit
from rvs.model.robots.columns import COLUMNS, DRIVES, DYNAMIC, MASSES
from rvs.model.robots.columns import CellUnits as CellUnits
from rvs.model.robots.columns import Column as Column
from rvs.model.robots.dynamics_text import dynamic_number, dynamic_unit, take_dynamics
from rvs.model.robots.parameter_edits import set_expression
from rvs.model.robots.parameters import CELLS, Parameters, used
from rvs.model.robots.table import LONGEST_NAME, set_kind
from rvs.model.state import Posture

Cell = tuple[int, str]

DECIMALS = 4
NOTHING = "—"
UNLIMITED = ("", "-", "−", NOTHING, "none", "inf", "∞")
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


# In the modified convention they lead from the frame before to the joint's axis: a(i−1), α(i−1).
BEFORE = ("a", "alpha")
# What belongs to a joint's own variable; columns are headed by what it is of joints that turn.
FOREIGN = ("own", "speed", "acceleration", "effort", "stiffness")
BY_ID: Mapping[str, Column] = {column.id: column for column in (*COLUMNS, *MASSES, *DRIVES)}


def columns_of(robot: Robot) -> tuple[Column, ...]:
    """Return the columns of a robot's table; only screws have a pitch."""
    screws = any(joint.kind == "helical" for joint in robot.joints)
    return tuple(column for column in COLUMNS if screws or column.id != "pitch")


def is_variable(joint: Joint, column: Column) -> bool:
    """Return whether a cell contains the joint's variable, at its initial value."""
    return column.id == ("theta" if joint.turns else "d")


def is_open(joint: Joint, column: Column) -> bool:
    """Return whether a cell is editable; a joint described by poses has no such numbers."""
    if column.id == "pitch":
        return joint.kind == "helical"
    geometry = column.id in ("a", "alpha", "d", "theta")
    return not (geometry and joint.convention == "general") or is_variable(joint, column)


def heading(joints: Sequence[Joint], column: Column) -> str:
    """Return the heading of a column; modified tables number a and α by the previous frame."""
    conventions = {joint.convention for joint in joints}
    before = column.id in BEFORE and conventions == {"modified"}
    return f"{column.title}ᵢ₋₁" if before else column.title


def symbol(joint: Joint, column: Column, row: int) -> str:
    """Return the name of the number in a cell, such as ``α₂`` or ``lower limit of θ₂``.

    The first row of a table in the modified convention contains ``a₀`` and ``α₀``.
    """
    if column.id in ("a", "alpha", "d", "theta"):
        before = column.id in BEFORE and joint.convention == "modified"
        return column.title + str(row if before else row + 1).translate(_SUBSCRIPTS)
    own = joint_symbol(joint, row)
    if column in MASSES or column.measure == "moment":
        return f"{column.title} of link {row + 1}"
    words = {"lower": "lower limit", "upper": "upper limit", "kind": "kind of joint"}
    what = words.get(column.id, column.title)
    return f"{what} {row + 1}" if column.id == "kind" else f"{what} of {own}"


def dynamic_title(title: str, joints: Sequence[Joint], column: Column, units: CellUnits) -> str:
    """Return the heading of a column of masses or drives, with its unit."""
    usual = next((joint for joint in joints if joint.turns), joints[0] if joints else Joint())
    unit = f"{cell_unit(usual, column, units).symbol}{per(column)}"
    return f"{title}, {unit}" if unit else title


def cell_unit(joint: Joint, column: Column, units: CellUnits) -> Unit:
    """Return the unit of the number in a cell; for speeds it is per second; see ``per``."""
    if column.measure in DYNAMIC:
        return dynamic_unit(joint, column, units)
    if column.measure in ("own", "speed"):
        return units.angle if joint.turns else units.length
    return units.angle if column.measure == "angle" else units.length


def per(column: Column) -> str:
    """Return the suffix of the unit of a column: ``/s``, ``/s²`` or an empty text."""
    return {"speed": "/s", "acceleration": "/s²"}.get(column.measure, "")


def cell_number(joint: Joint, column: Column, frame: bool = False) -> float:
    """Return the number in a cell, SI; not finite if there is none.

    Args:
        joint: The joint.
        column: The column.
        frame: Moments are about the origin of the link frame.
    """
    if column.measure in DYNAMIC:
        return dynamic_number(joint, column, frame)
    if column.id in ("lower", "upper"):
        return joint.limits[column.id == "upper"]
    return float(getattr(joint, column.id))


def shown_cell(joint: Joint, column: Column, units: CellUnits) -> str:
    """Return the text of a cell, to 0.01 mm or four decimals, with its unit if different.

    For masses, rounding errors compared with the other numbers are shown as 0.

    The columns for a joint's own variable have the unit of angles in their headings.
    """
    if column.measure in ("kind", "text"):
        return str(getattr(joint, column.id))
    value = cell_number(joint, column, units.frame)
    if not is_open(joint, column) or not isfinite(value):
        return NOTHING
    if column in MASSES:
        kin = [one for one in MASSES if one.measure == column.measure]
        beside = [cell_number(joint, one, units.frame) for one in kin]
        own = joint.inertia if column.measure == "place" else None
        size = gyration(own.mass, own.moments) if own is not None else 0.0
        value = without_noise(beside, size)[kin.index(column)]
    unit = cell_unit(joint, column, units)
    dynamic = column.measure in DYNAMIC
    decimals = published_decimals(unit, DECIMALS)
    text = (significant if dynamic else short_number)(value / unit.factor, decimals)
    foreign = column.measure in FOREIGN and not joint.turns
    return f"{text} {unit.symbol}" if foreign else text


def exact_cell(joint: Joint, column: Column, units: CellUnits) -> str:
    """Return the text of a cell for editing: all digits, unrounded."""
    if column.measure in ("kind", "text"):
        return str(getattr(joint, column.id))
    value = cell_number(joint, column, units.frame)
    return exact_number(value, cell_unit(joint, column, units)) if isfinite(value) else ""


def edit_cells(
    document: Document, robot_id: str, texts: Mapping[Cell, str], units: CellUnits
) -> tuple[Document, dict[Cell, str]]:
    """Type texts into cells.

    Args:
        document: The document.
        robot_id: The robot.
        texts: The typed texts, by row (from 0) and id of the column.
        units: Units of plain numbers.

    Returns:
        The document with all valid entries, and by cell the reasons why others are invalid.

    Raises:
        ArgumentError: No such robot, row or column.
    """
    rows = range(document.robot(robot_id).robot.n)
    for row, column in texts:
        if row not in rows or column not in BY_ID:
            raise ArgumentError(f"texts: the table has no cell {column!r} in row {row}")
    reasons: dict[Cell, str] = {}
    for row in sorted({row for row, _ in texts}):
        cells = {column: text for (at, column), text in texts.items() if at == row}
        document = _edit_row(document, robot_id, row, cells, units, reasons)
    return document, reasons


def homes_of(before: Robot, after: Robot, posture: Posture) -> Posture | None:
    """Return the posture with edited initial values, or None if there are none."""
    if before.n != after.n:
        return None
    pairs = list(zip(before.joints, after.joints, posture, strict=True))
    if all(old.turns == new.turns and old.home == new.home for old, new, _ in pairs):
        return None
    return tuple(
        value if old.turns == new.turns and old.home == new.home else new.home
        for old, new, value in pairs
    )


def _edit_row(
    document: Document,
    robot_id: str,
    row: int,
    cells: dict[str, str],
    units: CellUnits,
    reasons: dict[Cell, str],
) -> Document:
    kind = cells.pop("kind", None)
    if kind is not None:
        try:
            document = set_kind(document, robot_id, row, read_kind(kind))
        except RvsError as error:
            reasons[row, "kind"] = str(error)
    document = _with_expressions(document, robot_id, row, cells, reasons)
    joint = document.robot(robot_id).robot.joints[row]
    changes: dict[str, Any] = {}
    for name, text in cells.items():
        try:
            changes[name] = _read(text, joint, BY_ID[name], units)
        except RvsError as error:
            reasons[row, name] = str(error)
    ends = _limits(joint, changes, reasons, row)
    typed = {name: changes.pop(name) for name in cells if name in changes and _dynamic(name)}
    dynamics, faults = take_dynamics(joint, typed, units.frame)
    reasons |= {(row, name): fault for name, fault in faults.items()}
    return set_joint(document, robot_id, row, **changes, **ends, **dynamics)


def _with_expressions(
    document: Document, robot_id: str, row: int, cells: dict[str, str], reasons: dict[Cell, str]
) -> Document:
    """Separate the expressions over parameters from the texts; a number replaces one."""
    for name in [name for name in cells if name in CELLS]:
        parameters = document.robot(robot_id).parameters
        if not is_expression(cells[name], parameters):
            cells[name] = cells[name].strip().removeprefix("=")
            if parameters.formula(row, name):
                document = set_expression(document, robot_id, row, name, "")
            continue
        try:
            document = set_expression(document, robot_id, row, name, cells.pop(name))
        except RvsError as error:
            reasons[row, name] = str(error)
    return document


def is_expression(text: str, parameters: Parameters) -> bool:
    """Return whether a text typed into a cell uses parameters, or is meant to.

    >>> from rvs.model.robots.parameters import Parameters, RobotParameter
    >>> own = Parameters((RobotParameter("L1", 0.4),))
    >>> [is_expression(text, own) for text in ("L1/2", "=L2", "pi/2", "=pi/2", "12 mm")]
    [True, True, False, False, False]
    """
    plain = text.strip()
    try:
        names = used(plain.removeprefix("="), "")
    except ArgumentError:
        return plain.startswith("=")
    return bool(names) and (plain.startswith("=") or any(name in parameters for name in names))


def _dynamic(name: str) -> bool:
    return BY_ID[name].measure in DYNAMIC


def read_kind(text: str) -> Kind:
    """Return the kind of joint meant by a word or its first letters.

    Raises:
        ArgumentError: No such kind.
    """
    word = text.strip().casefold()
    for kind in KINDS:
        if word and kind.startswith(word):
            return kind
    raise ArgumentError(f"expected {', '.join(KINDS)} or R, P, H, got {text.strip()[:40]!r}")


def _read(text: str, joint: Joint, column: Column, units: CellUnits) -> float | str:
    if column.measure == "text":
        if len(text) > LONGEST_NAME:
            raise ArgumentError(f"expected at most {LONGEST_NAME} characters, got {len(text)}")
        return text.strip()
    if not is_open(joint, column):
        raise ArgumentError("this joint has no such number")
    if column.optional and text.strip().casefold() in UNLIMITED:
        return -inf if column.id == "lower" else inf
    if not text.strip():
        raise ArgumentError("expected a number, got nothing")
    value = read(text, cell_unit(joint, column, units))
    if column.id == "rate" and value <= 0:
        raise ArgumentError("expected a number above 0")
    return value


def _limits(
    joint: Joint, changes: dict[str, Any], reasons: dict[Cell, str], row: int
) -> dict[str, Any]:
    """Remove the limits from the changes and return them as one, unless they are crossed."""
    typed = [name for name in ("lower", "upper") if name in changes]
    if not typed:
        return {}
    lower = changes.pop("lower", joint.limits[0])
    upper = changes.pop("upper", joint.limits[1])
    if lower <= upper:
        return {"limits": (lower, upper)}
    for name in typed:
        reasons[row, name] = "the lower limit is above the upper one"
    return {}
