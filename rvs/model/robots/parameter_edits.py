"""Edits of the parameters of a robot, of the expressions in its table, and of its variants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from typing import Any

from rvs.engine.errors import ArgumentError
from rvs.fields.edit import edit
from rvs.model.document import Document, change_robot
from rvs.model.members import fresh_id
from rvs.model.numbers.expressions import renamed
from rvs.model.numbers.units import Measure
from rvs.model.robots.body_parameters import with_name
from rvs.model.robots.parameters import (
    CELLS,
    Formula,
    Parameters,
    RobotParameter,
    Variant,
    amounts,
    applied,
    cell_measure,
    evaluated,
    used,
)


@edit("Add parameter {name} to {robot_id}")
def add_parameter(
    document: Document,
    robot_id: str,
    name: str,
    value: float | str = 0.0,
    measure: Measure = "length",
    least: float = -inf,
    most: float = inf,
    meaning: str = "",
) -> Document:
    """Add a named parameter to a robot, which cells of its table can use.

    Args:
        document: The document.
        robot_id: The robot.
        name: 1 to 40 letters, digits and ``_``.
        value: In m, rad, kg or without a unit, or an expression such as ``"2*L1 + 50 mm"``.
        measure: ``"length"``, ``"angle"``, ``"mass"`` or ``"none"``.
        least: Minimum.
        most: Maximum.
        meaning: Description, in a sentence.

    Raises:
        ArgumentError: No such robot, a name that is taken or has a meaning already, an expression
            without a value, or a value out of bounds.
    """
    old = document.robot(robot_id).parameters
    if name in old:
        raise ArgumentError(f"name: the robot already has a parameter {name!r}")
    number, text = _value(old, name, value, measure)
    new = RobotParameter(name, number, measure, least, most, meaning, text)
    return _with(document, robot_id, replace(old, every=(*old.every, new)))


@edit("Set {name} of {robot_id}")
def set_parameter(
    document: Document,
    /,
    robot_id: str,
    name: str,
    value: float | str | None = None,
    **changes: Any,
) -> Document:
    """Set the value of a parameter, and all numbers that depend on it.

    Args:
        document: The document.
        robot_id: The robot.
        name: The parameter.
        value: In m, rad, kg or without a unit, or an expression over other parameters; the current
            one if omitted.
        changes: Its other fields: ``measure``, ``least``, ``most`` or ``meaning``.

    Raises:
        ArgumentError: No such robot or parameter, a value out of bounds, one that a cell of the
            table can't take, or an expression that needs the parameter itself.
    """
    old = document.robot(robot_id).parameters
    one = old[name]
    wrong = set(changes) - {"measure", "least", "most", "meaning"}
    if wrong:
        raise ArgumentError(f"{sorted(wrong)[0]}: a parameter has measure, least, most, meaning")
    if value is not None:
        number, text = _value(old, name, value, changes.get("measure", one.measure))
        changes |= {"text": text} if text else {"value": number, "text": ""}
    new = replace(one, **changes)
    every = tuple(new if each is one else each for each in old.every)
    return _with(document, robot_id, replace(old, every=every))


@edit("Set parameters of {robot_id}")
def set_parameters(document: Document, robot_id: str, values: Mapping[str, float]) -> Document:
    """Set several parameters, in m, rad, kg or without a unit.

    Raises:
        ArgumentError: As ``set_parameter``, or a parameter that follows from others.
    """
    parameters = document.robot(robot_id).parameters.with_values(values)
    return _with(document, robot_id, parameters)


@edit("Rename {name} of {robot_id}")
def rename_parameter(document: Document, robot_id: str, name: str, new: str) -> Document:
    """Rename a parameter in all expressions, including those of the full model.

    Raises:
        ArgumentError: No such robot or parameter, or a name that is taken or means something.
    """
    old = document.robot(robot_id).parameters
    one = old[name]
    if new != name and new in old:
        raise ArgumentError(f"new: the robot already has a parameter {new!r}")
    every = tuple(
        replace(each, name=new if each is one else each.name,
                text=renamed(each.text, name, new) if each.text else "")
        for each in old.every
    )  # fmt: skip
    formulas = tuple(replace(each, text=renamed(each.text, name, new)) for each in old.formulas)
    variants = tuple(
        replace(v, values=tuple((new if key == name else key, value) for key, value in v.values))
        for v in old.variants
    )
    body = document.robot(robot_id).body
    if body is not None and new != name:
        body = with_name(body, name, new)
    kept = Parameters(every, formulas, variants)
    return change_robot(document, robot_id, parameters=kept, body=body)


@edit("Remove {name} of {robot_id}")
def remove_parameter(document: Document, robot_id: str, name: str) -> Document:
    """Remove a parameter; expressions that use it become their values.

    Raises:
        ArgumentError: No such robot or parameter.
    """
    old = document.robot(robot_id).parameters
    gone = old[name]
    every = tuple(
        replace(one, text="") if one.text and name in used(one.text, one.name) else one
        for one in old.every
        if one is not gone
    )
    formulas = tuple(one for one in old.formulas if name not in used(one.text, one.column))
    kept = Parameters(every, formulas, old.variants)
    return change_robot(document, robot_id, parameters=kept)


@edit("Set an expression of {robot_id}")
def set_expression(
    document: Document, robot_id: str, index: int, column: str, text: str
) -> Document:
    """Set the expression of a cell of the table over parameters.

    Args:
        document: The document.
        robot_id: The robot.
        index: The joint, from 0.
        column: ``a``, ``alpha``, ``d``, ``theta``, ``pitch``, ``offset``, ``lower``, ``upper``,
            ``mass``, or ``x``, ``y``, ``z`` of the centre of mass.
        text: Expression such as ``"L1/2 + 50 mm"``; an empty text keeps only the number.

    Raises:
        ArgumentError: No such robot, joint, column or parameter, mismatched units, or a number
            that the cell can't take.
    """
    placed = document.robot(robot_id)
    old, robot = placed.parameters, placed.robot
    if not 0 <= index < robot.n:
        raise ArgumentError(f"index: {robot.name or robot_id} has joints 0 to {robot.n - 1}")
    if column not in CELLS:
        raise ArgumentError(f"column: expected one of {', '.join(CELLS)}, got {column!r:.40}")
    others = tuple(one for one in old.formulas if (one.row, one.column) != (index, column))
    plain = text.strip().removeprefix("=").strip()
    if not plain:
        return change_robot(document, robot_id, parameters=replace(old, formulas=others))
    cell_measure(robot.joints[index], column)
    if not used(plain, column):
        known = ", ".join(one.name for one in old) or "none yet"
        raise ArgumentError(
            f"text: {plain[:60]!r} uses no parameter; expected one of the robot's: {known}"
        )
    return _with(
        document, robot_id, replace(old, formulas=(*others, Formula(index, column, plain)))
    )


@edit("Keep variant {name} of {robot_id}")
def keep_variant(document: Document, robot_id: str, name: str, table: bool = False) -> Document:
    """Store the current values of the parameters as a variant, replacing one with the same name.

    Args:
        document: The document.
        robot_id: The robot.
        name: Name of the variant.
        table: Store the whole table of the robot as well; always the case without parameters.

    Raises:
        ArgumentError: No such robot, or an empty name.
    """
    placed = document.robot(robot_id)
    old = placed.parameters
    joints = placed.robot.joints if table or not old.values else ()
    new = Variant(name, tuple(old.values.items()), joints)
    variants = tuple(new if one.name == name else one for one in old.variants)
    if not any(one.name == name for one in old.variants):
        variants = (*old.variants, new)
    return change_robot(document, robot_id, parameters=replace(old, variants=variants))


@edit("Use variant {name} of {robot_id}")
def use_variant(document: Document, robot_id: str, name: str) -> Document:
    """Set the values of one of a robot's variants.

    Raises:
        ArgumentError: No such robot or variant, or a value that is out of bounds now.
    """
    placed = document.robot(robot_id)
    variant = placed.parameters.variant(name)
    parameters = placed.parameters.with_values(dict(variant.values))
    robot = placed.robot.replace(joints=variant.joints) if variant.joints else placed.robot
    if not variant.joints:
        robot = applied(robot, parameters)
    return change_robot(document, robot_id, robot=robot, parameters=parameters)


@edit("Rename variant {name} of {robot_id}")
def rename_variant(document: Document, robot_id: str, name: str, new: str) -> Document:
    """Rename a variant, with a number if the name is taken.

    Raises:
        ArgumentError: No such robot or variant, or an empty name.
    """
    old = document.robot(robot_id).parameters
    one = old.variant(name)
    free = fresh_id(new, (v.name for v in old.variants if v is not one))
    variants = tuple(replace(v, name=free) if v is one else v for v in old.variants)
    return change_robot(document, robot_id, parameters=replace(old, variants=variants))


@edit("Remove variant {name} of {robot_id}")
def remove_variant(document: Document, robot_id: str, name: str) -> Document:
    """Remove a variant; the robot is unchanged.

    Raises:
        ArgumentError: No such robot or variant.
    """
    old = document.robot(robot_id).parameters
    one = old.variant(name)
    variants = tuple(v for v in old.variants if v is not one)
    return change_robot(document, robot_id, parameters=replace(old, variants=variants))


def _value(old: Parameters, name: str, value: float | str, measure: Measure) -> tuple[float, str]:
    """Return a value and its expression; an expression without names is a number."""
    if not isinstance(value, str):
        return float(value), ""
    text = value.strip().removeprefix("=").strip()
    if not used(text, name):
        return evaluated(text, {}, measure, name), ""
    if name in old and name in used(text, name):
        return 0.0, text
    return evaluated(text, amounts(old), measure, name), text


def _with(document: Document, robot_id: str, parameters: Parameters) -> Document:
    robot = applied(document.robot(robot_id).robot, parameters)
    return change_robot(document, robot_id, robot=robot, parameters=parameters)
