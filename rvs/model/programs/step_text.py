"""The fields of a program step in forms: displayed and typed texts."""

from __future__ import annotations

from typing import Any, Literal

from rvs.engine.errors import ArgumentError
from rvs.model.numbers.expressions import evaluate, with_points
from rvs.model.numbers.quantities import read, short_number, shown_short
from rvs.model.numbers.units import UNITS, Unit
from rvs.model.programs.program import Step

FieldName = Literal["name", "speed", "blend", "opening", "wait", "note"]
NONE = "–"
# Fingers are so near to each other that other units of length would make small numbers of it.
FINGERS = UNITS["mm"]
ROUNDED = 5e-6
PERCENT, PER_SECOND, SECONDS = "%", "/s", "s"


def field_text(step: Step, field: FieldName, unit: Unit) -> str:
    """Return the text in a field."""
    if field in ("name", "note"):
        return str(getattr(step, field))
    if field == "speed" and step.by == "joints":
        return f"{short_number(100 * step.speed, 1)} {PERCENT}"
    if field == "speed":
        return shown_short(step.speed, unit) + PER_SECOND
    if field == "blend":
        return shown_short(step.blend, unit) if step.by == "line" else NONE
    if field == "opening":
        return NONE if step.opening is None else shown_short(step.opening, FINGERS)
    return f"{short_number(step.wait, 3)} {SECONDS}"


def field_change(step: Step, field: FieldName, text: str, unit: Unit) -> dict[str, Any]:
    """Return the change of a step from a typed text.

    Raises:
        ArgumentError: It is not valid.
    """
    if field in ("name", "note"):
        return {field: text.strip()}
    if field == "speed" and step.by == "joints":
        share = _plain(text, PERCENT) / 100
        if not 0.0 < share <= 1.0:
            raise ArgumentError("expected more than 0 and up to 100 % of the joint speeds")
        return {"speed": share}
    if field == "speed":
        speed = read(text.strip().removesuffix(PER_SECOND).strip(), unit)
        if not speed > 0.0:
            raise ArgumentError("expected a speed above 0")
        return {"speed": speed}
    if field == "opening" and text.strip() in ("", NONE, "-"):
        return {"opening": None}
    if field == "opening":
        unit = FINGERS
    value = _plain(text, SECONDS) if field == "wait" else read(text, unit)
    if value < 0.0:
        raise ArgumentError("expected 0 or more")
    return {field: value}


def opening_trouble(opening: float | None, fingers: tuple[float, float] | None) -> str:
    """Return the reason why a gripper cannot have the opening of a step, or an empty text.

    Args:
        opening: Distance between its fingers, in m, or None to leave it unchanged.
        fingers: Their distances, closed and open, in m; None if it does not open.
    """
    if opening is None:
        return ""
    if fingers is None:
        return "the robot has no gripper that opens; choose one as its end-effector"
    least, most = fingers
    # What is typed in another unit may be off by the last digit.
    if least - ROUNDED <= opening <= most + ROUNDED:
        return ""
    low, high = shown_short(least, FINGERS), shown_short(most, FINGERS)
    return f"the gripper of this robot opens from {low} to {high}"


def _plain(text: str, suffix: str) -> float:
    return evaluate(with_points(text.strip().removesuffix(suffix).strip()))
