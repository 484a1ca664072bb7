"""Masses and drives as cells of a table: their numbers, and the effect of typing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf, nan
from typing import Any

from rvs.engine.joint import Inertia, Joint, Motor
from rvs.model.numbers.quantities import KILOGRAM, PURE
from rvs.model.numbers.units import Unit
from rvs.model.robots.columns import CellUnits, Column
from rvs.model.robots.masses import MOMENTS, Six, about_frame, impossible, moved_to_center

AXES = ("x", "y", "z")
MOMENT = Unit("kg m2", "kg m²", "number", 1.0, 4)
VISCOUS = Unit("N m s", "N m s", "number", 1.0, 4)
TORQUE = Unit("N m", "N m", "number", 1.0, 4)
FORCE = Unit("N", "N", "number", 1.0, 4)
TURNING = Unit("N m/rad", "N m/rad", "number", 1.0, 4)
SLIDING = Unit("N/m", "N/m", "number", 1.0, 4)
# column -> field of the motor
MOTOR = {"rotor": "inertia", "gear": "gear", "viscous": "viscous"}
FRICTION = ("forwards", "backwards")
MASS_FIRST = "type the mass of the link first"


def dynamic_unit(joint: Joint, column: Column, units: CellUnits) -> Unit:
    """Return the unit of a cell; for an acceleration it is per second squared."""
    own = units.angle if joint.turns else units.length
    by_measure = {
        "mass": KILOGRAM, "place": units.length, "moment": MOMENT, "ratio": PURE,
        "viscous": VISCOUS, "friction": TORQUE, "effort": TORQUE if joint.turns else FORCE,
        "acceleration": own, "stiffness": TURNING if joint.turns else SLIDING,
    }  # fmt: skip
    return by_measure[column.measure]


def dynamic_number(joint: Joint, column: Column, frame: bool) -> float:
    """Return the number in a cell, SI; infinite or not a number if there is none.

    Args:
        joint: The joint with its link.
        column: One of masses or drives.
        frame: Moments are about the origin of the link frame.
    """
    name, inertia, motor = column.id, joint.inertia, joint.motor
    if name in (*MOTOR, *FRICTION):
        if motor is None:
            return nan
        return _of_motor(motor, name)
    if column.measure in ("mass", "place", "moment"):
        if inertia is None:
            return nan
        if name == "mass":
            return inertia.mass
        if name in AXES:
            return inertia.com[AXES.index(name)]
        return _moments(inertia, frame)[MOMENTS.index(name)]
    return float(getattr(joint, name))


def take_dynamics(
    joint: Joint, values: Mapping[str, float], frame: bool
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the changed fields of a joint after typing numbers into its cells.

    Args:
        joint: The joint with its link.
        values: Numbers by column, SI; infinite for none.
        frame: Moments are about the origin of the link frame.

    Returns:
        The fields, and by column the reasons why others cannot be changed.
    """
    reasons = {name: fault for name, value in values.items() if (fault := _fault(name, value))}
    good = {name: value for name, value in values.items() if name not in reasons}
    changes: dict[str, Any] = {}
    link = {name: value for name, value in good.items() if name in ("mass", *AXES, *MOMENTS)}
    motor = {name: value for name, value in good.items() if name in (*MOTOR, *FRICTION)}
    if link:
        inertia, fault = _link(joint.inertia, link, frame)
        if fault:
            reasons |= dict.fromkeys(link, fault)
        else:
            changes["inertia"] = inertia
    if motor:
        changes["motor"] = _motor(joint.motor or Motor(), motor)
    rest = {name: good[name] for name in good if name not in link and name not in motor}
    return changes | rest, reasons


def _fault(name: str, value: float) -> str:
    least = ("mass", "rotor", "viscous", "forwards")
    if name in least and value < 0.0:
        return "expected 0 or more"
    if name == "backwards" and value > 0.0:
        return "expected 0 or less for backward friction"
    if name == "gear" and value == 0.0:
        return "expected a gear ratio other than 0"
    if name in ("acceleration", "effort", "stiffness") and value <= 0.0:
        return "expected a number above 0"
    return ""


def _link(
    old: Inertia | None, values: Mapping[str, float], frame: bool
) -> tuple[Inertia | None, str]:
    """Return the mass properties with other numbers, or the reason why they are impossible."""
    if values.get("mass") == inf:
        return None, ""
    if old is None and "mass" not in values:
        return None, MASS_FIRST
    known = old or Inertia()
    mass = values.get("mass", known.mass)
    x, y, z = (values.get(name, here) for name, here in zip(AXES, known.com, strict=True))
    shown = _moments(known, frame)
    xx, yy, zz, xy, yz, xz = (
        values.get(name, one) for name, one in zip(MOMENTS, shown, strict=True)
    )
    new = replace(known, mass=mass, com=(x, y, z))
    # The moments about the centre stay unless others are typed, whatever is shown.
    if any(name in values for name in MOMENTS):
        six = (xx, yy, zz, xy, yz, xz)
        new = moved_to_center(mass, new.com, six) if frame else replace(new, moments=six)
    fault = impossible(new)
    # Published tables leave out what does not matter; they can be worked on all the same.
    return (new, "") if not fault or (old is not None and impossible(old)) else (None, fault)


def _motor(old: Motor, values: Mapping[str, float]) -> Motor | None:
    fields = {MOTOR[name]: value for name, value in values.items() if name in MOTOR}
    coulomb = tuple(
        values.get(name, here) for name, here in zip(FRICTION, old.coulomb, strict=True)
    )
    new = replace(old, **fields, coulomb=coulomb)  # type: ignore[arg-type]
    return None if new == Motor() else new


def _of_motor(motor: Motor, name: str) -> float:
    if name in MOTOR:
        return float(getattr(motor, MOTOR[name]))
    return motor.coulomb[FRICTION.index(name)]


def _moments(inertia: Inertia, frame: bool) -> Six:
    return about_frame(inertia) if frame else inertia.moments
